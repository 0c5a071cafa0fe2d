// No design is made twice, and small spaces are used completely.
#include "optimize/evolution/new_designs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace globaldyn::inside::test {
namespace {

using Kind = DesignVariable::Kind;

TEST(NewDesigns, KnowsWhatWasTaken) {
  NewDesigns known({{{"x"}, {"y"}}});
  // Far more than its initial capacity; neighbours, and swapped values.
  for (int i = 0; i < 5000; ++i) {
    const double x = 1.0 + 0x1p-52 * i;
    EXPECT_TRUE(known.take({x, 0.25}));
    EXPECT_TRUE(known.take({0.25, x}));
  }
  for (int i = 0; i < 5000; ++i) EXPECT_FALSE(known.take({1.0 + 0x1p-52 * i, 0.25}));
  EXPECT_TRUE(known.take({0.0, 1.0}));
  EXPECT_FALSE(known.take({-0.0, 1.0}));  // the same number
  EXPECT_FALSE(known.empty());
}

TEST(NewDesigns, MakesEveryDesignOfASmallSpaceOnce) {
  const DesignSpace space{{{"c", Kind::categorical, 0.0, 4.0},
                           {"i", Kind::integer, -3.0, 3.0},
                           {"fixed", Kind::continuous, 0.5, 0.5},
                           {"j", Kind::integer, 0.0, 1.0}}};
  NewDesigns known(space);
  RandomStream random(3);
  std::set<Design> made;
  Design design;
  for (int i = 0; i < 5 * 7 * 2; ++i) {
    EXPECT_FALSE(known.empty());
    ASSERT_TRUE(known.take_random(random, design));
    EXPECT_TRUE(made.insert(design).second);
    for (std::size_t k = 0; k < design.size(); ++k) {
      EXPECT_GE(design[k], space.variables[k].low);
      EXPECT_LE(design[k], space.variables[k].high);
    }
  }
  EXPECT_TRUE(known.empty());
  EXPECT_FALSE(known.take_random(random, design));
}

// A space without variables has one design; two adjacent numbers give two.
TEST(NewDesigns, EndsInTheSmallestSpaces) {
  RandomStream random(3);
  Design design;
  NewDesigns empty(DesignSpace{});
  EXPECT_TRUE(empty.take_random(random, design));
  EXPECT_TRUE(empty.empty());
  NewDesigns narrow({{{"x", Kind::continuous, 1.0, std::nextafter(1.0, 2.0)}}});
  EXPECT_TRUE(narrow.take_random(random, design));
  EXPECT_TRUE(narrow.take_random(random, design));
  EXPECT_FALSE(narrow.take_random(random, design));
}

}  // namespace
}  // namespace globaldyn::inside::test
