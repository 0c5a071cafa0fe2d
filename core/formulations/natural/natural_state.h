#pragma once

#include <utility>
#include <vector>

#include "core/formulations/natural/natural_coordinates.h"
#include "core/formulations/natural/topological_ldlt.h"

namespace globaldyn::inside {
inline namespace core {

/// Natural coordinates of all bodies, and multipliers of all joints; solved in blocks along the
/// topology (Kraus et al. 2001). The state's axes stay orthonormal up to the integration's error,
/// which projection removes.
class NaturalState : public StateCoordinates {
 public:
  NaturalState(const Mechanism& mechanism, const Topology& topology);

  [[nodiscard]] Eigen::Index state_size() const override;
  [[nodiscard]] VectorXd sizes() const override;
  void begin(const Pose& pose, const Twists& twists) override;
  void write_state(Eigen::Ref<VectorXd> y) const override;
  void read_state(const Eigen::Ref<const VectorXd>& y) override;
  [[nodiscard]] bool keeps_closed(JointId /*joint*/) const override { return false; }
  void factorise(const MotionRows& rows) override;
  [[nodiscard]] double smallest_pivot() const override {
    return lacks_inertia() ? dense_.smallest_pivot() : equations_.smallest_pivot();
  }
  void solve(const VectorXd& wrenches, const VectorXd& right) override;
  void move_positions() override;
  void write_rates(Eigen::Ref<VectorXd> rates) const override;

 private:
  TopologicalLdlt equations_;
  BlockMasses masses_;
  VectorXd solution_;
};

}  // namespace core
}  // namespace globaldyn::inside
