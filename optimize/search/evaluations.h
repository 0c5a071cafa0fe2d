#pragma once

#include <cstddef>

#include "optimize/pareto/outcome.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace search {

/// All a search sees of the outside: the outcomes of designs, by number, in any order of
/// completion. So the same outcomes give the same course, however fast, and on however many
/// machines, they are computed.
class Evaluations {
 public:
  Evaluations() = default;
  Evaluations(const Evaluations&) = delete;
  Evaluations& operator=(const Evaluations&) = delete;
  virtual ~Evaluations() = default;

  /// How many more designs may be submitted. A search ends when it is 0. It may drop at any time (a
  /// time limit), so call it once per batch, and submit no more than that.
  [[nodiscard]] std::size_t left() { return do_left(); }

  /// Submits a design and returns its number: 1, 2, 3 … Does not wait.
  std::size_t submit(const Design& design) { return do_submit(design); }

  /// The outcome of a submitted design; waits until it is known. The reference stays valid as long
  /// as this object.
  /// @throws Interrupted if the study is stopped from outside.
  [[nodiscard]] const Outcome& wait_for(std::size_t number) { return do_wait_for(number); }

 private:
  [[nodiscard]] virtual std::size_t do_left() = 0;
  virtual std::size_t do_submit(const Design& design) = 0;
  [[nodiscard]] virtual const Outcome& do_wait_for(std::size_t number) = 0;
};

}  // namespace search
}  // namespace globaldyn::inside
