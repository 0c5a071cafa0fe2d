#include "globaldyn/motion/stretches.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include "globaldyn/plan/regions/transition.h"
#include "globaldyn/region/limit_names.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Within this fraction of the region's extent from the boundary counts as on it, together with all
// others that near.
constexpr double kOn = 1e-3;
constexpr double kShort = 2e-3;

std::vector<ActiveLimit> name_all(const std::vector<HeldLimit>& held, const LimitLabels& labels) {
  std::vector<ActiveLimit> names;
  for (const HeldLimit& limit : held) names.push_back(name_limit(limit, labels));
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

double calc_time(const Plan& plan, const Stretch& stretch) {
  double time = 0.0;
  for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
    time += plan.segments[i].time_to(plan.segments[i].length);
  }
  return time;
}

// Joins neighbours with the same limits.
void join(std::vector<Stretch>& stretches) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    if (kept > 0 && stretches[kept - 1].active == stretches[i].active) {
      stretches[kept - 1].end = stretches[i].end;
    } else if (kept++ != i) {
      stretches[kept - 1] = std::move(stretches[i]);
    }
  }
  stretches.resize(kept);
}

void drop_short(const Plan& plan, std::vector<Stretch>& stretches) {
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    if (calc_time(plan, stretches[i]) > kShort * plan.time) continue;
    // It is merged into the longer neighbour.
    const bool has_before = i > 0, has_after = i + 1 < stretches.size();
    if (!has_before && !has_after) return;
    const bool to_before = has_before && (!has_after || calc_time(plan, stretches[i - 1]) >=
                                                            calc_time(plan, stretches[i + 1]));
    stretches[i].active = stretches[to_before ? i - 1 : i + 1].active;
  }
  join(stretches);
}

// The limits at which the motion is; where a plan is too coarse to be at any, those that it would
// come to first.
std::vector<HeldLimit> find_nearest(const Region& region, double d1, double d2) {
  constexpr double kFarthest = 1.0, kSame = 1.001;
  std::vector<HeldLimit> held = find_active(region, d1, d2, kOn);
  if (!held.empty()) return held;
  double little = kOn, enough = 2.0 * kOn;
  for (; (held = find_active(region, d1, d2, enough)).empty(); enough *= 2.0) {
    if (enough > kFarthest) return held;
    little = enough;
  }
  while (enough > kSame * little) {
    const double middle = std::sqrt(little * enough);
    std::vector<HeldLimit> nearer = find_active(region, d1, d2, middle);
    if (nearer.empty()) {
      little = middle;
    } else {
      enough = middle;
      held = std::move(nearer);
    }
  }
  return held;
}

// The nodes at which the motion rests for a while.
std::vector<std::size_t> list_rests(const Plan& plan, const std::vector<PathStop>& stops) {
  std::vector<std::size_t> nodes;
  for (const PathStop& stop : stops) {
    const auto node = std::lower_bound(plan.p.begin(), plan.p.end(), stop.p);
    const bool is_there = node != plan.p.end() && *node == stop.p;
    if (is_there && stop.duration > 0.0) {
      nodes.push_back(static_cast<std::size_t>(node - plan.p.begin()));
    }
  }
  return nodes;
}

// A few at a time, so that memory does not grow with the path.
void look_at_all(LimitField& field, std::span<const double> p,
                 const std::function<void(std::size_t i, LimitsAt&)>& take) {
  constexpr std::size_t kAtOnce = 64;
  std::vector<LimitsAt> limits(std::min(kAtOnce, p.size()));
  for (std::size_t first = 0; first < p.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, p.size() - first);
    field.look(p.subspan(first, count), std::span(limits).first(count));
    for (std::size_t i = 0; i < count; ++i) take(first + i, limits[i]);
  }
}

}  // namespace

std::vector<AccessibleSpeeds> list_accessible_speeds(LimitField& field,
                                                     const std::vector<double>& p) {
  std::vector<AccessibleSpeeds> speeds;
  speeds.reserve(p.size());
  RegionSolver solver;
  Region region;
  look_at_all(field, p, [&](std::size_t i, LimitsAt& limits) {
    const auto add = [&](LimitSystem& system) {
      solver.solve(system, region);
      speeds.push_back({p[i], list_accessible(region)});
    };
    add(limits.before);
    if (limits.after) add(*limits.after);
  });
  return speeds;
}

Interval Stretch::find_times(const Trajectory& trajectory) const {
  if (is_stop()) return {trajectory.arrives_at(begin), trajectory.leaves_at(begin)};
  return {trajectory.leaves_at(begin), trajectory.arrives_at(end)};
}

std::vector<Stretch> find_stretches(LimitField& field, const Plan& plan,
                                    const std::vector<PathStop>& stops) {
  const std::vector<SegmentMotion>& segments = plan.segments;
  std::vector<double> p;
  for (std::size_t i = 0; i < segments.size(); ++i) p.push_back(0.5 * (plan.p[i] + plan.p[i + 1]));
  RegionSolver solver;
  Region region;
  std::vector<Stretch> held;
  look_at_all(field, p, [&](std::size_t i, LimitsAt& limits) {
    LimitSystem& system = limits.before;
    solver.solve(system, region);
    const double s = p[i] - plan.p[i];
    const double d1 = std::sqrt(std::max(0.0, segments[i].x_at(s)));
    held.push_back(
        {i, i + 1, name_all(find_nearest(region, d1, segments[i].d2_at(s)), system.labels)});
  });
  std::vector<Stretch> stretches;
  std::size_t from = 0;
  const auto add_until = [&](std::size_t node) {
    std::vector<Stretch> moving(held.begin() + static_cast<std::ptrdiff_t>(from),
                                held.begin() + static_cast<std::ptrdiff_t>(node));
    join(moving);
    drop_short(plan, moving);
    stretches.insert(stretches.end(), moving.begin(), moving.end());
    from = node;
  };
  for (const std::size_t node : list_rests(plan, stops)) {
    add_until(node);
    stretches.push_back({node, node, {{"", "rest"}}});
  }
  add_until(segments.size());
  return stretches;
}

}  // namespace motion
}  // namespace globaldyn::inside
