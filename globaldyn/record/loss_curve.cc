#include "globaldyn/record/loss_curve.h"

#include <cmath>

namespace globaldyn::inside {
inline namespace record {

LossCurve find_loss_curve(const std::function<PathPlan(const MotionWish&)>& plan, bool within_rated,
                          double most, int points) {
  // Nearer to the least time the program is slow: hardly any motion is left.
  constexpr double kFirst = 1.002, kLast = 2.0;
  LossCurve curve;
  const PathPlan fastest = plan({.within_rated = within_rated});
  if (!fastest.has_motion()) {
    curve.reason = fastest.reason;
    return curve;
  }
  const double pause = fastest.wished ? fastest.wished->pause : 0.0;
  const double least = (fastest.time() + pause) * kFirst;
  if (most <= 0.0) most = kLast * (fastest.time() + pause);
  MotionWish wish{.within_rated = within_rated, .least_losses = true};
  for (int i = 0; i < points; ++i) {
    wish.time = least * std::pow(most / least, static_cast<double>(i) / (points - 1));
    const PathPlan found = plan(wish);
    if (!found.has_motion()) {
      curve.reason = found.reason;
      continue;
    }
    curve.losses_unit = found.wished->losses_unit;
    curve.points.push_back({wish.time, found.wished->losses});
  }
  return curve;
}

LossCurve find_loss_curve(PathAnalysis& analysis, PathPlanOptions options, int points) {
  options.report = false;
  const MotionWish asked = options.wish;
  const auto plan = [&](const MotionWish& wish) {
    options.wish = wish;
    return analysis.plan(options);
  };
  return find_loss_curve(plan, asked.within_rated, asked.time, points);
}

}  // namespace record
}  // namespace globaldyn::inside
