#pragma once

#include <Eigen/Dense>
#include <optional>
#include <string>
#include <vector>

#include "core/base/rotation.h"
#include "core/expression/expression.h"

namespace globaldyn::inside {
inline namespace core {

/// Loads beyond this are mistakes (N, N m).
inline constexpr double kMostLoad = 1e30;

/// Force and torque as they were listed over the path parameter, straight between the rows.
struct WrenchTable {
  using Row = Eigen::Matrix<double, 6, 1>;  ///< force (N), torque (N m)

  std::vector<double> p;  ///< strictly increasing, at least two
  std::vector<Row> rows;  ///< at each p
  SourcePlace place;      ///< of the file's name
  std::string file;       ///< its name

  /// @throws InputError where p is beyond the table: what happens there is not known.
  [[nodiscard]] Row at(double parameter) const;
};

/// Force and torque that act on the tool, functions of the path parameter p.
struct ToolWrench {
  std::vector<Expression> force;     ///< 3, N; variable 0 is p
  std::vector<Expression> torque;    ///< 3, N m
  std::optional<WrenchTable> table;  ///< in addition to both
  Vector3d at{Vector3d::Zero()};     ///< where the force acts, m, in the tool's frame
  bool in_tool_frame{false};         ///< components in the tool's axes, otherwise in global axes
  std::string load_case;             ///< the one it belongs to; empty if it always acts
};

}  // namespace core
}  // namespace globaldyn::inside
