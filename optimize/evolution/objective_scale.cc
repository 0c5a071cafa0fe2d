#include "optimize/evolution/objective_scale.h"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>

#include "core/base/constants.h"
#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace evolution {
namespace {

// Of the first `count`.
std::vector<double> find_worst(const Points& points, std::size_t count) {
  std::vector<double> worst(points.dimension(), -kInfinity);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < worst.size(); ++k) worst[k] = std::max(worst[k], points[i][k]);
  }
  return worst;
}

}  // namespace

ObjectiveScale::ObjectiveScale(std::size_t objectives)
    : objectives_(objectives),
      best_(objectives, kInfinity),
      worst_ever_(objectives, -kInfinity),
      worst_(objectives, -kInfinity),
      extremes_(objectives) {}

void ObjectiveScale::update(const Points& points, std::size_t first_front) {
  assert(first_front > 0 && points.dimension() == objectives_);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < objectives_; ++k) best_[k] = std::min(best_[k], points[i][k]);
  }
  const std::vector<double> worst_now = find_worst(points, points.size());
  const std::vector<double> worst_of_front = find_worst(points, first_front);
  for (std::size_t k = 0; k < objectives_; ++k) {
    worst_ever_[k] = std::max(worst_ever_[k], worst_now[k]);
  }
  find_extremes(points, first_front, worst_of_front);
  if (!meet_axes()) worst_ = worst_of_front;
  for (std::size_t k = 0; k < objectives_; ++k) {
    if (!(worst_[k] > best_[k])) worst_[k] = worst_now[k];
  }
}

// The extreme point of an objective is the one at which the maximum of the others is smallest. The
// objective itself counts with a share of it (1e-6, as in the paper), so that a worse one is not
// taken when the others are equal.
void ObjectiveScale::find_extremes(const Points& points, std::size_t first_front,
                                   std::span<const double> worst_of_front) {
  constexpr double kShare = 1e-6;
  Points next(objectives_);
  for (std::size_t axis = 0; axis < objectives_; ++axis) {
    double least = kInfinity;
    std::span<const double> extreme = points[0];
    const auto consider = [&](std::span<const double> point) {
      double most = 0.0;
      for (std::size_t k = 0; k < objectives_; ++k) {
        const double range = worst_of_front[k] - best_[k];
        const double scaled = range > 0.0 ? (point[k] - best_[k]) / range : 0.0;
        most = std::max(most, k == axis ? kShare * scaled : scaled);
      }
      if (most < least) {
        least = most;
        extreme = point;
      }
    };
    for (std::size_t i = 0; i < extremes_.size(); ++i) consider(extremes_[i]);
    for (std::size_t i = 0; i < first_front; ++i) consider(points[i]);
    next.add(extreme);
  }
  extremes_ = next;
}

// Plane: sum of (f_k - best_k) price_k = 1, which meets axis k at 1 / price_k.
bool ObjectiveScale::meet_axes() {
  constexpr double kLeastShare = 1e-6;  // of the range ever seen
  const auto size = static_cast<Eigen::Index>(objectives_);
  Eigen::MatrixXd rows(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index k = 0; k < size; ++k) {
      const auto column = static_cast<std::size_t>(k);
      const double range = worst_ever_[column] - best_[column];
      if (!(range > 0.0)) return false;
      rows(i, k) = (nth(extremes_, i)[column] - best_[column]) / range;
    }
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> solver(rows);
  if (!solver.isInvertible()) return false;
  const Eigen::VectorXd prices = solver.solve(Eigen::VectorXd::Ones(size));
  for (Eigen::Index k = 0; k < size; ++k) {
    if (!(prices(k) >= 1.0 && prices(k) * kLeastShare <= 1.0)) return false;
  }
  for (std::size_t k = 0; k < objectives_; ++k) {
    worst_[k] = best_[k] + (worst_ever_[k] - best_[k]) / prices(static_cast<Eigen::Index>(k));
  }
  return true;
}

void ObjectiveScale::apply(std::span<const double> objectives, std::span<double> scaled) const {
  for (std::size_t k = 0; k < objectives_; ++k) {
    const double range = worst_[k] - best_[k];
    scaled[k] = range > 0.0 ? (objectives[k] - best_[k]) / range : 0.0;
  }
}

}  // namespace evolution
}  // namespace globaldyn::inside
