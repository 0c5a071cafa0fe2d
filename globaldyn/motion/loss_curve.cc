#include "globaldyn/motion/loss_curve.h"

#include <cmath>

namespace globaldyn::inside {
inline namespace motion {

LossCurve find_loss_curve(PathAnalysis& analysis, PathPlanOptions options, int points) {
  // Nearer to the least time the program is slow: hardly any motion is left.
  constexpr double kFirst = 1.002, kLast = 2.0;
  LossCurve curve;
  const double asked = options.wish.time;
  options.report = false;
  options.wish.time = 0.0;
  options.wish.least_losses = false;
  const PathPlan fastest = analysis.plan(options);
  if (!fastest.has_motion()) {
    curve.reason = fastest.reason;
    return curve;
  }
  const double least = fastest.time() * kFirst;
  const double most = asked > 0.0 ? asked : kLast * fastest.time();
  options.wish.least_losses = true;
  for (int i = 0; i < points; ++i) {
    options.wish.time = least * std::pow(most / least, static_cast<double>(i) / (points - 1));
    const PathPlan plan = analysis.plan(options);
    if (!plan.has_motion()) {
      curve.reason = plan.reason;
      continue;
    }
    curve.losses_unit = plan.wished->losses_unit;
    curve.points.push_back({options.wish.time, plan.wished->losses});
  }
  return curve;
}

}  // namespace motion
}  // namespace globaldyn::inside
