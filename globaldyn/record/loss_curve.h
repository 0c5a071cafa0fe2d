#pragma once

#include <functional>
#include <string>
#include <vector>

#include "globaldyn/motion/path_analysis.h"

namespace globaldyn::inside {
inline namespace record {

/// The least that motors lose in a time.
struct LossPoint {
  double time{0.0};    ///< s, stops included
  double losses{0.0};  ///< in the curve's unit, see LossWeights
};

/// How much less motors lose in more time.
struct LossCurve {
  std::vector<LossPoint> points;  ///< time increasing
  std::string losses_unit;
  std::string reason;  ///< one line: why there are no points, or fewer than asked for
};

/// Of motions that `plan` finds for a wish. The first is next to the fastest, by 0.2 % of its time;
/// the last takes `most`, or twice the least if that is 0; between them times grow by equal
/// factors.
[[nodiscard]] LossCurve find_loss_curve(const std::function<PathPlan(const MotionWish&)>& plan,
                                        bool within_rated, double most, int points);

/// Of motions along the path within all limits, as options.wish says.
[[nodiscard]] LossCurve find_loss_curve(PathAnalysis& analysis, PathPlanOptions options,
                                        int points);

}  // namespace record
}  // namespace globaldyn::inside
