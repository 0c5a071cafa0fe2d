#include "globaldyn/cycle/cycle_losses.h"

#include "globaldyn/cycle/planned_cycle.h"

namespace globaldyn::inside {
inline namespace cycle {

LossCurve find_loss_curve(const Machine& machine, const Cycle& cycle,
                          const PlannedMotionOptions& options, int points) {
  Cycle free = cycle;
  free.period.reset();
  PlannedMotionOptions quick = options;
  quick.checks = 0;
  quick.samples = 1;
  quick.rate = 0.0;
  quick.multiple_of = 0.0;
  quick.plan.report = false;
  const auto plan = [&](const MotionWish& wish) {
    quick.plan.wish = wish;
    return plan_cycle(machine, free, quick).plan;
  };
  const MotionWish& asked = options.plan.wish;
  return record::find_loss_curve(plan, asked.within_rated, asked.time, points);
}

}  // namespace cycle
}  // namespace globaldyn::inside
