#pragma once

#include <vector>

#include "globaldyn/path/path.h"
#include "globaldyn/plan/plan.h"

namespace globaldyn::inside {
inline namespace motion {

/// Where a planned motion is at a time.
struct MotionState {
  double t{0.0};
  double p{0.0};
  double d1{0.0};
  double d2{0.0};
  bool rests{false};  ///< the machine stays there for a while: friction may take any value
};

/// A point of a quadrature over time.
struct WeightedTime {
  double t{0.0};
  double weight{0.0};  ///< s
};

/// A plan as a function of time, exact up to rounding errors. All its times and states are finite.
class Trajectory {
 public:
  /// No motion at all.
  Trajectory() = default;
  /// @param stops at which of the plan's nodes the motion rests, and how long; increasing; at its
  /// ends as well
  /// @throws NumericalError if the plan's motion does not reach the end of a segment
  Trajectory(const Plan& plan, const std::vector<PathStop>& stops);

  [[nodiscard]] double duration() const { return begins_.empty() ? 0.0 : end_; }

  /// The motion at t; before 0 and after duration() that of the ends. Where d2 jumps, at nodes, the
  /// value after the jump; cost logarithmic in the nodes. @throws NumericalError if t is NaN
  [[nodiscard]] MotionState at(double t) const;

  [[nodiscard]] std::vector<MotionState> at(const std::vector<double>& times) const;

  /// The motion within a segment, next to its begin or its end: where d2 or the machine's limits
  /// jump at a node, that is the side of the segment. A state of the motion itself, 1e-9 of the
  /// segment away from the node.
  [[nodiscard]] MotionState just_after_begin(std::size_t segment) const;
  [[nodiscard]] MotionState just_before_end(std::size_t segment) const;
  /// At a share of the segment's length in p.
  [[nodiscard]] MotionState at_share(std::size_t segment, double share) const;

  /// The integral of p from 0 to t, by Gauss quadrature on each segment.
  [[nodiscard]] double integrate_p(double t) const;

  /// When the motion arrives at a node, and when it leaves it: later if it stops there.
  [[nodiscard]] double arrives_at(std::size_t node) const;
  [[nodiscard]] double leaves_at(std::size_t node) const;

  [[nodiscard]] std::size_t node_count() const { return p_.size(); }

  /// This many times per segment, equally spaced in p, and all nodes: once if the motion passes; if
  /// it stops, on arriving, just before leaving, and on leaving.
  [[nodiscard]] std::vector<double> list_times(int per_segment) const;

  /// Times and weights of Gauss quadrature with three points per segment, for integrating over the
  /// motion anything that is smooth on segments, without the stops.
  [[nodiscard]] std::vector<WeightedTime> list_weighted_times() const;

 private:
  [[nodiscard]] double find_step_inside(std::size_t segment) const;
  [[nodiscard]] MotionState at_place(std::size_t segment, double s) const;
  [[nodiscard]] double integrate_segment(std::size_t segment, double t) const;

  std::vector<double> p_;
  std::vector<SegmentMotion> segments_;
  std::vector<double> begins_;  // per segment, when it is entered
  std::vector<double> ends_;    // per segment, when it is left
  std::vector<double> sums_;    // per segment, the integral of p up to its start
  double end_{0.0};
  double d1_end_{0.0};  // exact, where that of the last segment is rounding error
};

/// Times at a constant rate (Hz) from 0 on, and the end. At most 1e7 of them.
/// @throws Error for more
[[nodiscard]] std::vector<double> list_times_at(double rate, double duration);

}  // namespace motion
}  // namespace globaldyn::inside
