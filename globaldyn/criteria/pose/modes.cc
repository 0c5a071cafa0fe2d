#include "globaldyn/criteria/pose/modes.h"

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace criteria {

MatrixXd calc_mass(const Mechanism& mechanism, const Pose& pose, const std::vector<Twists>& modes) {
  const auto count = static_cast<Eigen::Index>(modes.size());
  MatrixXd lower = MatrixXd::Zero(count, count);
  for (const BodyId b : moving_bodies(pose)) {
    const MassProperties& mass = mechanism.bodies[b].mass_properties;
    const Matrix3d& R = pose[b].R;
    const Matrix3d inertia = R * mass.inertia * R.transpose();
    for (Eigen::Index i = 0; i < count; ++i) {
      const Twist& a = nth(modes, i)[b];
      const Vector3d momentum = mass.mass * a.v, spin = inertia * a.w;
      for (Eigen::Index j = 0; j <= i; ++j) {
        const Twist& other = nth(modes, j)[b];
        lower(i, j) += momentum.dot(other.v) + spin.dot(other.w);
      }
    }
  }
  return lower.selfadjointView<Eigen::Lower>();
}

MatrixXd calc_tool_rates(const Mechanism& mechanism, const Pose& pose,
                         const std::vector<Twists>& modes) {
  MatrixXd rates = MatrixXd::Zero(6, static_cast<Eigen::Index>(modes.size()));
  const auto& tool = mechanism.tool;
  if (!tool) return rates;
  const BodyId body = tool->body;
  const Vector3d arm = pose[body].R * tool->frame.origin;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const Twist& twist = modes[k][body];
    rates.col(static_cast<Eigen::Index>(k)) << twist.v + twist.w.cross(arm), twist.w;
  }
  return rates;
}

}  // namespace criteria
}  // namespace globaldyn::inside
