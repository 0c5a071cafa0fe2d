#pragma once

#include <optional>

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace motion {

/// How to survey a path for plans with these options.
[[nodiscard]] SurveyOptions make_survey_options(const Path& path, const PathPlanOptions& options);

/// A machine's path looked at once by all who ask about it: for many plans, for regions anywhere on
/// it. It is surveyed when first asked, to an accuracy fixed when the analysis is made, so that
/// answers do not depend on who asks first. One thread at a time asks it; machine and path must
/// outlive it.
class PathAnalysis {
 public:
  PathAnalysis(const Machine& machine, const Path& path, SurveyOptions survey);

  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const Path& path() const { return path_; }

  /// @throws InputError as PathSurvey's constructor does
  [[nodiscard]] PathSurvey& survey();

  /// The survey of motions that are best as a whole: close enough for limits that are kept whatever
  /// the tolerance, closer where the path stands still.
  /// @param work as options.work of plans
  [[nodiscard]] PathSurvey& survey_of_motions(std::size_t work);

  /// As plan_path(). If there is no good answer because limits nearly vanish, a second and closer
  /// survey decides, which is kept as well.
  /// @throws InputError as plan_path() does
  [[nodiscard]] PathPlan plan(const PathPlanOptions& options);

 private:
  // Within the limits at every p.
  [[nodiscard]] PathPlan plan_fastest(const PathPlanOptions& options);
  // Another survey, kept when it is first asked for.
  [[nodiscard]] PathSurvey& survey_to(double accuracy, std::size_t work,
                                      std::optional<PathSurvey>& kept, bool of_all_forces = false);

  const Machine& machine_;
  const Path& path_;
  SurveyOptions options_;
  std::optional<PathSurvey> survey_;
  std::optional<PathSurvey> closer_, of_motions_;
};

}  // namespace motion
}  // namespace globaldyn::inside
