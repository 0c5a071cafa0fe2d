#include "core/formulations/loop_springs.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace core {

LoopSpringForces::LoopSpringForces(const Mechanism& mechanism, const LoopSprings& springs)
    : stiffness_(springs.stiffness),
      square_length_(mechanism.kinematic_length * mechanism.kinematic_length) {
  double mass = 0.0;
  for (const Body& body : mechanism.bodies) mass += body.mass_properties.mass;
  mass /= std::max(mechanism.body_count(), 1);
  damping_ = 2.0 * springs.damping_ratio * std::sqrt(stiffness_ * mass);
}

double LoopSpringForces::size_of(const ScalarRow& row) const {
  return row.rotational ? square_length_ : 1.0;
}

void LoopSpringForces::take(const std::vector<ScalarRow>& rows, const Twists& twists) {
  rows_ = rows;
  rates_.clear();
  forces_.clear();
  for (const ScalarRow& row : rows_) {
    rates_.push_back(row.calc_rate(twists));
    forces_.push_back(-size_of(row) * (stiffness_ * row.value + damping_ * rates_.back()));
  }
}

double LoopSpringForces::calc_potential_energy() const {
  double energy = 0.0;
  for (const ScalarRow& row : rows_) {
    energy += 0.5 * stiffness_ * size_of(row) * row.value * row.value;
  }
  return energy;
}

double LoopSpringForces::calc_power() const {
  double power = 0.0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    power -= damping_ * size_of(rows_[i]) * rates_[i] * rates_[i];
  }
  return power;
}

}  // namespace core
}  // namespace globaldyn::inside
