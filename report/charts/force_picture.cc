#include "report/charts/force_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/record/rms_digits.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/motion_name.h"
#include "report/charts/usual_range.h"

namespace globaldyn::inside::report {
namespace {

// A drive's force over time, and between which limits it may be.
struct ForceCourse {
  Outline force;
  Outline low, high;
  Outline rated;  // at the speed of the moment, that way and, below, the other way
  Outline rated_back;
};

// Level pieces stay two points, so that they can be drawn dashed.
void extend(Outline& line, const Vector2d& point) {
  const std::size_t n = line.size();
  if (n >= 2 && line[n - 1].y() == point.y() && line[n - 2].y() == point.y()) {
    line.back() = point;
  } else {
    line.push_back(point);
  }
}

// Forces and times divided by the sizes of the units they are shown in.
ForceCourse trace_force(const MotionRecord& record, DriveId drive, const DriveLimit& limit,
                        double size, double second) {
  ForceCourse course;
  const Eigen::Index k = row_of(drive);
  for (const MotionSample& sample : record.samples) {
    const double t = sample.state.t / second;
    const Interval allowed = calc_force_range(limit, sample.rates(k));
    // Where a force is beyond all bounds nothing can be drawn.
    if (std::isfinite(sample.forces(k))) {
      course.force.emplace_back(t, sample.forces(k) / size);
    }
    if (std::isfinite(allowed.low)) extend(course.low, {t, allowed.low / size});
    if (std::isfinite(allowed.high)) extend(course.high, {t, allowed.high / size});
    const double rated = find_rated_force(limit, sample.rates(k)) / size;
    if (!std::isfinite(rated)) continue;
    extend(course.rated, {t, rated});
    extend(course.rated_back, {t, -rated});
  }
  return course;
}

Interval find_range(const Outline& line, Interval range) {
  for (const Vector2d& point : line) {
    range = {std::min(range.low, point.y()), std::max(range.high, point.y())};
  }
  return range;
}

// Around the force and its limits, unless these are far away. Only a drive without limits has peaks
// beyond it.
Bounds choose_axes(const ForceCourse& course) {
  const bool is_limited = !course.low.empty() && !course.high.empty();
  Interval range =
      is_limited ? find_range(course.force, {0.0, 0.0}) : find_usual_range(course.force);
  const double size = std::max({range.high, -range.low, round_off::kLeastSize});
  constexpr double kFar = 10.0;
  for (const Outline* limit : {&course.low, &course.high}) {
    const Interval with_limit = find_range(*limit, range);
    if (with_limit.low > -kFar * size) range.low = with_limit.low;
    if (with_limit.high < kFar * size) range.high = with_limit.high;
  }
  const double duration = course.force.empty() ? 0.0 : course.force.back().x();
  const double margin = 0.08 * std::max(range.high - range.low, round_off::kLeastSize);
  return {{0.0, duration > 0.0 ? duration : 1.0}, {range.low - margin, range.high + margin}};
}

constexpr const char* kBeyond = "peaks reach beyond the picture";

bool is_cut(const Outline& force, const Bounds& axes) {
  return std::any_of(force.begin(), force.end(),
                     [&](const Vector2d& point) { return !axes.y.contains(point.y()); });
}

void add_dashed(Picture& picture, const Outline& line, const Bounds& axes,
                const std::string& style) {
  const Interval range = find_range(line, {kInfinity, -kInfinity});
  if (!(range.high > axes.y.low && range.low < axes.y.high)) return;
  picture.add_element(fmt::format("{} using 1:2 with lines {} notitle",
                                  picture.add_data({thin_curve(line)}, false), style));
}

void add_dashed_lines(Picture& picture, const ForceCourse& course, const Bounds& axes) {
  for (const Outline* limit : {&course.low, &course.high}) {
    add_dashed(picture, *limit, axes, "lw 1.6 dt (6,4) lc " + to_gnuplot(kWarning));
  }
  for (const Outline* rated : {&course.rated, &course.rated_back}) {
    add_dashed(picture, *rated, axes, "lw 1.2 dt (16,10) lc " + to_gnuplot(kGrey));
  }
}

std::string make_title(const ShownUnits& units, const PlannedMotion& motion) {
  return fmt::format("{}, {}: drive forces of the {}, {}", motion.plan.machine, motion.plan.path,
                     call_motion(motion), tell_time(units, motion.plan.time()));
}

std::string describe_limits(const DriveLimit& limit, const ShownUnit& unit) {
  const auto [low, high] = calc_force_range_at_rest(limit);
  std::string text = "no limits";
  if (std::isfinite(low) && std::isfinite(high)) {
    text = fmt::format("limits {:.4g} … {:.4g} {}", low / unit.size, high / unit.size, unit.name);
  } else if (std::isfinite(low)) {
    text = fmt::format("at least {:.4g} {}", low / unit.size, unit.name);
  } else if (std::isfinite(high)) {
    text = fmt::format("at most {:.4g} {}", high / unit.size, unit.name);
  }
  text += limit.lines.empty() ? "" : " at rest";
  return text + (std::isfinite(limit.rated) ? "; grey: rated" : "");
}

std::string describe_force(const PlannedMotion& motion, DriveId drive, const DriveLimit& limit,
                           const ShownUnit& unit) {
  const std::string limits = describe_limits(limit, unit);
  return fmt::format(
      "peak {:.4g}, rms {:.4g}; {}", motion.use.peak_force(row_of(drive)) / unit.size,
      round_rms(motion.use.rms_force(row_of(drive)) / unit.size, motion.plan), limits);
}

}  // namespace

Picture draw_forces(const Machine& machine, const PlannedMotion& motion) {
  const PanelGrid grid(static_cast<int>(motion.drives.size()));
  const ShownUnit second = machine.units.unit_for("s");
  Picture picture = grid.make_picture("forces", make_title(machine.units, motion));
  for (const DriveId id : motion.drives.ids()) {
    const bool turns = machine.mechanism.drives[id].rotational;
    const DriveLimit& limit = machine.mechanism.drives[id].limit;
    const ShownUnit unit = machine.units.unit_for(turns ? "N m" : "N");
    const PixelBox box = grid.find_axes(id.number(), 24.0);
    const ForceCourse course = trace_force(motion.fine, id, limit, unit.size, second.size);
    const Bounds axes = choose_axes(course);
    picture.begin_plot(box, axes);
    add_panel_title(picture, box, motion.drives[id], describe_force(motion, id, limit, unit));
    add_axis_titles(picture, box, second.head("t"), unit.head(turns ? "torque" : "force"));
    picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
    if (is_cut(course.force, axes)) add_remarks(picture, box, {kBeyond});
    add_dashed_lines(picture, course, axes);
    picture.add_element(fmt::format("{} using 1:2 with lines lw 2 lc {} notitle",
                                    picture.add_data({thin_curve(course.force)}, false),
                                    to_gnuplot(pick_colour(id.number()))));
    picture.end_plot();
  }
  return picture;
}

}  // namespace globaldyn::inside::report
