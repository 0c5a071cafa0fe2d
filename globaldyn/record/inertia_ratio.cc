#include "globaldyn/record/inertia_ratio.h"

#include <algorithm>

#include "core/base/constants.h"
#include "core/following/path_follower.h"
#include "globaldyn/criteria/pose/load_inertias.h"
#include "globaldyn/evaluation/sample_maker.h"

namespace globaldyn::inside {
inline namespace record {

VectorXd to_vector(const InertiaRatios& ratios) {
  VectorXd values(static_cast<Eigen::Index>(ratios.size()));
  for (const DriveId k : ratios.ids()) values(row_of(k)) = ratios[k].value_or(kInfinity);
  return values;
}

InertiaRatios find_inertia_ratios(const Machine& machine, const Path& path, int count) {
  const Drives& drives = machine.mechanism.drives;
  const InertiaRatios none(drives.size());
  InertiaRatios ratios = none;
  const auto has_rotor = [](const Drive& drive) { return drive.reflected_inertia > 0.0; };
  if (std::none_of(drives.begin(), drives.end(), has_rotor)) return ratios;
  PathFollower follower(machine.mechanism, machine.topology, path.task, 0.0, path.p_max,
                        choose_solution(machine, {}));
  follower.start_near(path.start);
  PoseModeller modeller(machine.mechanism, machine.topology,
                        machine.clearance.value_or(Clearance{}));
  for (const double p : path.make_samples(count)) {
    const FollowedPose& pose = follower.follow(p);
    if (pose.status != PoseStatus::ok) return none;
    const PoseModel& model =
        modeller.calc(follower.branch(), pose.motion, path.task(p), path.find_load_place(p));
    const auto inertias = calc_load_inertias(model);
    if (!inertias) return none;
    for (const DriveId k : drives.ids()) {
      if (!has_rotor(drives[k])) continue;
      const double rotor = drives[k].reflected_inertia;
      const double ratio = (*inertias)(row_of(k)) / rotor;
      ratios[k] = std::max(ratios[k].value_or(ratio), ratio);
    }
  }
  return ratios;
}

}  // namespace record
}  // namespace globaldyn::inside
