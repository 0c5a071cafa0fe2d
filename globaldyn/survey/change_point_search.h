#pragma once

#include <vector>

#include "core/following/change_point.h"
#include "globaldyn/survey/path_failure.h"
#include "globaldyn/survey/survey_model.h"
#include "globaldyn/survey/survey_walk.h"

namespace globaldyn::inside {
inline namespace survey {

/// Looks for poses between those of a survey at which the machine's Jacobian loses rank although
/// the motion goes on smoothly: change points, where assembly branches cross, as of a parallelogram
/// stretched out. What the machine does there does not depend on where it was evaluated. The walk
/// must outlive it.
class ChangePointSearch {
 public:
  explicit ChangePointSearch(SurveyWalk& walk) : walk_(walk) {}

  /// The first change point up to the last of the nodes, which follow those of the last call; ok if
  /// there is none.
  [[nodiscard]] PathFailure find(const std::vector<SurveyNode>& nodes);

 private:
  [[nodiscard]] BranchPlace look(double p);

  SurveyWalk& walk_;
  BranchPlace last_;
};

}  // namespace survey
}  // namespace globaldyn::inside
