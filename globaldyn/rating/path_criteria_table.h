#pragma once

#include "globaldyn/criteria/path/path_model.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
inline namespace survey {
struct SurveyOptions;
}
inline namespace motion {
class PathAnalysis;
}
inline namespace rating {

/// How criteria of paths are evaluated.
struct PathCriteriaOptions {
  PathPlanOptions plan;
  double speed{0.0};  ///< of the tool, m/s, at which accelerations are evaluated
  double time{0.0};   ///< s, in which `losses_at` are lost; 0: not known
  int places{401};    ///< equally spaced in p; and both sides of every jump
  SweepOptions sweep;
};

/// What is needed of a path, in the form that criteria use. What the path leaves open is chosen for
/// criteria of the fastest motion (choose_fastest()).
[[nodiscard]] PathModel make_path_model(const Machine& machine, const Path& path,
                                        const PathNeeds& needs, const PathCriteriaOptions& options);

/// The same of a path that has been looked at, at least as accurately as choose_survey() says.
[[nodiscard]] PathModel make_path_model(PathAnalysis& analysis, const PathNeeds& needs,
                                        const PathCriteriaOptions& options);

/// How a path has to be surveyed for what is needed of it. Regions are as accurate as the survey,
/// whatever the tolerance of the time; plans for forces are nearer to the fastest than the first,
/// most of them a hundred times.
[[nodiscard]] SurveyOptions choose_survey(const Path& path, const PathNeeds& needs,
                                          const PathPlanOptions& options);

/// Why a criterion with these needs has no value, or that of a path which cannot be followed: one
/// line, or none.
[[nodiscard]] std::string tell_missing(const PathNeeds& needs, const PathModel& model);

/// The value of a criterion on a model that has what the criterion needs; accelerations are
/// evaluated at `speed` (m/s) of the tool. That of a drive which the machine does not have, as it
/// is off, is 0.
[[nodiscard]] double calc_path_criterion(const PathCriterion& criterion, const PathModel& model,
                                         double speed,
                                         const std::vector<CriterionFormula>& formulas);

/// The criteria, in their order, on each of the paths and cycles named (all of the machine if none
/// is). If nothing limits the speed, or the planner gave up, those of the fastest motion have that
/// status instead of a value; those that are not of cycles have `of_paths_only` there.
/// @throws InputError for unknown names
[[nodiscard]] std::vector<CriterionValue> calc_path_criteria(
    const Machine& machine, const std::vector<std::string>& names,
    const std::vector<std::string>& criteria, const PathCriteriaOptions& options = {});

}  // namespace rating
}  // namespace globaldyn::inside
