#include "report/charts/common_region.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/base/constants.h"

namespace globaldyn::report {
namespace {

using Regions = std::vector<const Region*>;

std::optional<Interval> find_common_range(const Regions& regions, double d1) {
  Interval common{-kInfinity, kInfinity};
  for (const Region* region : regions) {
    const std::optional<Interval> range = region->d2_range(d1);
    if (!range) return std::nullopt;
    common = {std::max(common.low, range->low), std::min(common.high, range->high)};
  }
  if (regions.empty() || common.low > common.high) return std::nullopt;
  return common;
}

// Where between `inside`, which has a common range, and `outside`, which has none, it ends.
double find_end(const Regions& regions, double inside, double outside) {
  for (int i = 0; i < 60; ++i) {
    const double middle = std::midpoint(inside, outside);
    (find_common_range(regions, middle) ? inside : outside) = middle;
  }
  return inside;
}

Outline trace(const Regions& regions, const Interval& d1, const Bounds& window) {
  constexpr int kSteps = 300;
  Outline lower, upper;
  for (int i = 0; i <= kSteps; ++i) {
    const double at = std::lerp(d1.low, d1.high, static_cast<double>(i) / kSteps);
    const std::optional<Interval> range = find_common_range(regions, at);
    if (!range) continue;  // round-off at an end
    lower.emplace_back(at, std::max(range->low, window.y.low - window.height()));
    upper.emplace_back(at, std::min(range->high, window.y.high + window.height()));
  }
  lower.insert(lower.end(), upper.rbegin(), upper.rend());
  return lower;
}

}  // namespace

CommonRegion find_common_region(const Regions& regions, const Bounds& window) {
  constexpr int kSteps = 600;
  CommonRegion common;
  std::optional<double> begin;
  double last = 0.0;
  const auto close = [&](double end) {
    if (common.outlines.empty()) common.d1.low = *begin;
    common.outlines.push_back(trace(regions, {*begin, end}, window));
    common.d1.high = end;
    begin.reset();
  };
  for (int i = 0; i <= kSteps; ++i) {
    const double d1 = 1.02 * window.x.high * i / kSteps;
    const bool inside = find_common_range(regions, d1).has_value();
    if (inside && !begin) begin = i == 0 ? d1 : find_end(regions, d1, last);
    if (!inside && begin) close(find_end(regions, last, d1));
    last = d1;
  }
  common.reaches_beyond = begin.has_value();
  if (begin) close(last);
  return common;
}

}  // namespace globaldyn::report
