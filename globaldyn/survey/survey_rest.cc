#include "globaldyn/survey/survey_rest.h"

#include "globaldyn/survey/rough_look.h"
#include "globaldyn/survey/standstills.h"
#include "globaldyn/survey/survey_piece.h"

namespace globaldyn::inside {
inline namespace survey {

SurveyRest look_along_rest(const Machine& machine, const Path& path, TaskPieces& pieces,
                           const FormulaCells& cells, SurveyWalk& walk, CollisionSearch* collisions,
                           std::size_t most_poses, double begin) {
  RoughLook rough(walk, collisions, most_poses);
  double from = begin;
  for (const double piece : list_piece_ends(path)) {
    if (piece <= from) continue;
    const std::vector<double> parts = list_parts(cells, from, pieces.divide(from, piece));
    (void)find_standstills(machine, path, from, parts);  // none may be a whole part
    for (const double to : parts) {
      if (!rough.look(from, to)) return {false, rough.failure(), {}, {}};
      from = to;
    }
  }
  return {true, {}, rough.find_reversals(), rough.find_control_losses()};
}

}  // namespace survey
}  // namespace globaldyn::inside
