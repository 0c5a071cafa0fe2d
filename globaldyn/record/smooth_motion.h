#pragma once

#include "globaldyn/motion/trajectory.h"

namespace globaldyn::inside {
inline namespace record {

/// A motion from rest to rest averaged over time: p(t) is the mean of a trajectory's p over the
/// `window` before t. Where d2 jumped it now changes at a constant rate over the window; every (d1,
/// d2) is a mean of those of the trajectory within the window. From each rest to the next it takes
/// longer by the length of the window, and it rests where and as long as the trajectory does.
class SmoothMotion {
 public:
  /// @param trajectory rests at both ends; must outlive this
  /// @param window s, > 0
  SmoothMotion(const Trajectory& trajectory, double window);

  [[nodiscard]] double duration() const { return pieces_.back().end; }

  /// All times at which d2 changes how it changes, with both ends, increasing.
  [[nodiscard]] std::vector<double> list_knots() const;

  /// Exact except for the quadrature of p.
  [[nodiscard]] MotionState at(double t) const;
  [[nodiscard]] std::vector<MotionState> at(const std::vector<double>& times) const;

 private:
  // From one rest to the next.
  struct Piece {
    double begin;       // of this motion
    double end;         // of this motion
    double base_begin;  // of the trajectory
    double base_end;
  };

  const Trajectory& base_;
  double window_;
  std::vector<Piece> pieces_;
};

}  // namespace record
}  // namespace globaldyn::inside
