#include "globaldyn/record/fine_motion.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/record/peak_search.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

constexpr std::size_t kMostKept = 100'000;

void raise_peaks(const MotionSample& sample, const VectorXd& power, DriveUse& use) {
  use.peak_force = use.peak_force.cwiseMax(sample.forces.cwiseAbs());
  use.peak_power = use.peak_power.cwiseMax(power.cwiseAbs());
  use.peak_speed = use.peak_speed.cwiseMax(sample.rates.cwiseAbs());
  use.least_speed = use.least_speed.cwiseMin(sample.rates.cwiseAbs());
  use.peak_supply = std::max(use.peak_supply, power.sum());
  use.peak_return = std::max(use.peak_return, -power.sum());
  use.max_violation = std::max(use.max_violation, sample.violation);
}

// Sums up what the motion demands of the drives at each instant.
class UseMeter {
 public:
  explicit UseMeter(const Drives& drives)
      : drives_(drives), heat_(static_cast<Eigen::Index>(drives.size())) {
    traces_heat_ = std::any_of(drives.begin(), drives.end(), [](const Drive& drive) {
      return std::isfinite(drive.limit.thermal_time);
    });
    for (VectorXd* each : {&use_.peak_force, &use_.rms_force, &use_.peak_power, &use_.rms_power,
                           &use_.peak_speed, &use_.rms_speed, &use_.mean_speed, &use_.energy_of,
                           &use_.braking_energy_of, &use_.heat}) {
      *each = VectorXd::Zero(static_cast<Eigen::Index>(drives.size()));
    }
    use_.least_speed = VectorXd::Constant(static_cast<Eigen::Index>(drives.size()), kInfinity);
  }

  void add(const MotionSample& sample, double weight) {
    const VectorXd power = sample.calc_power();
    raise_peaks(sample, power, use_);
    use_.rms_force += weight * sample.forces.cwiseAbs2();
    use_.rms_power += weight * power.cwiseAbs2();
    use_.rms_speed += weight * sample.rates.cwiseAbs2();
    use_.mean_speed += weight * sample.rates.cwiseAbs();
    for (const DriveId id : drives_.ids()) {
      const Eigen::Index k = row_of(id);
      const double share = sample.forces(k) / find_rated_force(drives_[id].limit, sample.rates(k));
      heat_(k) = share * share;
    }
    use_.heat += weight * heat_;
    if (traces_heat_ && weight > 0.0) use_.heat_trace.add(weight, heat_);
    use_.energy_of += weight * power.cwiseMax(0.0);
    use_.braking_energy_of -= weight * power.cwiseMin(0.0);
    use_.energy += weight * power.cwiseMax(0.0).sum();
    use_.braking_energy -= weight * power.cwiseMin(0.0).sum();
  }

  [[nodiscard]] DriveUse finish(double duration) const {
    DriveUse use = use_;
    use.rms_force = (use.rms_force / duration).cwiseSqrt();
    use.rms_power = (use.rms_power / duration).cwiseSqrt();
    use.rms_speed = (use.rms_speed / duration).cwiseSqrt();
    use.mean_speed /= duration;
    use.heat /= duration;
    return use;
  }

 private:
  const Drives& drives_;
  DriveUse use_;   // with sums instead of means
  VectorXd heat_;  // at an instant
  bool traces_heat_{false};
};

std::vector<MotionState> list_states(const MotionCourse& course) {
  std::vector<MotionState> states;
  states.reserve(course.states.size());
  for (const WeightedState& one : course.states) states.push_back(one.state);
  return states;
}

// Each round moves every peak to where a parabola through it and its neighbours is highest: after
// two, what is left is far below what forces are known to.
void look_at_peaks(const Machine& machine, const Path& path, const MotionCourse& course,
                   const RecordOptions& options, const MotionRecord& record, DriveUse& use) {
  constexpr int kRounds = 2;
  PeakSearch search(record);
  for (int round = 0; round < kRounds; ++round) {
    std::vector<MotionState> states;
    for (const double t : search.list_times()) states.push_back(course.at(t));
    if (states.empty()) return;
    const MotionRecord closer = record_motion(machine, path, states, options);
    raise_peaks(closer, use);
    search.take(closer);
  }
}

}  // namespace

void raise_peaks(const MotionRecord& record, DriveUse& use) {
  for (const MotionSample& sample : record.samples) raise_peaks(sample, sample.calc_power(), use);
}

FineMotion replay_finely(const Machine& machine, const Path& path, const MotionCourse& course,
                         const RecordOptions& options) {
  const bool keeps_all = course.states.size() <= kMostKept;
  const std::vector<MotionState> states = list_states(course);
  FineMotion fine;
  if (keeps_all) fine.record.samples.reserve(states.size());
  UseMeter meter(machine.mechanism.drives);
  auto next = course.states.begin();
  replay_motion(machine, path, states, options, [&](MotionSample&& sample) {
    const double weight = (next++)->weight;
    meter.add(sample, weight);
    if (keeps_all || weight == 0.0) fine.record.samples.push_back(std::move(sample));
  });
  fine.use = meter.finish(course.duration);
  if (options.choice != ForceChoice::smooth) {
    look_at_peaks(machine, path, course, options, fine.record, fine.use);
  }
  fine.record.max_violation = fine.use.max_violation;
  return fine;
}

FineMotion replay_finely(const Machine& machine, const Path& path, const Trajectory& trajectory,
                         const RecordOptions& options, int enough) {
  return replay_finely(machine, path, make_course(trajectory, static_cast<std::size_t>(enough)),
                       options);
}

}  // namespace record
}  // namespace globaldyn::inside
