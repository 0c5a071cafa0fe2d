#pragma once

#include <string>
#include <vector>

#include "core/following/branch_follower.h"
#include "globaldyn/evaluation/sample.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/maps/request/grid.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
inline namespace maps {

/// A pose of a map that the machine reaches, or why it does not. Travel and collisions are not
/// checked here: the machine's branch continues through them.
struct ReachedPose {
  SampleStatus status{SampleStatus::unreachable};  ///< ok, unreachable, singular or lost_branch
  std::string reason;                              ///< if not ok
  Pose pose;                                       ///< if ok
  int orientation{0};  ///< if ok: see FollowedPose, of the pose or of the way to it; 0: not known
};

/// Where the machine can go from one or several seeds, from pose to neighbouring pose along the
/// branch that the file asks for. A way through a change point, where branches cross, leads
/// nowhere: on which branch the machine goes on from there is not determined, whether or not the
/// grid has a pose on it.
///
/// Seeds are the file's, else the pose nearest to the machine's guess, from where it goes there
/// straight, counting turns. Where all coordinates of the map are joints' the turns of all others
/// are as they are reached; elsewhere joints come back into their travel by full turns, if they
/// can. At `searches` of the poses that no neighbour leads to, the
/// machine is assembled again; these poses lead to their neighbours in turn, so that islands behind
/// an obstacle in the grid are found. This requires branch conditions in the file, by which an
/// island's branch can be recognised.
/// @throws InputError if the map prescribes too much or too little.
[[nodiscard]] std::vector<ReachedPose> find_reachable(const Machine& machine,
                                                      const MapDescription& map,
                                                      const MapGrid& grid, SolveBy solve_by,
                                                      const SweepOptions& options);

}  // namespace maps
}  // namespace globaldyn::inside
