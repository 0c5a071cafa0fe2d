#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "globaldyn/plan/rows/budget.h"
#include "globaldyn/plan/rows/grid_motion.h"
#include "globaldyn/plan/rows/row_grid.h"
#include "globaldyn/plan/rows/row_plan.h"
#include "globaldyn/plan/rows/speed_barrier.h"

namespace globaldyn::inside {
inline namespace plan {

// The stages of plan_rows(), each in a file of its own; row_plan.cc puts them together, and
// docs/planning.md says what they are for.

/// Where to divide each segment of a grid: see RowGrid::divide().
using Cuts = std::vector<std::vector<double>>;

/// How far the motion in PlanState::plan can be relied on.
enum class Standing {
  none,         ///< there is no motion
  provisional,  ///< found before it was known how fast motions are, and so how large the errors of
                ///< rows may be: it serves guesses, and is told if the work ends
  kept,         ///< it keeps all rows with their possible errors
};

/// What rounds of planning hand on to the next. The grid's segments carry the rest: their rows as
/// sides, guesses for roots, levels of errors, and shapes of motions.
struct PlanState {
  PlanState(RowField& field, const PlanOptions& options);

  RowField& field;
  const PlanOptions& options;
  RowGrid grid;
  Budget budget;

  Plan plan;  ///< the fastest motion so far, and the highest lower bound of the time
  Standing standing{Standing::none};
  std::vector<double> known_bounds;  ///< of x at nodes: no motion is above; infinite at new nodes

  bool has_rough_guess{false};  ///< with roots: whether first guesses are of a rough motion
  /// Whether the levels of errors are those of a motion and no longer those of the barrier: from
  /// the first motion on.
  bool has_levels{false};
  /// Whether the next motion within the tolerance is taken whether it is faster or not: after
  /// segments were divided for the sake of drive forces.
  bool may_renew{false};
  double last_gap{kInfinity};  ///< s, between the bounds when the grid was last refined for it
  int failures{0};             ///< rounds without a motion
  int refusals{0};             ///< motions refused because rows may have larger errors there
  int dip_rounds{0};           ///< grids divided for the sake of drive forces
  int rounds_to_keep{1};       ///< with roots: rounds still to be made before the grid is refined
  std::size_t raises{0};       ///< with roots: guesses raised above the motion, on this grid

  /// Whether a time is as close to the lower bound as was asked for.
  [[nodiscard]] bool is_near(double time) const {
    return time - plan.time_lower <= options.tolerance * time;
  }
  [[nodiscard]] bool is_close() const { return standing == Standing::kept && is_near(plan.time); }
  [[nodiscard]] bool has_motion() const { return standing != Standing::none; }
};

/// What follows a stage.
enum class Next {
  go_on,    ///< the next stage of the round
  repeat,   ///< a round on the same grid, whose guesses, levels or shapes are others now
  raise,    ///< the same, with guesses above the motion: only if that helps they are kept
  divide,   ///< a round on a finer grid
  finish,   ///< the end, if the plan also keeps the sides that were left out
  give_up,  ///< the end: work or memory are used up
  stop,     ///< the end, without a motion
};

struct Step {
  Next next{Next::go_on};
  Cuts cuts{};                             ///< divide
  PlanStatus status{PlanStatus::gave_up};  ///< stop: why
  std::size_t node{0};                     ///< stop: where
};

/// What judge_motion() makes of a motion.
enum class Verdict {
  kept,     ///< it is the plan now
  slower,   ///< there is a faster one
  refused,  ///< it would be the plan if it were known to keep rows with their possible errors
};

/// What one round found.
struct Round {
  SpeedBarrier barrier;
  std::optional<GridMotion> motion;
  std::size_t blocked_segment{0};  ///< without a motion: none gets past it, with its sides as lines
  Verdict verdict{Verdict::slower};  ///< with one
};

// Grid. Segments short enough to look at, with a node between any two stops.

/// Whether a segment is so short that what happens on it happens at a point.
[[nodiscard]] bool is_point(const RowGrid& grid, const GridSegment& segment);
/// Whether quadratics on a segment say anything about its rows.
[[nodiscard]] bool is_resolved(const GridSegment& segment);
/// False if memory is too short for the first grid.
[[nodiscard]] bool make_first_grid(PlanState& state);
[[nodiscard]] std::size_t count_cuts(const Cuts& cuts);
/// Divides segments; raised guesses may be tried anew.
void divide(PlanState& state, const Cuts& cuts);

// Guess. With roots: x about which they are replaced by lines, before there is a motion.

/// From a rough motion; without one, from barriers that come down as guesses get better.
[[nodiscard]] Step guess_first(PlanState& state);

// Bound. The barrier, its time, and what follows from it alone.

[[nodiscard]] Step find_bound(PlanState& state, Round& round);

// Search. A motion below the barrier, or where there is none.

void find_motion(PlanState& state, Round& round);

// Accept. Whether a motion is the plan, and the levels of errors that it shows.

void judge_motion(PlanState& state, Round& round);
/// Levels as the refused motion needs them: now that they are known there may be another one.
void raise_levels(PlanState& state, const Round& round);
/// Levels as the motion needs them, with room for faster ones.
void take_levels_of_motion(PlanState& state, const Round& round);

// Refine. The next round: on a finer grid, with better guesses, or none.

/// After a round without a motion.
[[nodiscard]] Step get_past(PlanState& state, const Round& round);
/// After the first motion, found without knowing the errors of rows along it.
[[nodiscard]] Step begin_again(PlanState& state, const Round& round);
/// While the bounds are too far apart.
[[nodiscard]] Step bring_closer(PlanState& state, const Round& round);
/// When the bounds are close enough.
[[nodiscard]] Step smooth_out(PlanState& state, const Round& round);

// Verify. The plan against the sides left out.

/// Whether the plan keeps all sides; if not there is none, and those it violates are put back.
[[nodiscard]] bool verify_plan(PlanState& state);

}  // namespace plan
}  // namespace globaldyn::inside
