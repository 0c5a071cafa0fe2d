#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "optimize/store/study_store.h"

namespace globaldyn::inside {
inline namespace store {

// A study's designs as a table for other programs: one row per design, sorted by id; `id`, `state`
// ("ok", "infeasible", "failed"), one column per design variable, objective and constraint under
// the names the study gives them, `pareto` (1: among the ids given as `pareto`, in any order), the
// further quantities, `violation`, `wall_time` (s), `reason`. Numbers read back as the same
// doubles, unless the format cannot represent them.
//
// All designs committed at the start are written; the whole is built in memory, written to a
// temporary file next to the target, and renamed. Less than half a second for 100 000 designs with
// eight columns.

/// Text, the names in the first line, quoted as RFC 4180 says where needed; lines end with "\n".
/// NaN is an empty field, infinite numbers are `inf` and `-inf`; a categorical variable is written
/// as the choice's name.
/// @throws Error if the file cannot be written or the store not read.
[[nodiscard]] std::string to_csv(const StudyStore& store, const std::vector<std::uint64_t>& pareto);
void write_csv(const StudyStore& store, const std::vector<std::uint64_t>& pareto,
               const std::string& file);

/// {"schema": "globaldyn/study/1", "program", "study", "columns": [{"name", "role", "unit", …}],
/// "designs": [{…}]}: `columns` in the order above; `role` is "record" for those every study has;
/// "description", "choices", "integer": true and "maximized": true where applicable. JSON has
/// neither NaN nor infinities: null. A categorical variable is the choice's name.
/// @throws Error as write_csv() does.
[[nodiscard]] std::string to_json(const StudyStore& store,
                                  const std::vector<std::uint64_t>& pareto);
void write_json(const StudyStore& store, const std::vector<std::uint64_t>& pareto,
                const std::string& file);

/// A dataset of one dimension per column, all of the same length, each with the attributes `unit`
/// and `role` as in JSON (and `description` and `maximized` where applicable); numbers are doubles
/// with NaN and infinities, also those of integer variables. `id` is an unsigned 64-bit integer,
/// `pareto` an unsigned 8-bit one; `state` is an 8-bit integer and a categorical variable a 32-bit
/// one (-1: none), counted from 0, with their meaning in the attribute `names` or `choices`;
/// `reason` UTF-8 of fixed length, padded with zeros (and not marked as UTF-8, which Octave does
/// not read). The file has the attributes `schema`, `program`, `study` and `columns`, the datasets'
/// names in the order above.
/// @throws Error as write_csv() does, and if a variable has more than some 4000 choices, which do
///   not fit into an attribute.
void write_hdf5(const StudyStore& store, const std::vector<std::uint64_t>& pareto,
                const std::string& file);

}  // namespace store
}  // namespace globaldyn::inside
