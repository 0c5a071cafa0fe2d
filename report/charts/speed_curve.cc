#include "report/charts/speed_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "globaldyn/evaluation/path_summary.h"

namespace globaldyn::report {

SpeedCurve find_speed_curve(const PathEvaluation& path) {
  SpeedCurve curve;
  bool is_gap = true;
  const auto leave_gap = [&](std::vector<double>& list, double p) {
    list.push_back(p);
    is_gap = true;
  };
  for (const Sample& sample : path.samples) {
    if (sample.status != SampleStatus::ok) {
      leave_gap(curve.failed, sample.p);
    } else if (const auto d1_max = find_d1_max(sample.region); !d1_max) {
      leave_gap(curve.empty, sample.p);
    } else if (std::isinf(*d1_max)) {
      leave_gap(curve.unbounded, sample.p);
    } else {
      if (is_gap) curve.runs.emplace_back();
      is_gap = false;
      curve.runs.back().emplace_back(sample.p, *d1_max);
      if (!curve.least || *d1_max < curve.least->y()) curve.least = curve.runs.back().back();
    }
  }
  return curve;
}

std::string describe(const std::string& name, const SpeedCurve& curve) {
  if (!curve.least) {
    const bool free = !curve.unbounded.empty() && curve.failed.empty() && curve.empty.empty();
    return name + (free ? ": unbounded" : ": no value");
  }
  return fmt::format("{}: least {:.4g}/s at p = {:.4g}", name, curve.least->y(), curve.least->x());
}

bool is_sparse(const SpeedCurve& curve) {
  constexpr std::size_t kFew = 25;
  std::size_t count = 0, shortest = kFew;
  for (const Outline& run : curve.runs) {
    count += run.size();
    shortest = std::min(shortest, run.size());
  }
  return count <= kFew || shortest == 1;
}

}  // namespace globaldyn::report
