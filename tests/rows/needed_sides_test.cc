// Which sides may matter up to an x. Oracles: a motor's closed forms; random sides, evaluated.
#include "globaldyn/plan/rows/redundant_sides.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "core/base/constants.h"

namespace globaldyn::inside::test {
namespace {

Quadratic3 constant(double value) {
  return {{value, value, value}};
}

void add_side(GridSegment& segment, const Quadratic3& a, const Quadratic3& b, const Quadratic3& c,
              const Quadratic3& d) {
  const int number = 2 * static_cast<int>(segment.sides.size()) + 1;
  segment.sides.push_back({a, c, d, {{1.0F, 1.0F, 1.0F}}, number});
  if (!segment.curved) segment.curved = std::make_unique<RootSides>();
  segment.curved->roots.push_back(b);
}

// A force of at most 1, of at most 1.5 - sqrt(x), a speed of at most 1.2.
GridSegment make_motor(double scale) {
  GridSegment segment;
  segment.h = 1.0;
  add_side(segment, constant(0.3), constant(0.0), constant(-1.0), constant(1.0));
  add_side(segment, constant(0.3 * scale), constant(scale), constant(-1.5 * scale),
           constant(scale));
  add_side(segment, constant(0.0), constant(1.0), constant(-1.2), constant(0.0));
  return segment;
}

// The line takes over at sqrt(x) = 0.5, and the speed limit is at 1.2.
TEST(NeededSides, AreThoseWithinReach) {
  using List = std::vector<std::uint32_t>;
  for (const double scale : {0.1, 1.0, 7.0}) {
    SCOPED_TRACE(scale);
    const GridSegment motor = make_motor(scale);
    EXPECT_EQ(list_needed_sides(motor, 0.49 * 0.49), (List{0}));
    EXPECT_EQ(list_needed_sides(motor, 0.51 * 0.51), (List{0, 1}));
    EXPECT_EQ(list_needed_sides(motor, 1.19 * 1.19), (List{0, 1}));
    EXPECT_EQ(list_needed_sides(motor, 1.21 * 1.21), (List{0, 1, 2}));
  }
}

// The error of rows requires an additional margin.
TEST(NeededSides, AreMoreWhereRowsAreKnownLessWell) {
  GridSegment motor = make_motor(1.0);
  const RowError error{.rest = 0.05};
  motor.error = &error;
  EXPECT_EQ(list_needed_sides(motor, 0.2 * 0.2).size(), 1u);
  // Twice the error of either side: up to sqrt(x) = 0.5 - 2 x 0.1.
  EXPECT_EQ(list_needed_sides(motor, 0.29 * 0.29).size(), 1u);
  EXPECT_EQ(list_needed_sides(motor, 0.31 * 0.31).size(), 2u);
  EXPECT_EQ(list_needed_sides(motor, 0.49 * 0.49).size(), 2u);
}

TEST(NeededSides, AreNotThoseOfAnotherForce) {
  GridSegment motor = make_motor(1.0);
  motor.sides[1].a = constant(0.4);
  EXPECT_EQ(list_needed_sides(motor, 0.1).size(), 2u);
  motor = make_motor(1.0);
  motor.sides[1].d = constant(-1.0);
  EXPECT_EQ(list_needed_sides(motor, 0.1).size(), 2u);
}

double evaluate(const GridSegment& s, std::size_t k, double r, double x, double u) {
  const Side& side = s.sides[k];
  return side.a.at(r) * x + s.curved->roots[k].at(r) * std::sqrt(x) + side.c.at(r) +
         side.d.at(r) * u;
}

class RandomSides {
 public:
  explicit RandomSides(unsigned seed) : random_(seed) {}

  // Three forces against both limits, each in three versions that differ by a constant and a root.
  GridSegment make() {
    GridSegment segment;
    segment.h = 1.0;
    for (int force = 0; force < 3; ++force) {
      const Quadratic3 a = draw(-1.0, 1.0), d = draw(-1.0, 1.0), c = draw(-0.5, 0.5);
      for (const double sign : {-1.0, 1.0}) {
        for (int variant = 0; variant < 3; ++variant) {
          const double scale = std::exp(uniform(-2.0, 2.0)), limit = uniform(0.5, 2.0);
          Quadratic3 limited;
          for (std::size_t j = 0; j < 3; ++j) limited[j] = sign * c[j] - limit;
          add_side(segment, times(sign * scale, a), times(scale, draw(-1.0, 1.0)),
                   times(scale, limited), times(sign * scale, d));
        }
      }
    }
    return segment;
  }

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

 private:
  Quadratic3 draw(double low, double high) {
    return {{uniform(low, high), uniform(low, high), uniform(low, high)}};
  }
  static Quadratic3 times(double factor, const Quadratic3& q) {
    return {{factor * q[0], factor * q[1], factor * q[2]}};
  }

  std::mt19937 random_;
};

// At x and the largest or smallest u that the needed sides allow, all others hold.
TEST(NeededSides, LeaveNoneOutThatIsBroken) {
  constexpr double kRoundOff = 1e-9;
  int dropped = 0, tried = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    RandomSides random(seed);
    const GridSegment segment = random.make();
    const double most = std::exp(random.uniform(-4.0, 2.0));
    const std::vector<std::uint32_t> needed = list_needed_sides(segment, most);
    dropped += static_cast<int>(segment.sides.size() - needed.size());
    for (int look = 0; look < 100; ++look) {
      const double r = random.uniform(0.0, 1.0), x = random.uniform(0.0, most);
      double low = -kInfinity, high = kInfinity;
      for (const std::size_t k : needed) {
        const double d = segment.sides[k].d.at(r), rest = evaluate(segment, k, r, x, 0.0);
        if (d > 0.0) high = std::min(high, -rest / d);
        if (d < 0.0) low = std::max(low, -rest / d);
      }
      if (!(low <= high) || std::isinf(low) || std::isinf(high)) continue;
      ++tried;
      for (std::size_t k = 0; k < segment.sides.size(); ++k) {
        EXPECT_LE(evaluate(segment, k, r, x, low), kRoundOff * (1.0 + std::abs(low))) << seed;
        EXPECT_LE(evaluate(segment, k, r, x, high), kRoundOff * (1.0 + std::abs(high))) << seed;
      }
    }
  }
  EXPECT_GT(dropped, 300);
  EXPECT_GT(tried, 3000);
}

}  // namespace
}  // namespace globaldyn::inside::test
