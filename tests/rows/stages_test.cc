// What single stages of a plan do: the counts and shares by which they end. Oracle: what
// docs/planning.md and the stages promise.
#include "globaldyn/plan/rows/stages.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

// |u| <= 1 on a path of so many parts of length 1.
class EvenState {
 public:
  explicit EvenState(std::size_t parts, double tolerance = 1e-6)
      : field_(list_even_parts(parts), 1, true,
               [](std::size_t, double, RowsAt& at) {
                 at.d[0] = 1.0;
                 at.low[0] = -1.0;
                 at.high[0] = 1.0;
               }),
        options_(make_even_options(parts, tolerance)),
        state(field_, options_) {}

 private:
  static std::vector<SmoothPart> list_even_parts(std::size_t count) {
    std::vector<SmoothPart> parts;
    for (std::size_t i = 0; i < count; ++i) {
      parts.push_back({static_cast<double>(i), static_cast<double>(i + 1)});
    }
    return parts;
  }
  static PlanOptions make_even_options(std::size_t parts, double tolerance) {
    PlanOptions options;
    options.tolerance = tolerance;
    options.gates = {{0.0, 0.0, 0.0}, {static_cast<double>(parts), 0.0, 0.0}};
    return options;
  }

  FunctionField field_;
  PlanOptions options_;

 public:
  PlanState state;
};

// A motion at constant x, whose d2 goes back and forth by `push` from segment to segment.
GridMotion make_wavy_motion(const PlanState& state, double push) {
  GridMotion motion;
  double sign = 1.0;
  for (const GridSegment& s : state.grid.segments()) {
    motion.x.push_back(1.0 - sign * push * s.h);
    motion.segments.push_back({s.h, motion.x.back(), sign * push, sign * push, 0.0});
    motion.times.push_back(s.h);
    motion.time += s.h;
    sign = -sign;
  }
  motion.x.push_back(1.0 - sign * push * state.grid.segments().back().h);
  return motion;
}

std::size_t count_divided(const Step& step) {
  return static_cast<std::size_t>(std::count_if(step.cuts.begin(), step.cuts.end(),
                                                [](const auto& cut) { return !cut.empty(); }));
}

Step get_past_block(EvenState& even, int failures, std::size_t blocked) {
  even.state.failures = failures;
  Round round;
  round.blocked_segment = blocked;
  return get_past(even.state, round);
}

// Two segments to either side of where no motion was found are halved; every eighth time all are,
// unless these are many; after a hundred and fifty times there is no hope.
TEST(Stages, WithoutAMotionSegmentsAroundAreHalved) {
  EvenState even(100);
  for (int failures = 0; failures < 16; ++failures) {
    SCOPED_TRACE(failures);
    const Step step = get_past_block(even, failures, 50);
    ASSERT_EQ(step.next, Next::divide);
    EXPECT_EQ(count_divided(step), failures % 8 == 7 ? 100u : 5u);
  }
  EXPECT_EQ(get_past_block(even, 149, 50).next, Next::divide);
  EXPECT_EQ(get_past_block(even, 150, 50).next, Next::stop);
  EvenState few(15'000), many(25'000);
  EXPECT_EQ(count_divided(get_past_block(few, 7, 50)), 15'000u);
  EXPECT_EQ(count_divided(get_past_block(many, 7, 50)), 5u);
}

// A billionth of the path is a point.
TEST(Stages, PointsAreABillionthOfThePath) {
  EvenState even(1);
  GridSegment segment;
  segment.h = 0.7e-9;
  EXPECT_TRUE(is_point(even.state.grid, segment));
  segment.h = 1.4e-9;
  EXPECT_FALSE(is_point(even.state.grid, segment));
}

// Quadratics that miss less than a third of the limits, or of what a and d are anywhere.
TEST(Stages, SegmentsAreResolvedIfQuadraticsMissLittle) {
  for (double GridSegment::*misfit :
       {&GridSegment::misfit_a, &GridSegment::misfit_c, &GridSegment::misfit_d}) {
    GridSegment segment;
    segment.sides.push_back({{{1.0, 1.0, 1.0}}, {{-1.0, -1.0, -1.0}}, {{1.0, 1.0, 1.0}}, {}, 1});
    segment.*misfit = 0.2;
    EXPECT_TRUE(is_resolved(segment));
    segment.*misfit = 0.4;
    EXPECT_FALSE(is_resolved(segment));
  }
}

// d2 above its level by so much that a row may differ by `error` of its limits.
Verdict judge_with_error(EvenState& even, double error, int refusals) {
  const RowError of_rows{.per_u = 1e-3};
  PlanState& state = even.state;
  for (GridSegment& s : state.grid.segments()) s.error = &of_rows;
  state.has_levels = true;
  state.refusals = refusals;
  state.standing = Standing::none;
  Round round;
  round.motion = make_wavy_motion(state, error / of_rows.per_u);
  state.plan.time_lower = round.motion->time;
  judge_motion(state, round);
  for (GridSegment& s : state.grid.segments()) s.error = &kNoRowError;
  return round.verdict;
}

// A millionth of limits that was not foreseen is one too many, but not for ever.
TEST(Stages, MotionsBeyondTheirLevelsAreRefusedTwentyTimes) {
  EvenState even(16);
  EXPECT_EQ(judge_with_error(even, 0.7e-6, 0), Verdict::kept);
  EXPECT_EQ(judge_with_error(even, 1.4e-6, 0), Verdict::refused);
  EXPECT_EQ(judge_with_error(even, 1.4e-6, 19), Verdict::refused);
  EXPECT_EQ(judge_with_error(even, 1.4e-6, 20), Verdict::kept);
}

Next smooth(double tolerance, int dip_rounds, double push) {
  EvenState even(16, tolerance);
  PlanState& state = even.state;
  state.dip_rounds = dip_rounds;
  Round round;
  round.motion = make_wavy_motion(state, push);
  state.plan.time = round.motion->time;
  return smooth_out(state, round).next;
}

// Forces that go back and forth by a hundredth of the limits are smoothed, eight times, where the
// plan is fine enough for that to be felt.
TEST(Stages, ForcesThatGoBackAndForthAreSmoothed) {
  // From one segment to the next d2 changes by twice the push.
  EXPECT_EQ(smooth(0.7e-5, 0, 0.1), Next::divide);
  EXPECT_EQ(smooth(1.4e-5, 0, 0.1), Next::finish);
  EXPECT_EQ(smooth(0.7e-5, 7, 0.1), Next::divide);
  EXPECT_EQ(smooth(0.7e-5, 8, 0.1), Next::finish);
  EXPECT_EQ(smooth(0.7e-5, 0, 0.5 * 1.4e-2), Next::divide);
  EXPECT_EQ(smooth(0.7e-5, 0, 0.5 * 0.7e-2), Next::finish);
}

// Rounds in which bounds meet number six or seven; those without any motion up to 150.
TEST(Stages, RoundsAreTwoHundred) {
  EvenState even(1);
  Budget& budget = even.state.budget;
  for (int i = 0; i < 200; ++i) budget.begin_round();
  EXPECT_TRUE(budget.has_rounds_left());
  budget.begin_round();
  EXPECT_FALSE(budget.has_rounds_left());
}

// 64 segments are held in no memory at all.
TEST(Stages, SixtyFourSegmentsAlwaysHaveRoom) {
  EvenState even(60);
  PlanOptions options;
  options.memory = 1;
  Budget budget(even.state.field, even.state.grid, options);
  EXPECT_TRUE(budget.has_room(4));
  EXPECT_FALSE(budget.has_room(5));
}

// Room for a tenth more segments is worth a round, for less it is not.
TEST(Stages, GridsGrowByATenthAtLeast) {
  EvenState even(200);
  const auto find_room = [&](std::size_t more) {
    PlanOptions options;
    options.memory = 1'000'000'000;
    Budget all(even.state.field, even.state.grid, options);
    all.hold(more);
    options.memory = all.bytes();
    return Budget(even.state.field, even.state.grid, options).find_room(10 * more);
  };
  EXPECT_EQ(find_room(15), 0u);
  EXPECT_GE(find_room(27), 27u);
  EXPECT_LT(find_room(27), 40u);
}

// Eighteen million, and eight thousand for every row of every part.
TEST(Stages, WorkGrowsWithThePath) {
  EvenState one(1), many(1000);
  EXPECT_EQ(find_most_work(one.state.field, {}), 18'008'000u);
  EXPECT_EQ(find_most_work(many.state.field, {}), 26'000'000u);
}

}  // namespace
}  // namespace globaldyn::inside::test
