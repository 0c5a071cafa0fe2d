#include "report/charts/growth_curve.h"

#include <cmath>

namespace globaldyn::inside::report {

GrowthCurve trace_growth(const StudyTable& table, const FrontGrowth& growth) {
  constexpr std::size_t kMeasurements = 100;
  const std::vector<bool> maximized = list_maximized(table.header.columns);
  GrowthCurve curve;
  ParetoArchive front;
  const std::size_t count = table.records.size();
  bool has_changed = true;
  double value = 0.0;
  for (std::size_t i = 0, part = 0; i < count; ++i) {
    const DesignRecord& record = table.records[i];
    has_changed |= front.insert(record.id, make_outcome(record, maximized));
    if ((i + 1) * kMeasurements < (part + 1) * count) continue;
    part = (i + 1) * kMeasurements / count;
    if (has_changed) value = growth.measure(front);
    has_changed = false;
    if (!std::isnan(value)) curve.line.emplace_back(static_cast<double>(i + 1), value);
    curve.is_whole = !std::isnan(value);
  }
  return curve;
}

}  // namespace globaldyn::inside::report
