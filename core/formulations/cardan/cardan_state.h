#pragma once

#include <utility>
#include <vector>

#include "core/base/pivoted_cholesky.h"
#include "core/formulations/state_coordinates.h"
#include "core/kinematics/cardan.h"

namespace globaldyn::inside {
inline namespace core {

/// Cardan coordinates of all bodies, and multipliers of all joints (Horáček et al. 2013, eqs. (1),
/// (6)). The multipliers follow from S = Phi M⁻¹ Phiᵀ, which is the same in z̈ and in the bodies'
/// (v', w'); its rows are dense, so the cost grows with the cube of the number of constraints.
class CardanState : public StateCoordinates {
 public:
  CardanState(const Mechanism& mechanism, const Topology& topology);

  [[nodiscard]] Eigen::Index state_size() const override;
  [[nodiscard]] VectorXd sizes() const override;
  void begin(const Pose& pose, const Twists& twists) override;
  void write_state(Eigen::Ref<VectorXd> y) const override;
  void read_state(const Eigen::Ref<const VectorXd>& y) override;
  [[nodiscard]] bool is_worn() const override;
  [[nodiscard]] bool keeps_closed(JointId /*joint*/) const override { return false; }
  void factorise(const MotionRows& rows) override;
  [[nodiscard]] double smallest_pivot() const override {
    return lacks_inertia() ? dense_.smallest_pivot() : response_.smallest_pivot();
  }
  void solve(const VectorXd& wrenches, const VectorXd& right) override;
  void move_positions() override;
  void write_rates(Eigen::Ref<VectorXd> rates) const override;

 private:
  // What a row knows of one body: its Jacobian, and M⁻¹ times it.
  struct Influence {
    Eigen::Index row;
    Vector6d jacobian;
    Vector6d response;
  };
  [[nodiscard]] Vector6d respond(BodyId body, const Vector6d& wrench) const;
  void chart(BodyId body);

  IdVector<BodyId, CardanChart> charts_;
  IdVector<BodyId, Matrix3d> inverse_inertias_;  // global axes
  IdVector<BodyId, std::vector<Influence>> influences_;
  PivotedCholesky response_;
};

}  // namespace core
}  // namespace globaldyn::inside
