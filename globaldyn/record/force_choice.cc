#include "globaldyn/record/force_choice.h"

#include <algorithm>
#include <cmath>

#include "core/base/fallbacks.h"
#include "core/base/round_off.h"
#include "globaldyn/limits/limit_size.h"
#include "globaldyn/record/nearest_point.h"
#include "globaldyn/record/relieved_forces.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

// The size to which a violation is relative; a limit of zero counts as 1.
double calc_size(const LimitRow& row) {
  const double size = calc_limit_size(row);
  return size > 0.0 ? size : 1.0;
}

double calc_fixed_part(const LimitRow& row, const ForceProblem& problem) {
  return row.at(problem.d1, problem.d2);
}

std::vector<Slab> make_slabs(const ForceProblem& problem) {
  std::vector<Slab> slabs;
  for (const LimitRow& row : problem.limits.rows) {
    if (!std::isfinite(row.low) && !std::isfinite(row.high)) continue;
    if (row.v.size() == 0 || row.v.isZero(0.0)) continue;
    const double fixed = calc_fixed_part(row, problem);
    slabs.push_back({row.v, row.low - fixed, row.high - fixed, calc_size(row)});
  }
  return slabs;
}

double find_violation(const ForceProblem& problem, const VectorXd& y) {
  double worst = 0.0;
  const LimitSystem& limits = problem.limits;
  for (std::size_t k = 0; k < limits.rows.size(); ++k) {
    const LimitRow& row = limits.rows[k];
    double value = calc_fixed_part(row, problem);
    if (row.v.size() > 0) value += row.v.dot(y);
    double share = std::max(value - row.high, row.low - value) / calc_size(row);
    // A row has the square of a speed.
    const bool is_speed = kind_of_row(limits.labels, k) == LimitKind::speed;
    if (is_speed && share > 0.0) share = std::sqrt(1.0 + share) - 1.0;
    worst = std::max(worst, share);
  }
  return worst;
}

// Within the slabs, or within slabs widened by the least for which there is a point at all. Then
// only within widened slabs: if exact ones just exclude each other, the point closest to one may be
// far outside another.
void find_nearest_widened(const std::vector<Slab>& slabs, const VectorXd& wanted, VectorXd& y) {
  constexpr double kKept = round_off::kSolved, kMost = 1e3;
  if (find_nearest_point(slabs, wanted, kKept, y)) return;
  const auto find_within = [&](double wider, VectorXd& found) {
    constexpr double kOfWider = 0.01;
    std::vector<Slab> widened = slabs;
    for (Slab& slab : widened) {
      slab.low -= wider * slab.size;
      slab.high += wider * slab.size;
    }
    return find_nearest_point(widened, wanted, kOfWider * wider, found);
  };
  count(Fallback::widened_limits);
  double enough = kKept;
  while (!find_within(enough, y)) {
    enough *= 10.0;
    if (enough > kMost) return;
  }
  constexpr double kApart = 1.01;
  for (double little = 0.1 * enough; enough > kApart * little;) {
    const double middle = std::sqrt(little * enough);
    VectorXd found;
    if (find_within(middle, found)) {
      enough = middle;
      y = std::move(found);
    } else {
      little = middle;
    }
  }
}

// Up to kAtLimit forces are those at the limits of d2, from kFree on the closest ones: distance of
// d2 from its own limit, as the largest resulting fraction of any limit's size.
constexpr double kAtLimit = 0.2, kFree = 0.6;

// The share of the forces at the limits of d2 in the chosen ones: 1 next to them, 0 far from them.
double find_share_at_limits(const ForceProblem& problem) {
  const double gap =
      std::min(problem.d2 - problem.d2_range->low, problem.d2_range->high - problem.d2);
  double away = 0.0;
  for (const LimitRow& row : problem.limits.rows) {
    if (!std::isfinite(row.low) && !std::isfinite(row.high)) continue;
    away = std::max(away, std::abs(row.delta) * gap / calc_size(row));
  }
  return std::clamp((kFree - away) / (kFree - kAtLimit), 0.0, 1.0);
}

// Friction at rest counts as a part of them.
ChosenForces choose_nearest(const ForceProblem& problem, const VectorXd& wanted) {
  VectorXd y = VectorXd::Zero(problem.V.cols());
  if (problem.V.cols() > 0) {
    const VectorXd aim = problem.V.transpose() * (wanted - problem.particular);
    find_nearest_widened(make_slabs(problem), aim, y);
  }
  return {problem.particular + problem.V * y, find_violation(problem, y)};
}

// The forces closest to `wanted` with another d2.
VectorXd choose_at(const ForceProblem& problem, double d2, const VectorXd& wanted) {
  ForceProblem other = problem;
  other.d2 = d2;
  other.particular += problem.per_d2 * (d2 - problem.d2);
  return choose_forces(other, wanted).forces;
}

// By halving: every other instant first, then those between, each drawn to the mean of its
// neighbours.
class Smoother {
 public:
  Smoother(const std::vector<ForceProblem>& problems, SmoothingWork& work)
      : problems_(problems), work_(work) {
    const std::size_t before = work_.done;
    for (const ForceProblem& problem : problems) {
      chosen_.push_back(choose(problem, VectorXd::Zero(problem.particular.size())));
    }
    once_ = work_.done - before;
  }

  std::vector<ChosenForces> run() {
    const std::size_t sweeps = find_sweeps();
    if (sweeps < kSweeps) work_.is_short = true;
    if (sweeps == 0) return std::move(chosen_);
    std::size_t stride = 1;
    while (2 * stride < problems_.size()) stride *= 2;
    for (bool is_first = true; stride > 0; stride /= 2, is_first = false) {
      if (!is_first) draw(stride, stride, 2 * stride);
      for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
        draw(0, stride, 2 * stride);
        draw(stride, stride, 2 * stride);
      }
    }
    return std::move(chosen_);
  }

 private:
  static constexpr std::size_t kSweeps = 12;

  // How many the work allowed lasts for: one of the last stride takes what the first choice of all
  // took, one of each stride before half of that, together twice as much; and once between
  // neighbours. As many with every stride: without those of the last, forces change most.
  [[nodiscard]] std::size_t find_sweeps() const {
    if (work_.allowed == 0 || once_ == 0) return kSweeps;
    const std::size_t left = work_.allowed - std::min(work_.allowed, work_.done);
    return left < once_ ? 0 : std::min(kSweeps, (left - once_) / (2 * once_));
  }

  // Counted as a region of as many rows.
  ChosenForces choose(const ForceProblem& problem, const VectorXd& wanted) {
    const auto columns = static_cast<std::size_t>(problem.V.cols());
    work_.done += 10 + 2 * problem.limits.rows.size() * (1 + columns);
    return choose_nearest(problem, wanted);
  }

  // Draws every `step`-th instant to the mean of those `stride` before and after.
  void draw(std::size_t begin, std::size_t stride, std::size_t step) {
    for (std::size_t i = begin; i < problems_.size(); i += step) {
      const bool has_before = i >= stride, has_after = i + stride < problems_.size();
      if (!has_before && !has_after) continue;
      const VectorXd& before = chosen_[has_before ? i - stride : i + stride].forces;
      const VectorXd& after = chosen_[has_after ? i + stride : i - stride].forces;
      chosen_[i] = choose(problems_[i], 0.5 * (before + after));
    }
  }

  const std::vector<ForceProblem>& problems_;
  SmoothingWork& work_;
  std::size_t once_{0};  // of choosing all
  std::vector<ChosenForces> chosen_;
};

}  // namespace

ChosenForces choose_forces(const ForceProblem& problem, const VectorXd& wanted) {
  const bool is_relieved = problem.V.cols() > 0 && (problem.stictions.array() > 0.0).any();
  VectorXd y;
  if (!is_relieved || !find_relieved_forces(problem, make_slabs(problem), wanted, y)) {
    return choose_nearest(problem, wanted);
  }
  return {problem.particular + problem.V * y, find_violation(problem, y)};
}

ChosenForces choose_steady_forces(const ForceProblem& problem, const VectorXd& wanted) {
  const ChosenForces nearest = choose_forces(problem, wanted);
  if (problem.V.cols() == 0 || !problem.d2_range) return nearest;
  const double share = find_share_at_limits(problem);
  auto [low, high] = *problem.d2_range;
  const bool has_low = std::isfinite(low), has_high = std::isfinite(high);
  if (share == 0.0 || (!has_low && !has_high)) return nearest;
  if (!has_low || !has_high || !(low < high)) {
    const VectorXd at_end = choose_at(problem, has_low ? low : high, wanted);
    return choose_forces(problem, nearest.forces + share * (at_end - nearest.forces));
  }
  // Where two sets of limits swap roles, rounding errors would decide at the very end.
  constexpr double kInside = 1e-8;
  const double inside = kInside * (high - low);
  low += inside;
  high -= inside;
  // Forces in between are within the limits, too, and give the motion's d2; if d2 is outside by
  // rounding errors, they exceed the limits by as much. The closest forces within wider limits
  // could be far away.
  const double at = (problem.d2 - low) / (high - low);
  const VectorXd between =
      (1.0 - at) * choose_at(problem, low, wanted) + at * choose_at(problem, high, wanted);
  const VectorXd forces = nearest.forces + share * (between - nearest.forces);
  const VectorXd y = problem.V.transpose() * (forces - problem.particular);
  const double violation = find_violation(problem, y);
  // If the motion itself keeps its limits, the forces must, too.
  constexpr double kNothing = round_off::kSolved;
  if (violation > kNothing && nearest.violation <= kNothing) return choose_forces(problem, forces);
  return {problem.particular + problem.V * y, violation};
}

std::vector<ChosenForces> choose_all_forces(const std::vector<ForceProblem>& problems,
                                            ForceChoice choice, const VectorXd& preload,
                                            SmoothingWork* work) {
  if (choice == ForceChoice::smooth) {
    SmoothingWork unlimited;
    return Smoother(problems, work != nullptr ? *work : unlimited).run();
  }
  std::vector<ChosenForces> chosen;
  for (const ForceProblem& problem : problems) {
    chosen.push_back(choose_steady_forces(
        problem,
        choice == ForceChoice::preload ? preload : VectorXd::Zero(problem.particular.size())));
  }
  return chosen;
}

}  // namespace record
}  // namespace globaldyn::inside
