#pragma once

#include "core/formulations/body_state.h"
#include "core/formulations/natural/natural_coordinates.h"

namespace globaldyn::inside {
inline namespace core {

/// Natural coordinates of all bodies (Kraus et al. 2001). The state's axes stay orthonormal up to
/// the integration's error, which projection removes.
///
/// The paper solves for 12 accelerations and 6 multipliers of rigid-body constraints a body, with a
/// constant mass matrix. Here both are eliminated body by body, by the null space of the rigid-body
/// constraints' gradients, e'' = w' x e + w x (w x e), which leaves the 6 equations of Newton and
/// Euler: the accelerations are the same, and blocks have 6 rows instead of 18.
class NaturalState : public BodyState {
 public:
  using BodyState::BodyState;

  [[nodiscard]] Eigen::Index state_size() const override;
  [[nodiscard]] VectorXd sizes() const override;
  void write_state(Eigen::Ref<VectorXd> y) const override;
  void read_state(const Eigen::Ref<const VectorXd>& y) override;
  void write_rates(Eigen::Ref<VectorXd> rates) const override;
};

}  // namespace core
}  // namespace globaldyn::inside
