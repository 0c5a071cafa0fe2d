#pragma once

#include <memory>

#include "optimize/store/design_record.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace evaluator {

/// Turns designs of a study into numbers. What does not change between designs (the machine's
/// document, formulas, samples of tolerances) is computed once. One per thread; the study must
/// outlive it.
class DesignEvaluator {
 public:
  explicit DesignEvaluator(const Study& study);
  ~DesignEvaluator();
  DesignEvaluator(const DesignEvaluator&) = delete;
  DesignEvaluator& operator=(const DesignEvaluator&) = delete;

  /// All numbers of a design. It always returns: a machine that cannot do what is asked of it is
  /// infeasible, one that cannot be built or computed has failed. The record has no id, no hash and
  /// no time yet. Depends on nothing but the study and the design.
  ///
  /// The violation is the sum of the scaled excess of all constraints and of the shortfalls of
  /// measures (measure_machine()) in the scenario and sample where these are largest; infinite if
  /// the design failed.
  [[nodiscard]] DesignRecord evaluate(const Design& design);

  /// The numbers of a design for each sample of the study's tolerances (the first is nominal), as
  /// if each were a study of its own; a single failed record if one cannot be built.
  [[nodiscard]] std::vector<DesignRecord> evaluate_samples(const Design& design);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

/// The table of a study: its variables, objectives, constraints, and as quantities its measures
/// and named formulas, in every scenario (NAME or, of several, NAME[SCENARIO]), without tolerances.
[[nodiscard]] std::vector<StudyColumn> make_columns(const Study& study);

}  // namespace evaluator
}  // namespace globaldyn::inside
