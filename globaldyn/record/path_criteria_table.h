#pragma once

#include "globaldyn/criteria/path/path_model.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn {

/// How criteria of paths are evaluated.
struct PathCriteriaOptions {
  PathPlanOptions plan;
  double speed{0.0};  ///< of the tool, m/s, at which accelerations are looked at
  int places{401};    ///< at equal distances in p; and both sides of every step
  SweepOptions sweep;
};

/// What is needed of a path, as criteria look at it.
[[nodiscard]] PathModel make_path_model(const Machine& machine, const Path& path,
                                        const PathNeeds& needs, const PathCriteriaOptions& options);

/// A criterion of a model that has what the criterion needs, accelerations being looked at at
/// `speed` (m/s) of the tool.
[[nodiscard]] double calc_path_criterion(const PathCriterion& criterion, const PathModel& model,
                                         double speed,
                                         const std::vector<CriterionFormula>& formulas);

/// The criteria, in their order, on each of the paths (all of the machine if none is named). Where
/// nothing limits the speed, or the planner has given up, those of the fastest motion have no value
/// but that word.
/// @throws InputError for unknown names
[[nodiscard]] std::vector<CriterionValue> calc_path_criteria(
    const Machine& machine, const std::vector<std::string>& paths,
    const std::vector<std::string>& criteria, const PathCriteriaOptions& options = {});

}  // namespace globaldyn
