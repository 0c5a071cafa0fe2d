#pragma once

#include "core/formulations/body_state.h"
#include "core/kinematics/cardan.h"

namespace globaldyn::inside {
inline namespace core {

/// Cardan coordinates of all bodies, and multipliers of all joints (Horáček et al. 2013, eqs. (1),
/// (6)), which are the same in z̈ and in the bodies' (v', w').
class CardanState : public BodyState {
 public:
  CardanState(const Mechanism& mechanism, const Topology& topology);

  [[nodiscard]] Eigen::Index state_size() const override;
  [[nodiscard]] VectorXd sizes() const override;
  void begin(const Pose& pose, const Twists& twists) override;
  void write_state(Eigen::Ref<VectorXd> y) const override;
  void read_state(const Eigen::Ref<const VectorXd>& y) override;
  [[nodiscard]] bool is_worn() const override;
  void move_positions() override;
  void write_rates(Eigen::Ref<VectorXd> rates) const override;

 private:
  void chart(BodyId body);

  IdVector<BodyId, CardanChart> charts_;
};

}  // namespace core
}  // namespace globaldyn::inside
