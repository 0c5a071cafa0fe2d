#include "globaldyn/record/inertia_ratio.h"

#include <algorithm>

#include "core/following/path_follower.h"
#include "globaldyn/criteria/pose/drive_inertias.h"
#include "globaldyn/evaluation/sample_maker.h"

namespace globaldyn {
std::vector<std::optional<double>> find_inertia_ratios(const Machine& machine, const Path& path,
                                                       int count) {
  const std::vector<Drive>& drives = machine.mechanism.drives;
  std::vector<std::optional<double>> ratios(drives.size());
  const auto has_rotor = [](const Drive& drive) { return drive.reflected_inertia > 0.0; };
  if (std::none_of(drives.begin(), drives.end(), has_rotor)) return ratios;
  PathFollower follower(machine.mechanism, machine.topology, path.task, 0.0, path.p_max,
                        choose_solution(machine, {}));
  PoseModeller modeller(machine.mechanism, machine.topology, machine.limits,
                        machine.clearance.value_or(Clearance{}));
  for (const double p : path.make_samples(count)) {
    const FollowedPose& pose = follower.follow(p);
    if (pose.status != PoseStatus::ok) return std::vector<std::optional<double>>(drives.size());
    const PoseModel& model = modeller.calc(follower.branch(), pose.motion, path.task(p), p);
    if (model.W.rows() != model.W.cols()) return ratios;
    const auto inertias = calc_drive_inertias(model);
    if (!inertias) return std::vector<std::optional<double>>(drives.size());
    for (std::size_t k = 0; k < drives.size(); ++k) {
      if (!has_rotor(drives[k])) continue;
      const double rotor = drives[k].reflected_inertia;
      const double ratio = ((*inertias)(static_cast<Eigen::Index>(k)) - rotor) / rotor;
      ratios[k] = std::max(ratios[k].value_or(ratio), ratio);
    }
  }
  return ratios;
}

}  // namespace globaldyn
