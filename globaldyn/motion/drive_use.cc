#include "globaldyn/motion/drive_use.h"

#include <algorithm>
#include <cmath>

namespace globaldyn {
namespace {

// Forces while the machine rests count as well.
void add_stops(const Trajectory& trajectory, std::vector<WeightedTime>& times) {
  for (std::size_t node = 1; node + 1 < trajectory.node_count(); ++node) {
    const double begin = trajectory.arrives_at(node), end = trajectory.leaves_at(node);
    if (end > begin) times.push_back({0.5 * (begin + end), end - begin});
  }
  std::sort(times.begin(), times.end(),
            [](const WeightedTime& a, const WeightedTime& b) { return a.t < b.t; });
}

}  // namespace

DriveUse calc_drive_use(const Machine& machine, const Path& path, const PathPlan& plan,
                        const MotionRecord& peaks, const RecordOptions& options) {
  const Eigen::Index m = machine.mechanism.drive_count();
  DriveUse use;
  for (VectorXd* each :
       {&use.peak_force, &use.rms_force, &use.peak_power, &use.rms_power, &use.peak_speed}) {
    *each = VectorXd::Zero(m);
  }
  for (const MotionSample& sample : peaks.samples) {
    use.peak_force = use.peak_force.cwiseMax(sample.forces.cwiseAbs());
    use.peak_power = use.peak_power.cwiseMax(sample.calc_power().cwiseAbs());
    use.peak_speed = use.peak_speed.cwiseMax(sample.rates.cwiseAbs());
  }
  std::vector<WeightedTime> weighted = plan.trajectory.list_weighted_times();
  add_stops(plan.trajectory, weighted);
  std::vector<double> times;
  for (const WeightedTime& one : weighted) times.push_back(one.t);
  RecordOptions without_reactions = options;
  without_reactions.reactions.clear();
  auto next = weighted.begin();
  const auto add = [&](const MotionSample& sample) {
    const double weight = (next++)->weight;
    const VectorXd power = sample.calc_power();
    use.rms_force += weight * sample.forces.cwiseAbs2();
    use.rms_power += weight * power.cwiseAbs2();
    use.energy += weight * power.cwiseMax(0.0).sum();
    use.braking_energy -= weight * power.cwiseMin(0.0).sum();
    use.max_violation = std::max(use.max_violation, sample.violation);
  };
  replay_motion(machine, path, plan.trajectory.at(times), without_reactions, add);
  use.rms_force = (use.rms_force / plan.trajectory.duration()).cwiseSqrt();
  use.rms_power = (use.rms_power / plan.trajectory.duration()).cwiseSqrt();
  return use;
}

}  // namespace globaldyn
