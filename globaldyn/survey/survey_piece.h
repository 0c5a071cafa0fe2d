#pragma once

#include <vector>

#include "globaldyn/survey/formula_cells.h"
#include "globaldyn/survey/panel_draft.h"
#include "globaldyn/survey/standstills.h"
#include "globaldyn/survey/survey_walk.h"
#include "globaldyn/survey/task_pieces.h"

namespace globaldyn::inside {
inline namespace survey {

/// The smallest meaningful accuracy of limits: above that of poses, which are solutions known to
/// round_off::kSolved, and of what is made from them.
inline constexpr double kLeastSurveyAccuracy = 1e-11;

/// A part of a path on which the task is smooth, before any panel is made of it.
struct SurveyPiece {
  double begin{0.0};
  double end{0.0};
  std::vector<double> ends;  ///< of its parts, increasing; the last is `end`
  std::vector<Standstill> standstills;
  double accuracy{0.0};    ///< of its limits: the one asked for or a better one
  TermSizes term_sizes{};  ///< of its limits, where that matters
};

/// The ends of all pieces of a path, 0 and p_max among them.
[[nodiscard]] std::vector<double> list_piece_ends(const Path& path);

/// The ends of the parts of a piece, and of the cells of its formulas: on none anything is hidden.
/// @param ends of its parts, as from TaskPieces::divide()
[[nodiscard]] std::vector<double> list_parts(const FormulaCells& cells, double begin,
                                             const std::vector<double>& ends);

/// Looks at the task from `begin` to `end`, and at the machine only next to steep standstills.
/// @throws InputError where the path jumps, and where it does not move although p does
[[nodiscard]] SurveyPiece make_piece(const Machine& machine, const Path& path, TaskPieces& pieces,
                                     const FormulaCells& cells, SurveyWalk& walk, double accuracy,
                                     double begin, double end);

}  // namespace survey
}  // namespace globaldyn::inside
