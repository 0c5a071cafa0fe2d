#include "report/charts/loss_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/canvas/key.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/study_axis.h"

namespace globaldyn::inside::report {
namespace {

// What the last point saves of the first one's losses, in which part more of its time.
std::string describe(const LossCurve& curve, const ShownUnits& units) {
  const LossPoint &first = curve.points.front(), &last = curve.points.back();
  return fmt::format("from {} to {}: {:.3g} % more time, {:.3g} % less lost",
                     tell_time(units, first.time), tell_time(units, last.time),
                     100.0 * (last.time / first.time - 1.0),
                     100.0 * (1.0 - last.losses / first.losses));
}

}  // namespace

Picture draw_losses(const LossCurve& curve, const ShownUnits& units, const std::string& what) {
  constexpr double kWidth = 760.0, kHeight = 520.0, kBelow = 96.0;
  const ShownUnit second = units.unit_for("s");
  Picture picture = start_picture("trade_off", what + ": what motors lose at least", kWidth,
                                  kHeight, describe(curve, units));
  Outline line;
  for (const LossPoint& point : curve.points) {
    line.emplace_back(point.time / second.size, point.losses);
  }
  const PixelBox box{{kPanelLeft + 20.0, kWidth - 30.0}, {kPanelBottom, kHeight - kBelow}};
  const Interval times{line.front().x(), line.back().x()};
  constexpr double kAbove = 1.08;
  picture.begin_plot(box, {widen(times, 0.02), {0.0, kAbove * curve.points.front().losses}});
  picture.add(kFaintGrid);
  add_axis_titles(picture, box, second.head("time, stops included"),
                  fmt::format("losses [{}]", curve.losses_unit));
  add_lines(picture, {{line}, "dt solid lc " + to_gnuplot(pick_colour(0)), 2.2, ""});
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::inside::report
