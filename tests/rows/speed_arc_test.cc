// Arcs that no motion within a row crosses. Oracle: the row itself along the arc, and motions
// within it, integrated by an embedded method of order 7(8).
#include "globaldyn/plan/rows/speed_arc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "core/base/constants.h"

namespace globaldyn::inside::test {
namespace {

enum class Kind {
  mild,    // a h / d of some 1, of both signs
  stiff,   // of 10 ... 1e4
  pinned,  // d vanishes at the start of the travel, where x is at the row's own limit or below
  fading,  // d vanishes at the end of the travel
};

// A row on a segment, the travel and the side of the arc on which motions are.
struct Course {
  std::vector<Side> sides;
  double h{1.0}, x{0.0}, ease{0.0};
  Travel travel{Travel::forward};
  bool is_mirrored{false};

  [[nodiscard]] double begin() const { return travel == Travel::forward ? 0.0 : 1.0; }
  [[nodiscard]] double end() const { return 1.0 - begin(); }
  [[nodiscard]] std::optional<SpeedArc> find_arc() const {
    return find_speed_arc(sides, travel, x, h, {ease, 0.0}, is_mirrored);
  }
};

class RandomCourses {
 public:
  explicit RandomCourses(unsigned seed) : random_(seed) {}

  Course make(Kind kind, int n) {
    Course course;
    course.h = std::pow(10.0, uniform(-3.0, 0.5));
    course.ease = n % 3 == 0 ? std::pow(10.0, uniform(-9.0, -2.0)) : 0.0;
    course.travel = n % 2 == 0 ? Travel::forward : Travel::backward;
    course.is_mirrored = n / 2 % 2 == 1;
    const int count = n % 5 == 0 ? 3 : 1;
    for (int k = 0; k < count; ++k) course.sides.push_back(make_side(kind, course));
    const Side& side = course.sides.front();
    const std::size_t at = course.travel == Travel::forward ? 0 : 2;
    const double own = -(side.c[at] - course.ease * side.room[at]) / side.a[at];
    course.x = kind == Kind::pinned || (own > 0.0 && n % 4 < 2)
                   ? own * (kind == Kind::pinned ? 1.0 : uniform(0.0, 2.0))
                   : uniform(0.0, 1.0);
    return course;
  }

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

 private:
  Side make_side(Kind kind, const Course& course) {
    Side side;
    const double ratio = kind == Kind::stiff ? std::pow(10.0, uniform(1.0, 4.0)) / course.h
                                             : uniform(-2.0, 2.0) / course.h;
    // Rows on the segments of a fine grid vary little: arcs are close to what is possible there.
    const double variation = uniform(0.0, 1.0) < 0.5 ? 1.0 : std::pow(10.0, uniform(-4.0, -1.0));
    const double of_c = uniform(-1.5, 0.5) * (kind == Kind::stiff ? ratio : 1.0);
    const double of_a = uniform(0.2, 1.0) * ratio;
    for (std::size_t j = 0; j < 3; ++j) {
      side.d[j] = 0.6 + 0.4 * variation * uniform(-1.0, 1.0);
      side.a[j] = of_a * (1.0 + (kind == Kind::mild ? 1.0 : 0.5) * variation * uniform(-1.0, 1.0));
      side.c[j] = of_c * (1.0 + variation * uniform(-1.0, 1.0));
      side.room[j] = static_cast<float>(uniform(0.0, 1.0));
    }
    if (kind == Kind::pinned) {
      side.d[0] = 0.0;
      for (double& a : side.a.at_control) a = std::abs(a);
      // Its own limit at a positive x.
      side.c[0] = -std::abs(side.c[0]);
    }
    if (kind == Kind::fading) side.d[2] = 0.0;
    side = turn(side, course.travel);
    return course.is_mirrored ? mirror_of(side, kind) : side;
  }

  // In a row seen from above a x is as it would be from below.
  static Side mirror_of(const Side& side, Kind kind) {
    Side mirrored = mirror(side);
    if (kind == Kind::pinned) {
      for (double& c : mirrored.c.at_control) c = -c;
    }
    return mirrored;
  }

  std::mt19937_64 random_;
};

[[nodiscard]] double calc_rest(const Course& course, const Side& side, double r, double x) {
  return side.a.at(r) * x + side.c.at(r) - course.ease * side.room.at(r);
}

[[nodiscard]] double push_at(const SpeedArc& arc, double h, double r) {
  return Quadratic3{find_push(arc.x, h)}.at(r);
}

// The minimum of the row along the arc, as a share of its largest terms.
double find_least_row(const Course& course, const SpeedArc& arc) {
  constexpr int kPlaces = 2000;
  const Side& side = course.sides[arc.side];
  double least = kInfinity, size = 0.0;
  for (int i = 0; i <= kPlaces; ++i) {
    const double r = static_cast<double>(i) / kPlaces, x = find_x_at(arc.x, r);
    const double push = side.d.at(r) * push_at(arc, course.h, r);
    least = std::min(least, calc_rest(course, side, r, x) + push);
    size = std::max(size, std::abs(side.a.at(r) * x) + std::abs(side.c.at(r)) + std::abs(push));
  }
  return least / size;
}

// A motion that keeps the row with some slack, different on eighths of the segment, from x at r on.
// The largest excess over the arc (below it, if mirrored), as a share of the largest x on either.
double find_crossing(const Course& course, const SpeedArc& arc, double r, double x,
                     const std::array<double, 8>& slacks) {
  namespace odeint = boost::numeric::odeint;
  constexpr double kTight = 1e-13;
  const Side& side = course.sides[arc.side];
  const double sign = course.is_mirrored ? -1.0 : 1.0;
  const double d_size = std::max({std::abs(side.d[0]), std::abs(side.d[1]), std::abs(side.d[2])});
  double worst = -kInfinity, size = std::abs(x);
  for (const double value : arc.x) size = std::max(size, std::abs(value));
  const double direction = course.travel == Travel::forward ? 1.0 : -1.0;
  for (std::size_t part = 0; part < slacks.size(); ++part) {
    const double slack = slacks[part];
    const double next = course.begin() + direction * (static_cast<double>(part) + 1.0) / 8.0;
    if ((next - r) * direction <= 0.0) continue;
    const auto slope = [&](const double& speed, double& by_r, double at) {
      const double push = -(calc_rest(course, side, at, speed) + slack) / side.d.at(at);
      by_r = 2.0 * course.h * push;
    };
    // Where d vanishes what the row allows is unbounded.
    double to = next;
    if (std::abs(side.d.at(to)) < 1e-3 * d_size) to = course.end() - direction * 0.01;
    if ((to - r) * direction <= 0.0) continue;
    odeint::integrate_adaptive(
        odeint::make_controlled<odeint::runge_kutta_fehlberg78<double>>(kTight * size, kTight),
        slope, x, r, to, direction * 1e-4, [&](const double& speed, double at) {
          size = std::max(size, std::abs(speed));
          worst = std::max(worst, sign * (speed - find_x_at(arc.x, at)));
        });
    r = to;
  }
  return worst / size;
}

// Where d vanishes at the start, the first stretch is travelled with a constant d2 for which the
// row is kept there; false if it is not.
bool begin_beside(const Course& course, const Side& side, double push, double& r, double& x) {
  constexpr double kStretch = 1e-5;
  const double direction = course.travel == Travel::forward ? 1.0 : -1.0;
  const double first = x;
  for (int i = 1; i <= 20; ++i) {
    r = course.begin() + direction * kStretch * i / 20.0;
    x = first + 2.0 * course.h * push * (r - course.begin());
    if (calc_rest(course, side, r, x) + side.d.at(r) * push > 0.0) return false;
  }
  return true;
}

class SpeedArcs : public testing::TestWithParam<Kind> {};

constexpr int kCourses = 2000;

TEST_P(SpeedArcs, KeepTheirRowBroken) {
  RandomCourses courses(11);
  int found = 0, begun = 0;
  for (int n = 0; n < kCourses; ++n) {
    const Course course = courses.make(GetParam(), n);
    const auto arc = course.find_arc();
    if (!arc) continue;
    ++found;
    // Its own coefficients are allowed 1e-14 of their size.
    ASSERT_GE(find_least_row(course, *arc), -1e-13) << n;
    // It starts where it should.
    const double begin = course.travel == Travel::forward ? arc->x[0] : arc->x[3];
    const double above = course.is_mirrored ? course.x - begin : begin - course.x;
    EXPECT_GE(above, -1e-14 * std::abs(course.x)) << n;
    // A stiff one may start farther off; most start where they should.
    begun += begin == course.x ? 1 : 0;
  }
  if (GetParam() != Kind::pinned && GetParam() != Kind::stiff) {
    EXPECT_GT(begun, found / 2);
  }
  // Otherwise nothing was tested.
  EXPECT_GT(found, kCourses / 3);
}

TEST_P(SpeedArcs, AreCrossedByNoMotion) {
  RandomCourses courses(12);
  // Stiff rows take many steps.
  const int count = GetParam() == Kind::stiff ? kCourses / 8 : kCourses;
  int motions = 0;
  for (int n = 0; n < count; ++n) {
    const Course course = courses.make(GetParam(), n);
    const auto arc = course.find_arc();
    if (!arc) continue;
    const Side& side = course.sides[arc->side];
    const double begin = course.travel == Travel::forward ? arc->x[0] : arc->x[3];
    const double sign = course.is_mirrored ? -1.0 : 1.0;
    for (int m = 0; m < 4; ++m) {
      // The first without any slack; others with slack now and then.
      double x = m < 2 ? begin : begin - sign * courses.uniform(0.0, 1.0) * std::abs(begin);
      std::array<double, 8> slacks{};
      const double size = std::abs(side.c[0]) + std::abs(side.c[1]);
      for (double& slack : slacks) {
        const bool is_free = m == 0 || courses.uniform(0.0, 1.0) < 0.5;
        slack = is_free ? 0.0 : size * std::pow(10.0, courses.uniform(-6.0, 0.0));
      }
      double r = course.begin();
      if (std::abs(side.d.at(r)) == 0.0) {
        const double push =
            push_at(*arc, course.h, r) * (m == 0 ? 1.0 : courses.uniform(-2.0, 2.0)) -
            sign * (course.travel == Travel::forward ? 1e-6 : -1e-6);
        if (!begin_beside(course, side, push, r, x)) continue;
      }
      // Integration is accurate to 1e-13 per step; errors of unstable rows grow by about e^4.
      ASSERT_LE(find_crossing(course, *arc, r, x, slacks), 1e-10) << n << ' ' << m;
      ++motions;
    }
  }
  EXPECT_GT(motions, count);
}

INSTANTIATE_TEST_SUITE_P(Rows, SpeedArcs,
                         testing::Values(Kind::mild, Kind::stiff, Kind::pinned, Kind::fading));

// The test of the test: many arcs are so close to what is possible that, if they were lower by a
// hundredth at their end, the motion without slack would cross them.
TEST(SpeedArcOracle, SeesArcsThatAreTooLow) {
  for (const Kind kind : {Kind::mild, Kind::stiff, Kind::fading}) {
    RandomCourses courses(13);
    int crossed = 0, all = 0;
    for (int n = 0; n < 200; ++n) {
      const Course course = courses.make(kind, n);
      auto arc = course.find_arc();
      if (!arc) continue;
      const double begin = course.travel == Travel::forward ? arc->x[0] : arc->x[3];
      double size = 0.0;
      for (const double value : arc->x) size = std::max(size, std::abs(value));
      // Lower from the start on, in proportion to the distance travelled.
      const double shift = (course.is_mirrored ? 1.0 : -1.0) * 0.01 / 3.0 * size;
      for (std::size_t j = 0; j < 4; ++j) {
        const std::size_t far = course.travel == Travel::forward ? j : 3 - j;
        arc->x[j] += shift * static_cast<double>(far);
      }
      ++all;
      crossed += find_crossing(course, *arc, course.begin(), begin, {}) > 1e-10 ? 1 : 0;
    }
    EXPECT_GT(crossed, all / 6) << crossed << " of " << all;
  }
}

// d2 <= F / m alone: the arc is the motion itself, exactly.
TEST(SpeedArc, OfAMassIsItsMotion) {
  const double force = 3.0, mass = 2.0, h = 0.7, x = 0.25;
  const Side side{{}, {{-force, -force, -force}}, {{mass, mass, mass}}, {{1.0, 1.0, 1.0}}, 1};
  const auto arc = make_speed_arc(side, x, h, {});
  ASSERT_TRUE(arc.has_value());
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(arc->x[j], x + 2.0 * h * force / mass * static_cast<double>(j) / 3.0, 1e-14);
  }
  EXPECT_NEAR(arc->slope, 1.0, 1e-14);
}

// Where d vanishes at the start, the row does not hold back an x below its own limit, so that
// motions may get there at once: the arc starts at that limit for any x below.
TEST(SpeedArc, BeginsAtTheRowsOwnLimitWhereDVanishes) {
  const Side side{{{2.0, 2.1, 2.2}}, {{-3.0, -3.0, -3.0}}, {{0.0, 0.1, 0.3}}, {{1.0, 1.0, 1.0}}, 1};
  const auto arc = make_speed_arc(side, 0.5, 0.1, {});
  ASSERT_TRUE(arc.has_value());
  // By collocation, which has a small error.
  EXPECT_GE(arc->x[0], 1.5);
  EXPECT_NEAR(arc->x[0], 1.5, 1e-3);
}

// A row that stops nothing, or only motions the other way, has no arc.
TEST(SpeedArc, OfRowsThatStopNothingThereIsNone) {
  const Side away{{}, {{-1.0, -1.0, -1.0}}, {{-1.0, -1.0, -1.0}}, {{1.0, 1.0, 1.0}}, 0};
  EXPECT_FALSE(make_speed_arc(away, 1.0, 0.5, {}).has_value());
  EXPECT_FALSE(find_speed_arc({&away, 1}, Travel::forward, 1.0, 0.5, {}).has_value());
  EXPECT_TRUE(find_speed_arc({&away, 1}, Travel::backward, 1.0, 0.5, {}).has_value());
  EXPECT_TRUE(find_speed_arc({&away, 1}, Travel::forward, 1.0, 0.5, {}, true).has_value());
  const Side flat{{}, {{-1.0, -1.0, -1.0}}, {}, {{1.0, 1.0, 1.0}}, 0};
  EXPECT_FALSE(make_speed_arc(flat, 1.0, 0.5, {}).has_value());
}

// Rows without d: the lowest curve is on or above the row's own limit everywhere, and close to it.
TEST(SpeedCeilings, AreAboveTheRowsOwnLimit) {
  RandomCourses courses(14);
  int found = 0;
  for (int n = 0; n < 500; ++n) {
    Side side;
    for (std::size_t j = 0; j < 3; ++j) {
      side.a[j] = courses.uniform(0.8, 1.2);
      side.c[j] = -courses.uniform(0.8, 1.2);
      side.room[j] = 1.0F;
    }
    const double ease = n % 2 == 0 ? 0.0 : 1e-3;
    const auto ceiling = find_speed_ceiling({&side, 1}, {ease, 0.0});
    if (!ceiling) continue;
    ++found;
    for (int i = 0; i <= 200; ++i) {
      const double r = i / 200.0, own = (-side.c.at(r) + ease) / side.a.at(r);
      ASSERT_GE(find_x_at(ceiling->x, r), own * (1.0 - 1e-14)) << n;
      ASSERT_LE(find_x_at(ceiling->x, r), own * 1.2) << n;
    }
  }
  EXPECT_EQ(found, 500);
}

}  // namespace
}  // namespace globaldyn::inside::test
