#include "optimize/refinement/merit.h"

namespace globaldyn::inside {
inline namespace refinement {
namespace {

// From [0, inf] to [0, 1], with slope 1 at 0.
double squeeze(double x) {
  return 1.0 - 1.0 / (1.0 + x);
}

}  // namespace

double calc_merit(double objective, const MeritScale& scale) {
  const double scaled = (objective - scale.zero) / scale.unit;
  return scaled <= kMeritKnee ? scaled : kMeritKnee + squeeze(scaled - kMeritKnee);
}

double calc_missing_merit(double violation) {
  return kMeritKnee + 1.0 + squeeze(violation);
}

double calc_constraint(double violation) {
  return squeeze(violation);
}

double calc_merit(const Outcome& outcome, std::size_t objective, const MeritScale& scale) {
  return outcome.objectives.empty() ? calc_missing_merit(outcome.violation)
                                    : calc_merit(outcome.objectives[objective], scale);
}

double calc_feasible_merit(const Outcome& outcome, std::size_t objective, const MeritScale& scale) {
  return outcome.is_feasible() ? calc_merit(outcome.objectives[objective], scale)
                               : calc_missing_merit(outcome.violation);
}

}  // namespace refinement
}  // namespace globaldyn::inside
