#pragma once

#include "optimize/pareto/outcome.h"

namespace globaldyn {

/// Objectives as a search sees them: plain numbers, 0 where `zero` is, 1 a `unit` above.
struct MeritScale {
  double zero{0.0};
  double unit{1.0};  ///< > 0
};

/// Searches need finite numbers everywhere. A scaled objective stays as it is up to kMeritKnee;
/// beyond it grows ever more slowly, smoothly, and never reaches kMeritKnee + 1, however large the
/// objective.
inline constexpr double kMeritKnee = 10.0;
[[nodiscard]] double calc_merit(double objective, const MeritScale& scale);

/// What takes the place of each objective of an outcome that has none: between kMeritKnee + 1 and
/// kMeritKnee + 2, growing with the violation. So it is worse than anything that is feasible, shows
/// the way back, and joins on without a step where objectives grow without bounds on the way
/// to where they do not exist (as the time of a machine does that can hardly move any more).
[[nodiscard]] double calc_missing_merit(double violation);

/// The violation as a constraint, to be at most 0: as it is while small, always less than 1.
[[nodiscard]] double calc_constraint(double violation);

/// The merit of an objective, or what takes its place.
[[nodiscard]] double calc_merit(const Outcome& outcome, std::size_t objective,
                                const MeritScale& scale);

/// The same for searches that know no constraints: feasible first (Deb 2000), that is, the merit of
/// the objective if the outcome is feasible, else calc_missing_merit(). It has a step where
/// feasibility ends.
[[nodiscard]] double calc_feasible_merit(const Outcome& outcome, std::size_t objective,
                                         const MeritScale& scale);

}  // namespace globaldyn
