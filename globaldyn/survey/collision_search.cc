#include "globaldyn/survey/collision_search.h"

namespace globaldyn::inside {
inline namespace survey {

bool CollisionSearch::is_clear(double from_p, const Motion& from, double to_p,
                               const Motion& to) const {
  return walk_.is_surely_clear(from, to, to_p - from_p);
}

// Beyond the checks that are always worthwhile, only a limited number is allowed per path.
bool CollisionSearch::may_look(double length) {
  // Of the path: what Survey::failure() promises of obstacles.
  constexpr double kAlways = 1.0 / 512.0;
  // Of the path: where bodies touch all along, as they do on a guide, no distance is near enough.
  constexpr double kNearest = 1e-6;
  // As many as the others at most, so that close looks at most double the work.
  constexpr int kMostCloseLooks = 512;
  if (length > kAlways * p_max_) return true;
  return length > kNearest * p_max_ && ++close_looks_ <= kMostCloseLooks;
}

PathFailure CollisionSearch::find(std::span<const SurveyNode> nodes) {
  // A panel's ends alone do not show what happens inside it.
  const std::size_t last = nodes.size() - 1, middle = last / 2;
  const PathFailure first = find(nodes, 0, middle);
  return first.status == SampleStatus::ok ? find(nodes, middle, last) : first;
}

PathFailure CollisionSearch::find(std::span<const SurveyNode> nodes, std::size_t begin,
                                  std::size_t end) {
  const SurveyNode &from = nodes[begin], &to = nodes[end];
  if (is_clear(from.p, from.motion, to.p, to.motion)) return {};
  if (end - begin == 1) return find({from.p, from.motion}, to.p, &to.motion);
  const std::size_t middle = (begin + end) / 2;
  const PathFailure first = find(nodes, begin, middle);
  return first.status == SampleStatus::ok ? find(nodes, middle, end) : first;
}

PathFailure CollisionSearch::find_before(double p, const SurveyNode& from) {
  return find({from.p, from.motion}, p, nullptr);
}

// `to` is null where the machine is not ok.
PathFailure CollisionSearch::find(const Place& from, double to_p, const Motion* to) {
  // Of the path, the distance at which the task was checked before any pose: see TaskPieces.
  constexpr double kFurthest = 1.0 / 32.0;
  const bool is_near = to_p - from.p <= kFurthest * p_max_;
  if (is_near && to != nullptr && is_clear(from.p, from.motion, to_p, *to)) return {};
  if (!may_look(to_p - from.p)) {
    return to != nullptr ? PathFailure{} : walk_.bracket(from.p, from.motion.pose, to_p);
  }
  const double p = 0.5 * (from.p + to_p);
  const Sample* sample = &walk_.visit(p);
  if (sample->status != SampleStatus::ok) {
    const PathFailure first = find(from, p, nullptr);
    if (first.status != SampleStatus::ok) return first;
    // It may be reachable from below where it was not from above.
    sample = &walk_.visit(p);
    if (sample->status != SampleStatus::ok) return make_failure(*sample);
  }
  const Place middle{p, sample->motion};
  const PathFailure first = find(from, p, &middle.motion);
  return first.status == SampleStatus::ok ? find(middle, to_p, to) : first;
}

}  // namespace survey
}  // namespace globaldyn::inside
