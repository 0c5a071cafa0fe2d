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

// By halving, and where the ratios of pivots, which fall like the distance, say it is. Very near to
// it the loops leave the solution to all equations at once, and the orientation is not known. The
// equations chosen at home may lose rank although the machine's do not: then the ratio of all stays
// as it is.
PathFailure ChangePointSearch::search(Place low, Place high) {
  constexpr double kLost = 1e-8;
  constexpr int kMostRounds = 80;
  const auto is_between = [&](double p) { return low.p < p && p < high.p; };
  const auto guess = [&] {
    return low.p + low.ratio / (low.ratio + high.ratio) * (high.p - low.p);
  };
  for (int round = 0; round < kMostRounds; ++round) {
    const double middle = round % 2 == 0 ? 0.5 * (low.p + high.p) : guess();
    if (!is_between(middle)) break;
    const Sample& sample = walk_.visit(middle);
    const bool is_singular = sample.status == SampleStatus::singular;
    if (!is_singular && sample.status != SampleStatus::ok) break;  // others find out why
    if (is_singular || sample.kinematic_ratio <= kLost) {
      return {SampleStatus::singular, guess(), "the machine's Jacobian loses rank"};
    }
    if (sample.orientation == 0) continue;
    (sample.orientation == low.orientation ? low : high) = {middle, sample.orientation,
                                                            sample.kinematic_ratio};
  }
  return {};
}

}  // namespace globaldyn
