#include "globaldyn/rating/wished_figures.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace rating {
namespace {

void require_losses(const Drives& drives, double time, const SourcePlace& place) {
  if (time <= 0.0) {
    throw InputError(place, "criterion 'losses_at' without a time",
                     "expected 'evaluate --time', or 'time' in a study's 'precision'");
  }
  const bool are_known = std::all_of(drives.begin(), drives.end(), [](const Drive& drive) {
    return drive.limit.loss_weight > 0.0;
  });
  if (!are_known) {
    throw InputError(place, "criterion 'losses_at' of drives without 'loss_weight'",
                     "expected it of every drive");
  }
}

}  // namespace

void add_wished_figures(const Machine& machine, const PathNeeds& needs,
                        const std::function<PathPlan(const MotionWish&)>& plan, double time,
                        const SourcePlace& place, PathModel& model) {
  if (needs.rated) {
    const PathPlan cool = plan({.within_rated = true});
    if (cool.has_motion()) {
      model.time_within_rated = cool.time() + cool.wished->pause;
      model.rated_prices = cool.wished->prices.rated;
    } else {
      model.reason = cool.reason;
    }
  }
  if (!needs.losses) return;
  require_losses(machine.mechanism.drives, time, place);
  const PathPlan least = plan({.least_losses = true, .time = time});
  if (least.has_motion()) {
    model.losses = least.wished->losses;
  } else {
    model.reason = least.reason;
  }
}

}  // namespace rating
}  // namespace globaldyn::inside
