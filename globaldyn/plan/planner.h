#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "globaldyn/plan/profile.h"
#include "globaldyn/region/limit_rows.h"

namespace globaldyn {

/// The limits at one p; on the two sides of it where they jump there.
struct LimitsAt {
  LimitSystem before;
  std::optional<LimitSystem> after;  ///< as before if there is none
};

/// Gives the limits at many p, which rise. Called again and again, with points between others.
using LimitSource = std::function<void(std::span<const double> p, std::span<LimitsAt> limits)>;

struct PlanOptions {
  double tolerance{1e-6};           ///< of the time, relative
  SpeedSet start{{0.0, 0.0}};       ///< d1 allowed at the beginning
  SpeedSet end{{0.0, 0.0}};         ///< d1 allowed at the end
  double reserve{0.0};              ///< share of every limit to be kept free
  std::size_t most_nodes{2000000};  ///< beyond that the result is `inaccurate`
};

enum class PlanStatus {
  optimal,     ///< the bounds of the time are within the tolerance
  inaccurate,  ///< the bounds are further apart, or not all limits were seen to be kept
  infeasible,  ///< no motion gets from start to end
};

[[nodiscard]] const char* to_string(PlanStatus status);

/// A motion along a path in minimum time.
///
/// The plan keeps limits tightened by a small share e at the nodes of a grid and half-way between
/// them, the grid so fine that it keeps the limits themselves at all eighths of its segments. Its
/// time is an upper bound. The lower bound is the time of the same problem with limits
/// widened by e, provided that its solution is at the quarters of segments nowhere inside of what
/// is accessible: then no motion within the limits can cross it, from below where it speeds up, and
/// come down from above it where it slows down. Where it is inside, within the few segments in
/// which it turns from one to the other, what could be gained there is taken off. As both are
/// checked at points the bounds are estimated, not certified.
struct Plan {
  PlanStatus status{PlanStatus::infeasible};
  std::vector<double> p;  ///< nodes
  Profile profile;
  double time{0.0};                  ///< of the profile: an upper bound of the least possible
  double time_lower{0.0};            ///< a lower bound
  std::optional<double> blocked_at;  ///< infeasible: the last p that can be reached at all
};

/// @param grid p to begin with, rising: the ends of the path, and every p where limits or their
///   derivatives jump that is known
[[nodiscard]] Plan make_plan(const LimitSource& source, const std::vector<double>& grid,
                             const PlanOptions& options = {});

/// The same limits, each moved inwards by the share of half its range (of its size, if it has one
/// side only); outwards if negative. What is fixed stays so.
void tighten(LimitSystem& system, double share);

}  // namespace globaldyn
