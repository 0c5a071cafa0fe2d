// Rows without preload. Oracle: the region of the machine itself at p, including preload.
#include "globaldyn/motion/survey_field.h"

#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "globaldyn/plan/limit_field.h"
#include "tests/survey/survey_check.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kSurveyed = 1e-8;

// The rows at p as limits without redundancy.
LimitSystem to_straight_system(RowField& field, double p) {
  std::size_t part = 0;
  while (part + 1 < field.parts().size() && p > field.parts()[part].end) ++part;
  RowsAt rows;
  field.write(part, p, rows);
  LimitSystem system;
  std::vector<LimitLabel> labels;
  for (std::size_t k = 0; k < rows.a.size(); ++k) {
    labels.push_back({"row " + std::to_string(k), LimitKind::force});
    system.rows.push_back(
        {rows.a[k], rows.b[k], rows.c[k], rows.d[k], VectorXd(0), rows.low[k], rows.high[k]});
  }
  system.labels = std::make_shared<const std::vector<LimitLabel>>(std::move(labels));
  return system;
}

// At random p, with the reserve taken from the machine's own limits.
void expect_regions(const Machine& machine, const Path& path, double reserve, int count = 40) {
  PathSurvey survey(machine, path, {.accuracy = kSurveyed});
  ASSERT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
  ASSERT_TRUE(survey.is_regular());
  SurveyField field(survey, reserve);
  ASSERT_TRUE(field.is_usable());
  ASSERT_FALSE(field.parts().empty());
  EXPECT_EQ(field.parts().front().begin, 0.0);
  EXPECT_EQ(field.parts().back().end, path.p_max);
  for (std::size_t i = 1; i < field.parts().size(); ++i) {
    ASSERT_EQ(field.parts()[i].begin, field.parts()[i - 1].end);
    ASSERT_LT(field.parts()[i].begin, field.parts()[i].end);
  }
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.0, path.p_max);
  int bounded = 0;
  for (int i = 0; i < count; ++i) {
    const double p = uniform(random);
    ASSERT_EQ(survey.visit(p).status, SampleStatus::ok);
    LimitSystem here = survey.limits();
    tighten(here, reserve);
    const Region region = make_region(here);
    const Region straight = make_region(to_straight_system(field, p));
    ASSERT_LE(calc_difference(straight, region), kCorner * kSurveyed) << "at " << p;
    const auto at_rest = region.d2_range(0.0);
    bounded += at_rest && (std::isfinite(at_rest->low) || std::isfinite(at_rest->high)) ? 1 : 0;
  }
  // Otherwise nothing was compared.
  EXPECT_GT(bounded, count / 2);
}

class FieldOf : public testing::TestWithParam<const char*> {};

TEST_P(FieldOf, IsTheMachinesRegion) {
  const Machine machine = load(GetParam());
  expect_regions(machine, machine.paths.front(), 0.0);
}

TEST_P(FieldOf, KeepsAReserveFree) {
  const Machine machine = load(GetParam());
  expect_regions(machine, machine.paths.front(), 0.02, 15);
}

// r is 0, 1, 2 and more.
INSTANTIATE_TEST_SUITE_P(Library, FieldOf,
                         testing::Values("planar_2dof", "rrr4", "sliding_star", "octapod_8ups",
                                         "cable_planar", "cogiro", "cable_point8"),
                         [](const auto& test) { return std::string(test.param); });

// A machine of the library with other drives.
Machine load_with_drives(const std::string& name,
                         const std::vector<std::pair<std::string, std::string>>& changes) {
  std::ifstream in(file_of(name));
  std::stringstream text;
  text << in.rdbuf();
  std::string all = text.str();
  // The four drives of the 4-RRR one by one.
  const std::string repeated = "  M: {pattern: legs, joint: A, limits: torque}\n";
  if (const std::size_t at = all.find(repeated); at != std::string::npos) {
    std::string written;
    for (const std::string i : {"1", "2", "3", "4"}) {
      written += "  M" + i + ": {joint: A" + i + ", limits: torque}\n";
    }
    all.replace(at, repeated.size(), written);
  }
  for (const auto& [from, to] : changes) {
    const std::size_t at = all.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    all.replace(at, from.size(), to);
  }
  return parse_machine(all, name + ".yaml", ".");
}

void expect_regions_of_rrr4(const std::vector<std::pair<int, std::string>>& drives) {
  std::vector<std::pair<std::string, std::string>> changes;
  for (const auto& [number, limits] : drives) {
    const std::string head = "M" + std::to_string(number) + ": {joint: A" + std::to_string(number);
    changes.emplace_back(head + ", limits: torque}", head + limits + "}");
  }
  const Machine machine = load_with_drives("rrr4", changes);
  expect_regions(machine, machine.paths.front(), 0.0, 25);
  expect_regions(machine, machine.paths.front(), 0.2, 10);
}

TEST(SurveyFields, LimitsOnOneSide) {
  expect_regions_of_rrr4({{1, ", limits: [none, torque]"}});
  expect_regions_of_rrr4({{2, ", limits: [-torque, none]"}, {4, ", limits: [none, 20 N m]"}});
}

// What drives without limits take does not affect the others.
TEST(SurveyFields, DrivesWithoutLimitsAmongLimitedOnes) {
  expect_regions_of_rrr4({{1, ""}});
  expect_regions_of_rrr4({{2, ""}, {3, ", limits: [-torque, none]"}});
}

TEST(SurveyFields, UnlikeLimits) {
  expect_regions_of_rrr4({{1, ", limits: [5 N m, torque]"}, {3, ", limits: [-1 N m, torque/2]"}});
}

// Rows with sqrt(x), and speed rows, which have no preload.
TEST(SurveyFields, FrictionAndSpeeds) {
  expect_regions_of_rrr4(
      {{1, ", limits: torque, viscous: 0.8"}, {2, ", limits: torque, coulomb: 3"}});
  expect_regions_of_rrr4({{3, ", limits: torque, max_speed: 2"}});
  expect_regions_of_rrr4(
      {{4, ", limits: torque, speed_line: {stall: 80, no_load_speed: 9}"}, {2, ""}});
}

// By symmetry a weight vanishes half-way along a panel, to the last bit: its sign still changes
// there.
TEST(SurveyFields, WeightsThatVanishJustHalfWay) {
  const Machine machine = load_with_drives("planar_2dof", {{"paths:\n", R"yaml(paths:
  symmetric:
    position:
      polyline:
        points: [[0, 0], [-0.4755282581475768, -0.047022820183397825],
          [-0.2938926261462365, 0.07608452130361229], [0.2938926261462366, -0.07608452130361229],
          [0.47552825814757677, 0.04702282018339786], [0, 0]]
        knots: [0, 1.2566370614359172, 2.5132741228718345, 3.7699111843077517, 5.026548245743669,
          6.283185307179586]
        blend: 0.001 m
        shape: parabola
)yaml"}});
  expect_regions(machine, machine.paths.front(), 0.0);
}

// Whether there are roots is reported correctly.
TEST(SurveyFields, AreStraightWithoutViscousFriction) {
  const auto is_straight = [](const std::string& drive) {
    const Machine machine = load_with_drives("rrr4", {{"M1: {joint: A1, limits: torque}", drive}});
    const PathSurvey survey(machine, machine.paths.front(), {.accuracy = 1e-6});
    return SurveyField(survey, 0.0).is_straight();
  };
  EXPECT_TRUE(is_straight("M1: {joint: A1, limits: torque}"));
  EXPECT_TRUE(is_straight("M1: {joint: A1, limits: torque, coulomb: 1}"));
  EXPECT_FALSE(is_straight("M1: {joint: A1, limits: torque, viscous: 1}"));
}

}  // namespace
}  // namespace globaldyn::inside::test
