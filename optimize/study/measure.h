#pragma once

#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace study {

/// Something computed from a machine: what dotted names in a study's formulas stand for.
struct Measure {
  enum class Kind {
    of_path,        ///< PATH.CRITERION: a criterion of paths, or a formula of the machine file
    of_path_poses,  ///< PATH.CRITERION.min, .max, .mean: a criterion of poses along the path
    of_cycle,       ///< CYCLE.CRITERION: a criterion of the fastest motion, or such a formula
    of_map,         ///< MAP.REDUCTION, or MAP.COLUMN.min, .max, .mean
    of_machine,     ///< machine.CRITERION: one that was added, of a machine as a whole
  };
  Kind kind{Kind::of_path};
  std::string name;                      ///< as in formulas
  std::size_t place{0};                  ///< the number of the path, cycle or map in the machine
  PathCriterion criterion;               ///< of_path, of_cycle
  CriterionRequest pose_criterion;       ///< of_path_poses
  ReductionRequest reduction;            ///< of_map, of_path_poses: how the values are reduced
  const Criterion* of_machine{nullptr};  ///< of that kind; null: this program does not know it
  SourcePlace named_at;                  ///< of that kind
  QuantityUnit unit;
  bool has_dimension{false};
  Dimension dimension;
};

/// The measure of the machine that a dotted name refers to. Criteria of the machine as a whole need
/// not be known: what was measured by another program can be read.
/// @throws InputError at `place` with the closest name, for an unknown path, map, criterion or
///   reduction, and for criteria that have a value for each drive
[[nodiscard]] Measure find_measure(const Machine& machine, const std::string& name,
                                   const SourcePlace& place);

/// @throws InputError with the closest name for the first criterion that this program does not know
void require_known(const std::vector<Measure>& measures);

}  // namespace study
}  // namespace globaldyn::inside
