#include "report/charts/phase_plane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/round_off.h"
#include "globaldyn/region/limit_names.h"
#include "report/canvas/key.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/motion_name.h"
#include "report/charts/tool_speed.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kWidth = 960.0;
constexpr double kPlotHeight = 430.0;
constexpr double kSpeedHeight = 200.0;

// Stretches where the motion is held by the same limits, and by which.
struct ColouredStretches {
  std::vector<std::string> names;              // in the order of appearance
  std::vector<std::vector<Outline>> outlines;  // per name
};

// Between two nodes.
Outline outline_motion(const PathPlan& plan, std::size_t begin, std::size_t end) {
  constexpr int kPerSegment = 6;
  Outline line;
  for (std::size_t i = begin; i < end; ++i) {
    const SegmentMotion& segment = plan.plan.segments[i];
    for (int k = 0; k <= kPerSegment; ++k) {
      const double s = segment.length * k / kPerSegment;
      line.emplace_back(plan.plan.p[i] + s, std::sqrt(std::max(0.0, segment.x_at(s))));
    }
  }
  return line;
}

ColouredStretches colour_stretches(const PathPlan& plan) {
  ColouredStretches coloured;
  for (const Stretch& stretch : plan.stretches) {
    if (stretch.is_stop()) continue;
    const std::string name = stretch.active.empty() ? "no limit" : list_names(stretch.active);
    const auto known = std::find(coloured.names.begin(), coloured.names.end(), name);
    const std::size_t number = static_cast<std::size_t>(known - coloured.names.begin());
    if (known == coloured.names.end()) {
      coloured.names.push_back(name);
      coloured.outlines.emplace_back();
    }
    coloured.outlines[number].push_back(outline_motion(plan, stretch.begin, stretch.end));
  }
  // Of a motion that is given, or was slowed down, no limit is told.
  const bool is_told = !coloured.names.empty();
  if (!is_told && plan.has_motion()) {
    coloured.names.emplace_back("the motion");
    coloured.outlines.push_back({outline_motion(plan, 0, plan.plan.segments.size())});
  }
  for (std::vector<Outline>& outlines : coloured.outlines) outlines = merge_narrow(outlines);
  return coloured;
}

// The largest d1 relevant to why there is no motion.
double find_top(const Obstacle& obstacle) {
  double top = obstacle.needed.empty() ? 0.0 : 1.3 * obstacle.needed.front().low;
  for (const Interval& interval : obstacle.reached) {
    if (std::isfinite(interval.high)) top = std::max(top, 1.3 * interval.high);
  }
  return top;
}

Bounds choose_axes(const PlannedMotion& motion) {
  double top = motion.plan.plan.obstacle ? find_top(*motion.plan.plan.obstacle) : 0.0;
  std::vector<double> tops;
  for (const double x : motion.plan.plan.x) top = std::max(top, std::sqrt(x));
  for (const AccessibleSpeeds& speeds : motion.plan.accessible) {
    if (!speeds.d1.empty() && std::isfinite(speeds.d1.back().high)) {
      tops.push_back(speeds.d1.back().high);
    }
  }
  std::sort(tops.begin(), tops.end());
  // The limit curve where it matters: not where it rises far above the motion.
  const double most = tops.empty() ? 1.0 : tops.back();
  const double middle = tops.empty() ? 1.0 : tops[tops.size() / 2];
  const double times = motion.plan.given ? 3.0 : 1.6;  // laws are mostly far from limits
  const double high = std::min(most, top > 0.0 ? times * top : 2.0 * middle);
  return {{0.0, motion.p_max}, {0.0, 1.06 * std::max({high, top, round_off::kLeastSize})}};
}

// The accessible set, as polygons between neighbours with the same number of intervals.
std::vector<Outline> outline_accessible(const PathPlan& plan, double most) {
  std::vector<Outline> all;
  for (std::size_t i = 0; i + 1 < plan.accessible.size(); ++i) {
    const AccessibleSpeeds &a = plan.accessible[i], &b = plan.accessible[i + 1];
    for (std::size_t k = 0; k < std::min(a.d1.size(), b.d1.size()); ++k) {
      all.push_back({{a.p, a.d1[k].low},
                     {b.p, b.d1[k].low},
                     {b.p, std::min(most, b.d1[k].high)},
                     {a.p, std::min(most, a.d1[k].high)}});
    }
  }
  return merge_narrow(all);
}

std::vector<Outline> outline_limit_curve(const PathPlan& plan, double most) {
  std::vector<Outline> runs;
  bool is_gap = true;
  for (const AccessibleSpeeds& speeds : plan.accessible) {
    if (speeds.d1.empty() || speeds.d1.back().high > most) {
      is_gap = true;
      continue;
    }
    if (is_gap) runs.emplace_back();
    is_gap = false;
    runs.back().emplace_back(speeds.p, speeds.d1.back().high);
  }
  return merge_narrow(runs);
}

NamedLines make_lines(std::vector<Outline> lines, const Colour& colour, double width,
                      const std::string& name) {
  return {std::move(lines), "lc " + to_gnuplot(colour), width, name};
}

// Where the machine stands still on its way.
NamedLines outline_stops(const PathPlan& plan, const Bounds& axes) {
  std::vector<Outline> lines;
  for (const PathStop& stop : plan.stops) {
    lines.push_back({{stop.p, axes.y.low}, {stop.p, axes.y.high}});
  }
  return {std::move(lines), "dt (12,8) lc " + to_gnuplot(kInk), 1.2, "stop"};
}

NamedLines outline_speeds(const SpeedSet& set, double p, double most, const Colour& colour,
                          const std::string& name) {
  std::vector<Outline> lines;
  for (const Interval& interval : set) {
    lines.push_back({{p, interval.low}, {p, std::min(interval.high, most)}});
  }
  return make_lines(std::move(lines), colour, 5.0, name);
}

void add_obstacle(const Obstacle& obstacle, const Bounds& axes, std::vector<NamedLines>& all) {
  const double p = obstacle.p, most = 2.0 * axes.y.high;
  all.push_back(make_lines({{{p, axes.y.low}, {p, axes.y.high}}}, kWarning, 1.2,
                           fmt::format("no way beyond p = {:.5g}", p)));
  all.push_back(outline_speeds(obstacle.reached, p, most, pick_colour(0), "d₁ it is reached with"));
  all.push_back(outline_speeds(obstacle.needed, p, most, pick_colour(1), "d₁ the rest would need"));
}

// What is drawn over the accessible set, and named.
std::vector<NamedLines> list_lines(const PlannedMotion& motion, const Bounds& axes) {
  const PathPlan& plan = motion.plan;
  std::vector<NamedLines> all{
      make_lines(outline_limit_curve(plan, 2.0 * axes.y.high), kGrey, 1.4,
                 plan.given ? "largest d₁ that can be kept" : "largest accessible d₁")};
  if (are_marked(plan.stops.size())) all.push_back(outline_stops(plan, axes));
  const ColouredStretches coloured = colour_stretches(plan);
  for (std::size_t i = 0; i < coloured.names.size(); ++i) {
    all.push_back({coloured.outlines[i], pick_line(static_cast<int>(i)), 2.6, coloured.names[i]});
  }
  if (plan.plan.obstacle) add_obstacle(*plan.plan.obstacle, axes, all);
  return all;
}

// Of the plan.
std::string describe(const PlannedMotion& motion, const ShownUnits& units) {
  const std::string time = tell_time(units, motion.plan.time());
  if (motion.plan.given) {
    const std::string& law = motion.plan.given->law;
    const std::string how = law == kLawOfMotors ? "as its motors move it" : "by the law " + law;
    return fmt::format("{}, {}; the limits at other speeds of it", time, how);
  }
  if (motion.plan.wished) {
    const WishedPlan& wished = *motion.plan.wished;
    return fmt::format("{}; within limits alone it would take {}; losses {:.4g} {}", time,
                       tell_time(units, wished.fastest), wished.losses, wished.losses_unit);
  }
  return time + "; colours: the limits that hold it back";
}

// The parts of a reason, one per line.
std::vector<std::string> split(const std::string& reason) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < reason.size();) {
    const std::size_t end = std::min(reason.find("; ", begin), reason.size());
    parts.push_back(reason.substr(begin, end - begin));
    begin = end + 2;
  }
  return parts;
}

}  // namespace

Picture draw_phase_plane(const Machine& machine, const PlannedMotion& motion) {
  const PathPlan& plan = motion.plan;
  const Bounds axes = choose_axes(motion);
  const std::vector<NamedLines> lines = list_lines(motion, axes);
  constexpr Interval kAcross{84.0, kWidth - 30.0};
  const Key key = make_key(list_entries(lines), kAcross.high - kAcross.low);
  const bool has_speed = plan.has_motion() && plan.has_tool;
  const double lower = has_speed ? kSpeedHeight + 104.0 : 0.0;
  const double below = lower + kAboveKey + key.height + kUnderKey;
  Picture picture("plan", kWidth, below + kPlotHeight + 84.0);
  const PixelBox box{kAcross, {below, below + kPlotHeight}};
  picture.begin_plot(box, axes);
  add_axis_titles(picture, box, plan.given ? "p = t [s]" : "p", plan.given ? "d₁" : "d₁ [1/s]");
  add_key(picture, key, {box.x.low, box.y.low - kAboveKey});
  add_panel_title(
      picture, box,
      plan.machine + ", " + plan.path +
          (plan.has_motion() ? ": the " + call_motion(motion) : ": no motion within the limits"),
      plan.has_motion() ? describe(motion, machine.units) : "");
  if (!plan.has_motion()) add_remarks(picture, box, split(plan.reason));
  const auto accessible = outline_accessible(plan, 2.0 * axes.y.high);
  if (!accessible.empty()) {
    picture.add_element(fmt::format("{} using 1:2 with filledcurves closed lc {} notitle",
                                    picture.add_data(accessible, true),
                                    to_gnuplot(make_colour(0xeef2f7))));
  }
  for (const NamedLines& one : lines) add_lines(picture, one);
  picture.end_plot();
  if (has_speed) draw_tool_speed(picture, {box.x, {62.0, 62.0 + kSpeedHeight}}, machine, motion);
  return picture;
}

}  // namespace globaldyn::inside::report
