#include "globaldyn/region/limit_names.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace region {

ActiveLimit name_limit(const HeldLimit& held, const LimitLabels& labels) {
  const char* side = held.side == LimitSide::min ? "min" : "max";
  if (!labels) return {"row " + std::to_string(held.row + 1), side};
  const LimitLabel& label = nth(*labels, held.row);
  switch (label.kind) {
    case LimitKind::tension:
      return {label.name, "tension"};
    case LimitKind::transmitted:
      return {label.name, "transmitted"};
    case LimitKind::preload:
      return {label.name, "preload"};
    case LimitKind::line:
      return {label.name, "line"};
    case LimitKind::speed:
      return {label.name, "speed"};
    case LimitKind::acceleration:
      return {label.name, "acceleration"};
    case LimitKind::reaction:
      return {label.name, "reaction"};
    case LimitKind::force:
      break;
  }
  return {label.name, side};
}

std::string list_names(const std::vector<ActiveLimit>& active) {
  std::string text;
  for (const ActiveLimit& limit : active) {
    text += (text.empty() ? "" : ", ") + limit.name + " " + limit.limit;
  }
  return text;
}

std::vector<HeldLimit> find_active(const Region& region, double d1, double d2, double share) {
  std::vector<HeldLimit> active;
  const auto add = [&](std::span<const HeldLimit> held) {
    active.insert(active.end(), held.begin(), held.end());
  };
  const LimitCurves& curves = region.curves();
  for (const Strip& strip : region.strips()) {
    const double near = share * (std::isfinite(strip.end) ? strip.end : d1);
    if (d1 < strip.begin - near || d1 > strip.end + near) continue;
    const double at = std::clamp(d1, strip.begin, strip.end);
    const auto value = [&](CurveNumber curve) { return curves.parabola(curve).at(at); };
    const bool has_both = strip.lower != kNoCurve && strip.upper != kNoCurve;
    const double width =
        has_both ? value(strip.upper) - value(strip.lower) : std::max(std::abs(d2), 1.0);
    // Where the region ends in a corner, all limits that meet there.
    const bool is_end =
        strip.end_by == kNoCurve && &strip == &region.strips().back() && d1 >= strip.end - near;
    if (strip.upper != kNoCurve && (is_end || d2 >= value(strip.upper) - share * width)) {
      add(curves.held_along(strip.upper));
    }
    if (strip.lower != kNoCurve && (is_end || d2 <= value(strip.lower) + share * width)) {
      add(curves.held_along(strip.lower));
    }
    if (strip.end_by != kNoCurve && d1 >= strip.end - near) add(curves.held_at_wall(strip.end_by));
    if (strip.begin_by != kNoCurve && d1 <= strip.begin + near) {
      add(curves.held_at_wall(strip.begin_by));
    }
  }
  std::sort(active.begin(), active.end());
  active.erase(std::unique(active.begin(), active.end()), active.end());
  return active;
}

}  // namespace region
}  // namespace globaldyn::inside
