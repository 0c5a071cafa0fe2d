#pragma once

#include <optional>
#include <vector>

#include "core/loops/loop_equation.h"

namespace globaldyn::inside {
inline namespace core {

/// If pivots differ by more than this, singularity is judged elsewhere: solutions are known to
/// round_off::kSolved, so that seven digits are left.
inline constexpr double kSurePivots = 1e-5;

/// Which equations of a mechanism's loops and of its task determine which rates of its tree, in
/// which order. Chosen at one pose, and the same wherever it is used.
struct LoopStructure {
  const Mechanism* mechanism{nullptr};
  std::vector<LoopEquation> equations;  ///< kept: as many as there are columns that are not free
  std::vector<LoopEquation> dependent;  ///< implied by the others: checked only
  std::vector<int> place;               ///< index of each column among the kept or the free ones
  std::vector<int> kept_columns;
  std::vector<int> free_columns;
  /// Per equation, the places of its columns that are kept: in the order of its columns, of which
  /// they are the first.
  std::vector<std::vector<int>> unknowns;
};

/// Chooses independent equations, all of the task's among them, and the columns they determine.
/// Nothing if the structure is of no use there.
/// @param tree at a pose that satisfies the joints and the task; moved about, and brought back
/// @param idle_count freedoms that are taken at zero rate
[[nodiscard]] std::optional<LoopStructure> choose_loop_structure(const Mechanism& mechanism,
                                                                 SpanningTree& tree,
                                                                 const Task& task, int idle_count);

}  // namespace core
}  // namespace globaldyn::inside
