// Plans along random paths of four machines. Oracle: bounds that enclose the same time for any
// tolerance, and failures that do not depend on it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/plan_path.h"
#include "tests/support/draw.h"
#include "tests/support/random_path.h"
#include "tests/support/read_text.h"

namespace globaldyn::inside::test {
namespace {

// A machine of the library, and where its tool may go.
struct Ground {
  const char* name;
  const char* file;
  PathArea area;
  const char* orientation;  // in addition to the position
};

constexpr std::array kGrounds{
    Ground{"planar_2dof", "machines/planar_2dof/planar_2dof.yaml", {0.0, 0.0, 0.0, 0.2}, ""},
    Ground{"five_bar", "tests/data/five_bar.yaml", {0.0, 0.3, 0.0, 0.12}, ""},
    Ground{"sliding_star",
           "machines/sliding_star/sliding_star.yaml",
           {0.0, 0.0, 0.0, 0.18},
           "    orientation: {phi: 0}\n"},
    Ground{"rrr3", "machines/rrr3/rrr3.yaml", {0.0, 0.0, 0.0, 0.15}, "    orientation: {phi: 0}\n"},
};

// The machine with a path of the seed in place of its own.
Machine load_with_path(const Ground& ground, std::uint64_t seed) {
  const std::string text = read_text(std::string(GLOBALDYN_SOURCE_DIR) + "/" + ground.file);
  Draw draw(seed);
  const std::string curve = draw.chance(0.6) ? make_random_polyline(draw, ground.area)
                                             : make_random_spline(draw, ground.area);
  return parse_machine(text.substr(0, text.find("\npaths:")) +
                           "\npaths:\n  l:\n    position: " + curve + "\n" + ground.orientation,
                       "random.yaml", ".");
}

class RandomPathPlans : public testing::TestWithParam<Ground> {};
INSTANTIATE_TEST_SUITE_P(Machines, RandomPathPlans, testing::ValuesIn(kGrounds),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(RandomPathPlans, HaveBoundsThatNest) {
  constexpr std::uint64_t kSeeds = 500;
  constexpr std::array kTolerances{1e-2, 1e-4};
  int optimal = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Machine machine = load_with_path(GetParam(), seed);
    const Path& path = machine.paths.front();
    SCOPED_TRACE(testing::Message() << GetParam().name << ", seed " << seed);
    std::array<PathPlan, 2> plans;
    for (std::size_t k = 0; k < 2; ++k) {
      PathPlanOptions options;
      options.tolerance = kTolerances[k];
      options.explain = false;
      options.report = false;
      plans[k] = plan_path(machine, path, options);
    }
    ASSERT_STREQ(to_string(plans[0].status()), to_string(plans[1].status()))
        << plans[0].reason << " / " << plans[1].reason;
    if (plans[0].status() == PlanStatus::unreachable) {
      // Where the reach ends does not depend on the accuracy of the plan.
      EXPECT_NEAR(plans[0].failure.p, plans[1].failure.p, 1e-6 * path.p_max);
      continue;
    }
    if (plans[0].status() == PlanStatus::infeasible) continue;
    ASSERT_STREQ(to_string(plans[0].status()), "optimal");
    ++optimal;
    for (std::size_t k = 0; k < 2; ++k) {
      const double gap = plans[k].time() - plans[k].time_lower();
      EXPECT_GE(gap, 0.0);
      EXPECT_LE(gap, kTolerances[k] * plans[k].time() * (1.0 + 1e-9));
      // The other's bounds have a time in common with these, up to rounding.
      EXPECT_LE(plans[k].time_lower(), plans[1 - k].time() * (1.0 + 1e-9));
    }
  }
  // Most of the area is within reach, and from rest to rest only reach can be an obstacle.
  EXPECT_GE(optimal, static_cast<int>(kSeeds) / 2);
}

}  // namespace
}  // namespace globaldyn::inside::test
