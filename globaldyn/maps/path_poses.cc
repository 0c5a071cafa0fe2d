#include "globaldyn/maps/path_poses.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/base/cancel.h"
#include "core/following/path_follower.h"
#include "globaldyn/criteria/pose/pose_model.h"
#include "globaldyn/evaluation/sample_maker.h"

namespace globaldyn::inside {
inline namespace maps {

PathPoses calc_path_poses(const Machine& machine, const Path& path,
                          const std::vector<CriterionRequest>& criteria, int count) {
  PathFollower follower(machine.mechanism, machine.topology, path.task, 0.0, path.p_max,
                        choose_solution(machine, {}));
  follower.start_near(path.start);
  PoseModeller modeller(machine.mechanism, machine.topology,
                        machine.clearance.value_or(Clearance{}));
  PathPoses poses;
  poses.values.resize(criteria.size());
  for (const double p : path.make_samples(count)) {
    throw_if_cancelled();
    const FollowedPose& pose = follower.follow(p);
    if (pose.status != PoseStatus::ok) {
      poses.status = to_sample_status(pose.status);
      poses.failed_at = p;
      poses.reason = pose.reason.text();
      return poses;
    }
    const PoseModel& model =
        modeller.calc(follower.branch(), pose.motion, path.task(p), path.find_load_place(p));
    if (poses.p.empty()) poses.start = pose.motion.pose;
    poses.p.push_back(p);
    for (std::size_t k = 0; k < criteria.size(); ++k) {
      poses.values[k].push_back(
          criteria[k].criterion->of_pose()->calc(model, criteria[k].settings));
    }
  }
  return poses;
}

double reduce(const std::vector<double>& values, ReductionKind kind) {
  assert(!values.empty());
  if (kind == ReductionKind::min) return *std::min_element(values.begin(), values.end());
  if (kind == ReductionKind::max) return *std::max_element(values.begin(), values.end());
  assert(kind == ReductionKind::mean);
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace maps
}  // namespace globaldyn::inside
