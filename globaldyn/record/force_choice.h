#pragma once

#include <optional>

#include "core/base/interval.h"
#include "globaldyn/limits/limit_rows.h"

namespace globaldyn {

/// Which of the drive forces that give the same motion, where there are more drives than freedoms.
enum class ForceChoice {
  minimum,  ///< the least norm within the limits
  preload,  ///< nearest to forces given
  smooth,   ///< changing least from sample to sample
};

/// The drive forces of a motion at one instant, n = particular + V y, and what limits them.
struct ForceProblem {
  VectorXd particular;  ///< m: of the least norm
  MatrixXd V;           ///< m x r
  LimitSystem limits;
  double d1{0.0};
  double d2{0.0};
  VectorXd per_d2;                   ///< m: the particular forces' change by d2; for `d2_range`
  std::optional<Interval> d2_range;  ///< the accessible d2 at d1, if known; ends may be infinite
};

/// How forces keep their limits.
struct ChosenForces {
  VectorXd forces;        ///< m
  double violation{0.0};  ///< the most by which a limit is exceeded, relative to its size: half of
                          ///< its range, or itself if it has one side only
};

/// The forces nearest to `wanted` (m) within the limits; if there are none, within limits wider by
/// the least share of their size there are forces for, to 2 % of that share or 1e-12.
[[nodiscard]] ChosenForces choose_forces(const ForceProblem& problem, const VectorXd& wanted);

/// The same, but where d2 is nearly as large, or small, as it can be (ForceProblem::d2_range).
/// There what forces are within the limits is little, yet may be long: the nearest of it would go
/// to and fro with the least that a plan's d2 is off by. Instead they are between the forces
/// nearest to `wanted` at both ends of what d2 may be, in proportion.
[[nodiscard]] ChosenForces choose_steady_forces(const ForceProblem& problem,
                                                const VectorXd& wanted);

/// For each of a motion's instants, by the choice. `preload` (m) is only looked at if asked for.
/// `smooth` least changes in the sum of squares from one instant to the next, found from few
/// instants to all.
[[nodiscard]] std::vector<ChosenForces> choose_all_forces(const std::vector<ForceProblem>& problems,
                                                          ForceChoice choice,
                                                          const VectorXd& preload);

}  // namespace globaldyn
