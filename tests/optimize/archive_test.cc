// The archive against the definition, in any order of arrival.
#include "optimize/pareto/archive.h"

#include <gtest/gtest.h>

#include "optimize/pareto/hypervolume.h"
#include "tests/optimize/point_sets.h"

namespace globaldyn::inside::test {
namespace {

using Member = ParetoArchive::Member;

Outcome feasible(std::span<const double> point) {
  return {{point.begin(), point.end()}, 0.0};
}

// The i-th point is number i + 1.
std::vector<Member> find_members(const Points& points) {
  std::vector<Member> members;
  for (std::size_t i = 0; i < points.size(); ++i) {
    bool is_out = false;
    for (std::size_t j = 0; j < points.size() && !is_out; ++j) {
      is_out =
          dominates(points[j], points[i]) || (j < i && std::ranges::equal(points[j], points[i]));
    }
    if (!is_out) members.push_back({i + 1, {points[i].begin(), points[i].end()}});
  }
  return members;
}

ParetoArchive insert_all(const Points& points, const std::vector<int>& order) {
  ParetoArchive archive;
  for (const int i : order) {
    const auto number = static_cast<std::size_t>(i);
    archive.insert(number + 1, feasible(points[number]));
  }
  return archive;
}

class Archive : public testing::TestWithParam<std::size_t> {};

TEST_P(Archive, HasTheMembersOfTheDefinitionInWhateverOrderTheyCome) {
  PointSets sets(GetParam());
  for (const std::size_t count : {0u, 1u, 2u, 10u, 100u, 600u}) {
    for (const Points& points :
         {sets.cube(GetParam(), count), sets.grid(GetParam(), count, 4),
          sets.grid(GetParam(), count, 30), sets.sphere(GetParam(), count)}) {
      const auto expected = find_members(points);
      for (int round = 0; round < 3; ++round) {
        const ParetoArchive archive = insert_all(points, sets.shuffle(count));
        EXPECT_EQ(archive.members(), expected);
        EXPECT_EQ(archive.size(), expected.size());
        EXPECT_EQ(archive.empty(), count == 0);
      }
    }
  }
}

// As a search finds them, in improving order; and in the reverse order.
TEST_P(Archive, HasTheMembersOfTheDefinitionWhenTheyComeSorted) {
  PointSets sets(10 + GetParam());
  const Points points = sets.cube(GetParam(), 500);
  auto order = sets.shuffle(points.size());
  const auto expected = find_members(points);
  const auto value = [&](int i) {
    const auto point = points[static_cast<std::size_t>(i)];
    return std::accumulate(point.begin(), point.end(), 0.0);
  };
  std::ranges::sort(order, {}, value);
  EXPECT_EQ(insert_all(points, order).members(), expected);
  std::ranges::reverse(order);
  EXPECT_EQ(insert_all(points, order).members(), expected);
}

TEST_P(Archive, TellsWhetherAnOutcomeIsAMemberNow) {
  PointSets sets(20 + GetParam());
  const Points points = sets.grid(GetParam(), 300, 5);
  ParetoArchive archive;
  for (const int i : sets.shuffle(points.size())) {
    const auto number = static_cast<std::size_t>(i) + 1;
    const bool is_in = archive.insert(number, feasible(points[number - 1]));
    const auto members = archive.members();
    EXPECT_EQ(is_in, std::ranges::find(members, number, &Member::number) != members.end());
  }
}

TEST_P(Archive, RefusesInfeasibleOutcomes) {
  ParetoArchive archive;
  const std::vector<double> zeros(GetParam(), 0.0), ones(GetParam(), 1.0);
  EXPECT_FALSE(archive.insert(1, {zeros, 1e-9}));
  EXPECT_FALSE(archive.insert(2, {{}, 1.0}));
  EXPECT_TRUE(archive.empty());
  EXPECT_TRUE(archive.insert(3, {ones, 0.0}));
  EXPECT_FALSE(archive.insert(4, {zeros, 1e-9}));
  EXPECT_EQ(archive.members(), (std::vector<Member>{{3, ones}}));
}

TEST_P(Archive, KeepsTheLeastNumberOfEqualOnes) {
  ParetoArchive archive;
  const std::vector<double> point(GetParam(), 0.0);
  std::vector<double> same = point;
  same.front() = -0.0;
  EXPECT_TRUE(archive.insert(5, {point, 0.0}));
  EXPECT_FALSE(archive.insert(7, {point, 0.0}));
  EXPECT_TRUE(archive.insert(3, {same, 0.0}));
  EXPECT_FALSE(archive.insert(4, {point, 0.0}));
  EXPECT_EQ(archive.members(), (std::vector<Member>{{3, point}}));
}

TEST_P(Archive, TakesOutAllThatAPointDominates) {
  PointSets sets(30 + GetParam());
  const Points points = sets.sphere(GetParam(), 2000);
  ParetoArchive archive = insert_all(points, sets.shuffle(points.size()));
  const std::vector<double> best(GetParam(), 0.0);
  EXPECT_TRUE(archive.insert(9999, {best, 0.0}));
  EXPECT_EQ(archive.members(), (std::vector<Member>{{9999, best}}));
  // It continues from there.
  std::vector<double> beside(GetParam(), 1.0);
  beside.front() = -1.0;
  EXPECT_TRUE(archive.insert(10000, {beside, 0.0}));
  EXPECT_EQ(archive.size(), GetParam() == 1 ? 1u : 2u);
}

// Integer coordinates, so that both are exact.
TEST_P(Archive, HasTheHypervolumeOfItsMembers) {
  PointSets sets(40 + GetParam());
  // Not the best corner, so that there are many members.
  const Points all = sets.grid(GetParam(), 500, 12);
  Points points(GetParam());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double sum = std::accumulate(all[i].begin(), all[i].end(), 0.0);
    if (sum >= 5.0 * static_cast<double>(GetParam())) points.add(all[i]);
  }
  const ParetoArchive archive = insert_all(points, sets.shuffle(points.size()));
  // Also with members that are not below it.
  for (const double bound : {12.0, 8.0, 5.0}) {
    const std::vector<double> reference(GetParam(), bound);
    EXPECT_EQ(archive.calc_hypervolume(reference), calc_hypervolume(points, reference));
    EXPECT_EQ(ParetoArchive().calc_hypervolume(reference), 0.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Objectives, Archive, testing::Range(std::size_t{1}, std::size_t{7}));

// Neighbours come one after the other, on the same side of all that are there, and the other
// objectives are almost all equal: boxes lose their balance and are halved again.
TEST(DominationTree, KeepsAFrontThatComesInOrderAndStaysShallow) {
  for (const std::size_t objectives : {2u, 3u, 4u}) {
    DominationTree tree;
    ParetoArchive archive;
    std::vector<Member> members;
    for (std::size_t i = 0; i < 20000; ++i) {
      std::vector<double> point(objectives, i % 1000 == 0 ? -1.0 : 0.0);
      point[0] = static_cast<double>(i);
      point[1] = -static_cast<double>(i);
      ASSERT_TRUE(tree.insert(i, point));
      ASSERT_TRUE(archive.insert(i, {point, 0.0}));
      members.push_back({i, point});
    }
    EXPECT_EQ(tree.size(), members.size());
    EXPECT_EQ(archive.members(), members);
    // A half has at most three quarters of a box's points, except where they tie, once per
    // objective: 20000 * 0.75^28 < 8.
    EXPECT_LE(tree.calc_depth(), 28 + static_cast<int>(objectives));
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
