// Criteria of paths: closed forms, and formulas of the machine file.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "globaldyn/rating/path_criteria_table.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

// A table on two slides: 2 kg under 2 N along x, 1 kg under 1 N along y, so |x''|, |y''| <= 1.
Machine make_table(const std::string& more = "", const std::string& gravity = "0") {
  return parse_machine(write_x_y_table("gravity: [0, " + gravity + R"(, 0]
parameters: {rated: {value: 4 N}}
drives:
  FX: {joint: X, limits: 2 N}
  FY: {joint: Y, limits: 1 N}
paths:
  line: {position: {line: {from: [0, 0], to: [1, 0]}}}
  circle: {position: {circle: {center: [0, 0], radius: 0.25}}}
  uneven: {position: {x: 0.25 m*cos(p + 0.3*sin(p)), y: 0.25 m*sin(p + 0.3*sin(p))}, p_max: 2*pi}
  corner: {position: {polyline: {points: [[0, 0], [1, 0], [1, 1]]}}}
  diagonal: {position: {line: {from: [0, 0], to: [3, 4]}}}
)" + more),
                       "table.yaml", ".");
}

double calc(const Machine& machine, const std::string& path, const std::string& criterion,
            double speed = 0.0) {
  PathCriteriaOptions options;
  options.plan.tolerance = 1e-7;
  options.speed = speed;
  const auto values = calc_path_criteria(machine, {path}, {criterion}, options);
  return values.size() == 1 ? values[0].value : std::nan("");
}

// Round a circle of radius r at v: both components of v²/r reach 1 in turn.
TEST(PathCriteria, ConstantSpeed) {
  const Machine machine = make_table();
  EXPECT_NEAR(calc(machine, "circle", "constant_speed"), 0.5, 1e-12);
  EXPECT_NEAR(calc(machine, "circle", "constant_rate"), 2.0, 1e-12);
  // However p runs round the circle, the tool's speed is the same: the error between places is
  // second order in their distance, 2 pi / 400.
  EXPECT_NEAR(calc(machine, "uneven", "constant_speed"), 0.5, 1e-4);
  EXPECT_LT(calc(machine, "uneven", "constant_rate"), 1.9);
  EXPECT_EQ(calc(machine, "line", "constant_speed"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(calc(machine, "corner", "constant_speed"), 0.0);
}

// A bump 1e-4 wide between two of the 401 places: at its top y'' = 2 A/w² d1² reaches 1, known as
// well as the places on the bump are near to the top.
TEST(PathCriteria, SeeWhatIsNarrow) {
  constexpr double kHeight = 1e-5, kWidth = 1e-4, kNear = 5e-3;
  const Machine machine =
      make_table("  bump: {position: {x: p, y: '1e-5 m*exp(-((p-0.77713)/1e-4)^2)'}, p_max: 1}\n");
  const double rate = kWidth / std::sqrt(2.0 * kHeight);
  EXPECT_NEAR(calc(machine, "bump", "constant_rate"), rate, kNear * rate);
}

TEST(PathCriteria, GuaranteedAcceleration) {
  const Machine machine = make_table();
  EXPECT_NEAR(calc(machine, "line", "guaranteed_acceleration"), 1.0, 1e-12);
  // Along (3, 4)/5 the y drive is the first at its limit.
  EXPECT_NEAR(calc(machine, "diagonal", "guaranteed_acceleration"), 1.25, 1e-12);
  EXPECT_NEAR(calc(machine, "circle", "guaranteed_acceleration"), 1.0, 1e-12);
  // At v the centripetal acceleration takes v²/r: with a = v²/r = 0.6 the minimum of what is left
  // along the path at angle p is min over p of min((1 - a |cos p|) / |sin p|, (1 - a |sin p|) /
  // |cos p|).
  const double speed = std::sqrt(0.6 * 0.25);
  double least = 1e9;
  for (int i = 0; i <= 400; ++i) {
    const double p = 2.0 * std::numbers::pi * i / 400.0;
    const double s = std::abs(std::sin(p)), c = std::abs(std::cos(p));
    // Tangent (-s, c), centripetal (-c, -s): in the second quadrant the two add up in x.
    if (s > 1e-9) least = std::min(least, (1.0 - 0.6 * c) / s);
    if (c > 1e-9) least = std::min(least, (1.0 - 0.6 * s) / c);
  }
  EXPECT_NEAR(calc(machine, "circle", "guaranteed_acceleration", speed), least, 1e-9);
  EXPECT_NEAR(calc(machine, "circle", "guaranteed_deceleration", speed), least, 1e-9);
  EXPECT_EQ(calc(machine, "circle", "guaranteed_acceleration", 10.0),
            -std::numeric_limits<double>::infinity());
}

// Uphill and downhill: gravity takes from one what it gives to the other.
TEST(PathCriteria, GravityHelpsOneWay) {
  const Machine machine = make_table("", "-0.5");
  EXPECT_NEAR(calc(machine, "diagonal", "guaranteed_acceleration"), 0.5 / 0.8, 1e-12);
  // Down to 1.5 / 0.8 along y, but to 1 / 0.6 along x.
  EXPECT_NEAR(calc(machine, "diagonal", "guaranteed_deceleration"), 1.0 / 0.6, 1e-12);
}

// All regions of the circle, |x cos p + d2 sin p| <= 4 and |x sin p - d2 cos p| <= 4, have the disc
// x² + d2² <= 16 in common, x = d1²: its area in (d1, d2) is the integral of 2 sqrt(16 - d1^4).
TEST(PathCriteria, CommonArea) {
  double area = 0.0;
  constexpr int kSteps = 200000;
  for (int i = 0; i < kSteps; ++i) {
    const double d1 = 2.0 * (i + 0.5) / kSteps;
    area += 2.0 * std::sqrt(16.0 - std::pow(d1, 4)) * 2.0 / kSteps;
  }
  // The polygon round the disc by 400 directions is larger by some 1e-5 of it.
  const double value = calc(make_table(), "circle", "common_area");
  EXPECT_GE(value, area * (1.0 - 1e-6));
  EXPECT_LE(value, area * (1.0 + 1e-4));
}

// One metre in 2 s under a force of 2 N: 1 J stored and given back.
TEST(PathCriteria, OfTheFastestMotion) {
  const Machine machine = make_table();
  EXPECT_NEAR(calc(machine, "line", "time"), 2.0, 1e-6);
  EXPECT_NEAR(calc(machine, "line", "energy"), 1.0, 1e-6);
  EXPECT_NEAR(calc(machine, "line", "braking_energy"), 1.0, 1e-6);
  EXPECT_NEAR(calc(machine, "line", "peak_share"), 1.0, 1e-6);
  EXPECT_NEAR(calc(machine, "line", "rms_share"), 1.0, 1e-6);
  EXPECT_NEAR(calc(machine, "line", "rms_force_FX"), 2.0, 1e-6);
  EXPECT_NEAR(calc(machine, "line", "rms_force_FY"), 0.0, 1e-9);
  EXPECT_NEAR(calc(machine, "line", "peak_drive_speed_FX"), 1.0, 1e-6);
  EXPECT_NEAR(calc(machine, "line", "peak_power_FX"), 2.0, 1e-5);
  // Power 2 N times t, up and down again: the mean of (2 t)² over 0 … 1 is 4/3.
  EXPECT_NEAR(calc(machine, "line", "rms_power_FX"), std::sqrt(4.0 / 3.0), 1e-6);
  // Each drive works half the time.
  EXPECT_NEAR(calc(machine, "corner", "rms_force_FY"), std::sqrt(0.5), 1e-6);
}

TEST(PathCriteria, WithoutAWayTheyAreWhatTheRegistrySays) {
  const Machine machine = make_table("", "-2");  // more than FY can hold
  const double never = std::numeric_limits<double>::infinity();
  EXPECT_EQ(calc(machine, "circle", "time"), never);
  EXPECT_EQ(calc(machine, "circle", "energy"), never);
  EXPECT_EQ(calc(machine, "circle", "rms_force_FX"), never);
  EXPECT_EQ(calc(machine, "circle", "constant_speed"), 0.0);
  EXPECT_EQ(calc(machine, "circle", "common_area"), 0.0);
}

TEST(PathCriteria, ACriterionOfDrivesIsThatOfEach) {
  const auto values = calc_path_criteria(make_table(), {"line", "corner"}, {"rms_force", "time"});
  ASSERT_EQ(values.size(), 6u);
  EXPECT_EQ(values[0].criterion.name, "rms_force_FX");
  EXPECT_EQ(values[1].criterion.name, "rms_force_FY");
  EXPECT_EQ(values[2].criterion.name, "time");
  EXPECT_EQ(values[3].path, "corner");
}

// A motion within a thousandth of the fastest may push with an rms force 2 % smaller; what criteria
// say is of the fastest, to the tolerance.
TEST(PathCriteria, OfForcesAreAsAccurateAsTheTime) {
  const Machine machine = load_machine(
      std::string(GLOBALDYN_SOURCE_DIR) + "/tests/data/cases/gantry_rms.yaml", {}, "carrying");
  const std::vector<std::string> names{"rms_force", "peak_force", "peak_power",
                                       "energy",    "rms_share",  "z_thermal"};
  PathCriteriaOptions rough, fine;
  rough.plan.tolerance = 1e-3;
  fine.plan.tolerance = 1e-7;
  const auto a = calc_path_criteria(machine, {"out"}, names, rough);
  const auto b = calc_path_criteria(machine, {"out"}, names, fine);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    // What is left after two successive tenths agree is some times their difference.
    EXPECT_NEAR(a[i].value, b[i].value, 3e-3 * std::abs(b[i].value)) << a[i].criterion.name;
    EXPECT_EQ(a[i].reason, "") << a[i].criterion.name;
  }
}

TEST(PathCriteria, DoNotDependOnThreads) {
  PathCriteriaOptions one, four;
  one.sweep.threads = 1;
  four.sweep.threads = 4;
  const Machine machine = make_table();
  const std::vector<std::string> names{"time", "energy", "constant_speed", "common_area"};
  const auto a = calc_path_criteria(machine, {}, names, one);
  const auto b = calc_path_criteria(machine, {}, names, four);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].value, b[i].value) << i;
}

constexpr const char* kFormulas = R"(
criteria:
  cost: {formula: 3 W * time + energy, better: smaller}
  use: {formula: rms_force_FX / rated, better: smaller, unit: "%"}
  both: {formula: cost / 1 J + use, better: larger}
)";

TEST(Formulas, AreMadeOfCriteriaParametersAndFormulasBefore) {
  const Machine machine = make_table(kFormulas);
  EXPECT_NEAR(calc(machine, "line", "cost"), 7.0, 1e-5);
  EXPECT_NEAR(calc(machine, "line", "use"), 0.5, 1e-6);
  EXPECT_NEAR(calc(machine, "line", "both"), 7.5, 1e-5);
  const auto values = calc_path_criteria(machine, {"line"}, {"cost", "use", "both"});
  EXPECT_EQ(values[0].criterion.unit, "N m");
  EXPECT_EQ(values[1].criterion.unit, QuantityUnit("1", "%"));
  EXPECT_EQ(values[2].criterion.better, Better::larger);
}

TEST(Formulas, WithoutAWayAreWorst) {
  const Machine machine = make_table(kFormulas, "-2");
  EXPECT_EQ(calc(machine, "circle", "cost"), std::numeric_limits<double>::infinity());
}

struct Wrong {
  const char* text;
  const char* message;
};

TEST(Formulas, MistakesAreToldWithTheirPlace) {
  const Wrong cases[] = {
      {"a: {formula: tim, better: smaller}", "there is no criterion 'tim' of paths"},
      {"a: {formula: time + energy, better: smaller}", "table.yaml:"},
      {"a: {formula: rms_force, better: smaller}", "has a value for each drive"},
      {"a: {formula: 3, better: smaller}", "without any criterion"},
      {"time: {formula: energy, better: smaller}", "there is 'time' already"},
      {"rated: {formula: energy, better: smaller}", "there is 'rated' already"},
      {"a: {formula: time, better: more}", "more"},
      {"a: {formula: time}", "better"},
      {"a: {formula: b, better: smaller}\n  b: {formula: time, better: smaller}",
       "there is no criterion 'b' of paths"},
  };
  for (const Wrong& wrong : cases) {
    SCOPED_TRACE(wrong.text);
    try {
      (void)make_table(std::string("criteria:\n  ") + wrong.text + "\n");
      ADD_FAILURE() << "taken";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(wrong.message), std::string::npos) << error.what();
      EXPECT_GT(error.place().line, 0);
    }
  }
}

// A slide that reaches the end of its travel on the way.
TEST(PathCriteria, WherePlacesCannotBeReachedNothingIsAccessible) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: short
bodies:
  s: {mass: 1, inertia: {plate: 0.01}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}, travel: [-1, 1]}
drives:
  F: {joint: P, limits: 1}
tool: s
paths:
  l: {joints: {P: 3*p}, p_max: 1}
)",
                                        "short.yaml", ".");
  EXPECT_EQ(calc(machine, "l", "common_area"), 0.0);
  EXPECT_EQ(calc(machine, "l", "constant_speed"), 0.0);
  EXPECT_EQ(calc(machine, "l", "guaranteed_acceleration"),
            -std::numeric_limits<double>::infinity());
}

// A spline 1e5 times as long as the machine is large: the tool can be anywhere on it.
TEST(PathCriteria, LongSplinesHaveRegionsAllAlong) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/tests/data/cases/lost_on_a_spline.yaml");
  EXPECT_GT(calc(machine, "l", "common_area"), 0.0);
  EXPECT_GT(calc(machine, "l", "constant_speed"), 0.0);
}

// Drives without limits: the word is a plan's, and only what asks for the fastest motion has none.
TEST(PathCriteria, NothingLimitsTheSpeed) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: free_table
gravity: [0, 0, 0]
bodies:
  plate: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: plate, axis: x}}
drives:
  FX: {joint: X}
tool: {body: plate, at: [0, 0]}
paths:
  line: {position: {line: {from: [0, 0], to: [1, 0]}}, prescribe: [x]}
)",
                                        "free.yaml", ".");
  EXPECT_EQ(plan_path(machine, machine.paths.front()).status(), PlanStatus::unlimited);
  const auto values = calc_path_criteria(machine, {}, {"time", "rms_force", "constant_speed"});
  ASSERT_EQ(values.size(), 3u);
  for (const std::size_t k : {0u, 1u}) {
    EXPECT_EQ(values[k].status, "unlimited");
    EXPECT_TRUE(std::isnan(values[k].value));
  }
  EXPECT_EQ(values[2].status, "");
  EXPECT_EQ(values[2].value, std::numeric_limits<double>::infinity());
}

TEST(PathCriteria, UnknownNamesAreRefused) {
  const Machine machine = make_table();
  EXPECT_THROW((void)calc_path_criteria(machine, {}, {"tyme"}), InputError);
  EXPECT_THROW((void)calc_path_criteria(machine, {}, {"dexterity"}), InputError);
  EXPECT_THROW((void)calc_path_criteria(machine, {"square"}, {"time"}), InputError);
}

}  // namespace
}  // namespace globaldyn::inside::test
