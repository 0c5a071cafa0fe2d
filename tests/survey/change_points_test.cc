// Poses at which assembly branches cross. Oracle: where they are known to be, whatever the path
// happens to be evaluated at; and machines that nearly have one, whose motion just goes on.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "core/base/constants.h"
#include "core/following/change_point.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside::test {
namespace {

// A crank and a rod of nearly the same length, and a ram. At 90 degrees they would coincide.
Machine make_press(double rod, const std::string& angle, double p_max) {
  return parse_machine(fmt::format(R"(globaldyn: 1
name: press
bodies:
  ground: {{frames: {{guide: {{axis: x}}}}}}
  crank: {{mass: 1 kg, inertia: {{plate: 0.01}}, frames: {{pin: [0.2, 0]}}}}
  rod: {{mass: 0.5 kg, com: [0.1, 0], inertia: {{plate: 0.0017}}, frames: {{head: [{0}, 0]}}}}
  ram: {{mass: 0.1 kg, inertia: {{diag: [0.001, 0.001, 0.001]}}, frames: {{guide: {{axis: x}}}}}}
joints:
  O: {{type: revolute, a: ground, b: crank, guess: 45 deg}}
  B: {{type: revolute, a: crank.pin, b: rod, guess: -90 deg}}
  C: {{type: revolute, a: rod.head, b: ram}}
  P: {{type: prismatic, a: ground.guide, b: ram.guide, guess: 0.28}}
drives: {{M: {{joint: O, limits: 2 N m}}}}
tool: ram
paths:
  path: {{joints: {{O: "{1}"}}, p_max: {2}}}
)",
                                   rod, angle, p_max),
                       "press.yaml", ".");
}

// The slide's motion goes on smoothly, so that a survey that happens not to look there would pass.
TEST(ChangePoints, AreFoundWhereverThePathBegins) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int i = 0; i < 40; ++i) {
    const double from = i == 0 ? 0.7 : i == 1 ? 0.0 : -0.5 + 1.8 * unit(engine);
    const double p_max = kPi / 2 - from + 0.1 + 1.2 * unit(engine);
    const Machine machine = make_press(0.2, fmt::format("{} + p", from), p_max);
    const PathSurvey survey(machine, machine.paths.front());
    SCOPED_TRACE(fmt::format("from {}, {} long", from, p_max));
    EXPECT_EQ(survey.failure().status, SampleStatus::singular);
    // Nearer than 1e-5 rad the machine has lost rank in the eyes of a solver.
    EXPECT_NEAR(survey.failure().p, kPi / 2 - from, 2e-5);
    EXPECT_EQ(survey.failure().reason, "the machine's Jacobian loses rank");
  }
}

// Before it nothing is lost; and a rod that is longer by a thousandth passes.
TEST(ChangePoints, AreNotWhereTheMachineOnlyComesNear) {
  for (const double from : {0.0, 0.3, 0.7}) {
    const std::string angle = fmt::format("{} + p", from);
    const Machine before = make_press(0.2, angle, kPi / 2 - from - 1e-3);
    EXPECT_EQ(PathSurvey(before, before.paths.front()).failure().status, SampleStatus::ok);
    const Machine longer = make_press(0.2002, angle, 3.0 - from);
    EXPECT_EQ(PathSurvey(longer, longer.paths.front()).failure().status, SampleStatus::ok);
  }
}

// Between 0 and 1, with the root of the orientation at 0.3 and pivots that do not fall below.
std::optional<double> find_between(double least_ratio, double unknown, int& looks) {
  constexpr double kRoot = 0.3;
  const auto look = [&](double p) {
    const double way = std::abs(p - kRoot);
    const int orientation = way <= unknown ? 0 : p < kRoot ? 1 : -1;
    // Not straight, so that no guess is exact.
    return BranchPlace{p, PoseStatus::ok, orientation, std::max(least_ratio, way * (1.0 + way))};
  };
  return find_change_point(look(0.0), look(1.0), [&](double p) {
    ++looks;
    return look(p);
  });
}

// Pivots below the root of rounding errors, 1e-8, are none; above, branches only come near.
TEST(ChangePoints, AreWherePivotsVanishToTheRootOfRoundingErrors) {
  int looks = 0;
  const auto found = find_between(0.7e-8, 0.0, looks);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(*found, 0.3, 1e-7);
  EXPECT_FALSE(find_between(1.4e-8, 0.0, looks).has_value());
}

}  // namespace
}  // namespace globaldyn::inside::test
