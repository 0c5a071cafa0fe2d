#include "report/charts/motor_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/limits/drive_limits.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/motion_name.h"
#include "report/charts/usual_range.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kRpm = 60.0 / (2.0 * kPi);  // per rad/s

// A motor's states during the motion, and its limits over all speeds in the picture.
struct MotorChart {
  Outline states;
  bool is_cut{false};  // peaks of a motor without limits reach beyond the picture
  Outline low, high, rated;
  double speed_limit{kInfinity};
  Bounds axes;
};

double find_size(const Outline& points, int axis) {
  double size = round_off::kLeastSize;
  for (const Vector2d& point : points) size = std::max(size, std::abs(point(axis)));
  return size;
}

MotorChart make_chart(const MotionRecord& record, DriveId id, const Drive& drive) {
  const DriveLimit& limit = drive.limit;
  const MotorSide side = find_motor_side(drive);
  const double shown = side.speed * (drive.rotary_motor ? kRpm : 1.0);
  MotorChart chart;
  const Eigen::Index at = row_of(id);
  Outline course;  // of the force
  for (const MotionSample& sample : record.samples) {
    const double force = side.force * sample.forces(at);
    if (!std::isfinite(force)) continue;
    chart.states.emplace_back(shown * sample.rates(at), force);
    course.emplace_back(sample.state.t, force);
  }
  if (limit.speed < DriveLimit::kNone) chart.speed_limit = std::abs(shown) * limit.speed;
  // Limits that are far away are left out.
  constexpr double kFar = 4.0, kMargin = 1.12;
  double fastest = find_size(chart.states, 0), strongest = find_size(chart.states, 1);
  const Interval at_rest = calc_force_range_at_rest(limit);
  if (!std::isfinite(at_rest.low) || !std::isfinite(at_rest.high)) {
    const Interval usual = find_usual_range(course);
    const double strongest_of_usual = std::max(-usual.low, usual.high);
    chart.is_cut = strongest_of_usual < strongest;
    strongest = strongest_of_usual;
  }
  if (chart.speed_limit < kFar * fastest) fastest = std::max(fastest, chart.speed_limit);
  fastest *= kMargin;
  constexpr int kPoints = 200;
  for (int i = 0; i <= kPoints; ++i) {
    const double speed = fastest * (2.0 * i / kPoints - 1.0);
    const Interval force = calc_force_range(limit, speed / shown);
    // A motor that turns the other way round has its limits the other way round.
    const double low = side.force * (side.force > 0.0 ? force.low : force.high);
    const double high = side.force * (side.force > 0.0 ? force.high : force.low);
    if (std::isfinite(low)) chart.low.emplace_back(speed, low);
    if (std::isfinite(high)) chart.high.emplace_back(speed, high);
    const double rated = std::abs(side.force) * find_rated_force(limit, speed / shown);
    if (std::isfinite(rated)) chart.rated.emplace_back(speed, rated);
  }
  for (const Outline* line : {&chart.low, &chart.high}) {
    const double size = find_size(*line, 1);
    if (!line->empty() && size < kFar * strongest) strongest = std::max(strongest, size);
  }
  strongest *= kMargin;
  chart.axes = {{-fastest, fastest}, {-strongest, strongest}};
  return chart;
}

void add_lines(Picture& picture, const std::vector<Outline>& lines, const std::string& style) {
  if (lines.empty()) return;
  picture.add_element(
      fmt::format("{} using 1:2 with lines {} notitle", picture.add_data(lines, false), style));
}

void add_line(Picture& picture, const Outline& line, const std::string& style) {
  if (line.size() >= 2) add_lines(picture, {line}, style);
}

// Both ways, with its name above it at one end: two levels may be close to each other.
void add_level(Picture& picture, const PixelBox& box, const Bounds& axes, const Outline& above,
               const std::string& name, const std::string& dashes, bool is_left) {
  const double level = is_left ? above.front().y() : above.back().y();
  if (level > axes.y.high) return;
  Outline below = above;
  for (Vector2d& point : below) point.y() = -point.y();
  for (const Outline* line : {&above, static_cast<const Outline*>(&below)}) {
    add_line(picture, *line, "lw 1.2 " + dashes + "lc " + to_gnuplot(kGrey));
  }
  Text text;
  text.text = name;
  text.at = {is_left ? box.x.low + 4.0 : box.x.high - 4.0,
             box.y.low + box.height() * (level - axes.y.low) / axes.height() + 7.0};
  text.size = 10.5;
  text.colour = kGrey;
  text.align = is_left ? "left" : "right";
  text.boxed = true;
  picture.add_text(text);
}

std::string describe(const MotorUse& use, bool is_curve) {
  const char* unit = use.is_rotary ? "N m" : "N";
  std::string text =
      fmt::format("peak {:.4g} {}, rms {:.4g} {}", use.peak_force, unit, use.rms_force, unit);
  if (use.rated_force) {
    text += fmt::format(" ({:.3g} % of the rated {:.4g}{})", 100.0 * std::sqrt(*use.thermal_share),
                        *use.rated_force, is_curve ? " at rest" : "");
  }
  text += fmt::format("; up to {:.4g} {}", use.peak_speed * (use.is_rotary ? kRpm : 1.0),
                      use.is_rotary ? "rpm" : "m/s");
  if (use.inertia_ratio) text += fmt::format("; load {:.3g} times the rotor", *use.inertia_ratio);
  return text;
}

}  // namespace

Picture draw_motors(const Machine& machine, const PlannedMotion& motion,
                    const IdVector<DriveId, MotorUse>& uses) {
  const PanelGrid grid(static_cast<int>(uses.size()));
  Picture picture = grid.make_picture(
      "drives", fmt::format("{}, {}: what the {}, {}, asks of the motors", motion.plan.machine,
                            motion.plan.path, call_motion(motion),
                            tell_time(machine.units, motion.plan.time())));
  const std::string limit_style = "lw 1.6 dt (6,4) lc " + to_gnuplot(kWarning);
  for (const DriveId id : uses.ids()) {
    const MotorUse& use = uses[id];
    const MotorChart chart = make_chart(motion.fine, id, machine.mechanism.drives[id]);
    const PixelBox box = grid.find_axes(id.number(), 24.0);
    picture.begin_plot(box, chart.axes);
    const bool is_curve = !machine.mechanism.drives[id].limit.rated_over_speed.empty();
    add_panel_title(picture, box, use.drive, describe(use, is_curve));
    add_axis_titles(picture, box, use.is_rotary ? "motor speed [rpm]" : "motor speed [m/s]",
                    use.is_rotary ? "motor torque [N m]" : "motor force [N]");
    picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
    add_line(picture, chart.low, limit_style);
    add_line(picture, chart.high, limit_style);
    for (const double speed : {-chart.speed_limit, chart.speed_limit}) {
      if (std::abs(speed) > chart.axes.x.high) continue;
      add_line(picture, {{speed, chart.axes.y.low}, {speed, chart.axes.y.high}}, limit_style);
    }
    if (use.rated_force) {
      add_level(picture, box, chart.axes, chart.rated, "rated", "dt (16,10) ", true);
    }
    const Interval& speeds = chart.axes.x;
    add_level(picture, box, chart.axes, {{speeds.low, use.rms_force}, {speeds.high, use.rms_force}},
              "rms", "", false);
    if (chart.is_cut) add_remarks(picture, box, {"peaks reach beyond the picture"});
    add_lines(picture, draw_once(chart.states, chart.axes),
              "lw 2 lc " + to_gnuplot(pick_colour(id.number())));
    picture.end_plot();
  }
  return picture;
}

}  // namespace globaldyn::inside::report
