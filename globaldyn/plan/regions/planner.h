#pragma once

#include <optional>
#include <vector>

#include "globaldyn/plan/regions/limit_source.h"
#include "globaldyn/plan/regions/obstacle.h"
#include "globaldyn/plan/regions/profile.h"
#include "globaldyn/plan/rows/shortage.h"

namespace globaldyn {

struct PlanOptions {
  double tolerance{1e-6};      ///< relative, of the time
  SpeedSet start{{0.0, 0.0}};  ///< d1 allowed at the start
  SpeedSet end{{0.0, 0.0}};    ///< d1 allowed at the end
  std::vector<double> stops;   ///< p inside the path where the motion must come to rest, increasing
  /// The path's end is its start again: d1 is the same at both, the best possible. `start` and
  /// `end` do not count.
  bool closed{false};
  double reserve{0.0};            ///< fraction of every limit to be kept free
  bool explain{true};             ///< if there is no motion, find which limits prevent it
  std::size_t most_nodes{50000};  ///< beyond that the result is `inaccurate`
  /// Number of evaluated sides of limits, some 100 ns each, after which it gives up with what it
  /// has; 0: unlimited. Half as much again is allowed for explaining why there is no motion.
  std::size_t work{0};
  std::size_t memory{0};  ///< maximum bytes to be held; 0: unlimited
  std::size_t look{0};    ///< work needed to ask for the limits at one p
};

enum class PlanStatus {
  optimal,     ///< the bounds of the time are within the tolerance
  inaccurate,  ///< the bounds are further apart, or not all limits were seen to be kept
  infeasible,  ///< no motion gets from start to end
  gave_up,     ///< the allowed work or memory was used up
  unlimited,   ///< nothing limits the speed
};

[[nodiscard]] const char* to_string(PlanStatus status);

/// A motion along a path in minimum time.
///
/// The plan keeps limits tightened by a small share e at the nodes of a grid and half-way between
/// them, with a grid so fine that it keeps limits tightened by e/2 at all sixteenths of its
/// segments. Its time is an upper bound. The lower bound is the time of the same problem with
/// limits widened by e, minus what motions within the limits could gain by getting above its
/// solution, which is followed at the quarters of segments (headroom.h). As both are checked at
/// points, the bounds are estimated, not certified. If it gave up, the grid may be too coarse to
/// keep limits between nodes, and there is no lower bound (0) unless it is close.
struct Plan {
  PlanStatus status{PlanStatus::infeasible};
  Shortage shortage{Shortage::none};  ///< if it gave up
  std::vector<double> p;              ///< nodes
  Profile profile;
  double time{0.0};                  ///< of the profile: an upper bound of the least possible
  double time_lower{0.0};            ///< a lower bound
  std::optional<Obstacle> obstacle;  ///< if infeasible
  std::size_t work{0};               ///< sides worked on, without those for explaining
};

/// What is allowed at the ends of a path and at its stops.
[[nodiscard]] Gates make_gates(const PlanOptions& options, double begin, double end);

/// @param grid p to start with, increasing: the ends of the path, and every known p where limits or
///   their derivatives jump; stops are added
/// @throws Error if nothing limits the speed at which the motion may start
[[nodiscard]] Plan make_plan(const LimitSource& source, const std::vector<double>& grid,
                             const PlanOptions& options = {});

}  // namespace globaldyn
