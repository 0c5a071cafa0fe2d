#pragma once

namespace globaldyn {

/// Where a motion is at a time.
struct MotionState {
  double t{0.0};
  double p{0.0};
  double d1{0.0};  ///< dp/dt
  double d2{0.0};  ///< d²p/dt²
};

}  // namespace globaldyn
