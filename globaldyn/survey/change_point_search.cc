#include "globaldyn/survey/change_point_search.h"

namespace globaldyn::inside {
inline namespace survey {

PathFailure ChangePointSearch::find(const std::vector<SurveyNode>& nodes) {
  for (const SurveyNode& node : nodes) {
    if (node.orientation == 0) continue;
    const BranchPlace here{node.p, PoseStatus::ok, node.orientation, node.kinematic_ratio};
    if (last_.orientation != 0 && last_.orientation != here.orientation && last_.p < here.p) {
      const auto found = find_change_point(last_, here, [&](double p) { return look(p); });
      if (found) return {SampleStatus::singular, *found, "the machine's Jacobian loses rank"};
    }
    last_ = here;
  }
  return {};
}

BranchPlace ChangePointSearch::look(double p) {
  const Sample& sample = walk_.visit(p);
  const bool is_singular = sample.status == SampleStatus::singular;
  const bool is_ok = sample.status == SampleStatus::ok;
  return {p,
          is_singular ? PoseStatus::singular
          : is_ok     ? PoseStatus::ok
                      : PoseStatus::unreachable,
          sample.orientation, sample.kinematic_ratio};
}

}  // namespace survey
}  // namespace globaldyn::inside
