#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/description/parameters.h"
#include "core/kinematics/task.h"
#include "core/loops/path_follower.h"

namespace globaldyn {

/// R(p) of a machine file: what the tool, the joints or the drives shall do for 0 <= p <= p_max.
struct Path {
  std::string name;
  double p_max{1.0};
  std::vector<TaskCoordinate> coordinates;  ///< what is prescribed
  TaskFunction task;                        ///< values and derivatives at p
  SourcePlace place;                        ///< in the file, for messages

  /// N values of p at equal distances with both ends (N >= 2), or just 0 for N = 1.
  [[nodiscard]] std::vector<double> make_samples(int count) const;
};

/// Reads the map `paths`; `folder` is where files named in it are looked for.
/// @throws InputError
[[nodiscard]] std::vector<Path> read_paths(const Node& node, const Parameters& parameters,
                                           const Mechanism& mechanism, const std::string& folder);

}  // namespace globaldyn
