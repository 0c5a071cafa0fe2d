#pragma once

#include <cstddef>
#include <functional>

#include "optimize/pareto/outcome.h"
#include "optimize/search/design_space.h"
#include "optimize/search/evaluations.h"

namespace globaldyn::inside {
inline namespace refinement {

/// What a course gets for a design it asks for.
struct Answer {
  std::size_t number{0};            ///< of the evaluation
  const Outcome* outcome{nullptr};  ///< valid as long as the Evaluations; null: there are none
                                    ///< left, and the course must end

  [[nodiscard]] explicit operator bool() const { return outcome != nullptr; }
};

/// Asks for the outcome of a design and waits for it.
using Ask = std::function<Answer(const Design& design)>;

/// A search that asks for one design after the other, as callback-driven algorithms do. What it
/// asks next follows only from the answers it got.
using Course = std::function<void(std::size_t index, const Ask& ask)>;

/// Runs course(0) … course(count - 1), up to `width` >= 1 of them at once, each on a thread of its
/// own, in rounds: when every running course has asked for one design or has ended, and each that
/// ended has been replaced by the next one, the designs are submitted together in the order of the
/// courses. So the designs and their order follow from the outcomes and the width, not from timing.
/// A run cut short by left() has submitted the first designs of the full run.
///
/// `evaluations` is used by the calling thread only. Courses not started when no evaluations are
/// left are never started. No thread is left behind, however this ends.
/// @throws what `evaluations` throws (Interrupted), or what a course throws: the first one of a
///     round. The others are told that there are no designs left.
void run_in_lock_step(std::size_t count, std::size_t width, const Course& course,
                      Evaluations& evaluations);

}  // namespace refinement
}  // namespace globaldyn::inside
