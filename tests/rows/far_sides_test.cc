// Sides that are left out because they are far from active.
#include "globaldyn/plan/rows/redundant_sides.h"

#include <gtest/gtest.h>

#include "globaldyn/plan/rows/row_grid.h"
#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

Quadratic3 level(double value) {
  return {{value, value, value}};
}

void add_level_side(GridSegment& segment, double a, double c, double d) {
  const int number = static_cast<int>(segment.sides.size());
  segment.sides.push_back({level(a), level(c), level(d), {{1.0F, 1.0F, 1.0F}}, number});
}

// |u| <= 1, x <= 2, and as many more.
GridSegment make_segment(const std::vector<std::array<double, 3>>& more) {
  GridSegment segment;
  segment.h = 1.0;
  add_level_side(segment, 0.0, -1.0, 1.0);
  add_level_side(segment, 0.0, -1.0, -1.0);
  add_level_side(segment, 1.0, -2.0, 0.0);
  for (const auto& [a, c, d] : more) add_level_side(segment, a, c, d);
  return segment;
}

TEST(FarSides, AreThoseThatHoldWithRoomToSpare) {
  std::vector<std::array<double, 3>> more(10, {0.1, -2.0, 0.5});  // 0.2 + 0.5 of 2
  EXPECT_EQ(list_far_sides(make_segment(more)).size(), 10u);
  more[4] = {1.0, -2.9, 1.0};    // cuts a corner off
  more[7] = {1.0, -2.901, 1.0};  // just misses it
  EXPECT_EQ(list_far_sides(make_segment(more)), (std::vector<int>{3, 4, 5, 6, 8, 9, 11, 12}));
}

// The corner is at x = 2, u = 1: the room to spare is 0.005, and four times the misfit.
TEST(FarSides, HaveRoomToSpareForWhatIsBetweenThePlaces) {
  std::vector<std::array<double, 3>> more(10, {0.1, -2.0, 0.5});
  more[4] = {1.0, -3.004, 1.0};
  more[7] = {1.0, -3.006, 1.0};
  GridSegment segment = make_segment(more);
  EXPECT_EQ(list_far_sides(segment), (std::vector<int>{3, 4, 5, 6, 8, 9, 10, 11, 12}));
  segment.misfit_c = 1e-3;
  EXPECT_EQ(list_far_sides(segment), (std::vector<int>{3, 4, 5, 6, 8, 9, 11, 12}));
  segment.sides[10].c = level(-3.008);
  EXPECT_EQ(list_far_sides(segment).size(), 8u);
  segment.sides[10].c = level(-3.0099);
  EXPECT_EQ(list_far_sides(segment).size(), 9u);
}

// Up to a dozen sides are not worth the looking.
TEST(FarSides, AreNoneOfADozen) {
  const std::array<double, 3> far{0.1, -2.0, 0.5};
  EXPECT_TRUE(list_far_sides(make_segment(std::vector<std::array<double, 3>>(9, far))).empty());
  EXPECT_EQ(list_far_sides(make_segment(std::vector<std::array<double, 3>>(10, far))).size(), 10u);
}

TEST(FarSides, AreNoneWhereThereAreFewOrNothingIsLeft) {
  EXPECT_TRUE(list_far_sides(make_segment({{0.1, -2.0, 0.5}, {0.1, -2.0, 0.5}})).empty());
  std::vector<std::array<double, 3>> more(10, {0.1, -2.0, 0.5});
  more[0] = {0.0, 1.1, 1.0};
  EXPECT_TRUE(list_far_sides(make_segment(more)).empty());
}

TEST(FarSides, MatterWhereNothingElseBoundsTheMotion) {
  GridSegment segment;
  segment.h = 1.0;
  for (int k = 0; k < 13; ++k) add_level_side(segment, 0.0, -1.0, k == 0 ? 1.0 : 1e-3);
  // Far down |u| is unbounded, and only those with d < 0 would matter.
  EXPECT_EQ(list_far_sides(segment).size(), 12u);
  add_level_side(segment, 0.0, -1.0, -1e-3);
  EXPECT_EQ(list_far_sides(segment).size(), 12u);
}

// Nothing is looked at beyond a million times the x and d2 at which a side alone is at its limit.
TEST(FarSides, AreLookedAtUpToAMillionTimesTheSteepest) {
  GridSegment segment;
  segment.h = 1.0;
  for (int k = 0; k < 13; ++k) add_level_side(segment, 0.0, -1.0, 1.0);
  segment.sides[3].d = level(-0.8e-6);
  EXPECT_EQ(list_far_sides(segment), (std::vector<int>{3}));
  segment.sides[3].d = level(-1.2e-6);
  EXPECT_TRUE(list_far_sides(segment).empty());
}

// A random system's rows, and as many copies with wider limits that never matter.
FunctionField add_copies(const RandomSystem& system, std::size_t copies, double wider) {
  const std::size_t count = system.make_rows(0.0).size();
  return {{{0.0, kPathEnd}},
          count * (copies + 1),
          true,
          [&system, count, wider](std::size_t, double p, RowsAt& at) {
            const std::vector<LimitRow> rows = system.make_rows(p);
            for (std::size_t k = 0; k < at.a.size(); ++k) {
              const LimitRow& row = rows[k % count];
              const double more = k < count ? 0.0 : wider * 0.5 * (row.high - row.low);
              at.a[k] = row.alpha;
              at.c[k] = row.gamma;
              at.d[k] = row.delta;
              at.low[k] = row.low - more;
              at.high[k] = row.high + more;
            }
          }};
}

TEST(FarSides, ChangeNothing) {
  constexpr double kTolerance = 1e-5;
  int optimal = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const RandomSystem system(seed);
    FunctionField with_copies = add_copies(system, 4, 2.0);
    const Plan plain = plan_to_rest(make_field(system), kTolerance);
    const Plan plan = plan_to_rest(with_copies, kTolerance);
    ASSERT_EQ(plan.status, plain.status);
    if (plan.status != PlanStatus::optimal) continue;
    ++optimal;
    EXPECT_LE(plan.time_lower, plain.time);
    EXPECT_GE(plan.time, plain.time_lower);
    EXPECT_LE(find_excess(with_copies, plan, 3000), 1e-9);
    // Less memory is held.
    EXPECT_LT(plan.bytes, 2 * plain.bytes);
  }
  EXPECT_GT(optimal, 10);
}

TEST(FarSides, CanBeHadAgain) {
  const RandomSystem system(1);
  FunctionField field = add_copies(system, 4, 2.0);
  RowGrid grid(field, {}, 8);
  ASSERT_TRUE(grid.leaves_out());
  for (std::size_t i = 0; i < grid.segments().size(); ++i) {
    const GridSegment& segment = grid.segments()[i];
    ASSERT_TRUE(segment.left_out);
    const std::vector<int> numbers = *segment.left_out;
    const std::size_t kept = segment.sides.size();
    EXPECT_EQ(kept + numbers.size(), 2 * field.row_count());
    EXPECT_EQ(grid.list_left_out(i, segment.p, segment.h).size(), numbers.size());
    grid.restore(i, {numbers.front()});
    EXPECT_EQ(grid.segments()[i].sides.size(), kept + 1);
    EXPECT_EQ(grid.list_left_out(i, segment.p, segment.h).size(), numbers.size() - 1);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
