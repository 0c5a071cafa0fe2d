#include "report/charts/time_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/round_off.h"
#include "report/canvas/panels.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kMostDecades = 12.0;

std::vector<Outline> join_lines(const std::vector<NamedLines>& curves) {
  std::vector<Outline> all;
  for (const NamedLines& one : curves) all.insert(all.end(), one.lines.begin(), one.lines.end());
  return all;
}

// So many powers of ten from one number at the axis to the next.
double choose_decade_step(double decades) {
  constexpr double kMostNumbers = 7.0;
  return std::ceil(decades / kMostNumbers);
}

// From one number at the axis to another, two powers of ten at least.
Interval choose_decades(double least, double most) {
  double high = std::ceil(std::log10(most));
  double low = std::max(std::floor(std::log10(least)), high - kMostDecades);
  low = std::min(low, high - 2.0);
  const double step = choose_decade_step(high - low);
  high = step * std::ceil(high / step);
  low = step * std::floor(low / step);
  return {std::pow(10.0, low), std::pow(10.0, high)};
}

void remove_first_zeros(Outline& line) {
  line.erase(line.begin(), std::find_if(line.begin(), line.end(),
                                        [](const Vector2d& point) { return point.y() > 0.0; }));
}

// Whether there is anything below.
bool raise(Outline& line, double low) {
  bool is_raised = false;
  for (Vector2d& point : line) {
    if (point.y() >= low) continue;
    point.y() = low;
    is_raised = true;
  }
  return is_raised;
}

void set_logarithmic(Picture& picture, const Interval& heights) {
  const double step = choose_decade_step(std::round(std::log10(heights.high / heights.low)));
  picture.add(fmt::format("set logscale y; set ytics {:.3g} format '%.0e'; unset mytics",
                          std::pow(10.0, step)));
}

// Whether two curves cannot be told apart in a chart of this height.
bool coincide(const NamedLines& a, const NamedLines& b, double height) {
  constexpr double kTouching = 0.004;
  const auto near = [&](const Vector2d& p, const Vector2d& q) {
    return std::abs(p.y() - q.y()) < kTouching * height;
  };
  const auto one_near = [&](const Outline& p, const Outline& q) {
    return std::equal(p.begin(), p.end(), q.begin(), q.end(), near);
  };
  return std::equal(a.lines.begin(), a.lines.end(), b.lines.begin(), b.lines.end(), one_near);
}

// Curves that lie on each other all show: those above are broken.
NamedLines let_through(const std::vector<NamedLines>& curves, std::size_t number, double height) {
  constexpr std::size_t kDash = 16;
  NamedLines curve = curves[number];
  std::size_t below = 0, others = 0;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (i == number || !coincide(curves[i], curve, height)) continue;
    ++others;
    if (i < number) ++below;
  }
  if (below == 0 || curve.style.find(" dt ") != std::string::npos) return curve;
  curve.style += fmt::format(" dt ({},{})", kDash * (others + 1 - below), kDash * below);
  return curve;
}

}  // namespace

Interval choose_time_heights(const std::vector<NamedLines>& curves) {
  constexpr double kToldApart = 1e-4;
  const Interval range = find_bounds(join_lines(curves)).y;
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (size < round_off::kLeastSize) return {-1.0, 1.0};
  const double middle = 0.5 * (range.low + range.high);
  const double half = 0.5 * std::max(1.16 * (range.high - range.low), kToldApart * size);
  return {middle - half, middle + half};
}

TimeChart make_time_chart(std::string title, std::vector<NamedLines> curves) {
  TimeChart chart{.title = std::move(title), .curves = std::move(curves)};
  chart.heights = choose_time_heights(chart.curves);
  return chart;
}

TimeChart make_logarithmic_chart(std::string title, NamedLines curve,
                                 const std::string& small_print) {
  TimeChart chart{.title = std::move(title), .small_print = small_print, .is_logarithmic = true};
  double least = 0.0, most = 0.0;
  for (Outline& line : curve.lines) {
    remove_first_zeros(line);
    for (const Vector2d& point : line) {
      most = std::max(most, point.y());
      if (point.y() > 0.0 && (least == 0.0 || point.y() < least)) least = point.y();
    }
  }
  if (most < round_off::kLeastSize) {
    chart.small_print = "zero at every sample";
    return chart;
  }
  chart.heights = choose_decades(least, most);
  bool is_raised = false;
  for (Outline& line : curve.lines) is_raised |= raise(line, chart.heights.low);
  if (is_raised) {
    chart.small_print += fmt::format("; edge: ≤ {:.0e}", chart.heights.low);
  }
  chart.curves.push_back(std::move(curve));
  return chart;
}

void draw_time_chart(Picture& picture, const PixelBox& box, const TimeChart& chart,
                     const Interval& times, const std::string& time_title,
                     const std::optional<double>& end) {
  picture.begin_plot(box, {times, chart.heights});
  picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
  if (chart.curves.empty()) picture.add("unset ytics");
  if (chart.is_logarithmic && !chart.curves.empty()) set_logarithmic(picture, chart.heights);
  if (!chart.has_numbers) picture.add("set format x ''");
  add_axis_titles(picture, box, chart.has_numbers ? time_title : "", chart.title,
                  kTimeChartLeft - 22.0);
  if (!chart.small_print.empty()) add_small_print(picture, box, chart.small_print);
  const double height = chart.heights.high - chart.heights.low;
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    add_lines(picture, let_through(chart.curves, i, height));
  }
  if (end) {
    add_lines(picture, {{{{*end, chart.heights.low}, {*end, chart.heights.high}}},
                        "dt (6,4) lc " + to_gnuplot(kWarning),
                        1.6,
                        ""});
  }
  picture.end_plot();
}

}  // namespace globaldyn::inside::report
