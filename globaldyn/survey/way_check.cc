#include "globaldyn/survey/way_check.h"

#include "globaldyn/survey/task_pieces.h"
#include "globaldyn/survey/travel_suspects.h"

namespace globaldyn::inside {
inline namespace survey {

PathFailure WayCheck::find_obstacle(double p) {
  return find_first(walk_.bracket(ok_.p, ok_.pose, p));
}

// The poses before it that are ok may have collisions between them.
PathFailure WayCheck::find_first(PathFailure failure) {
  const bool is_none = failure.status == SampleStatus::ok;
  if (is_none || collisions_ == nullptr || failure.p <= clear_until_) return failure;
  SurveyNode begin;
  begin.p = step_inside_piece(clear_until_, piece_.low, piece_.high, walk_.model().p_max());
  const Sample& sample = walk_.visit(begin.p);
  if (sample.status != SampleStatus::ok) return failure;
  begin.motion = sample.motion;
  PathFailure first = collisions_->find_before(failure.p, begin);
  const bool is_before = first.status == SampleStatus::colliding && first.p < failure.p;
  return is_before ? first : failure;
}

PathFailure WayCheck::find_between(const PanelDraft& draft) {
  PathFailure failure = find_first(change_points_.find(draft.nodes()));
  if (failure.status == SampleStatus::ok) failure = find_collision(draft);
  if (failure.status == SampleStatus::ok) failure = find_end_of_travel(draft);
  return failure;
}

PathFailure WayCheck::find_collision(const PanelDraft& draft) {
  if (collisions_ == nullptr) return {};
  PathFailure failure = collisions_->find(draft.nodes());
  if (failure.status == SampleStatus::ok) clear_until_ = draft.nodes().back().p;
  return failure;
}

PathFailure WayCheck::find_end_of_travel(const PanelDraft& draft) {
  for (const double p : list_travel_suspects(draft, walk_.model().travel())) {
    if (walk_.visit(p).status == SampleStatus::ok) continue;
    PathFailure failure = find_obstacle(p);
    if (failure.status != SampleStatus::ok) return failure;
  }
  return {};
}

}  // namespace survey
}  // namespace globaldyn::inside
