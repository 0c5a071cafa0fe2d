#pragma once

#include <memory>

#include "globaldyn/survey/survey.h"
#include "globaldyn/survey/survey_walk.h"

namespace globaldyn::inside {
inline namespace survey {

/// A path looked at once, by stages: its task, divided into pieces; the machine put together;
/// panels of each piece; breaks between panels; where no panels describe the limits, the rest pose
/// by pose.
/// @throws InputError as PathWalker::move_to() does, where the path jumps, and where it does not
///   move although p does
[[nodiscard]] Survey survey_path(const Machine& machine, const Path& path,
                                 const SurveyOptions& options = {});

/// A survey, and the walk that made it.
struct SurveyedPath {
  Survey survey;
  std::unique_ptr<SurveyWalk> walk;  ///< null if the machine cannot be assembled
};

/// The same for who will ask for poses of the path as well: they are near to those of the survey.
/// Machine and path must outlive the walk.
[[nodiscard]] SurveyedPath survey_and_walk(const Machine& machine, const Path& path,
                                           const SurveyOptions& options);

/// Both as one, for who has not told them apart yet: whoever reads only the survey should be given
/// a `const Survey&`, whoever asks for poses a SurveyWalk besides.
class PathSurvey : public Survey {
 public:
  /// As survey_path(); machine and path must outlive it.
  explicit PathSurvey(const Machine& machine, const Path& path, const SurveyOptions& options = {})
      : PathSurvey(survey_and_walk(machine, path, options)) {}

  PathSurvey(const PathSurvey&) = delete;
  PathSurvey& operator=(const PathSurvey&) = delete;

  /// See SurveyWalk. The machine must have been assembled.
  const Sample& visit(double p) { return walk_->visit(p); }
  [[nodiscard]] const LimitSystem& limits() const { return walk_->limits(); }

  /// Number of poses computed so far.
  [[nodiscard]] std::size_t pose_count() const { return walk_ ? walk_->pose_count() : 1; }

 private:
  explicit PathSurvey(SurveyedPath both)
      : Survey(std::move(both.survey)), walk_(std::move(both.walk)) {}

  std::unique_ptr<SurveyWalk> walk_;
};

}  // namespace survey
}  // namespace globaldyn::inside
