#pragma once

#include <string>
#include <vector>

#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside {
inline namespace record {

/// How a table for a controller is written.
struct ControllerFormat {
  double rate{1000.0};        ///< Hz, at which the motion was recorded
  bool is_cam{false};         ///< points and slopes over a master instead of samples over time
  bool decimal_comma{false};  ///< numbers as 1,5 in columns between semicolons
};

/// A column of it; heads of people's units: "M1 position [deg]".
struct ControllerColumn {
  std::string name;
  std::string unit;  ///< empty for plain numbers
  std::vector<double> values;
};

/// A planned motion as its motors make it, in front of their gears, in the units that people are
/// shown (positions, speeds, accelerations, forces or torques; those of all drives by name): at all
/// times of the rate's grid, from 0 to the last. A motion that does not end on the grid stays where
/// it has ended for the rest of the last step, at rest. Marks tell the `step` of a cycle, from 1,
/// and whether the machine waits (`dwell`, 0 or 1).
///
/// As a cam, positions are over a `master` that goes from 0 to 1 in the motion's time, and `slope`
/// is their derivative with respect to it.
/// @param motion recorded at the format's rate
/// @throws InputError if it ends neither on the grid nor at rest, with what to do
[[nodiscard]] std::vector<ControllerColumn> make_controller_table(const Machine& machine,
                                                                  const PlannedMotion& motion,
                                                                  const ControllerFormat& format);

/// With a header line; as many digits as it takes to read numbers back exactly.
[[nodiscard]] std::string to_csv(const std::vector<ControllerColumn>& table,
                                 const ControllerFormat& format);

/// A dataset a column, with the attribute `unit`. @throws Error if it cannot be written
void write_hdf5(const std::vector<ControllerColumn>& table, const std::string& file);

}  // namespace record
}  // namespace globaldyn::inside
