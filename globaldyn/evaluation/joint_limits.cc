#include "globaldyn/evaluation/joint_limits.h"

#include <cmath>

#include "core/formulations/loads.h"
#include "core/kinematics/acting_rows.h"

namespace globaldyn::inside {
inline namespace evaluation {
namespace {

// What is within rounding errors of its possible size is nothing: in a row it would count as much
// as a real coefficient.
double without_rounding(double value, double size) {
  return std::abs(value) <= kMotionRoundOff * size ? 0.0 : value;
}

}  // namespace

std::vector<JointAcceleration> list_joint_accelerations(const Mechanism& mechanism) {
  std::vector<JointAcceleration> list;
  for (const JointId id : mechanism.joints.ids()) {
    const std::vector<double>& most = mechanism.joints[id].max_acceleration;
    for (std::size_t c = 0; c < most.size(); ++c) {
      if (std::isfinite(most[c])) list.push_back({{id, static_cast<int>(c)}, most[c]});
    }
  }
  return list;
}

LimitLabels make_machine_labels(const Machine& machine) {
  std::vector<LimitLabel> of_joints;
  for (const JointAcceleration& one : list_joint_accelerations(machine.mechanism)) {
    of_joints.push_back({name_of(machine.mechanism, one.coordinate), LimitKind::acceleration});
  }
  return make_limit_labels(machine.mechanism.drives, machine.reactions, of_joints);
}

void write_joint_accelerations(const std::vector<JointAcceleration>& limits,
                               const Mechanism& mechanism, const Motion& motion,
                               std::size_t reactions, LimitSystem& system) {
  if (limits.empty()) return;
  const MotionSize size = find_motion_size(mechanism, motion);
  LimitRow* at = &system.rows[system.rows.size() - reactions - limits.size()];
  for (const JointAcceleration& limit : limits) {
    const ScalarRow row =
        make_acting_row(mechanism, limit.coordinate, {motion.pose, &motion.first});
    const double first = row.calc_rate(motion.first);
    const double second = row.calc_rate(motion.second) + row.bias;
    at->terms() = {.alpha = without_rounding(second, calc_rate_size(mechanism, row, size.change)),
                   .delta = without_rounding(first, calc_rate_size(mechanism, row, size.rate))};
    at->v.setZero(system.redundancy);
    at->low = -limit.most;
    at->high = limit.most;
    ++at;
  }
}

}  // namespace evaluation
}  // namespace globaldyn::inside
