// Three algorithms for one region: the r-tuples' union, the circuits' intersection, the parametric
// walk. Oracle: each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <sstream>

#include "core/base/constants.h"
#include "globaldyn/region/methods/region_solver.h"
#include "globaldyn/region/methods/subsets.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// The largest finite extent of a region in d1² and d2.
struct Extent {
  double x{0.0};
  double d2{0.0};
};

Extent measure(const Region& region) {
  Extent extent;
  for (const RegionComponent& component : region.components()) {
    for (const RegionVertex& vertex : component.vertices) {
      extent.x = std::max(extent.x, vertex.d1_square);
      extent.d2 = std::max(extent.d2, std::abs(vertex.d2));
    }
  }
  return extent;
}

void expect_same(double a, double b, double size) {
  if (std::isinf(a) || std::isinf(b)) {
    EXPECT_EQ(a, b);
    return;
  }
  constexpr double kSame = 1e-9;
  EXPECT_NEAR(a, b, kSame * std::max(size, std::abs(a)));
}

// The corners at which the boundary turns by more than `turn`, in units of the region's extent.
std::vector<Eigen::Vector2d> list_corners(const RegionComponent& component, double x, double d2,
                                          double turn) {
  const auto place = [&](std::size_t i) {
    const RegionVertex& vertex = component.vertices[i % component.vertices.size()];
    return Eigen::Vector2d(vertex.d1_square / x, vertex.d2 / d2);
  };
  std::vector<Eigen::Vector2d> corners;
  const std::size_t count = component.vertices.size();
  for (std::size_t i = count; i < 2 * count; ++i) {
    const Eigen::Vector2d in = (place(i) - place(i - 1)).normalized();
    const Eigen::Vector2d out = (place(i + 1) - place(i)).normalized();
    if (std::abs(in.x() * out.y() - in.y() * out.x()) > turn) corners.push_back(place(i));
  }
  return corners;
}

// The same of a region bounded by arcs, in the (d1, d2) plane: where one curve hands over to
// another at an angle, and the ends.
std::vector<Eigen::Vector2d> list_arc_corners(const Region& region, double x, double d2,
                                              double turn) {
  const double d1 = std::sqrt(x);
  std::vector<Eigen::Vector2d> corners;
  const Strips& strips = region.strips();
  for (const auto side : {&Strip::lower, &Strip::upper}) {
    const auto add = [&](const Strip& strip, double at) {
      if (strip.*side == kNoCurve || std::isinf(at)) return;
      corners.emplace_back(at / d1, region.curves().parabola(strip.*side).at(at) / d2);
    };
    const auto slope = [&](const Strip& strip, double at) {
      const Parabola& f = region.curves().parabola(strip.*side);
      return std::atan((f.c1 + 2.0 * f.c2 * at) * d1 / d2);
    };
    for (std::size_t i = 0; i < strips.size(); ++i) {
      const bool continues = i + 1 < strips.size() && strips[i].end == strips[i + 1].begin;
      const bool continued = i > 0 && strips[i - 1].end == strips[i].begin;
      if (!continued) add(strips[i], strips[i].begin);
      if (!continues) {
        add(strips[i], strips[i].end);
        continue;
      }
      const Strip &here = strips[i], &there = strips[i + 1];
      if (here.*side == kNoCurve || there.*side == kNoCurve) continue;
      if (std::abs(slope(here, here.end) - slope(there, here.end)) > turn) add(here, here.end);
    }
  }
  return corners;
}

// Every corner of more than 1e-6 rad that one list has the other has too. Rounding may decide on
// which side of 1e-6 rad a corner is, so that the other list goes down to half of it.
template <class ListCorners>
void expect_same_corners(const ListCorners& in_a, const ListCorners& in_b) {
  const auto expect_among = [](const auto& some, const auto& others) {
    for (const Eigen::Vector2d& corner : some) {
      double nearest = kInfinity;
      for (const Eigen::Vector2d& other : others) {
        nearest = std::min(nearest, (corner - other).norm());
      }
      // Lines that meet at 1e-6 rad intersect up to 1e6 rounding errors away.
      EXPECT_LE(nearest, 1e-9);
    }
  };
  constexpr double kTurn = 1e-6;
  expect_among(in_a(kTurn), in_b(0.5 * kTurn));
  expect_among(in_b(kTurn), in_a(0.5 * kTurn));
}

void expect_same(const Region& a, const Region& b) {
  ASSERT_EQ(a.is_empty(), b.is_empty());
  const Extent in_a = measure(a), in_b = measure(b);
  const auto or_one = [](double size) { return size > 0.0 ? size : 1.0; };
  const double x = or_one(std::max(in_a.x, in_b.x)), d2 = or_one(std::max(in_a.d2, in_b.d2));
  for (int k = 0; k < 64; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / 64.0;
    const double u = std::cos(angle) / x;
    const double w = std::sin(angle) / d2;
    expect_same(a.support(u, w), b.support(u, w), 1.0);
  }
  const auto intervals_a = a.d1_intervals(), intervals_b = b.d1_intervals();
  ASSERT_EQ(intervals_a.size(), intervals_b.size());
  for (std::size_t i = 0; i < intervals_a.size(); ++i) {
    expect_same(std::pow(intervals_a[i].low, 2), std::pow(intervals_b[i].low, 2), x);
    expect_same(std::pow(intervals_a[i].high, 2), std::pow(intervals_b[i].high, 2), x);
  }
  const auto area_a = a.area_d1sq_d2(), area_b = b.area_d1sq_d2();
  ASSERT_EQ(area_a.has_value(), area_b.has_value());
  if (area_a) {
    EXPECT_NEAR(*area_a, *area_b, 1e-9 * std::max(*area_a, x * d2));
  }
  if (a.status() == RegionStatus::polygon && b.status() == RegionStatus::polygon) {
    const auto in = [&](const Region& region) {
      return [component = region.components()[0], x, d2](double turn) {
        return list_corners(component, x, d2, turn);
      };
    };
    expect_same_corners(in(a), in(b));
  }
  if (a.status() == RegionStatus::arcs && b.status() == RegionStatus::arcs) {
    const auto in = [&](const Region& region) {
      return [&region, x, d2](double turn) { return list_arc_corners(region, x, d2, turn); };
    };
    expect_same_corners(in(a), in(b));
  }
}

constexpr double kMostChoices = 1e4;

// How many of the r-tuples' choices the enumeration would go through.
double count_choices(int rows, int r) {
  return count_subsets(static_cast<std::size_t>(rows), static_cast<std::size_t>(r)) *
         std::pow(2.0, r);
}

class SystemGenerator {
 public:
  explicit SystemGenerator(std::uint64_t seed) : random_(seed) {}

  LimitSystem make() {
    // Enumerating many choices takes long: mostly few, now and then as many as are allowed, or any
    // number for the other methods alone.
    const double most_choices = chance(0.02) ? kMostChoices : chance(0.01) ? kInfinity : 200.0;
    const int r = pick(0, 6);
    int rows = pick(r + 1, 16);
    while (count_choices(rows, r) > most_choices && rows > r + 1) --rows;
    const bool whole = chance(0.25);  // small integers: ties of every kind
    const bool friction = chance(0.35);
    LimitSystem system;
    system.redundancy = r;
    for (int i = 0; i < rows; ++i) system.rows.push_back(make_row(r, whole, friction));
    degenerate(system);
    std::vector<LimitLabel> labels(system.rows.size());
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i].name = "n" + std::to_string(i);
    system.labels = std::make_shared<const std::vector<LimitLabel>>(std::move(labels));
    return system;
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  double unit() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }
  bool chance(double share) { return 0.5 * (unit() + 1.0) < share; }

  LimitRow make_row(int r, bool whole, bool friction) {
    const auto entry = [&] { return whole ? static_cast<double>(pick(-2, 2)) : unit(); };
    LimitRow row;
    row.alpha = entry();
    row.beta = friction ? 2.0 * entry() : 0.0;
    row.gamma = whole ? 0.0 : 0.4 * unit();
    row.delta = entry();
    row.v = VectorXd::NullaryExpr(r, entry);
    row.low = whole ? -3.0 : -1.0 - 0.5 * unit();
    row.high = whole ? 3.0 : 1.0 + 0.5 * unit();
    return row;
  }

  LimitRow& any_row(LimitSystem& system) {
    return system.rows[static_cast<std::size_t>(pick(0, static_cast<int>(system.rows.size()) - 1))];
  }

  // All the ways in which drives and limits of real machines can degenerate.
  void degenerate(LimitSystem& system) {
    if (chance(0.2)) scale_into(any_row(system), any_row(system), unit());
    if (chance(0.2)) scale_into(any_row(system), any_row(system), 1.0);
    if (chance(0.15)) clear(any_row(system));
    if (chance(0.2)) any_row(system).v.setZero();
    // A limit that depends little on the preload still counts. (With a much weaker dependence the
    // corners' own conditioning exceeds the tolerance.)
    if (chance(0.1)) any_row(system).v *= std::pow(10.0, -4.0 * 0.5 * (unit() + 1.0));
    if (chance(0.1)) {
      LimitRow& row = any_row(system);
      row.low = row.high = 0.5 * (row.low + row.high);
    }
    for (LimitRow& row : system.rows) {
      if (chance(0.07)) row.low = -kInfinity;
      if (chance(0.07)) row.high = kInfinity;
    }
  }

  static void scale_into(LimitRow& row, const LimitRow& from, double s) {
    row.alpha = s * from.alpha;
    row.beta = s * from.beta;
    row.gamma = s * from.gamma;
    row.delta = s * from.delta;
    row.v = s * from.v;
  }

  static void clear(LimitRow& row) {
    row.alpha = row.beta = row.gamma = row.delta = 0.0;
    row.v.setZero();
  }

  std::mt19937_64 random_;
};

// Describes the failing system, so that it can be run by itself.
std::string describe(const LimitSystem& system) {
  std::ostringstream text;
  text.precision(17);
  for (const LimitRow& row : system.rows) {
    text << "alpha " << row.alpha << ", beta " << row.beta << ", gamma " << row.gamma << ", delta "
         << row.delta << ", v " << row.v.transpose() << ", limits " << row.low << " … " << row.high
         << "\n";
  }
  return text.str();
}

TEST(Agreement, RandomSystems) {
  SystemGenerator generator(4711);
  int filled = 0, empty = 0, unbounded = 0, several = 0, enumerated = 0;
  for (int i = 0; i < 10000; ++i) {
    const LimitSystem system = generator.make();
    SCOPED_TRACE(testing::Message() << "system " << i << ": " << system.rows.size()
                                    << " rows, r = " << system.redundancy);
    const Region circuits = make_region(system, RegionMethod::circuits);
    const Region support = make_region(system, RegionMethod::support);
    expect_same(circuits, support);
    if (count_choices(static_cast<int>(system.rows.size()), system.redundancy) <= kMostChoices) {
      expect_same(circuits, make_region(system, RegionMethod::enumeration));
      ++enumerated;
    }
    ASSERT_FALSE(testing::Test::HasFailure()) << describe(system);
    ++(circuits.is_empty() ? empty : filled);
    unbounded += circuits.status() == RegionStatus::unbounded ? 1 : 0;
    several += circuits.components().size() > 1 ? 1 : 0;
  }
  // The test would be void with hardly any regions to compare.
  EXPECT_GT(filled, 5000);
  EXPECT_GT(empty, 30);
  EXPECT_GT(unbounded, 100);
  EXPECT_GT(several, 10);
  EXPECT_GT(enumerated, 9500);
  EXPECT_LT(enumerated, 9990);
}

class LibraryRegions : public testing::TestWithParam<LibraryPath> {};

TEST_P(LibraryRegions, AreTheSameByAllMethods) {
  const Machine machine = load(GetParam().machine);
  int compared = 0;
  for (const PoseCase& c : sample_path(machine, find_path(machine, GetParam().path), 4)) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    const LimitSystem system = make_limit_system(machine.mechanism.drives, c.map);
    const Region circuits = make_region(system, RegionMethod::circuits);
    expect_same(circuits, make_region(system, RegionMethod::support));
    expect_same(circuits, make_region(system, RegionMethod::enumeration));
    ++compared;
  }
  EXPECT_GE(compared, 3);
}

INSTANTIATE_TEST_SUITE_P(Library, LibraryRegions, testing::ValuesIn(list_paths()),
                         [](const auto& test) { return to_test_name(test.param); });

}  // namespace
}  // namespace globaldyn::inside::test
