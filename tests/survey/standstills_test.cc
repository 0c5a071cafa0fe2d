// Where paths stand still by themselves. Oracle: derivatives by hand.
#include "globaldyn/survey/standstills.h"

#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/survey/path_survey.h"
#include "tests/support/law_slide.h"

namespace globaldyn::inside::test {
namespace {

std::vector<Standstill> find(const std::string& law, const std::string& p_max) {
  const Machine machine = make_law_slide(law, p_max);
  return PathSurvey(machine, machine.paths[0]).standstills();
}

struct Expected {
  double p;
  double order;
};

void expect(const std::string& law, const std::string& p_max, const std::vector<Expected>& all) {
  SCOPED_TRACE(law);
  const std::vector<Standstill> found = find(law, p_max);
  ASSERT_EQ(found.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    // Rounding errors of derivatives that grow with this power.
    EXPECT_NEAR(found[i].p, all[i].p, 100.0 * std::pow(1e-16, 1.0 / all[i].order));
    EXPECT_NEAR(found[i].order, all[i].order, 0.1);
  }
}

TEST(Standstills, TurnsOfWaves) {
  const double half = std::acos(0.0);
  expect("0.3*sin(p)", "pi", {{half, 1.0}});
  expect("0.1*p + 0.3*sin(p)", "6",
         {{std::acos(-1.0 / 3.0), 1.0}, {4.0 * half - std::acos(-1.0 / 3.0), 1.0}});
}

TEST(Standstills, EndsOfSmoothLaws) {
  expect("0.3*(3*p^2 - 2*p^3)", "1", {{0.0, 1.0}, {1.0, 1.0}});
  expect("0.3*(10*p^3 - 15*p^4 + 6*p^5)", "1", {{0.0, 2.0}, {1.0, 2.0}});
  expect("0.3*(35*p^4 - 84*p^5 + 70*p^6 - 20*p^7)", "1", {{0.0, 3.0}, {1.0, 3.0}});
}

TEST(Standstills, OnTheWay) {
  expect("0.8*(p - 0.5)^3", "1", {{0.5, 2.0}});
  expect("0.3*(p - sin(2*pi*p)/(2*pi))", "2", {{0.0, 2.0}, {1.0, 2.0}, {2.0, 2.0}});
}

TEST(Standstills, NoneWhereItOnlyIsSlow) {
  expect("0.3*p", "1", {});
  expect("(p - 0.5)^3 + 1e-6*p", "1", {});
}

// A coordinate that reverses while another moves on is no standstill.
TEST(Standstills, NoneWhereAnyCoordinateMoves) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: table
gravity: [0, 0, 0]
bodies:
  a: {mass: 2 kg, inertia: {plate: 0.01}}
  b: {mass: 2 kg, inertia: {plate: 0.01}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x}}
  Y: {type: prismatic, a: {body: a, axis: y}, b: {body: b, axis: y}}
drives:
  F: {joint: X, limits: 40 N}
  G: {joint: Y, limits: 40 N}
tool: b
paths:
  a: {joints: {X: 0.2*sin(p), Y: 0.1*p}, p_max: 3}
  b: {joints: {X: 0.2*sin(p), Y: 0.1*sin(p)}, p_max: 3}
)",
                                        "table.yaml", ".");
  EXPECT_TRUE(PathSurvey(machine, machine.paths[0]).standstills().empty());
  EXPECT_EQ(PathSurvey(machine, machine.paths[1]).standstills().size(), 1u);
}

}  // namespace
}  // namespace globaldyn::inside::test
