#include "report/charts/map_scale.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside::report {
namespace {

// 1, 2 or 5 times a power of ten, so that some six steps fill the range.
double choose_step(double range) {
  const double rough = range / 6.0;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (rough <= digit * power * (1.0 + 1e-9)) return digit * power;
  }
  return 10.0 * power;
}

}  // namespace

bool has_value(const WorkspaceMap& map, const MapColumn& column, std::size_t cell) {
  return map.has_own_value(column, cell) && std::isfinite(column.values[cell]);
}

MapScale choose_scale(const WorkspaceMap& map, const MapColumn& column) {
  std::vector<double> values;
  for (std::size_t i = 0; i < map.status.size(); ++i) {
    if (has_value(map, column, i)) values.push_back(column.values[i]);
  }
  MapScale scale;
  if (values.empty()) return scale;
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return nth(values, share * static_cast<double>(values.size() - 1));
  };
  scale.low = values.front();
  scale.high = values.back();
  const double spread = at(0.95) - at(0.05);
  if (spread > 0.0 && scale.high > at(0.95) + 2.0 * spread) {
    scale.high = at(0.95) + 0.5 * spread;
    scale.cut_high = true;
  }
  if (spread > 0.0 && scale.low < at(0.05) - 2.0 * spread) {
    scale.low = at(0.05) - 0.5 * spread;
    scale.cut_low = true;
  }
  const double middle = std::max(std::abs(scale.low), std::abs(scale.high));
  constexpr double kSame = round_off::kSame;
  if (scale.high - scale.low <= kSame * std::max(middle, round_off::kLeastSize)) {
    const double margin = middle > 0.0 ? 0.05 * middle : 1.0;
    scale.low -= margin;
    scale.high += margin;
    return scale;
  }
  const double step = choose_step(scale.high - scale.low);
  for (double i = std::ceil(scale.low / step); i * step <= scale.high; i += 1.0) {
    scale.levels.push_back(i * step);
  }
  return scale;
}

}  // namespace globaldyn::inside::report
