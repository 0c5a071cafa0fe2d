#pragma once

#include "core/base/interval.h"
#include "globaldyn/survey/change_point_search.h"
#include "globaldyn/survey/collision_search.h"
#include "globaldyn/survey/panel_draft.h"

namespace globaldyn::inside {
inline namespace survey {

/// Whether a machine can go where a survey goes, piece by piece and panel by panel in increasing
/// order of p: the first place at which it cannot. Walk, model and collision search must outlive
/// it.
class WayCheck {
 public:
  /// @param collisions null if the machine requires no clearance
  WayCheck(SurveyWalk& walk, CollisionSearch* collisions, const Pose& start)
      : walk_(walk), collisions_(collisions), change_points_(walk), ok_{0.0, start} {}

  /// Goes on to the next piece of the path, on which the task is smooth.
  void begin_piece(const Interval& piece) { piece_ = piece; }

  /// The machine is ok at p, which is below everything that is asked about until the next call.
  void pass(double p, const Pose& pose) { ok_ = {p, pose}; }

  /// What is in the way between the last pose passed and p, where the machine is not ok: nothing if
  /// it can go there after all.
  [[nodiscard]] PathFailure find_obstacle(double p);

  /// A failure, or a collision before it.
  [[nodiscard]] PathFailure find_first(PathFailure failure);

  /// What is in the way between the nodes of a finished draft: change points, collisions, ends of
  /// joints' travel. The draft's first pose has been passed.
  [[nodiscard]] PathFailure find_between(const PanelDraft& draft);

 private:
  struct Passed {
    double p;
    Pose pose;
  };

  [[nodiscard]] PathFailure find_collision(const PanelDraft& draft);
  [[nodiscard]] PathFailure find_end_of_travel(const PanelDraft& draft);

  SurveyWalk& walk_;
  CollisionSearch* collisions_;
  ChangePointSearch change_points_;
  Interval piece_{0.0, 0.0};
  Passed ok_;
  double clear_until_{0.0};  // no collisions up to there
};

}  // namespace survey
}  // namespace globaldyn::inside
