#include "report/charts/speed_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "globaldyn/evaluation/path_summary.h"

namespace globaldyn::report {
namespace {

// Whether the curve jumps from one sample to the next: the path has a break between them, and the
// values differ by more than the curve's own slope explains at usual samplings.
bool jumps(const Vector2d& from, const Vector2d& to, const std::vector<double>& breaks) {
  constexpr double kVisible = 0.02;
  if (std::abs(to.y() - from.y()) <= kVisible * std::max(from.y(), to.y())) return false;
  return std::any_of(breaks.begin(), breaks.end(),
                     [&](double p) { return from.x() < p && p <= to.x(); });
}

}  // namespace

SpeedCurve find_speed_curve(const PathEvaluation& path, const std::vector<double>& breaks,
                            const std::vector<double>& factors) {
  SpeedCurve curve;
  bool is_gap = true;
  const auto leave_gap = [&](std::vector<double>& list, double p) {
    list.push_back(p);
    is_gap = true;
  };
  for (std::size_t i = 0; i < path.samples.size(); ++i) {
    const Sample& sample = path.samples[i];
    if (sample.status != SampleStatus::ok) {
      leave_gap(curve.failed, sample.p);
    } else if (const auto d1_max = find_d1_max(sample.region); !d1_max) {
      leave_gap(curve.empty, sample.p);
    } else if (std::isinf(*d1_max)) {
      leave_gap(curve.unbounded, sample.p);
    } else {
      const Vector2d point(sample.p, *d1_max * (factors.empty() ? 1.0 : factors[i]));
      if (is_gap || jumps(curve.runs.back().back(), point, breaks)) curve.runs.emplace_back();
      is_gap = false;
      curve.runs.back().push_back(point);
      if (!curve.least || point.y() < curve.least->y()) curve.least = point;
    }
  }
  return curve;
}

std::string describe(const std::string& name, const SpeedCurve& curve, const std::string& unit) {
  if (!curve.least) {
    const bool free = !curve.unbounded.empty() && curve.failed.empty() && curve.empty.empty();
    return name + (free ? ": unbounded" : ": no value");
  }
  return fmt::format("{}: least {:.4g}{} at p = {:.4g}", name, curve.least->y(), unit,
                     curve.least->x());
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
