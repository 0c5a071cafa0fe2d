#include "globaldyn/record/fine_motion.h"

#include <algorithm>
#include <cmath>

namespace globaldyn {
namespace {

constexpr std::size_t kMostKept = 100'000;

// Nodes and places between, without weight, then those of the integrals; increasing.
std::vector<WeightedTime> list_fine_times(const Trajectory& trajectory, std::size_t enough) {
  constexpr std::size_t kPerSegment = 10;
  const std::size_t segments = std::max<std::size_t>(1, trajectory.node_count() - 1);
  constexpr std::size_t kOfIntegrals = 3;
  const std::size_t wanted = std::max(enough / segments, kOfIntegrals + 1);
  const std::size_t count = std::min(wanted - kOfIntegrals, kPerSegment);
  std::vector<WeightedTime> times = trajectory.list_weighted_times();
  for (const double t : trajectory.list_times(static_cast<int>(count))) times.push_back({t, 0.0});
  // Forces while the machine rests count as well.
  for (std::size_t node = 1; node + 1 < trajectory.node_count(); ++node) {
    const double begin = trajectory.arrives_at(node), end = trajectory.leaves_at(node);
    if (end > begin) times.push_back({0.5 * (begin + end), end - begin});
  }
  std::stable_sort(times.begin(), times.end(),
                   [](const WeightedTime& a, const WeightedTime& b) { return a.t < b.t; });
  return times;
}

// Sums up what the motion demands of the drives at each instant.
class UseMeter {
 public:
  explicit UseMeter(Eigen::Index drives) {
    for (VectorXd* each :
         {&use_.peak_force, &use_.rms_force, &use_.peak_power, &use_.rms_power, &use_.peak_speed,
          &use_.rms_speed, &use_.energy_of, &use_.braking_energy_of}) {
      *each = VectorXd::Zero(drives);
    }
  }

  void add(const MotionSample& sample, double weight) {
    const VectorXd power = sample.calc_power();
    use_.peak_force = use_.peak_force.cwiseMax(sample.forces.cwiseAbs());
    use_.peak_power = use_.peak_power.cwiseMax(power.cwiseAbs());
    use_.peak_speed = use_.peak_speed.cwiseMax(sample.rates.cwiseAbs());
    use_.rms_force += weight * sample.forces.cwiseAbs2();
    use_.rms_power += weight * power.cwiseAbs2();
    use_.rms_speed += weight * sample.rates.cwiseAbs2();
    use_.energy_of += weight * power.cwiseMax(0.0);
    use_.braking_energy_of -= weight * power.cwiseMin(0.0);
    use_.energy += weight * power.cwiseMax(0.0).sum();
    use_.braking_energy -= weight * power.cwiseMin(0.0).sum();
    use_.max_violation = std::max(use_.max_violation, sample.violation);
  }

  [[nodiscard]] DriveUse finish(double duration) const {
    DriveUse use = use_;
    use.rms_force = (use.rms_force / duration).cwiseSqrt();
    use.rms_power = (use.rms_power / duration).cwiseSqrt();
    use.rms_speed = (use.rms_speed / duration).cwiseSqrt();
    return use;
  }

 private:
  DriveUse use_;  // with sums instead of means
};

}  // namespace

FineMotion replay_finely(const Machine& machine, const Path& path, const Trajectory& trajectory,
                         const RecordOptions& options, int enough) {
  const std::vector<WeightedTime> times =
      list_fine_times(trajectory, static_cast<std::size_t>(enough));
  const bool keeps_all = times.size() <= kMostKept;
  std::vector<double> only_times;
  for (const WeightedTime& one : times) only_times.push_back(one.t);
  FineMotion fine;
  if (keeps_all) fine.record.samples.reserve(times.size());
  UseMeter meter(machine.mechanism.drive_count());
  auto next = times.begin();
  replay_motion(machine, path, trajectory.at(only_times), options, [&](MotionSample&& sample) {
    const double weight = (next++)->weight;
    meter.add(sample, weight);
    if (keeps_all || weight == 0.0) fine.record.samples.push_back(std::move(sample));
  });
  fine.use = meter.finish(trajectory.duration());
  fine.record.max_violation = fine.use.max_violation;
  return fine;
}

}  // namespace globaldyn
