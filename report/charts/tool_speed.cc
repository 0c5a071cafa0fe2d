#include "report/charts/tool_speed.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/round_off.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"

namespace globaldyn::report {
namespace {

// When the motion first comes to p.
double find_time(const MotionRecord& record, double p) {
  const auto there = std::find_if(record.samples.begin(), record.samples.end(),
                                  [&](const MotionSample& sample) { return sample.state.p >= p; });
  return (there == record.samples.end() ? record.samples.back() : *there).state.t;
}

}  // namespace

void draw_tool_speed(Picture& picture, const PixelBox& box, const ShownUnits& units,
                     const PlannedMotion& motion) {
  const ShownUnit unit = units.unit_for("m/s"), turning = units.unit_for("rad/s");
  Outline speed;
  double most = 0.0, most_turning = 0.0;
  for (const MotionSample& sample : motion.fine.samples) {
    speed.emplace_back(sample.state.t, sample.tool_velocity.v.norm() / unit.size);
    most = std::max(most, speed.back().y());
    most_turning = std::max(most_turning, sample.tool_velocity.w.norm() / turning.size);
  }
  const double end = std::max(speed.back().x(), round_off::kLeastSize);
  picture.begin_plot(box, {{0.0, end}, {0.0, 1.08 * std::max(most, round_off::kLeastSize)}});
  add_axis_titles(picture, box, "t [s]", to_typeset(unit.head("tool speed")));
  picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
  std::string text = fmt::format("up to {:.4g} {}", most, unit.name);
  if (most_turning > 0.0) text += fmt::format(", up to {:.4g} {}", most_turning, turning.name);
  add_panel_title(picture, box, "", to_typeset(text));
  std::vector<Outline> stops;
  for (const PathStop& stop : motion.plan.stops) {
    const double t = find_time(motion.fine, stop.p);
    stops.push_back({{t, 0.0}, {t, 2.0 * most}});
  }
  if (!stops.empty()) {
    picture.add_element(fmt::format("{} using 1:2 with lines lw 1.2 dt (12,8) lc {} notitle",
                                    picture.add_data(stops, false), to_gnuplot(kInk)));
  }
  picture.add_element(fmt::format("{} using 1:2 with lines lw 2.2 lc {} notitle",
                                  picture.add_data({speed}, false), to_gnuplot(pick_colour(0))));
  picture.end_plot();
}

}  // namespace globaldyn::report
