#include "globaldyn/plan/rows/budget.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/memory.h"
#include "globaldyn/plan/segment_motion.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// However little memory is allowed, so many segments are: a path is hardly planned with fewer.
constexpr std::size_t kLeastSegments = 64;

// The cost of a segment besides that of its sides is about that of so many sides.
constexpr std::size_t kWorkBesideSides = 12;
// Of each row: one for the bound and one for the motion; with roots three lines for the motion and
// two for the bound, and the making of them.
constexpr std::size_t kWorkOfStraight = 2, kWorkOfCurved = 7;

// Enough for nearly all paths, a side taking 100 to 200 ns: two to four seconds, and for each row
// of a part two sides on forty segments in a hundred rounds.
constexpr std::size_t kLeastWork = 18'000'000, kWorkOfAPart = 8'000;

}  // namespace

std::size_t find_most_work(const RowField& field, const PlanOptions& options) {
  if (options.work != 0) return options.work;
  return kLeastWork + kWorkOfAPart * field.parts().size() * field.row_count();
}

bool fits_memory(const RowField& field, const PlanOptions& options) {
  const std::size_t least =
      field.parts().size() * (sizeof(GridSegment) + field.row_count() * sizeof(Side));
  return field.parts().size() <= kLeastSegments || least <= options.memory;
}

Budget::Budget(const RowField& field, const RowGrid& grid, const PlanOptions& options)
    : grid_(grid),
      most_work_(find_most_work(field, options)),
      memory_(options.memory),
      work_a_segment_(kWorkBesideSides + (field.is_straight() ? kWorkOfStraight : kWorkOfCurved) *
                                             field.row_count()) {}

bool Budget::spend_within(std::size_t sides, std::size_t divisor) {
  if (work_ + sides > most_work_ / divisor) return false;
  work_ += sides;
  return true;
}

std::size_t Budget::calc_pass() const {
  return grid_.segments().size() * work_a_segment_;
}

std::size_t Budget::find_segments_left() const {
  const std::size_t spent = work_ + (grid_.leaves_out() ? calc_pass() : 0);
  return spent < most_work_ ? 1 + (most_work_ - spent) / work_a_segment_ : 0;
}

bool Budget::has_rounds_left() const {
  // Where it matters grids become finer by a factor of two or more, so that six or seven rounds are
  // usual; motions that must creep are found after up to 150 without any.
  constexpr int kMostRounds = 200;
  return rounds_ <= kMostRounds;
}

// Maximum memory after adding this many segments, including everything kept per segment: while
// they are added, the plan and where to divide; afterwards also barrier, motion and the numbers
// of refinement and others.
std::size_t Budget::estimate_bytes(std::size_t added) const {
  constexpr std::size_t kPlan = sizeof(SegmentMotion) + 2 * sizeof(double);
  constexpr std::size_t kCuts = sizeof(std::vector<double>) + kBlockOverhead;
  constexpr std::size_t kKnown = 2 * sizeof(double);
  constexpr std::size_t kNumbers = 12;
  constexpr std::size_t kPlanning = 2 * sizeof(std::optional<CubicSpeed>) + sizeof(SegmentMotion) +
                                    kNumbers * sizeof(double) + kPlan;
  const std::size_t count = grid_.segments().size() + added;
  std::size_t bytes = grid_.estimate_bytes(added) + count * kPlanning;
  if (added > 0) {
    const std::size_t moving = grid_.foresee_bytes_moving(added);
    bytes = std::max(bytes, moving + count * (kPlan + kCuts + kKnown));
  }
  constexpr std::size_t kGaps = 20;  // one in so many bytes is a gap between used blocks
  return bytes + bytes / kGaps;
}

bool Budget::has_room(std::size_t added) {
  const bool is_short =
      grid_.segments().size() + added > kLeastSegments && estimate_bytes(added) > memory_;
  is_memory_short_ = is_memory_short_ || is_short;
  return !is_short;
}

std::size_t Budget::find_room(std::size_t wanted) {
  // Growth by less than a tenth is not worth a round.
  constexpr std::size_t kWorthIt = 10;
  if (has_room(wanted)) return wanted;
  std::size_t low = 0, high = wanted;
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (has_room(middle) ? low : high) = middle;
  }
  return low > grid_.segments().size() / kWorthIt ? low : 0;
}

void Budget::hold(std::size_t added) {
  bytes_ = std::max(bytes_, estimate_bytes(added));
}

}  // namespace plan
}  // namespace globaldyn::inside
