#pragma once

#include <string>

#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside::report {

/// What a planned motion is, in titles: "fastest motion", "given motion", ...
[[nodiscard]] inline std::string call_motion(const PlannedMotion& motion) {
  if (motion.plan.given) return "given motion";
  if (motion.plan.wished) {
    const MotionWish& wish = motion.plan.wished->wish;
    const std::string within = wish.within_rated ? " within rated forces" : "";
    if (wish.least_energy) return "motion of least energy" + within;
    if (wish.least_losses) return "motion of least losses" + within;
    if (wish.variation_worth > 0.0) return "fast motion of even forces" + within;
    if (wish.within_rated) return "fastest motion" + within;
  }
  const bool is_slowed = motion.is_cycle && motion.shortest < motion.plan.time();
  return is_slowed ? "motion at its period" : "fastest motion";
}

}  // namespace globaldyn::inside::report
