#pragma once

#include <string>
#include <vector>

#include "globaldyn/evaluation/sample.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/maps/request/grid.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn {

/// A pose of a map that the machine reaches, or why it does not. Travel and collisions are not
/// looked at here: the machine's branch continues through them.
struct ReachedPose {
  SampleStatus status{SampleStatus::unreachable};  ///< ok, unreachable, singular or lost_branch
  std::string reason;                              ///< if not ok
  Pose pose;                                       ///< if ok
};

/// Where the machine goes from one or several seeds, from pose to neighbouring pose along the
/// branch that the file asks for. Poses that no neighbour leads to are tried anew by putting the
/// machine together there, `searches` of them, and lead to their neighbours in turn, so that
/// islands behind an obstacle of the grid are found; that takes branch conditions in the file, by
/// which an island's branch can be known.
/// @throws InputError if the map prescribes too much or too little.
[[nodiscard]] std::vector<ReachedPose> find_reachable(const Machine& machine,
                                                      const MapDescription& map,
                                                      const MapGrid& grid, SolveBy solve_by,
                                                      const SweepOptions& options);

}  // namespace globaldyn
