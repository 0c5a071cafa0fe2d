#include "globaldyn/motion/circuit_finder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "globaldyn/limits/limit_size.h"
#include "globaldyn/motion/pose_field.h"

namespace globaldyn::inside {
inline namespace motion {

void CircuitFinder::look(std::size_t panel, double p) {
  panel_ = panel;
  field_.look_at_panel(panel, p, limits_);
  if (rows_.empty()) list_rows();
  v_.resize(static_cast<Eigen::Index>(rows_.size()), limits_.v.cols());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    v_.row(static_cast<Eigen::Index>(i)) = limits_.v.row(rows_[i]);
  }
  v_ /= limits_.factor;
  find_sizes();
  ++looks_;
}

void CircuitFinder::list_rows() {
  for (std::size_t k = 0; k < limits_.low.size(); ++k) {
    if (field_.is_preloaded(k)) rows_.push_back(static_cast<int>(k));
  }
  room_.resize(rows_.size());
  sizes_.resize(rows_.size());
}

// Limits with one end have no size of their own, as a tension of 0 below which a cable is slack:
// they have that of the largest.
void CircuitFinder::find_sizes() {
  double most = round_off::kLeastSize;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double low = nth(limits_.low, rows_[i]), high = nth(limits_.high, rows_[i]);
    const double size = calc_limit_size(low, high);
    sizes_[i] = std::isfinite(low) && std::isfinite(high) ? size : 0.0;
    most = std::max(most, size);
  }
  for (double& size : sizes_) size = size > 0.0 ? size : most;
}

double CircuitFinder::find_excess(const PathState& at) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const MotionPolynomial row = limits_.row(static_cast<std::size_t>(rows_[i]));
    const double sum = (row.alpha * at.d1 + row.beta) * at.d1 + row.gamma + row.delta * at.d2;
    const double value = sum / limits_.factor;
    room_[i] = {nth(limits_.low, rows_[i]) - value, nth(limits_.high, rows_[i]) - value};
  }
  return program_.solve(v_, room_, sizes_);
}

bool CircuitFinder::add() {
  std::vector<int> limits;
  for (const int i : program_.list_active()) limits.push_back(nth(rows_, i));
  return field_.add_circuit(panel_, std::move(limits));
}

LimitSystem CircuitFinder::make_system() const {
  LimitSystem system;
  write_rows(limits_, system);
  return system;
}

std::vector<PathState> CircuitFinder::list_far() const {
  // Times the states at which one term alone is as large as all limits: there the other terms are a
  // thousandth, so that the sums that bound far states are those of directions.
  constexpr double kFar = 1e3;
  double limit = 0.0, alpha = 0.0, delta = 0.0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto k = static_cast<std::size_t>(rows_[i]);
    limit = std::max(limit, std::abs(limits_.factor) * sizes_[i] + std::abs(limits_.gamma[k]));
    alpha = std::max(alpha, std::abs(limits_.alpha[k]));
    delta = std::max(delta, std::abs(limits_.delta[k]));
  }
  std::vector<PathState> states{{0.0, 0.0}};
  if (alpha > 0.0) states.push_back({std::sqrt(kFar * limit / alpha), 0.0});
  if (delta > 0.0) {
    states.push_back({0.0, kFar * limit / delta});
    states.push_back({0.0, -kFar * limit / delta});
  }
  return states;
}

// With twelve cables a look takes 2.5 µs, and an exchange as long: 150 ns a unit.
std::size_t CircuitFinder::work() const {
  const std::size_t entries = rows_.size() * static_cast<std::size_t>(field_.rank() + 1);
  return (looks_ + program_.steps()) * (10 + entries / 8);
}

}  // namespace motion
}  // namespace globaldyn::inside
