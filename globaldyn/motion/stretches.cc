#include "globaldyn/motion/stretches.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "globaldyn/region/limit_names.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn {
namespace {

// Within this fraction of the region's extent from the boundary counts as on it.
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
    time += plan.profile.segments[i].time_to(plan.profile.segments[i].length);
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

// A few at a time, so that memory does not grow with the path.
void look_at_all(const LimitSource& source, std::span<const double> p,
                 const std::function<void(std::size_t i, LimitsAt&)>& take) {
  constexpr std::size_t kAtOnce = 64;
  std::vector<LimitsAt> limits(std::min(kAtOnce, p.size()));
  for (std::size_t first = 0; first < p.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, p.size() - first);
    source(p.subspan(first, count), std::span(limits).first(count));
    for (std::size_t i = 0; i < count; ++i) take(first + i, limits[i]);
  }
}

}  // namespace

std::vector<AccessibleSpeeds> list_accessible_speeds(const LimitSource& source,
                                                     const std::vector<double>& p, double reserve) {
  std::vector<AccessibleSpeeds> speeds;
  speeds.reserve(p.size());
  RegionSolver solver;
  Region region;
  look_at_all(source, p, [&](std::size_t i, LimitsAt& limits) {
    const auto add = [&](LimitSystem& system) {
      tighten(system, reserve);
      solver.solve(system, region);
      speeds.push_back({p[i], list_accessible(region)});
    };
    add(limits.before);
    if (limits.after) add(*limits.after);
  });
  return speeds;
}

std::vector<Stretch> find_stretches(const LimitSource& source, const Plan& plan, double reserve) {
  const std::vector<SegmentMotion>& segments = plan.profile.segments;
  std::vector<double> p;
  for (std::size_t i = 0; i < segments.size(); ++i) p.push_back(0.5 * (plan.p[i] + plan.p[i + 1]));
  RegionSolver solver;
  Region region;
  std::vector<Stretch> stretches;
  look_at_all(source, p, [&](std::size_t i, LimitsAt& limits) {
    LimitSystem& system = limits.before;
    tighten(system, reserve);
    solver.solve(system, region);
    const double s = p[i] - plan.p[i];
    const double d1 = std::sqrt(std::max(0.0, segments[i].x_at(s)));
    stretches.push_back(
        {i, i + 1, name_all(find_active(region, d1, segments[i].d2_at(s), kOn), system.labels)});
  });
  join(stretches);
  drop_short(plan, stretches);
  return stretches;
}

}  // namespace globaldyn
