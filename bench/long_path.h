#pragma once

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::bench {

/// Kinds of long paths.
enum class LongPathKind {
  polyline,  ///< straight pieces of 5 to 20 mm in all directions, corners blended within 1 mm
  spline,    ///< through the corners of such a polyline
  measured,  ///< a spline through points of a smooth curve, each off by some 1e-6 m
};

/// For the machine planar_2dof, with its drives as they are or with all properties of motors:
/// friction, torque-speed lines, maximum speeds.
struct LongPathOptions {
  LongPathKind kind{LongPathKind::polyline};
  int pieces{100};
  bool has_motors{false};
};

/// The machine with one such path, read from a machine file as users write it, the points from a
/// CSV file. The same each time.
[[nodiscard]] Machine make_long_path(const LongPathOptions& options);

}  // namespace globaldyn::inside::bench
