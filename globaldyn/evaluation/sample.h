#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/base/reason.h"
#include "core/kinematics/motion.h"
#include "globaldyn/evaluation/pose_matrices.h"
#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace evaluation {

enum class SampleStatus {
  ok,
  unreachable,
  singular,
  lost_branch,
  out_of_travel,
  colliding,
};

[[nodiscard]] const char* to_string(SampleStatus status);

/// The machine's global dynamics at one p of a path.
struct Sample {
  double p{0.0};
  SampleStatus status{SampleStatus::unreachable};
  Reason reason;                ///< if not ok
  Motion motion;                ///< if ok; its pose also if out of travel or colliding
  Frame tool;                   ///< in the global frame, if ok and there is a tool
  DriveForceMap map;            ///< if ok
  Region region;                ///< if ok
  double kinematic_ratio{0.0};  ///< smallest over largest pivot of the kinematic equations: an
                                ///< estimate of how close they are to losing rank
  int orientation{0};           ///< see FollowedPose
  std::optional<PoseMatrices> matrices;                           ///< if asked for
  std::vector<std::pair<double, std::optional<Interval>>> d2_at;  ///< at the d1 asked for
};

}  // namespace evaluation
}  // namespace globaldyn::inside
