#pragma once

#include <string>
#include <vector>

#include "optimize/run/study_run.h"

namespace globaldyn::inside {
inline namespace run {

/// A point of a front improved by a local search.
struct Refined {
  std::size_t from{0};        ///< the evaluation it was
  std::size_t to{0};          ///< the evaluation it is; the same: nothing was found
  std::vector<double> gains;  ///< by how much each objective improved, in its own unit
};

/// The result of a study.
struct StudyResult {
  std::string end;  ///< why the search ended: budget, time limit, stagnation, generations,
                    ///< exhausted, done; and whether the refinement's time was up
  StudyProgress progress;
  std::vector<std::size_t> front;  ///< evaluations of the designs that none dominates, ascending
  std::vector<Refined> refined;
  double hypervolume_before{0.0};  ///< of the points refined, see FrontRefinement; NaN of several
                                   ///< seeds
  double hypervolume_after{0.0};
};

/// Runs the search of a study, then refines its front if requested; with several seeds all of that
/// for one after the other, in one store (SeedOrder), the front being that over all of them. What
/// is already in the store is not evaluated again, so a study that was stopped continues as if it
/// had not been. Records in the store's events why it ended.
/// @throws Interrupted if cancelled: what is known is stored. InputError if the store's evaluations
///   are not those of this search, or of as many seeds. Error if the store cannot be written or
///   designs cannot be evaluated
[[nodiscard]] StudyResult run_study(const Study& study, StudyStore& store, Executor& executor,
                                    std::uint64_t inputs, const StudyRunOptions& options);

/// The design whose variables are as close as possible to the machine file's values; first choices
/// for all others.
[[nodiscard]] Design make_nominal_design(const Study& study);

/// @throws InputError if the designs of this budget are to be listed before the search, and would
///   not fit into memory
void check_budget(const Study& study, std::size_t budget);

/// How many designs a study asks for at most with each seed, those of its refinement included.
[[nodiscard]] std::size_t count_designs(const Study& study, const StudyRunOptions& options);

}  // namespace run
}  // namespace globaldyn::inside
