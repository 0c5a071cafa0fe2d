// The x and |d2| up to which errors of rows are accounted for. Oracle: what the header promises.
#include "globaldyn/plan/rows/error_levels.h"

#include <gtest/gtest.h>

#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kEven = 1e-12;  // of a few operations

// |u| <= 1 on a path of length 1, in this many segments.
class EvenGrid {
 public:
  explicit EvenGrid(std::size_t segments) : grid(field_, {}, segments) {}

 private:
  FunctionField field_{{{0.0, 1.0}}, 1, true, [](std::size_t, double, RowsAt& at) {
                         at.d[0] = 1.0;
                         at.low[0] = -1.0;
                         at.high[0] = 1.0;
                       }};

 public:
  RowGrid grid;
};

SpeedBarrier make_endless_barrier(std::size_t segments) {
  SpeedBarrier barrier;
  barrier.most.assign(segments + 1, kInfinity);
  barrier.least.assign(segments + 1, 0.0);
  return barrier;
}

// Along a motion there is a quarter to spare for faster ones, of x and of d2.
TEST(ErrorLevels, LeaveAQuarterToSpare) {
  EvenGrid even(1);
  GridSegment& segment = even.grid.segments().front();
  const SegmentMotion motion{1.0, 2.0, 1.0, 3.0, 0.0};
  take_levels(segment, motion);
  EXPECT_NEAR(segment.x_level, 1.25 * motion.x_at(1.0), kEven);
  EXPECT_NEAR(segment.u_level, 1.25 * 3.0, kEven);
}

// Lowered, a barrier is at most eight times the motion kept, and rises by no more than what a
// hundredth of limits as error of d2 allows.
TEST(ErrorLevels, LoweredBarriersAreNearTheMotionAndNotSteep) {
  constexpr std::size_t kSegments = 4;
  EvenGrid even(kSegments);
  const SpeedBarrier barrier = make_endless_barrier(kSegments);
  Plan kept;
  kept.p = {0.0, 1.0};
  kept.x = {1.0, 1.0};
  kept.segments = {{1.0, 1.0, 0.0, 0.0, 0.0}};
  const SpeedBarrier near = lower_barrier(even.grid, barrier, &kept);
  for (const double x : near.most) EXPECT_EQ(x, 8.0);
  const RowError error{.per_u = 1e-3};
  for (GridSegment& segment : even.grid.segments()) segment.error = &error;
  SpeedBarrier pinned = barrier;
  pinned.most.front() = 0.0;
  const SpeedBarrier flat = lower_barrier(even.grid, pinned, nullptr);
  for (std::size_t i = 0; i <= kSegments; ++i) {
    // |d2| <= 0.01 / 0.001, and x rises by twice that.
    EXPECT_NEAR(flat.most[i], 2.0 * 10.0 * static_cast<double>(i) / kSegments, kEven);
  }
}

// Below such a barrier d2 may be four times what is known, as on segments divided in four.
TEST(ErrorLevels, LoweredLevelsEndAtFourTimesWhatIsKnown) {
  EvenGrid even(2);
  const RowError error{.per_u = 1e-3};
  for (GridSegment& segment : even.grid.segments()) segment.error = &error;
  EXPECT_FALSE(find_beyond_levels(even.grid, {39.9, -39.9}).has_value());
  const auto beyond = find_beyond_levels(even.grid, {39.9, -40.1});
  ASSERT_TRUE(beyond.has_value());
  EXPECT_EQ(*beyond, 1u);
}

}  // namespace
}  // namespace globaldyn::inside::test
