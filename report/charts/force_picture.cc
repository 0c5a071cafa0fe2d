#include "report/charts/force_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/canvas/panels.h"

namespace globaldyn::report {
namespace {

Outline outline_force(const MotionRecord& record, Eigen::Index drive) {
  Outline line;
  for (const MotionSample& sample : record.samples) {
    line.emplace_back(sample.state.t, sample.forces(drive));
  }
  return line;
}

// Around the force and its limits, unless these are far away.
Bounds choose_axes(const Outline& force, const Interval& limit, double duration) {
  Interval range{0.0, 0.0};
  for (const Vector2d& point : force) {
    range = {std::min(range.low, point.y()), std::max(range.high, point.y())};
  }
  const double size = std::max({range.high, -range.low, 1e-300});
  constexpr double kFar = 10.0;
  if (std::isfinite(limit.low) && limit.low > -kFar * size) {
    range.low = std::min(range.low, limit.low);
  }
  if (std::isfinite(limit.high) && limit.high < kFar * size) {
    range.high = std::max(range.high, limit.high);
  }
  const double margin = 0.08 * std::max(range.high - range.low, 1e-300);
  return {{0.0, duration > 0.0 ? duration : 1.0}, {range.low - margin, range.high + margin}};
}

void add_limit(Picture& picture, double value, const Bounds& axes) {
  if (!(value > axes.y.low && value < axes.y.high)) return;
  picture.add_element(
      fmt::format("{} using 1:2 with lines lw 1.6 dt (6,4) lc {} notitle",
                  picture.add_data({{{axes.x.low, value}, {axes.x.high, value}}}, false),
                  to_gnuplot(kWarning)));
}

std::string make_title(const PlannedMotion& motion) {
  const std::string path = motion.plan.machine + ", " + motion.plan.path;
  if (!motion.smoothing) {
    return fmt::format("{}: drive forces of the fastest motion, {:.6g} s", path,
                       motion.plan.time());
  }
  return fmt::format("{}: drive forces of the smoothed motion, {:.6g} s", path,
                     motion.smoothing->duration);
}

// The forces' values are known only for the motion as planned.
std::string describe_force(const PlannedMotion& motion, int drive, const DriveLimit& limit,
                           const char* unit) {
  const std::string limits =
      fmt::format("limits {:.4g} … {:.4g} {}", limit.force.low, limit.force.high, unit);
  if (motion.smoothing) return limits;
  return fmt::format("peak {:.4g}, rms {:.4g}; {}", motion.use.peak_force(drive),
                     motion.use.rms_force(drive), limits);
}

}  // namespace

Picture draw_forces(const Machine& machine, const PlannedMotion& motion) {
  const int count = static_cast<int>(motion.drives.size());
  const PanelGrid grid(count);
  Picture picture = grid.make_picture("forces", make_title(motion));
  for (int k = 0; k < count; ++k) {
    const std::size_t drive = static_cast<std::size_t>(k);
    const bool turns = machine.mechanism.drives[drive].rotational;
    const DriveLimit& limit = machine.limits[drive];
    const PixelBox box = grid.find_axes(k, 24.0);
    const Outline force = outline_force(motion.smoothing ? motion.record : motion.fine, k);
    const Bounds axes = choose_axes(force, limit.force, force.back().x());
    picture.begin_plot(box, axes);
    add_panel_title(picture, box, motion.drives[drive],
                    describe_force(motion, k, limit, turns ? "N m" : "N"));
    add_axis_titles(picture, box, "t [s]", turns ? "torque [N m]" : "force [N]");
    picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
    add_limit(picture, limit.force.low, axes);
    add_limit(picture, limit.force.high, axes);
    picture.add_element(fmt::format("{} using 1:2 with lines lw 2 lc {} notitle",
                                    picture.add_data({force}, false), to_gnuplot(pick_colour(k))));
    picture.end_plot();
  }
  return picture;
}

}  // namespace globaldyn::report
