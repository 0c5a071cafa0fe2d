#include "report/charts/speed_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "globaldyn/evaluation/tool_motion.h"
#include "report/canvas/key.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/speed_curve.h"

namespace globaldyn::inside::report {
namespace {

// From 0 to the largest value, unless a few are much larger than most.
Bounds choose_axes(const Evaluation& evaluation, const std::vector<SpeedCurve>& curves) {
  Bounds axes{{0.0, 0.0}, {0.0, 0.0}};
  std::vector<double> values;
  for (const PathEvaluation& path : evaluation.paths) {
    axes.x.high = std::max(axes.x.high, path.p_max);
    for (const Sample& sample : path.samples) {
      axes.x = {std::min(axes.x.low, sample.p), std::max(axes.x.high, sample.p)};
    }
  }
  for (const SpeedCurve& curve : curves) {
    for (const Outline& run : curve.runs) {
      for (const Vector2d& point : run) values.push_back(point.y());
    }
  }
  std::sort(values.begin(), values.end());
  if (!values.empty()) {
    axes.y.high = std::min(values.back(), 4.0 * values[values.size() / 2]);
  }
  axes.y.high = axes.y.high > 0.0 ? 1.08 * axes.y.high : 1.0;
  if (axes.x.high <= axes.x.low) axes.x.high = axes.x.low + 1.0;
  return axes;
}

void add_marks(Picture& picture, const std::vector<double>& at, double d1, int point_type,
               const Colour& colour) {
  if (at.empty()) return;
  Outline points;
  for (const double p : at) points.emplace_back(p, d1);
  picture.add_element(fmt::format("{} using 1:2 with points pt {} ps 0.8 lw 1.4 lc {} notitle",
                                  picture.add_data({points}, false), point_type,
                                  to_gnuplot(colour)));
}

// Gaps are marked at the lower or upper edge, one level per path so that marks stay apart.
void add_curve(Picture& picture, const SpeedCurve& curve, int number, const Bounds& axes) {
  const Colour colour = pick_colour(number);
  const double level = (0.02 + 0.025 * number) * axes.height();
  if (!curve.runs.empty()) {
    const std::string data = picture.add_data(curve.runs, false);
    picture.add_element(
        fmt::format("{} using 1:2 with lines lw 2 {} notitle", data, pick_line(number)));
    if (is_sparse(curve)) {
      picture.add_element(fmt::format("{} using 1:2 with points pt 7 ps 0.5 lc {} notitle", data,
                                      to_gnuplot(colour)));
    }
  }
  add_marks(picture, curve.failed, axes.y.low + level, 2, colour);
  add_marks(picture, curve.empty, axes.y.low + level, 6, colour);
  add_marks(picture, curve.unbounded, axes.y.high - level, 8, colour);
  if (!curve.least) return;
  const std::string least = picture.add_data({{*curve.least}}, false);
  picture.add_element(
      fmt::format("{} using 1:2 with points pt 7 ps 1.3 lc {} notitle", least, to_gnuplot(kWhite)));
  picture.add_element(fmt::format("{} using 1:2 with points pt 6 ps 1.3 lw 2 lc {} notitle", least,
                                  to_gnuplot(colour)));
}

std::string explain_marks(const std::vector<SpeedCurve>& curves) {
  const auto any = [&](std::vector<double> SpeedCurve::*list) {
    return std::any_of(curves.begin(), curves.end(),
                       [&](const SpeedCurve& curve) { return !(curve.*list).empty(); });
  };
  std::string text = "○ on a curve: its least value";
  if (any(&SpeedCurve::failed)) text += "    × pose not ok";
  if (any(&SpeedCurve::empty)) text += "    ○ below: region empty";
  if (any(&SpeedCurve::unbounded)) text += "    △ unbounded";
  return text;
}

void add_explanation(Picture& picture, const PixelBox& box, const std::vector<SpeedCurve>& curves) {
  Text text;
  text.text = explain_marks(curves);
  text.at = {box.x.low, box.y.high + 18.0};
  text.size = 12.0;
  text.colour = kGrey;
  picture.add_text(text);
}

// One curve per path.
struct SpeedChart {
  std::string title;  // of the upright axis
  std::string unit;   // as in "1.2 m/s"
  std::vector<SpeedCurve> curves;
  Key key;
};

constexpr double kChartWidth = 960.0, kChartHeight = 360.0, kChartTop = 84.0, kUnderChart = 70.0;
constexpr Interval kChartAcross{84.0, kChartWidth - 30.0};

// With its key, and what separates it from the next one.
double find_height(const SpeedChart& chart) {
  return kChartHeight + kAboveKey + chart.key.height + kUnderChart;
}

Key make_curve_key(const Evaluation& evaluation, const SpeedChart& chart) {
  std::vector<KeyEntry> entries;
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    entries.push_back({pick_line(static_cast<int>(i)), 2.0,
                       describe(evaluation.paths[i].name, chart.curves[i], chart.unit)});
  }
  return make_key(entries, kChartAcross.high - kChartAcross.low);
}

// Where the path's derivatives jump.
std::vector<double> list_breaks(const Machine& machine, const std::string& name) {
  const CurveSteps& steps = find_path(machine, name).steps;
  std::vector<double> breaks = steps.breaks;
  breaks.insert(breaks.end(), steps.corners.begin(), steps.corners.end());
  return breaks;
}

SpeedChart make_d1_chart(const Machine& machine, const Evaluation& evaluation) {
  SpeedChart chart{"largest accessible d₁ [1/s]", "/s", {}, {}};
  for (const PathEvaluation& path : evaluation.paths) {
    chart.curves.push_back(find_speed_curve(path, list_breaks(machine, path.name)));
  }
  return chart;
}

// Whether the tool's point moves anywhere on any path.
bool moves_tool(const Machine& machine, const Evaluation& evaluation) {
  if (!machine.mechanism.tool) return false;
  for (const PathEvaluation& path : evaluation.paths) {
    for (const Sample& sample : path.samples) {
      if (sample.status != SampleStatus::ok) continue;
      if (calc_tool_step(machine.mechanism, sample.motion) > 0.0) return true;
    }
  }
  return false;
}

SpeedChart make_tool_chart(const Machine& machine, const Evaluation& evaluation) {
  const ShownUnit unit = machine.units.unit_for("m/s");
  SpeedChart chart{to_typeset(unit.head("the tool's speed at it")), " " + unit.name, {}, {}};
  for (const PathEvaluation& path : evaluation.paths) {
    std::vector<double> factors;
    for (const Sample& sample : path.samples) {
      const bool is_ok = sample.status == SampleStatus::ok;
      factors.push_back(is_ok ? calc_tool_step(machine.mechanism, sample.motion) / unit.size : 0.0);
    }
    chart.curves.push_back(find_speed_curve(path, list_breaks(machine, path.name), factors));
  }
  return chart;
}

void draw_chart(Picture& picture, const PixelBox& box, const Evaluation& evaluation,
                const SpeedChart& chart) {
  const Bounds axes = choose_axes(evaluation, chart.curves);
  picture.begin_plot(box, axes);
  add_axis_titles(picture, box, "p", chart.title);
  picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
  const bool any = std::any_of(chart.curves.begin(), chart.curves.end(),
                               [](const SpeedCurve& curve) { return curve.least.has_value(); });
  if (!any) picture.add("unset ytics");
  add_explanation(picture, box, chart.curves);
  add_key(picture, chart.key, {box.x.low, box.y.low - kAboveKey});
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    add_curve(picture, chart.curves[i], static_cast<int>(i), axes);
  }
  picture.end_plot();
}

}  // namespace

Picture draw_largest_speeds(const Machine& machine, const Evaluation& evaluation) {
  std::vector<SpeedChart> charts{make_d1_chart(machine, evaluation)};
  if (moves_tool(machine, evaluation)) charts.push_back(make_tool_chart(machine, evaluation));
  double height = kChartTop + kUnderKey - kUnderChart;
  for (SpeedChart& chart : charts) {
    chart.key = make_curve_key(evaluation, chart);
    height += find_height(chart);
  }
  Picture picture("d1max", kChartWidth, height);
  double top = height - kChartTop;
  for (const SpeedChart& chart : charts) {
    draw_chart(picture, {kChartAcross, {top - kChartHeight, top}}, evaluation, chart);
    top -= find_height(chart);
  }
  Text title;
  title.text = evaluation.machine + ": the largest accessible speed along the path";
  title.at = {24.0, picture.height() - 26.0};
  title.size = 18.0;
  title.bold = true;
  add_free_text(picture, {title});
  return picture;
}

}  // namespace globaldyn::inside::report
