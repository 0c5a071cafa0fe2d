#pragma once

#include <vector>

#include "globaldyn/survey/path_failure.h"
#include "globaldyn/survey/survey_model.h"
#include "globaldyn/survey/survey_walk.h"

namespace globaldyn {

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
  struct Place {
    double p{0.0};
    int orientation{0};  ///< 0: not known
    double ratio{0.0};   ///< see Sample::kinematic_ratio
  };

  [[nodiscard]] PathFailure search(Place low, Place high);

  SurveyWalk& walk_;
  Place last_;
};

}  // namespace globaldyn
