#pragma once

#include <string>

#include "globaldyn/motion/plan_path.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {

/// A table on two slides, without weight, with these drives and paths, each a list of lines.
[[nodiscard]] inline Machine make_point_table(const std::string& drives, const std::string& paths) {
  return parse_machine(
      write_x_y_table("gravity: [0, 0, 0]\ndrives:\n" + drives + "paths:\n" + paths), "table.yaml",
      ".");
}

/// Two drives along the slides that bear everything.
inline const std::string kStrongDrives = "  FX: {joint: X}\n  FY: {joint: Y}\n";

}  // namespace globaldyn::inside::test
