#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/interval.h"
#include "globaldyn/plan/obstacle.h"
#include "globaldyn/plan/segment_motion.h"

namespace globaldyn::inside {
inline namespace plan {

/// d1² allowed at a p: at an end of the path, or a stop.
struct SpeedGate {
  double p{0.0};
  double least{0.0};
  double most{0.0};  ///< may be infinite

  /// The same as d1.
  [[nodiscard]] Interval d1() const;
};

/// The gate at which these d1 are allowed.
[[nodiscard]] SpeedGate make_gate(double p, const Interval& d1);

/// What is asked of a planner, whichever it is.
struct PlanOptions {
  double tolerance{1e-6};        ///< time - time_lower <= tolerance * time
  std::vector<SpeedGate> gates;  ///< the first at the start, the last at the end, p increasing
  bool is_closed{false};         ///< the end is the start again; its gates allow everything
  /// Number of sides of limits worked on, 100 to 200 ns each, after which it gives up with what it
  /// has; 0: enough for nearly all paths.
  std::size_t work{0};
  /// Maximum bytes to be held; a grid of 64 segments is always allowed.
  std::size_t memory{200'000'000};
};

enum class PlanStatus {
  optimal,      ///< the bounds of the time are within the tolerance
  inaccurate,   ///< the bounds are further apart, or not all limits were seen to be kept
  infeasible,   ///< no motion within the limits reaches the end
  unreachable,  ///< the machine cannot reach every p
  /// The work or the memory was used up; or, without a shortage, no motion was found, which proves
  /// nothing.
  gave_up,
  unlimited,  ///< nothing limits the speed
  given,      ///< not planned: a motion that was given, within the limits
  exceeded,   ///< a motion that was given, and exceeds limits
};

/// As results name it: optimal, inaccurate, ...
[[nodiscard]] const char* to_string(PlanStatus status);

/// Which of the allowed resources ran out, so that a plan was given up.
enum class Shortage { none, work, memory };

/// A motion along a path in minimum time, or why there is none. What its bounds rest on depends on
/// the planner: see plan_rows() and plan_regions().
struct Plan {
  PlanStatus status{PlanStatus::gave_up};
  /// Whether what is said holds up to rounding errors, whatever the grid: both bounds of the time,
  /// or that there is no motion.
  bool is_proven{false};
  Shortage shortage{Shortage::none};    ///< if it gave up
  std::vector<double> p;                ///< nodes; none without a motion
  std::vector<double> x;                ///< d1² at them
  std::vector<SegmentMotion> segments;  ///< one fewer
  double time{0.0};                     ///< of the motion: an upper bound of the least possible
  double time_lower{0.0};               ///< a lower bound
  std::optional<double> blocked_at;     ///< without a motion: the p that no motion passes
  std::optional<Obstacle> obstacle;     ///< if infeasible, and looked for
  std::size_t work{0};                  ///< sides worked on, without those for explaining
  std::size_t looks{0};                 ///< evaluations of the field
  std::size_t bytes{0};  ///< maximum held, as predicted: never less than the actual amount
  int rounds{0};

  /// d1 at node i.
  [[nodiscard]] double d1(std::size_t i) const;
  [[nodiscard]] bool has_motion() const { return !p.empty(); }
};

}  // namespace plan
}  // namespace globaldyn::inside
