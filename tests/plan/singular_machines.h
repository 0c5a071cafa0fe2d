#pragma once

#include <string>
#include <vector>

#include "core/base/interval.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// A machine with as many drives as degrees of freedom, and where to look for paths through its
/// parallel singularities.
struct SingularMachine {
  std::string name;
  std::string text;                ///< of the file, with a block `paths:`
  std::string task;                ///< of a path, with $0, $1, … in place of its coordinates
  std::vector<Interval> from, to;  ///< where paths begin and end, by coordinate, in SI
  bool has_two{false};             ///< whether such paths pass two of them
  /// Further drives, lines of the block `drives:`, that lose hold at the same places.
  std::string more_drives;
  /// Of each of these the number of the drive that acts at the same place, if there is one: both
  /// are like one with the sum of their limits.
  std::vector<std::size_t> twins;
};

/// From the library and written here, all without friction and motors' torque-speed lines. Others
/// of the library have none: det W is constant where drives act on all joints of an open chain, as
/// in arm_2r, arm_3r, puma560, planar_2dof, or by constant gears, as in corexy, bevel_wrist,
/// four_bar_n; and where that of the two delta robots vanishes, nothing keeps their platforms from
/// turning.
[[nodiscard]] std::vector<SingularMachine> list_singular_machines();

}  // namespace globaldyn::inside::test
