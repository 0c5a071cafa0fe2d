#pragma once

#include "core/base/interval.h"
#include "globaldyn/survey/survey_step.h"
#include "globaldyn/survey/way_check.h"

namespace globaldyn::inside {
inline namespace survey {

/// Nodes of panels, from the machine itself. Walk and check must outlive it.
class NodeSource {
 public:
  /// @param solve_by of the walk's poses
  NodeSource(SurveyWalk& walk, WayCheck& way, SolveBy solve_by);

  /// Goes on to the next piece of the path, on which the task is smooth.
  void begin_piece(const Interval& piece) { piece_ = piece; }

  /// Writes the node at p of a panel; fails where the machine cannot be. Where the drives lose
  /// control of a degree of freedom the node's rows are multiplied, unless they do so next to it as
  /// well: then it is unbalanced.
  SurveyStep visit(double p, const Interval& panel, SurveyNode& node);

  /// The largest rates of the drives with friction at any node so far.
  [[nodiscard]] const VectorXd& rate_sizes() const { return rate_sizes_; }

 private:
  SurveyStep go_beside(double p, const Interval& panel, SurveyNode& node);

  SurveyWalk& walk_;
  WayCheck& way_;
  double vague_below_;  // this smallest singular value a node is made from those beside it
  Interval piece_{0.0, 0.0};
  VectorXd rate_sizes_;
};

}  // namespace survey
}  // namespace globaldyn::inside
