#pragma once

#include <string>
#include <vector>

#include "core/expression/expression.h"
#include "core/expression/shown_units.h"
#include "core/mechanism/mechanism.h"
#include "globaldyn/criteria/criterion.h"

namespace globaldyn::inside {
inline namespace criteria {

/// A criterion of paths asked for: one of the registry, or a formula of the machine file.
struct PathCriterion {
  std::string name;
  const Criterion* criterion{nullptr};  ///< null: a formula
  std::string drive;  ///< the name of that whose value it is, for those with a value for each
  QuantityUnit unit;
  bool has_dimension{false};  ///< it may be unknown for a formula
  Dimension dimension;
  Better better{Better::larger};
  double when_unreachable{0.0};
  std::size_t formula{0};  ///< its number, if it is a formula
};

/// A criterion of paths that the machine file defines from others: `criteria: {NAME: {formula,
/// better}}`.
struct CriterionFormula {
  std::string name;
  Expression expression;            ///< of the criteria it uses, in their order
  std::vector<PathCriterion> uses;  ///< formulas before it among them
  std::string description;
  QuantityUnit unit;
  Better better{Better::larger};
};

/// What has to be computed for a path to get the criteria.
struct PathNeeds {
  bool regions{false};   ///< what is accessible along it
  bool plan{false};      ///< the fastest motion
  bool forces{false};    ///< what the drives do in that motion
  bool tracking{false};  ///< how well machines that are off follow it
  bool inertias{false};  ///< what its motors move
  bool law{false};       ///< how fast the law may be that is given
  bool rated{false};     ///< the fastest motion within what motors bear for ever
  bool losses{false};    ///< what motors lose at least in a given time
  bool prices{false};    ///< what more power would save of the fastest motion's time
  bool motion{false};    ///< the whole fastest motion

  /// Adds the needs of one more criterion; for a formula, those of all criteria it uses.
  void add(const PathCriterion& criterion, const std::vector<CriterionFormula>& formulas);
};

/// Whether criteria with these needs are for cycles as well: those of the fastest motion and what
/// drives do in it.
[[nodiscard]] bool is_of_cycles(const PathNeeds& needs);

/// The needs of one criterion.
[[nodiscard]] PathNeeds find_needs(const PathCriterion& criterion,
                                   const std::vector<CriterionFormula>& formulas);

/// A criterion's value on a path.
struct CriterionValue {
  std::string path;
  PathCriterion criterion;
  double value{0.0};
  std::string status;  ///< empty; or why there is no value: `unlimited`, `gave_up`, as of plans
  std::string reason;  ///< one line, if there is no value or the machine does not get to the end
  bool exceeds_limits{false};  ///< a motion that is given does, as `reason` says
};

/// The criteria a name stands for: one; or, for a criterion that has a value for each drive, those
/// of all drives; NAME_DRIVE is that of one drive, which may also be one of those that are off.
/// @throws InputError at `place` with the most similar name
[[nodiscard]] std::vector<PathCriterion> find_path_criteria(
    const std::string& name, const Mechanism& mechanism, const Drives& off,
    const std::vector<CriterionFormula>& formulas, const SourcePlace& place);

}  // namespace criteria
}  // namespace globaldyn::inside
