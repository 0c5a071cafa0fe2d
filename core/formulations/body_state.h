#pragma once

#include "core/formulations/state_coordinates.h"
#include "core/formulations/topological_ldlt.h"

namespace globaldyn::inside {
inline namespace core {

/// Coordinates of all bodies, whichever describe one, and multipliers of all joints. Once rates of
/// coordinates are written as (v, w), what is left to be solved is the same for all of them:
///     [M Jᵀ; J -E] [(v', w'); -lambda],
/// decomposed in blocks along the topology.
class BodyState : public StateCoordinates {
 public:
  BodyState(const Mechanism& mechanism, const Topology& topology);

  void begin(const Pose& pose, const Twists& twists) override;
  [[nodiscard]] bool keeps_closed(JointId /*joint*/) const override { return false; }
  void factorise(const MotionRows& rows) override;
  [[nodiscard]] double smallest_pivot() const override {
    return lacks_inertia() ? dense_.smallest_pivot() : equations_.smallest_pivot();
  }
  void solve(const VectorXd& wrenches, const VectorXd& right) override;
  void move_positions() override;

 private:
  TopologicalLdlt equations_;
  BlockMasses masses_;
  VectorXd solution_;
};

}  // namespace core
}  // namespace globaldyn::inside
