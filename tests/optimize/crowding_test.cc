// Crowding by hand and by definition, and thinning out against the plain loop it replaces.
#include "optimize/pareto/crowding.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <map>

#include "core/base/constants.h"
#include "optimize/pareto/hypervolume.h"
#include "tests/optimize/point_sets.h"

namespace globaldyn::inside::test {
namespace {

using Row = std::vector<double>;

Row row_of(const Points& points, std::size_t i) {
  return {points[i].begin(), points[i].end()};
}

// For distinct points: sorted along each objective, ties lexicographically.
std::map<Row, double> find_distances(const std::vector<Row>& points, const Row& ranges) {
  std::map<Row, double> distances;
  for (const Row& point : points) distances[point] = points.size() == 1 ? kInfinity : 0.0;
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    if (ranges[k] == 0.0) continue;
    auto sorted = points;
    std::ranges::sort(
        sorted, [&](const Row& a, const Row& b) { return a[k] != b[k] ? a[k] < b[k] : a < b; });
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const bool is_end = i == 0 || i + 1 == sorted.size();
      distances[sorted[i]] +=
          is_end ? kInfinity : (sorted[i + 1][k] - sorted[i - 1][k]) / ranges[k];
    }
  }
  return distances;
}

Row find_ranges(const Points& points) {
  Row ranges;
  for (std::size_t k = 0; k < points.dimension(); ++k) {
    double least = kInfinity, greatest = -kInfinity;
    for (std::size_t i = 0; i < points.size(); ++i) {
      least = std::min(least, points[i][k]);
      greatest = std::max(greatest, points[i][k]);
    }
    ranges.push_back(greatest - least);
  }
  return ranges;
}

std::vector<Row> list_distinct(const Points& points) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < points.size(); ++i) rows.push_back(row_of(points, i));
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// The plain loop: recompute all distances, remove the smallest.
std::vector<Row> thin_out(const Points& points, std::size_t count) {
  auto left = list_distinct(points);
  const Row ranges = find_ranges(points);
  while (left.size() > count) {
    const auto distances = find_distances(left, ranges);
    const auto crowded =
        std::ranges::min_element(left, {}, [&](const Row& point) { return distances.at(point); });
    left.erase(crowded);  // the lexicographically first of the smallest
  }
  return left;
}

std::vector<Row> list_kept(const Points& points, const std::vector<int>& kept) {
  std::vector<Row> rows;
  for (const int i : kept) rows.push_back(row_of(points, static_cast<std::size_t>(i)));
  std::ranges::sort(rows);
  return rows;
}

TEST(Crowding, IsTheSumOfTheGapsByHand) {
  // Ranges 8 and 4; a copy of the second point.
  const Points front(2, {8, 0, 1, 3, 0, 4, 1, 3, 4, 2, 6, 1});
  EXPECT_EQ(calc_crowding_distances(front),
            (Row{kInfinity, 0.5 + 0.5, kInfinity, 0.0, 0.625 + 0.5, 0.5 + 0.5}));
}

TEST(Crowding, OfThreeObjectivesByHand) {
  // In the first objective two points tie: (2, 1, 8) comes before (2, 3, 4).
  const Points front(3, {0, 4, 0, 2, 3, 4, 2, 1, 8, 4, 0, 2, 3, 2, 3});
  EXPECT_EQ(calc_crowding_distances(front),
            (Row{kInfinity, 0.25 + 0.5 + 0.625, kInfinity, kInfinity, 0.5 + 0.5 + 0.25}));
}

TEST(Crowding, OfFewPointsIsInfinite) {
  EXPECT_EQ(calc_crowding_distances(Points(2)), Row{});
  EXPECT_EQ(calc_crowding_distances(Points(2, {1, 2})), Row{kInfinity});
  EXPECT_EQ(calc_crowding_distances(Points(2, {1, 2, 1, 2})), (Row{kInfinity, 0.0}));
  EXPECT_EQ(calc_crowding_distances(Points(2, {1, 2, 2, 1})), (Row{kInfinity, kInfinity}));
}

TEST(Crowding, TakesNoNoticeOfAnObjectiveWithoutRange) {
  const Points front(3, {0, 7, 4, 1, 7, 3, 2, 7, 1, 4, 7, 0});
  EXPECT_EQ(calc_crowding_distances(front), (Row{kInfinity, 0.5 + 0.75, 0.75 + 0.75, kInfinity}));
}

TEST(Crowding, OfTheGreatestNumbersIsFinite) {
  constexpr double kMost = std::numeric_limits<double>::max();
  const Points front(2, {-kMost, kMost, 0, 0, kMost, -kMost});
  EXPECT_EQ(calc_crowding_distances(front), (Row{kInfinity, 2.0, kInfinity}));
  EXPECT_EQ(keep_least_crowded(front, 2), (std::vector<int>{0, 2}));
}

class CrowdingLaws : public testing::TestWithParam<std::size_t> {};

TEST_P(CrowdingLaws, IsTheDefinition) {
  PointSets sets(GetParam());
  for (const std::size_t count : {1u, 2u, 3u, 10u, 80u}) {
    for (const Points& points : {sets.grid(GetParam(), count, 6), sets.sphere(GetParam(), count)}) {
      const auto expected = find_distances(list_distinct(points), find_ranges(points));
      const Row distances = calc_crowding_distances(points);
      std::map<Row, int> copies;
      for (std::size_t i = 0; i < count; ++i) {
        const Row row = row_of(points, i);
        // The same sums of the same terms, which halving before taking differences does not change.
        EXPECT_EQ(distances[i], ++copies[row] == 1 ? expected.at(row) : 0.0) << print(points);
      }
    }
  }
}

TEST_P(CrowdingLaws, LeavesWhatThePlainLoopLeaves) {
  PointSets sets(10 + GetParam());
  for (const std::size_t count : {1u, 2u, 3u, 10u, 60u}) {
    for (const Points& points : {sets.grid(GetParam(), count, 5), sets.grid(GetParam(), count, 40),
                                 sets.sphere(GetParam(), count)}) {
      const std::size_t distinct = list_distinct(points).size();
      for (std::size_t left = 0; left <= distinct; left += left < 5 ? 1 : 6) {
        EXPECT_EQ(list_kept(points, keep_least_crowded(points, left)), thin_out(points, left))
            << left << " of " << print(points);
      }
    }
  }
}

TEST_P(CrowdingLaws, LeavesTheSameWhateverTheOrderAndTheUnits) {
  PointSets sets(20 + GetParam());
  const Points points = sets.grid(GetParam(), 90, 30);
  const auto kept = list_kept(points, keep_least_crowded(points, 40));
  const Points shuffled = pick(points, sets.shuffle(points.size()));
  EXPECT_EQ(list_kept(shuffled, keep_least_crowded(shuffled, 40)), kept);
  // Powers of two do not change any digit.
  const Points longer = map_coordinates(
      points, [](double x, std::size_t k) { return std::ldexp(x, 5 * static_cast<int>(k) - 7); });
  EXPECT_EQ(keep_least_crowded(longer, 40), keep_least_crowded(points, 40));
}

INSTANTIATE_TEST_SUITE_P(Objectives, CrowdingLaws, testing::Range(std::size_t{1}, std::size_t{6}));

// Third copies, then second ones; among these the lexicographically smallest; of copies the last.
TEST(LeastCrowded, CopiesGoFirst) {
  const Points front(2, {5, 0, 0, 5, 1, 1, 0, 5, 1, 1, 0, 5, 5, 0});
  EXPECT_EQ(keep_least_crowded(front, 9), (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(keep_least_crowded(front, 6), (std::vector<int>{0, 1, 2, 3, 4, 6}));
  EXPECT_EQ(keep_least_crowded(front, 5), (std::vector<int>{0, 1, 2, 4, 6}));
  EXPECT_EQ(keep_least_crowded(front, 4), (std::vector<int>{0, 1, 2, 6}));
  EXPECT_EQ(keep_least_crowded(front, 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(keep_least_crowded(front, 2), (std::vector<int>{0, 1}));
  EXPECT_EQ(keep_least_crowded(front, 0), std::vector<int>{});
}

TEST(LeastCrowded, OfEvenlySpacedPointsIsEverySecondOne) {
  Points line(2);
  for (int i = 0; i <= 256; ++i) line.add(Row{i / 256.0, 1.0 - i / 256.0});
  const auto kept = keep_least_crowded(line, 129);
  ASSERT_EQ(kept.size(), 129u);
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(kept[i], 2 * static_cast<int>(i));
}

// The reason for removing one by one. For three objectives it holds only on the whole.
TEST(LeastCrowded, CoverMoreThanThoseTakenOutAtOnce) {
  for (const std::size_t objectives : {2u, 3u}) {
    PointSets sets(30 + objectives);
    const Row reference(objectives, 1.1);
    double sum = 0.0, sum_at_once = 0.0;
    for (int round = 0; round < 20; ++round) {
      const Points front = sets.sphere(objectives, 60);
      const Row distances = calc_crowding_distances(front);
      auto at_once = sets.shuffle(front.size());
      std::ranges::sort(at_once, std::greater<>(),
                        [&](int i) { return distances[static_cast<std::size_t>(i)]; });
      at_once.resize(18);
      const double volume = calc_hypervolume(pick(front, keep_least_crowded(front, 18)), reference);
      const double volume_at_once = calc_hypervolume(pick(front, at_once), reference);
      if (objectives == 2) {
        EXPECT_GT(volume, volume_at_once);
      }
      sum += volume;
      sum_at_once += volume_at_once;
    }
    EXPECT_GT(sum, 1.005 * sum_at_once);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
