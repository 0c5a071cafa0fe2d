#include "globaldyn/survey/change_point_search.h"

namespace globaldyn {

PathFailure ChangePointSearch::find(const std::vector<SurveyNode>& nodes) {
  for (const SurveyNode& node : nodes) {
    if (node.orientation == 0) continue;
    const Place here{node.p, node.orientation, node.kinematic_ratio};
    if (last_.orientation != 0 && last_.orientation != here.orientation && last_.p < here.p) {
      const PathFailure found = search(last_, here);
      if (found.status != SampleStatus::ok) return found;
    }
    last_ = here;
  }
  return {};
}

// By halving, and where the ratios of pivots, which fall like the distance, say it is: that is much
// nearer than where the machine first loses rank in the eyes of a solver. Very near to it the loops
// leave the solution to all equations at once, and the orientation is not known. The equations
// chosen at home may lose rank although the machine's do not: then the ratio of all stays as it is.
PathFailure ChangePointSearch::search(Place low, Place high) {
  constexpr double kLost = 1e-8;
  constexpr int kMostRounds = 80;
  for (int round = 0; round < kMostRounds; ++round) {
    const double share = round % 2 == 0 ? 0.5 : low.ratio / (low.ratio + high.ratio);
    const double middle = low.p + share * (high.p - low.p);
    if (!(low.p < middle && middle < high.p)) break;
    const Sample& sample = walk_.visit(middle);
    const bool is_singular = sample.status == SampleStatus::singular;
    if (!is_singular && sample.status != SampleStatus::ok) break;  // others find out why
    if (is_singular || sample.kinematic_ratio <= kLost) {
      const double at = low.ratio / (low.ratio + high.ratio);
      return {SampleStatus::singular, low.p + at * (high.p - low.p),
              "the machine's Jacobian loses rank"};
    }
    if (sample.orientation == 0) continue;
    (sample.orientation == low.orientation ? low : high) = {middle, sample.orientation,
                                                            sample.kinematic_ratio};
  }
  return {};
}

}  // namespace globaldyn
