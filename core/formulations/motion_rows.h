#pragma once

#include <vector>

#include "core/bodies/scalar_row.h"

namespace globaldyn::inside {
inline namespace core {

/// Rows that a machine's accelerations must meet: J z̈ + E lambda = right. E is zero for
/// constraints; a rotor's row has the inverse of its inertia, so that lambda is its inertia force.
struct MotionRows {
  std::vector<ScalarRow> rows;
  std::vector<double> compliance;  ///< E, per row

  void clear() {
    rows.clear();
    compliance.clear();
  }
};

}  // namespace core
}  // namespace globaldyn::inside
