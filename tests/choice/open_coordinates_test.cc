// What paths leave open: its curves against closed forms, paths with values against the same
// written as formulas, and what is refused.
#include "globaldyn/path/open_coordinates.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
namespace {

constexpr double kRoundOff = 1e-13;  // some operations on numbers near 1

OpenCoordinate make_coordinate(const std::vector<double>& values) {
  return {.name = "turn", .rotational = true, .range = {-9.0, 9.0}, .values = values};
}

TEST(OpenCurve, OneValueIsAConstantAndTwoAreALine) {
  const OpenCurve constant(make_coordinate({0.7}), 3.0), line(make_coordinate({1.0, -2.0}), 3.0);
  for (const double p : {0.0, 0.4, 2.9, 3.0}) {
    EXPECT_EQ(constant(p).derivative(0), 0.7);
    EXPECT_EQ(constant(p).derivative(1), 0.0);
    EXPECT_NEAR(line(p).derivative(0), 1.0 - p, kRoundOff);
    EXPECT_NEAR(line(p).derivative(1), -1.0, kRoundOff);
    EXPECT_NEAR(line(p).derivative(2), 0.0, kRoundOff);
  }
}

// What makes a natural cubic spline: it passes the values, is smooth twice, straight at both ends.
TEST(OpenCurve, MoreAreANaturalSpline) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> value(-2.0, 2.0), length(0.2, 7.0);
  for (std::size_t n = 3; n <= 16; ++n) {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(value(random));
    const double p_max = length(random);
    const OpenCurve curve(make_coordinate(values), p_max);
    const std::vector<double> breaks = OpenCurve::list_breaks(n, p_max);
    ASSERT_EQ(breaks.size(), n - 2);
    const double step = p_max / static_cast<double>(n - 1);
    const double size = 40.0 / (step * step);  // of second derivatives
    for (std::size_t i = 0; i < n; ++i) {
      const double p = i + 1 < n ? step * static_cast<double>(i) : p_max;
      EXPECT_NEAR(curve(p).derivative(0), values[i], 1e-12);
      if (i == 0 || i + 1 == n) {
        EXPECT_NEAR(curve(p).derivative(2), 0.0, 1e-12 * size);
        continue;
      }
      EXPECT_NEAR(p, breaks[i - 1], kRoundOff * p_max);
      const double beside = 1e-9 * step;
      for (int order = 0; order <= 2; ++order) {
        const double jump = curve(p + beside).derivative(static_cast<unsigned>(order)) -
                            curve(p - beside).derivative(static_cast<unsigned>(order));
        EXPECT_NEAR(jump, 0.0, 1e-7 * size) << order;
      }
    }
    const double p = 0.37 * p_max, h = 1e-4 * step;
    EXPECT_NEAR((curve(p + h).derivative(0) - curve(p - h).derivative(0)) / (2.0 * h),
                curve(p).derivative(1), 1e-5 * size);
    EXPECT_NEAR((curve(p + h).derivative(1) - curve(p - h).derivative(1)) / (2.0 * h),
                curve(p).derivative(2), 1e-5 * size);
  }
}

// An arm whose hand can turn about three axes, behind a table.
std::string write_hand(const std::string& orientation, const std::string& joints = "") {
  return fmt::format(R"(globaldyn: 1
name: hand
parameters: {{lean: 20 deg}}
bodies:
  a: {{mass: 1 kg, inertia: {{diag: [1, 1, 1]}}}}
  b: {{mass: 1 kg, inertia: {{diag: [1, 1, 1]}}}}
  c: {{mass: 1 kg, inertia: {{diag: [1, 1, 1]}}}}
joints:
  X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: a, axis: x}}, travel: [-2, 3]}}
  R: {{type: prismatic, a: {{body: a, axis: x}}, b: {{body: b, axis: x}}}}
  S: {{type: spherical, a: b, b: c}}
tool: c
paths:
  go: {{position: {{x: 1 m*p}}, prescribe: [x], p_max: 2, orientation: {{{}}}, joints: {{{}}}}}
)",
                     orientation, joints.empty() ? "R: 0" : joints);
}

void expect_same_task(const Path& one, const Path& other) {
  ASSERT_EQ(one.coordinates, other.coordinates);
  for (const double p : {0.0, 0.3, 0.9, 1.6, 2.0}) {
    const Task a = one.task(p), b = other.task(p);
    EXPECT_LE((a.target.value - b.target.value).cwiseAbs().maxCoeff(), kRoundOff);
    EXPECT_LE((a.target.first - b.target.first).cwiseAbs().maxCoeff(), 10.0 * kRoundOff);
    EXPECT_LE((a.target.second - b.target.second).cwiseAbs().maxCoeff(), 100.0 * kRoundOff);
    EXPECT_LE((a.target.rotation - b.target.rotation).cwiseAbs().maxCoeff(), kRoundOff);
  }
}

Path read(const std::string& text, const std::vector<ParameterOverride>& settings = {}) {
  return parse_machine(text, "hand.yaml", ".", settings).paths.front();
}

// A turn about the tool's z axis is the last of three Cardan angles.
TEST(OpenCoordinates, ATurnIsBehindTheOrientation) {
  const std::string given = "cardan: [0.3*p, lean, 0.1*p^2]";
  const Path open =
      read(write_hand(given + ", free: {axis: z, points: 2}"), {{"go.turn", "10 deg, 0.5 rad"}});
  const double from = 10.0 * kPi / 180.0;
  const Path written = read(write_hand(
      fmt::format("cardan: [0.3*p, lean, 0.1*p^2 + {} + {}*p]", from, 0.5 * (0.5 - from))));
  expect_same_task(open, written);
  EXPECT_FALSE(is_open(open));
}

TEST(OpenCoordinates, ATurnMayBeAboutAnyAxisOfTheTool) {
  // Rz(a) Rx(b): behind a turn about z one about the turned x axis.
  const Path x =
      read(write_hand("rotation: {axis: z, angle: 0.4*p}, free: x"), {{"go.turn", "0.3"}});
  const Path y = read(write_hand("cardan: [0.4*p, 0, 0], free: y"), {{"go.turn", "0.3"}});
  const Path by_hand = read(write_hand("cardan: [0.4*p, 0.3, 0]"));
  expect_same_task(y, by_hand);
  const Matrix3d R = x.task(1.0).target.rotation;
  const Matrix3d expected =
      make_rotation(0.4 * Vector3d::UnitZ()) * make_rotation(0.3 * Vector3d::UnitX());
  EXPECT_LE((R - expected).cwiseAbs().maxCoeff(), kRoundOff);
}

TEST(OpenCoordinates, AJointFollowsItsCurve) {
  const Path open = read(write_hand("cardan: [0, 0, p]", "R: {free: {range: 2, points: 2}}"),
                         {{"go.R", "-300 mm, lean*1 m/(40 deg)"}});
  const Path written = read(write_hand("cardan: [0, 0, p]", "R: -0.3 + 0.4*p"));
  expect_same_task(open, written);
}

TEST(OpenCoordinates, BeginInTheMiddleAndMayBeFilledIn) {
  const std::string text =
      write_hand("cardan: [0, 0, p], free: {axis: z, range: [0, 1]}", "X: free");
  Path path = read(text);
  ASSERT_EQ(path.open.size(), 2u);
  EXPECT_TRUE(is_open(path));
  EXPECT_EQ(path.open[0].values, std::vector<double>{0.5});
  EXPECT_EQ(path.open[1].values, std::vector<double>{0.5});  // of the travel of -2 to 3 m
  EXPECT_EQ(tell_open(path),
            "'turn' is 0.5 rad, 'X' is 0.5 m, the middle of what the path leaves open: plan "
            "chooses it");
  const Path filled = fill(path, {{0.1}, {-1.0 / 3.0}});
  EXPECT_FALSE(is_open(filled));
  EXPECT_EQ(tell_open(filled), "");
  std::vector<ParameterOverride> settings;
  for (const OpenCoordinate& one : filled.open) {
    settings.push_back({"go." + one.name, spell_values(one)});
  }
  const Path again = read(text, settings);
  for (const double p : {0.0, 1.3}) {
    EXPECT_EQ(again.task(p).target.value, filled.task(p).target.value);
    EXPECT_EQ(again.task(p).target.rotation, filled.task(p).target.rotation);
  }
  EXPECT_NE(filled.task(0.0).target.value, path.task(0.0).target.value);
}

std::string refusal_of(const std::string& text,
                       const std::vector<ParameterOverride>& settings = {}) {
  try {
    (void)parse_machine(text, "hand.yaml", ".", settings);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(OpenCoordinates, RefuseWhatDoesNotFit) {
  const auto has = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const std::string all = "cardan: [0, 0, p]";
  has(refusal_of(write_hand(all, "R: free")),
      "no range to choose 'R' from; expected 'free: {range");
  has(refusal_of(write_hand(all, "R: {free: {range: 1 rad}}")), "hand.yaml:14:");
  has(refusal_of(write_hand(all, "R: {free: {range: 1 m, points: 17}}")), "from 1 to 16");
  has(refusal_of(write_hand(all, "R: {free: {rang: 1 m}}")), "'rang'");
  has(refusal_of(write_hand(all + ", free: w", "R: 0")), "'w'");
  has(refusal_of(write_hand("cardan: {x: 0}, free: z", "R: 0")), "given in part");
  has(refusal_of(write_hand(all + ", phi: 0, free: z")), "2 orientations");
  const std::string open = write_hand(all, "R: {free: {range: 1 m, points: 3}}");
  has(refusal_of(open, {{"go.R", "1, 2"}}), "2 values; expected 3, or one for all of them");
  has(refusal_of(open, {{"go.R", "1 rad"}}), "--set go.R=1 rad");
  has(refusal_of(open, {{"go.S", "1"}}), "no path leaves 'go.S' open; did you mean 'go.R'?");
  has(refusal_of(open, {{"way.R", "1"}}), "no path leaves 'way.R' open");
  EXPECT_EQ(refusal_of(open, {{"go.R", "0.1"}, {"lean", "1 deg"}}), "accepted");
  std::string law = open;
  law.insert(law.find("p_max: 2"), "law: {time: 1 s, shape: poly5}, ");
  has(refusal_of(law), "leaves 'R' open; expected its values instead of 'free'");
}

}  // namespace
}  // namespace globaldyn::inside
