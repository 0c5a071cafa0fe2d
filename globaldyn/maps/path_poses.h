#pragma once

#include <string>
#include <vector>

#include "globaldyn/evaluation/sample.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/maps/request/map_description.h"

namespace globaldyn::inside {
inline namespace maps {

/// Criteria of poses along a path.
struct PathPoses {
  Pose start;                               ///< where the path begins; empty if unreachable
  std::vector<double> p;                    ///< where they are known, increasing
  std::vector<std::vector<double>> values;  ///< per criterion and p
  SampleStatus status{SampleStatus::ok};    ///< ok, or why they end before the path does
  double failed_at{0.0};                    ///< the first requested p that is not ok
  std::string reason;                       ///< one line, if not ok
};

/// Evaluates criteria of poses at `count` equally spaced p, both ends included. The machine
/// continues beyond the joints' travel and through collisions, so that its travel reserve and
/// clearance tell by how much.
[[nodiscard]] PathPoses calc_path_poses(const Machine& machine, const Path& path,
                                        const std::vector<CriterionRequest>& criteria, int count);

/// The smallest, largest or mean value (`kind` min, max, mean) of nonempty values.
[[nodiscard]] double reduce(const std::vector<double>& values, ReductionKind kind);

}  // namespace maps
}  // namespace globaldyn::inside
