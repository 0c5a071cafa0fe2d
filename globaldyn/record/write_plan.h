#pragma once

#include <string>

#include "globaldyn/record/planned_motion.h"

namespace globaldyn {

/// The plan as the JSON document of schema globaldyn/plan/1 (docs/files.md), `program` being its
/// writer. Doubles read back exactly; there is no NaN and no infinity: null.
[[nodiscard]] std::string to_json(const PlannedMotion& motion, const std::string& program);

/// The record of the motion: a line per sample, SI, doubles that read back exactly. Empty but for
/// the header if there is no motion.
[[nodiscard]] std::string to_csv(const PlannedMotion& motion);

/// The same columns as an HDF5 file, one dataset of one dimension each with the attribute `unit`
/// where it is the same for all drives. @throws Error if it cannot be written.
void write_hdf5(const PlannedMotion& motion, const std::string& program, const std::string& file);

/// "minimum", "preload", "smooth".
[[nodiscard]] const char* to_string(ForceChoice choice);

}  // namespace globaldyn
