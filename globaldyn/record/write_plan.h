#pragma once

#include <string>

#include "globaldyn/record/planned_motion.h"
#include "globaldyn/storage/json.h"
#include "globaldyn/storage/origin.h"

namespace globaldyn::inside {
inline namespace record {

/// The plan as the JSON document of schema globaldyn/plan/1 (docs/files.md), with its origin. NaN
/// and infinity are null.
[[nodiscard]] Json make_plan_document(const PlannedMotion& motion, const Origin& origin);

/// The same as text. Doubles read back exactly.
[[nodiscard]] std::string to_json(const PlannedMotion& motion, const Origin& origin);

/// The unit of what prices of a motion that is best as a whole are of: what was to be least.
[[nodiscard]] std::string call_price(const WishedPlan& wished);

/// The record of the motion: a line per sample, SI, doubles that read back exactly, and the name of
/// the load case, if one acts, in the last column. Empty except for the header if there is no
/// motion.
[[nodiscard]] std::string to_csv(const PlannedMotion& motion, const Origin& origin);

/// The same columns as an HDF5 file, one one-dimensional dataset each, with the attribute `unit` if
/// it is the same for all drives. @throws Error if it cannot be written.
void write_hdf5(const PlannedMotion& motion, const Origin& origin, const std::string& file);

/// "minimum", "preload", "smooth".
[[nodiscard]] const char* to_string(ForceChoice choice);

}  // namespace record
}  // namespace globaldyn::inside
