#pragma once

#include "optimize/pareto/outcome.h"

namespace globaldyn::inside {
inline namespace refinement {

/// Objectives as a search sees them: plain numbers, 0 where `zero` is, 1 a `unit` above.
struct MeritScale {
  double zero{0.0};
  double unit{1.0};  ///< > 0
};

/// Searches need finite numbers everywhere. A scaled objective is unchanged up to kMeritKnee;
/// beyond, the merit grows ever more slowly, smoothly, and never reaches kMeritKnee + 1, however
/// large the objective.
inline constexpr double kMeritKnee = 10.0;
[[nodiscard]] double calc_merit(double objective, const MeritScale& scale);

/// Replaces each objective of an outcome that has none: between kMeritKnee + 1 and kMeritKnee + 2,
/// growing with the violation. So it is worse than anything feasible, shows the way back, and joins
/// without a step where objectives grow without bound before they cease to exist (like the time of
/// a machine that can hardly move any more).
[[nodiscard]] double calc_missing_merit(double violation);

/// The violation as a constraint that must be at most 0: unchanged while small, always less than 1.
[[nodiscard]] double calc_constraint(double violation);

/// The merit of an objective, or of what replaces it.
[[nodiscard]] double calc_merit(const Outcome& outcome, std::size_t objective,
                                const MeritScale& scale);

/// The same for searches without constraints: feasible first (Deb 2000), that is, the merit of the
/// objective if the outcome is feasible, otherwise calc_missing_merit(). It has a step where
/// feasibility ends.
[[nodiscard]] double calc_feasible_merit(const Outcome& outcome, std::size_t objective,
                                         const MeritScale& scale);

}  // namespace refinement
}  // namespace globaldyn::inside
