#pragma once

#include <string>
#include <vector>

#include "optimize/run/study_run.h"

namespace globaldyn {

/// A point of a front that a local search made better.
struct Refined {
  std::size_t from{0};        ///< the evaluation it was
  std::size_t to{0};          ///< the evaluation it is; the same: nothing was found
  std::vector<double> gains;  ///< by how much each objective became better, in its own unit
};

/// What a study came to.
struct StudyResult {
  std::string end;  ///< why the search ended: budget, time limit, stagnation, generations,
                    ///< exhausted, done
  StudyProgress progress;
  std::vector<std::size_t> front;  ///< evaluations of the designs that none dominates, ascending
  std::vector<Refined> refined;
  double hypervolume_before{0.0};  ///< of the points refined, see FrontRefinement
  double hypervolume_after{0.0};
};

/// Runs the search of a study, then refines its front if that is asked for. What the store knows
/// already is not evaluated again, so a study that was stopped goes on as if it had not been.
/// Tells the store's events why it ended.
/// @throws Interrupted if cancelled: what is known is stored. InputError if the store's evaluations
///   are not those of this search. Error if the store cannot be written or designs not be evaluated
[[nodiscard]] StudyResult run_study(const Study& study, StudyStore& store, Executor& executor,
                                    std::uint64_t inputs, const StudyRunOptions& options);

/// A design as near as its variables come to what the machine file says, first choices of all
/// others.
[[nodiscard]] Design make_nominal_design(const Study& study);

/// How many designs a study asks for at most, those of its refinement not counted.
[[nodiscard]] std::size_t count_designs(const Study& study, const StudyRunOptions& options);

}  // namespace globaldyn
