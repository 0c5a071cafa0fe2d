// Knees of fronts whose knees are known by hand.
#include "optimize/pareto/knees.h"

#include <gtest/gtest.h>

#include <numbers>

#include "core/base/constants.h"
#include "optimize/pareto/directions.h"
#include "tests/optimize/point_sets.h"

namespace globaldyn::inside::test {
namespace {

const double kRoot2 = std::sqrt(2.0);

// From (0, 1) straight to (corner, corner), then to (1, 0), in steps of a tenth of each part.
Points make_bent_line(double corner) {
  Points front(2);
  for (int i = 0; i <= 20; ++i) {
    const double far = std::max(0, i - 10) / 10.0, near = std::min(10, i) / 10.0;
    front.add(std::vector{corner * near + (1.0 - corner) * far,
                          1.0 - (1.0 - corner) * near - corner * far});
  }
  return front;
}

// DEB2DK of Branke, Deb, Dierolf & Osswald 2004, with `knees` knees.
Points make_wavy_front(int knees, int count) {
  Points front(2);
  double least = kInfinity;
  for (int i = 0; i <= count; ++i) {
    const double x = static_cast<double>(i) / count;
    const double radius =
        5.0 + 10.0 * (x - 0.5) * (x - 0.5) + std::cos(2.0 * knees * std::numbers::pi * x) / knees;
    const double angle = 0.5 * std::numbers::pi * x;
    const double second = radius * std::cos(angle);
    if (second >= least) continue;
    least = second;
    front.add(std::vector{radius * std::sin(angle), second});
  }
  return front;
}

TEST(Bulges, OfABentLineAreDistancesFromItsChord) {
  for (const double corner : {0.1, 0.3, 0.5, 0.8}) {
    const auto bulges = calc_bulges(make_bent_line(corner));
    // Coordinates of about 1 with a few roundings each.
    EXPECT_NEAR(bulges.front(), 0.0, 1e-14);
    EXPECT_NEAR(bulges.back(), 0.0, 1e-14);
    EXPECT_NEAR(bulges[10], (1.0 - 2.0 * corner) / kRoot2, 1e-14);
    EXPECT_NEAR(bulges[5], 0.5 * (1.0 - 2.0 * corner) / kRoot2, 1e-14);
  }
}

// The extreme points of the sphere are those on the axes.
TEST(Bulges, OfASphereAreThoseOfItsCap) {
  for (const int objectives : {2, 3, 4}) {
    const Points front = map_coordinates(make_directions(objectives, objectives * 3),
                                         [](double x, std::size_t) { return std::sqrt(x); });
    const auto bulges = calc_bulges(front);
    const double root = std::sqrt(objectives);
    for (std::size_t i = 0; i < front.size(); ++i) {
      const double sum = std::accumulate(front[i].begin(), front[i].end(), 0.0);
      EXPECT_NEAR(bulges[i], (1.0 - sum) / root, 1e-13);
    }
    // Bent the other way it bulges, most of all in the middle.
    const Points convex =
        map_coordinates(front, [](double x, std::size_t) { return 3.0 - 2.0 * x; });
    const auto convex_bulges = calc_bulges(convex);
    EXPECT_GT(std::ranges::max(convex_bulges), 0.1);
  }
}

// Extremes away from the corners: (1, .2, 0), (0, 1, .2), (.2, 0, 1). The plane through them is
// x + y + z = 1.2.
TEST(Bulges, AreMeasuredFromThePlaneThroughTheExtremePoints) {
  const Points front(3, {1, .2, 0, 0, 1, .2, .2, 0, 1, .3, .3, .3, .4, .4, .4});
  const auto bulges = calc_bulges(front);
  const double root = std::sqrt(3.0);
  const std::vector<double> expected{0, 0, 0, 0.3 / root, 0};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(bulges[i], expected[i], 1e-14);
}

// First, two objectives that rise and fall together have the same extreme point. Then the third
// extreme point is 0.8 times the sum of the others, so that they lie in a plane with the origin.
TEST(Bulges, AreMeasuredFromTheWorstOfEachIfThereIsNoSuchPlane) {
  const double root = std::sqrt(3.0);
  EXPECT_NEAR(calc_bulges(Points(3, {0, 1, 1, 1, 0, 0, .25, .25, .25}))[2], 0.25 / root, 1e-14);
  const Points flat(3, {1, 0, .625, 0, 1, .625, .8, .8, 1, .9, .9, 0});
  const auto bulges = calc_bulges(flat);
  const std::vector<double> expected{-0.625 / root, -0.625 / root, -1.6 / root, -0.8 / root};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(bulges[i], expected[i], 1e-14);
}

TEST(Bulges, TakeNoNoticeOfAnObjectiveThatIsTheSameAllOver) {
  const Points front = make_bent_line(0.1);
  Points more(3);
  for (std::size_t i = 0; i < front.size(); ++i) {
    more.add(std::vector{front[i][0], 7.0, front[i][1]});
  }
  EXPECT_EQ(calc_bulges(more), calc_bulges(front));
  EXPECT_EQ(calc_worths(more), calc_worths(front));
  EXPECT_EQ(calc_bulges(Points(2, {3, 4, 3, 4})), (std::vector{0.0, 0.0}));
}

// Left of the corner a unit of the first objective costs 9 of the second; right of it vice versa.
TEST(Worths, OfABentLineAreItsSlopes) {
  const Points front = make_bent_line(0.1);
  const auto worths = calc_worths(front);
  EXPECT_NEAR(worths[10], 9.0, 1e-12);
  // From the left end, each step is a bargain; so is any step from inside towards the corner.
  EXPECT_NEAR(worths[0], 1.0 / 9.0, 1e-12);
  EXPECT_NEAR(worths[4], 1.0 / 9.0, 1e-12);
  EXPECT_NEAR(worths[20], 1.0 / 9.0, 1e-12);
}

TEST(Worths, CountMovesThatBringEnoughAndNotTooMuch) {
  const Points front(2, {0, 1, .5, .5, .52, .1, 1, 0});
  const auto worth = [&](double least, double greatest) {
    return calc_worths(front, {.min_gain = least, .max_gain = greatest})[2];
  };
  // From (.52, .1): .02 is gained for .4 by going back, .52 for .9, .1 for .48 by going forward.
  EXPECT_EQ(worth(0.2, 0.5), kInfinity);
  EXPECT_NEAR(worth(0.01, 0.05), 20.0, 1e-12);
  EXPECT_NEAR(worth(0.01, 0.2), 4.8, 1e-12);
  EXPECT_NEAR(worth(0.05, 0.2), 4.8, 1e-12);
  EXPECT_NEAR(worth(0.2, 0.6), 0.9 / 0.52, 1e-12);
}

TEST(Knees, OfABentLineIsItsCorner) {
  const auto knees = find_knees(make_bent_line(0.1));
  ASSERT_EQ(knees.size(), 1u);
  EXPECT_EQ(knees[0].index, 10);
  EXPECT_NEAR(knees[0].bulge, 0.8 / kRoot2, 1e-14);
  EXPECT_NEAR(knees[0].worth, 9.0, 1e-12);
}

// A straight line has none, nor has one that bends the other way; a soft bend may be found by its
// worth, or otherwise by its bulge.
TEST(Knees, AreWhereAFrontBendsTowardsTheBest) {
  EXPECT_TRUE(find_knees(make_bent_line(0.5)).empty());
  EXPECT_TRUE(find_knees(make_bent_line(0.8)).empty());
  const Points soft = make_bent_line(0.4);
  for (const double least_worth : {1.4, 1.6}) {
    // Its bulge is 0.1414.
    for (const double least_bulge : {0.14, 0.15}) {
      const auto knees = find_knees(soft, {.least_worth = least_worth, .least_bulge = least_bulge});
      ASSERT_EQ(knees.size(), least_worth < 1.5 || least_bulge < 0.1414 ? 1u : 0u);
      if (knees.empty()) continue;
      EXPECT_EQ(knees[0].index, 10);
      EXPECT_NEAR(knees[0].worth, 1.5, 1e-12);
    }
  }
}

// Knees of this front are where the cosine is smallest: at (2 i + 1) / (2 k) of the quarter circle.
TEST(Knees, OfAWavyFrontAreWhereItsWavesAre) {
  for (const int waves : {1, 2, 3, 4}) {
    for (const int count : {300, 1000}) {
      const Points front = make_wavy_front(waves, count);
      const auto knees = find_knees(front);
      ASSERT_EQ(knees.size(), static_cast<std::size_t>(waves)) << count;
      std::vector<double> places;
      for (const Knee& knee : knees) {
        const auto point = front[static_cast<std::size_t>(knee.index)];
        places.push_back(std::atan2(point[0], point[1]) / (0.5 * std::numbers::pi));
      }
      std::ranges::sort(places);
      for (int i = 0; i < waves; ++i) {
        // Waves lean, and gains have a minimum size; but two knees are at least 0.25 apart.
        EXPECT_NEAR(places[static_cast<std::size_t>(i)], (2.0 * i + 1.0) / (2.0 * waves), 0.05);
      }
    }
  }
}

// The two in the middle are each other's mirror image and too close for a move.
TEST(Knees, OfEqualOnesIsTheFirst) {
  const Points front(2, {0, 1, 0.125, 0.15625, 0.15625, 0.125, 1, 0});
  const auto knees = find_knees(front, {.min_gain = 0.05, .max_gain = 0.2});
  ASSERT_EQ(knees.size(), 1u);
  EXPECT_EQ(knees[0].index, 1);
  EXPECT_EQ(knees[0].worth, 0.875 / 0.15625);
}

TEST(Knees, DoNotDependOnOrderOrUnits) {
  PointSets sets(1);
  const Points front = make_wavy_front(3, 200);
  const auto order = sets.shuffle(front.size());
  const Points other = map_coordinates(pick(front, order), [](double x, std::size_t k) {
    return k == 0 ? std::ldexp(x, 10) : std::ldexp(x, -3);
  });
  const auto knees = find_knees(front), same = find_knees(other);
  ASSERT_EQ(knees.size(), same.size());
  ASSERT_GE(knees.size(), 1u);
  for (std::size_t i = 0; i < knees.size(); ++i) {
    EXPECT_EQ(order[static_cast<std::size_t>(same[i].index)], knees[i].index);
    EXPECT_EQ(same[i].worth, knees[i].worth);
    EXPECT_EQ(same[i].bulge, knees[i].bulge);
  }
}

// The faces 3 x + y + z = 1 and so on, which meet at (.2, .2, .2). From there the cheapest move is
// along an edge, where two objectives each gain half of what the third loses.
TEST(Knees, OfThreeFacesIsTheirCorner) {
  const Points simplex = make_directions(3, 21);
  Points front(3);
  int corner = -1;
  for (std::size_t i = 0; i < simplex.size(); ++i) {
    const auto u = simplex[i];
    const double least = std::ranges::min(u);
    if (u[0] == u[1] && u[1] == u[2]) corner = static_cast<int>(i);
    front.add(std::vector{u[0] - 0.4 * least, u[1] - 0.4 * least, u[2] - 0.4 * least});
  }
  const auto knees = find_knees(front);
  ASSERT_EQ(knees.size(), 1u);
  EXPECT_EQ(knees[0].index, corner);
  EXPECT_NEAR(knees[0].bulge, 0.4 / std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(knees[0].worth, 2.0, 1e-12);
}

TEST(Knees, OfFewPointsAreNone) {
  EXPECT_TRUE(find_knees(Points(2)).empty());
  EXPECT_TRUE(find_knees(Points(2, {3, 4})).empty());
  EXPECT_TRUE(find_knees(Points(2, {3, 4, 4, 3})).empty());
  EXPECT_TRUE(find_knees(Points(3, {3, 4, 5, 3, 4, 5})).empty());
}

TEST(TradeOffs, AreTheStepsAlongTheFront) {
  // Out of order, with a copy and with points that others dominate.
  const Points front(2, {8, 1, 0, 9, 2, 5, 0, 9, 3, 5, 8, 2, 9, 1});
  const auto moves = list_trade_offs(front);
  ASSERT_EQ(moves.size(), 2u);
  EXPECT_EQ(moves[0].from, 1);
  EXPECT_EQ(moves[0].to, 2);
  EXPECT_EQ(moves[0].loss, 2.0);
  EXPECT_EQ(moves[0].gain, 4.0);
  EXPECT_EQ(moves[0].price, 0.5);
  EXPECT_EQ(moves[1].from, 2);
  EXPECT_EQ(moves[1].to, 0);
  EXPECT_EQ(moves[1].loss, 6.0);
  EXPECT_EQ(moves[1].gain, 4.0);
  EXPECT_EQ(moves[1].price, 1.5);
  EXPECT_TRUE(list_trade_offs(Points(2)).empty());
  EXPECT_TRUE(list_trade_offs(Points(2, {1, 1, 1, 1})).empty());
}

}  // namespace
}  // namespace globaldyn::inside::test
