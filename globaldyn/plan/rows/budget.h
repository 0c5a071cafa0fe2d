#pragma once

#include <cstddef>

#include "core/base/cancel.h"
#include "globaldyn/plan/rows/row_grid.h"
#include "globaldyn/plan/rows/row_plan.h"

namespace globaldyn::inside {
inline namespace plan {

/// Whether the least that a plan holds, one segment a part and one side a row, fits its memory.
[[nodiscard]] bool fits_memory(const RowField& field, const PlanOptions& options);

/// What a plan may still cost, as PlanOptions counts it: work in sides of rows, memory in bytes,
/// and rounds; all are counted and not measured, so that a plan is the same on every computer.
class Budget {
 public:
  /// The grid must outlive it.
  Budget(const RowField& field, const RowGrid& grid, const PlanOptions& options);

  [[nodiscard]] std::size_t work() const { return work_; }    ///< done
  [[nodiscard]] std::size_t bytes() const { return bytes_; }  ///< the most held so far
  /// Which resource to name where one ran out.
  [[nodiscard]] Shortage shortage() const {
    return is_memory_short_ ? Shortage::memory : Shortage::work;
  }
  [[nodiscard]] bool is_memory_short() const { return is_memory_short_; }

  /// @throws Interrupted, see throw_if_cancelled()
  void spend(std::size_t sides) {
    throw_if_cancelled();
    work_ += sides;
  }
  /// The same, if no more than this share of all work is done by then; otherwise nothing.
  [[nodiscard]] bool spend_within(std::size_t sides, std::size_t divisor = 1);

  /// Sides worked on for one segment: with roots each is linearised in three ways.
  [[nodiscard]] std::size_t work_a_segment() const { return work_a_segment_; }
  /// The same for all segments once.
  [[nodiscard]] std::size_t calc_pass() const;
  /// What is left of the work, in segments; less what it takes to look at a plan with the sides
  /// left out, without which it is none.
  [[nodiscard]] std::size_t find_segments_left() const;
  void begin_round() { ++rounds_; }
  [[nodiscard]] int rounds() const { return rounds_; }
  [[nodiscard]] bool has_rounds_left() const;
  /// Whether this is the last round.
  [[nodiscard]] bool is_spent() const { return !has_rounds_left() || find_segments_left() == 0; }

  /// Whether so many more segments may be held; if not, memory is short from then on.
  [[nodiscard]] bool has_room(std::size_t added);
  /// How many of the wanted segments may be added; none if it would be hardly any.
  [[nodiscard]] std::size_t find_room(std::size_t wanted);
  /// Notes that the first grid did not fit.
  void run_short() { is_memory_short_ = true; }
  /// Notes what is held while and after so many segments are added.
  void hold(std::size_t added);

 private:
  [[nodiscard]] std::size_t estimate_bytes(std::size_t added) const;

  const RowGrid& grid_;
  std::size_t most_work_, memory_, work_a_segment_;
  std::size_t work_{0}, bytes_{0};
  int rounds_{0};
  bool is_memory_short_{false};
};

}  // namespace plan
}  // namespace globaldyn::inside
