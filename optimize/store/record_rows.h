#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "optimize/store/sqlite.h"
#include "optimize/store/study_header.h"

namespace globaldyn::inside {
inline namespace store {

/// How many numbers of each kind the records of a study have.
struct RecordShape {
  std::size_t variables{0};
  std::size_t objectives{0};
  std::size_t constraints{0};
  std::size_t quantities{0};
  bool has_checksum{true};  ///< in its row; of stores of earlier programs not

  bool operator==(const RecordShape&) const = default;
};

[[nodiscard]] RecordShape shape_of(const StudyHeader& header);
[[nodiscard]] RecordShape shape_of(const DesignRecord& record);

/// Of all that a record consists of: it changes with every bit (but for the payload of NaN, which
/// is not stored).
[[nodiscard]] std::uint64_t calc_checksum(const DesignRecord& record);

/// INSERT of a row with all columns (quoted names, in the order of the table).
[[nodiscard]] std::string make_insert(const std::vector<std::string>& sql_names);

/// SELECT of the same columns; `rest` is what follows the table's name.
[[nodiscard]] std::string make_select(const std::vector<std::string>& sql_names,
                                      const std::string& rest);

/// Binds a record to the statement from make_insert(). The record must stay valid until it has run.
void bind_record(SqliteStatement& insert, const RecordShape& shape, const DesignRecord& record);

/// Reads the current row of the statement from make_select() into a record, whose memory is reused.
/// @throws Error if a state is unknown or the checksum is another; `file` is named in messages.
void read_record(const SqliteStatement& select, const RecordShape& shape, const std::string& file,
                 DesignRecord& record);

}  // namespace store
}  // namespace globaldyn::inside
