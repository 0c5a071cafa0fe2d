#pragma once

#include <optional>
#include <string>
#include <vector>

#include "optimize/store/sqlite.h"
#include "optimize/store/study_header.h"

namespace globaldyn::inside {
inline namespace store {

/// Writes a header into the empty tables study, sources, columns and choices; `sql_names` are
/// those of its columns in the table of evaluations.
void write_header(const SqliteDatabase& database, const StudyHeader& header,
                  const std::vector<std::string>& sql_names);

/// @throws Error if it is damaged; `file` is named in messages.
[[nodiscard]] StudyHeader read_header(const SqliteDatabase& database, const std::string& file);

/// Appends sources of inputs that differ from those in the header, in a table that is made if there
/// is none yet.
void write_changed_inputs(const SqliteDatabase& database, const StudyInputs& inputs);

/// Those with this hash, if there are any.
[[nodiscard]] std::optional<StudyInputs> read_changed_inputs(const SqliteDatabase& database,
                                                             std::uint64_t hash);

}  // namespace store
}  // namespace globaldyn::inside
