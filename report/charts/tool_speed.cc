#include "report/charts/tool_speed.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/round_off.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"

namespace globaldyn::inside::report {
namespace {

// A speed over time, both in the units shown.
struct SpeedCourse {
  std::string quantity;
  ShownUnit unit;
  Outline line;
  double most{0.0};
};

SpeedCourse trace_speed(const MotionRecord& record, const ShownUnits& units,
                        const std::string& quantity, const std::string& si_unit,
                        Vector3d Twist::*part) {
  SpeedCourse course{quantity, units.unit_for(si_unit), {}, 0.0};
  const double second = units.unit_for("s").size;
  for (const MotionSample& sample : record.samples) {
    const double speed = (sample.tool_velocity.*part).norm() / course.unit.size;
    course.line.emplace_back(sample.state.t / second, speed);
    course.most = std::max(course.most, speed);
  }
  return course;
}

// When the motion first comes to p, s.
double find_time(const MotionRecord& record, double p) {
  const auto there =
      std::partition_point(record.samples.begin(), record.samples.end(),
                           [&](const MotionSample& sample) { return sample.state.p < p; });
  return (there == record.samples.end() ? record.samples.back() : *there).state.t;
}

std::string describe(const SpeedCourse& course) {
  return fmt::format("up to {:.4g} {}", course.most, course.unit.name);
}

}  // namespace

void draw_tool_speed(Picture& picture, const PixelBox& box, const Machine& machine,
                     const PlannedMotion& motion) {
  const ShownUnit second = machine.units.unit_for("s");
  const SpeedCourse moving =
      trace_speed(motion.fine, machine.units, "tool speed", "m/s", &Twist::v);
  const SpeedCourse turning =
      trace_speed(motion.fine, machine.units, "tool's turning", "rad/s", &Twist::w);
  const double by_turning =
      turning.most * turning.unit.size * machine.mechanism.characteristic_length;
  const bool only_turns =
      is_zero(moving.most * moving.unit.size, by_turning, round_off::kSolved) && by_turning > 0.0;
  const SpeedCourse& shown = only_turns ? turning : moving;
  const double end = std::max(shown.line.back().x(), round_off::kLeastSize);
  picture.begin_plot(box, {{0.0, end}, {0.0, 1.08 * std::max(shown.most, round_off::kLeastSize)}});
  add_axis_titles(picture, box, second.head("t"), to_typeset(shown.unit.head(shown.quantity)));
  picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
  // Not what rounding leaves of a tool that keeps its orientation.
  const bool both =
      !only_turns && !is_zero(by_turning, moving.most * moving.unit.size, round_off::kSolved);
  add_panel_title(picture, box, "",
                  to_typeset(describe(shown) + (both ? ", turning " + describe(turning) : "")));
  std::vector<Outline> stops;
  for (const PathStop& stop : motion.plan.stops) {
    const double t = find_time(motion.fine, stop.p) / second.size;
    stops.push_back({{t, 0.0}, {t, 2.0 * shown.most}});
  }
  if (are_marked(stops.size())) {
    picture.add_element(fmt::format("{} using 1:2 with lines lw 1.2 dt (12,8) lc {} notitle",
                                    picture.add_data(stops, false), to_gnuplot(kInk)));
  }
  picture.add_element(fmt::format("{} using 1:2 with lines lw 2.2 lc {} notitle",
                                  picture.add_data({thin_curve(shown.line)}, false),
                                  to_gnuplot(pick_colour(0))));
  picture.end_plot();
}

}  // namespace globaldyn::inside::report
