// Ids and the lists that are asked by them. Oracle: std::vector, and what the language refuses.
#include "core/base/id_vector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>
#include <unordered_set>

#include "core/base/ids.h"
#include "core/bodies/pose.h"

namespace globaldyn::inside {
namespace {

template <class List, class Index>
concept IsAskedBy = requires(List& list, Index index) {
  list[index];
};

template <class Id>
concept HasRow = requires(Id id) {
  row_of(id);
};

using Masses = IdVector<BodyId, double>;

TEST(Ids, DoNotConvert) {
  static_assert(!std::is_convertible_v<int, DriveId>);
  static_assert(!std::is_convertible_v<DriveId, int>);
  static_assert(!std::is_constructible_v<DriveId, double>);
  static_assert(!std::is_constructible_v<JointId, DriveId>);
  static_assert(!std::is_assignable_v<DriveId&, JointId>);
  static_assert(IsAskedBy<Masses, BodyId>);
  static_assert(!IsAskedBy<Masses, JointId>);
  static_assert(!IsAskedBy<Masses, int>);
  static_assert(!IsAskedBy<Masses, std::size_t>);
}

TEST(Ids, CostNothing) {
  static_assert(sizeof(DriveId) == sizeof(int));
  static_assert(std::is_trivially_copyable_v<DriveId>);
  static_assert(sizeof(Masses) == sizeof(std::vector<double>));
  static_assert(std::is_nothrow_move_constructible_v<Masses>);
}

TEST(Ids, AreOrderedPrintedAndHashed) {
  constexpr DriveId first, third(std::size_t{2});
  static_assert(first < third && first != third && third == DriveId(2));
  static_assert(row_of(third) == 2 && third.number() == 2);
  EXPECT_EQ(testing::PrintToString(third), "2");
  EXPECT_EQ((std::unordered_set<DriveId>{first, third, DriveId(2)}.size()), 2u);
}

TEST(IdVectors, AreLists) {
  Masses masses{3.0, 1.0};
  EXPECT_EQ(masses.push_back(2.0), BodyId(2));
  ASSERT_EQ(masses.size(), 3u);
  EXPECT_TRUE(masses.has(BodyId(2)));
  EXPECT_FALSE(masses.has(BodyId(3)));
  EXPECT_FALSE(masses.has(BodyId(-1)));
  std::vector<double> seen;
  for (const BodyId id : masses.ids()) seen.push_back(masses[id]);
  EXPECT_EQ(seen, (std::vector<double>{3.0, 1.0, 2.0}));
  EXPECT_TRUE(std::equal(masses.begin(), masses.end(), seen.begin()));
  EXPECT_EQ(masses.span().data(), &masses.front());
  EXPECT_EQ(&masses[BodyId(2)], &masses.back());
  EXPECT_EQ(masses, Masses(seen));
  masses[BodyId(1)] = 5.0;
  EXPECT_NE(masses, Masses(seen));
}

TEST(IdVectors, MayBeEmpty) {
  const Masses none;
  EXPECT_TRUE(none.empty());
  for (const BodyId id : none.ids()) ADD_FAILURE() << id;
}

TEST(IdVectors, BodiesThatMoveAreAllButTheGround) {
  const Masses masses{0.0, 1.0, 2.0};
  std::vector<BodyId> seen;
  for (const BodyId body : moving_bodies(masses)) seen.push_back(body);
  EXPECT_EQ(seen, (std::vector<BodyId>{BodyId(1), BodyId(2)}));
  EXPECT_EQ(moving_bodies(masses).size(), 2u);
  EXPECT_EQ(moving_bodies(Pose(3)).size(), 2u);
  EXPECT_EQ(first_moving_bodies(2).size(), 2u);
  EXPECT_EQ(*first_moving_bodies(2).begin(), BodyId(1));
  for (const Masses& none : {Masses(), Masses{0.0}}) {
    for (const BodyId id : moving_bodies(none)) ADD_FAILURE() << id;
    EXPECT_EQ(moving_bodies(none).size(), 0u);
  }
}

TEST(IdVectors, BodiesThatMoveHaveSixRowsEach) {
  static_assert(moving_number(BodyId(1)) == 0 && moving_number(BodyId(3)) == 2);
  static_assert(first_row_of(BodyId(1)) == 0 && first_row_of(BodyId(3)) == 12);
  static_assert(!HasRow<BodyId> && HasRow<DriveId>);
}

TEST(IdVectors, FindItems) {
  const Masses masses{3.0, 1.0, 1.0};
  const auto found = find_id(masses, [](double mass) { return mass < 2.0; });
  EXPECT_EQ(found, BodyId(1));
  EXPECT_FALSE(find_id(masses, [](double mass) { return mass > 4.0; }));
}

}  // namespace
}  // namespace globaldyn::inside
