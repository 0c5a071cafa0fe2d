#include "report/charts/region_outline.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside::report {
namespace {

const Parabola* find_curve(const Region& region, CurveNumber curve) {
  return curve == kNoCurve ? nullptr : &region.curves().parabola(curve);
}

// The number of chords such that none is farther from the arc than a two-thousandth of the height.
int count_chords(const Parabola& curve, double length, double height) {
  const double rise = std::abs(curve.c2) * length * length / 4.0;
  return static_cast<int>(std::clamp(std::ceil(std::sqrt(rise / (height / 2000.0))), 1.0, 200.0));
}

// Points along a curve from `begin` to `end`; without a curve, at `level`.
void append_arc(const Parabola* curve, double level, double begin, double end, const Bounds& window,
                Outline& arc) {
  const double height = window.height();
  const int chords = curve == nullptr ? 1 : count_chords(*curve, end - begin, height);
  for (int i = 0; i <= chords; ++i) {
    const double d1 = std::lerp(begin, end, static_cast<double>(i) / chords);
    const double d2 = curve == nullptr ? level : curve->at(d1);
    arc.emplace_back(d1, std::clamp(d2, -1e4 * height, 1e4 * height));
  }
}

// The smallest and largest d1 and d2 of a region's finite parts.
Bounds find_extent(const Region& region) {
  Bounds extent;
  const Bounds unit{{0.0, 1.0}, {0.0, 1.0}};
  for (const Strip& strip : region.strips()) {
    const double end = std::isfinite(strip.end) ? strip.end : strip.begin;
    extent.x.high = std::max(extent.x.high, end);
    for (const CurveNumber number : {strip.lower, strip.upper}) {
      const Parabola* curve = find_curve(region, number);
      if (curve == nullptr) continue;
      Outline arc;
      append_arc(curve, 0.0, strip.begin, end, unit, arc);
      const Bounds bounds = find_bounds({arc});
      extent.y = {std::min(extent.y.low, bounds.y.low), std::max(extent.y.high, bounds.y.high)};
    }
  }
  return extent;
}

// The largest value, but not more than a few times the median.
double find_usual_largest(std::vector<double> values) {
  std::erase_if(values, [](double value) { return value <= 0.0; });
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return std::min(values.back(), 2.5 * values[values.size() / 2]);
}

// The d1 up to which typical limit curves rise or fall by `height`, for unbounded regions.
double find_bending_speed(const std::vector<const Region*>& regions, double height) {
  std::vector<double> bends;
  for (const Region* region : regions) {
    for (const Strip& strip : region->strips()) {
      for (const CurveNumber number : {strip.lower, strip.upper}) {
        if (const Parabola* curve = find_curve(*region, number)) {
          bends.push_back(std::abs(curve->c2));
        }
      }
    }
  }
  const double bend = find_usual_largest(std::move(bends));
  return bend > 0.0 ? std::sqrt(height / bend) : 1.0;
}

}  // namespace

std::vector<Outline> trace_outlines(const Region& region, const Bounds& window) {
  const double beyond = window.x.high + 0.1 * window.width();
  const double below = window.y.low - window.height(), above = window.y.high + window.height();
  std::vector<Outline> outlines;
  Outline upper, lower;
  const auto close = [&] {
    lower.insert(lower.end(), upper.rbegin(), upper.rend());
    if (!lower.empty()) outlines.push_back(std::move(lower));
    lower.clear();
    upper.clear();
  };
  double end = -1.0;
  for (const Strip& strip : region.strips()) {
    if (strip.begin > beyond) break;
    if (strip.begin != end) close();
    end = strip.end;
    const double last = std::min(strip.end, beyond);
    append_arc(find_curve(region, strip.lower), below, strip.begin, last, window, lower);
    append_arc(find_curve(region, strip.upper), above, strip.begin, last, window, upper);
  }
  close();
  return outlines;
}

Bounds choose_window(const std::vector<const Region*>& regions) {
  std::vector<double> d1, low, high;
  for (const Region* region : regions) {
    const Bounds extent = find_extent(*region);
    d1.push_back(extent.x.high);
    low.push_back(-extent.y.low);
    high.push_back(extent.y.high);
  }
  double d2_min = -find_usual_largest(low), d2_max = find_usual_largest(high);
  if (d2_max - d2_min <= 0.0) d2_max = 1.0, d2_min = -1.0;
  double d1_max = find_usual_largest(d1);
  if (d1_max <= 0.0) d1_max = find_bending_speed(regions, d2_max - d2_min);
  const double margin = 0.06 * (d2_max - d2_min);
  return {{0.0, d1_max > 0.0 ? 1.06 * d1_max : 1.0}, {d2_min - margin, d2_max + margin}};
}

std::vector<const Region*> list_regions(const PathEvaluation& path) {
  std::vector<const Region*> regions;
  for (const Sample& sample : path.samples) {
    if (sample.status == SampleStatus::ok) regions.push_back(&sample.region);
  }
  return regions;
}

}  // namespace globaldyn::inside::report
