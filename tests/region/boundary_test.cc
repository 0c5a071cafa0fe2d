// Boundaries without needless corners, and regions in one piece where they are convex, next to
// parallel singularities too. Oracles: what a boundary is; without linear terms regions are convex.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/region/limit_names.h"
#include "tests/region/hand_systems.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

class Boundary : public testing::TestWithParam<RegionMethod> {};

// Poses at which curves that are one line meet in places which rounding errors shift.
TEST_P(Boundary, SameLimitsOnBothSidesAreNoCorner) {
  struct Place {
    const char* machine;
    const char* path;
    double p;
  };
  for (const auto& [name, path, p] :
       {Place{"cable_planar", "eight", 3.12413936106985},
        Place{"cogiro", "climb", 4.4505895925855405}, Place{"dual_v", "turn", 1.8675022996339325},
        Place{"dual_v", "turn", 5.602506898901797},
        Place{"octapod_8ups", "tilt", 1.3439035240356338},
        Place{"octapod_8ups", "tilt", 1.361356816555577}}) {
    SCOPED_TRACE(std::string(name) + ", " + path);
    const Machine machine = load(name);
    PathWalker walker(machine, find_path(machine, path), {GetParam(), SolveBy::loops});
    const Sample& sample = walker.move_to(p);
    ASSERT_EQ(sample.status, SampleStatus::ok);
    for (const RegionComponent& component : sample.region.components()) {
      const std::size_t count = component.edges.size();
      for (std::size_t i = 0; i < count; ++i) {
        const RegionEdge &edge = component.edges[i], &next = component.edges[(i + 1) % count];
        EXPECT_FALSE(!edge.is_arc && !next.is_arc && edge.active == next.active)
            << "corner " << i + 1 << " of " << count;
      }
    }
  }
}

// Rows as drives have them at a distance `epsilon` from a parallel singularity: all of them with
// large multiples of one row, the direction that is about to be lost.
LimitSystem make_nearly_singular(std::mt19937& random, double epsilon) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const int redundancy = static_cast<int>(random() % 3);
  const int count = redundancy + 2 + static_cast<int>(random() % 3);
  const double alpha = number(random), gamma = number(random), delta = number(random);
  std::vector<NamedRow> rows;
  for (int k = 0; k < count; ++k) {
    const double share = number(random) / epsilon;
    std::vector<double> v;
    for (int j = 0; j < redundancy; ++j) v.push_back(number(random));
    rows.push_back(make_row("row" + std::to_string(k), share * alpha + number(random), 0.0,
                            share * gamma + number(random), share * delta + number(random), v,
                            -1.0 - number(random) * number(random), 2.0 + number(random)));
  }
  return make_system(rows, redundancy);
}

TEST_P(Boundary, NextToASingularityThereIsOnePiece) {
  std::mt19937 random(18);
  int with_region = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    SCOPED_TRACE(testing::Message() << "trial " << trial);
    const double epsilon = std::pow(10.0, -6.0 - trial % 5);
    const Region region = make_region(make_nearly_singular(random, epsilon), GetParam());
    EXPECT_LE(region.d1_intervals().size(), 1u);
    if (!region.is_empty()) ++with_region;
  }
  EXPECT_GT(with_region, 500);  // else nothing was looked at
}

// Speeds alone, d1² at most so much each: whichever comes first or last among the rows, the least
// is what holds. Forces that bound d2 far away change nothing.
TEST_P(Boundary, TheLeastSpeedIsNamed) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> number(0.1, 2.0);
  for (int i = 0; i < 200; ++i) {
    const std::size_t count = 1 + random() % 5;
    std::vector<NamedRow> rows;
    std::size_t least = 0;
    for (std::size_t k = 0; k < count; ++k) {
      rows.push_back(make_row("speed " + std::to_string(k), number(random), 0.0, 0.0, 0.0, {},
                              -kInfinity, number(random)));
      const auto square = [&](std::size_t j) { return rows[j].row.high / rows[j].row.alpha; };
      if (square(k) < square(least)) least = k;
    }
    const bool has_forces = random() % 2 == 0;
    if (has_forces) rows.push_back(make_row("force", 0.1, 0.0, 0.0, 1.0, {}, -99.0, 99.0));
    const Region region = make_region(make_system(rows), GetParam());
    const double most = std::sqrt(rows[least].row.high / rows[least].row.alpha);
    ASSERT_EQ(region.d1_intervals().size(), 1u);
    EXPECT_NEAR(region.d1_intervals()[0].high, most, 1e-12 * most);
    const std::vector<HeldLimit> held = find_active(region, most, 0.0, 1e-9);
    ASSERT_EQ(held.size(), 1u);
    EXPECT_EQ(held[0].row, static_cast<int>(least));
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Boundary, every_method(), to_method_name);

}  // namespace
}  // namespace globaldyn::inside::test
