#include "globaldyn/evaluation/path_summary.h"

namespace globaldyn::inside {
inline namespace evaluation {

std::optional<double> find_d1_max(const Region& region) {
  const auto intervals = region.d1_intervals();
  if (intervals.empty()) return std::nullopt;
  return intervals.back().high;
}

PathSummary summarize(const PathEvaluation& path) {
  PathSummary summary;
  for (const Sample& sample : path.samples) {
    if (sample.status != SampleStatus::ok) {
      ++summary.failed;
      continue;
    }
    ++summary.ok;
    const auto d1_max = find_d1_max(sample.region);
    if (!d1_max) {
      ++summary.empty;
      continue;
    }
    if (!sample.region.d2_range(0.0)) ++summary.only_moving;
    if (!sample.region.contains(0.0, 0.0)) ++summary.not_held;
    if (sample.region.status() == RegionStatus::unbounded) ++summary.unbounded;
    if (!summary.least || *d1_max < summary.least->d1_max) summary.least = {sample.p, *d1_max};
  }
  return summary;
}

}  // namespace evaluation
}  // namespace globaldyn::inside
