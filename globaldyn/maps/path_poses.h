#pragma once

#include <string>
#include <vector>

#include "globaldyn/evaluation/sample.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/maps/request/map_description.h"

namespace globaldyn {

/// Criteria of poses along a path.
struct PathPoses {
  Pose start;                               ///< where the path begins; empty if unreachable
  std::vector<double> p;                    ///< where they are known, rising
  std::vector<std::vector<double>> values;  ///< per criterion and p
  SampleStatus status{SampleStatus::ok};    ///< ok, or why it ends before the path does
  double failed_at{0.0};                    ///< the first p of those asked for that is not ok
  std::string reason;                       ///< one line, if not ok
};

/// Evaluates criteria of poses at `count` p at equal distances, both ends included. Beyond the
/// joints' travel, and where bodies collide, the machine goes on, so that its travel reserve and
/// clearance tell by how much.
[[nodiscard]] PathPoses calc_path_poses(const Machine& machine, const Path& path,
                                        const std::vector<CriterionRequest>& criteria, int count);

/// The least, the largest or the mean value (`kind` min, max, mean) of values that are there.
[[nodiscard]] double reduce(const std::vector<double>& values, ReductionKind kind);

}  // namespace globaldyn
