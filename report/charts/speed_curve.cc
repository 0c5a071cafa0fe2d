#include "report/charts/speed_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "globaldyn/evaluation/path_summary.h"

namespace globaldyn::inside::report {
namespace {

// Whether a run jumps between its points i and i + 1: the path has a break there, and the values
// differ by much more than from either to its other neighbour. At the knots of a spline they do
// not.
bool jumps(const Outline& run, std::size_t i, const std::vector<double>& breaks) {
  constexpr double kVisible = 0.02, kSteep = 4.0;
  const auto step = [&](std::size_t k) { return std::abs(run[k + 1].y() - run[k].y()); };
  if (step(i) <= kVisible * std::max(run[i].y(), run[i + 1].y())) return false;
  if (i > 0 && step(i) < kSteep * step(i - 1)) return false;
  if (i + 2 < run.size() && step(i) < kSteep * step(i + 1)) return false;
  return std::any_of(breaks.begin(), breaks.end(),
                     [&](double p) { return run[i].x() < p && p <= run[i + 1].x(); });
}

std::vector<Outline> cut_at_jumps(const std::vector<Outline>& runs,
                                  const std::vector<double>& breaks) {
  std::vector<Outline> pieces;
  for (const Outline& run : runs) {
    pieces.emplace_back();
    for (std::size_t i = 0; i < run.size(); ++i) {
      pieces.back().push_back(run[i]);
      if (i + 1 < run.size() && jumps(run, i, breaks)) pieces.emplace_back();
    }
  }
  return pieces;
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
      if (is_gap) curve.runs.emplace_back();
      is_gap = false;
      curve.runs.back().push_back(point);
      if (!curve.least || point.y() < curve.least->y()) curve.least = point;
    }
  }
  curve.runs = cut_at_jumps(curve.runs, breaks);
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

}  // namespace globaldyn::inside::report
