#pragma once

#include <vector>

#include "globaldyn/survey/collision_search.h"
#include "globaldyn/survey/formula_cells.h"
#include "globaldyn/survey/task_pieces.h"

namespace globaldyn::inside {
inline namespace survey {

/// What was found on the rest of a path, which no panels describe.
struct SurveyRest {
  bool is_whole{false};                ///< it was looked at to its end
  PathFailure failure;                 ///< if it was not; ok: that takes more poses than allowed
  std::vector<double> reversals;       ///< of drives with Coulomb friction
  std::vector<double> control_losses;  ///< where drives lose control that they have next to it
};

/// Looks pose by pose from `begin` to the end of the path.
/// @param pieces the one that divided the path before @param collisions null if the machine
///   requires no clearance @param most_poses of the walk after which it gives up
/// @throws InputError as make_piece() does
[[nodiscard]] SurveyRest look_along_rest(const Machine& machine, const Path& path,
                                         TaskPieces& pieces, const FormulaCells& cells,
                                         SurveyWalk& walk, CollisionSearch* collisions,
                                         std::size_t most_poses, double begin);

}  // namespace survey
}  // namespace globaldyn::inside
