#pragma once

#include <vector>

#include "globaldyn/path/path.h"
#include "globaldyn/plan/general/planner.h"

namespace globaldyn {

/// Where a planned motion is at a time.
struct MotionState {
  double t{0.0};
  double p{0.0};
  double d1{0.0};
  double d2{0.0};
};

/// A point of a quadrature over time.
struct WeightedTime {
  double t{0.0};
  double weight{0.0};  ///< s
};

/// A plan as a function of time, exact to round-off. All times and states it gives are finite.
class Trajectory {
 public:
  /// No motion at all.
  Trajectory() = default;
  /// @param stops how long the motion rests at which of the plan's nodes, rising
  /// @throws NumericalError if the plan's motion does not get through a segment
  Trajectory(const Plan& plan, const std::vector<PathStop>& stops);

  [[nodiscard]] double duration() const { return begins_.empty() ? 0.0 : end_; }

  /// The motion at t; before 0 and after duration() what it is at the ends. Where d2 steps, at
  /// nodes, what it is after the step; cost logarithmic in the nodes. @throws NumericalError if t
  /// is NaN
  [[nodiscard]] MotionState at(double t) const;

  [[nodiscard]] std::vector<MotionState> at(const std::vector<double>& times) const;

  /// The integral of p from 0 to t, by Gauss's quadrature on each segment.
  [[nodiscard]] double integrate_p(double t) const;

  /// When the motion comes to a node, and when it leaves it: later where it stops.
  [[nodiscard]] double arrives_at(std::size_t node) const;
  [[nodiscard]] double leaves_at(std::size_t node) const;

  [[nodiscard]] std::size_t node_count() const { return p_.size(); }

  /// So many times a segment, at equal distances in p, with all nodes: once where it passes; where
  /// it stops on arriving, when it is about to leave, and on leaving.
  [[nodiscard]] std::vector<double> list_times(int per_segment) const;

  /// Times and weights of Gauss's quadrature of three points a segment: the integral over the
  /// motion of anything smooth on segments, without the stops.
  [[nodiscard]] std::vector<WeightedTime> list_weighted_times() const;

 private:
  [[nodiscard]] double integrate_segment(std::size_t segment, double t) const;

  std::vector<double> p_;
  std::vector<SegmentMotion> segments_;
  std::vector<double> begins_;  // per segment, when it is entered
  std::vector<double> ends_;    // per segment, when it is left
  std::vector<double> sums_;    // per segment, the integral of p up to its begin
  double end_{0.0};
  double d1_end_{0.0};  // exact, where the last segment's is round-off
};

/// Times at a constant rate (Hz) from 0 on, and the end. At most 1e7 of them.
/// @throws Error for more
[[nodiscard]] std::vector<double> list_times_at(double rate, double duration);

}  // namespace globaldyn
