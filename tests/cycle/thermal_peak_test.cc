// How warm a motor gets while a cycle repeats: against the same cycle gone round a thousand times.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/rating/path_criteria_table.h"

namespace globaldyn::inside::test {
namespace {

Machine read_hoist(const std::string& thermal_time) {
  return parse_machine(R"(globaldyn: 1
name: hoist
gravity: [0, 0, -10]
bodies: {load: {mass: 4 kg}}
joints: {Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: load, axis: z}}}
drives: {M: {joint: Z, limits: 200 N, rated: 50 N)" +
                           thermal_time + R"(}}
paths: {up: {joints: {Z: 1 m*p}, p_max: 1}}
cycles:
  day:
    steps:
      - {path: up, law: {time: 0.5 s, shape: trapezoid, ramp: 0.2 s}}
      - {dwell: 0.3 s}
      - {path: up, reverse: true, law: {time: 1 s, shape: trapezoid, ramp: 0.5 s}}
      - {dwell: 2 s, hold: brake}
)",
                       "hoist.yaml", ".");
}

// The forces, N, and for how long, s: up at 1/(0.3 s), which 0.2 s reach, down at 2 m/s.
const std::vector<std::pair<double, double>> kForces{{40.0 + 4.0 / 0.06, 0.2},
                                                     {40.0, 0.1},
                                                     {40.0 - 4.0 / 0.06, 0.2},
                                                     {40.0, 0.3},
                                                     {40.0 - 4.0 * 4.0, 0.5},
                                                     {40.0 + 4.0 * 4.0, 0.5},
                                                     {0.0, 2.0}};

double find_hottest_after_many_rounds(double time) {
  double theta = 0.0, hottest = 0.0;
  for (int round = 0; round < 1000; ++round) {
    hottest = theta;
    for (const auto& [force, duration] : kForces) {
      const double heat = force * force / 2500.0;
      theta = heat + (theta - heat) * std::exp(-duration / time);
      hottest = std::max(hottest, theta);
    }
  }
  return hottest;
}

double find_value(const Machine& machine, const char* name) {
  const auto values = calc_path_criteria(machine, {"day"}, {name}, {});
  EXPECT_EQ(values.size(), 1u);
  return values.at(0).value;
}

TEST(ThermalPeak, IsWhatManyRoundsComeTo) {
  for (const auto& [text, time] : {std::pair{", thermal_time: 100 ms", 0.1},
                                   {", thermal_time: 2 s", 2.0},
                                   {", thermal_time: 0.5 min", 30.0}}) {
    // Steps of a thousandth of the cycle end beside where the force jumps.
    EXPECT_NEAR(find_value(read_hoist(text), "thermal_peak_M"),
                find_hottest_after_many_rounds(time), 2e-3)
        << text;
  }
}

TEST(ThermalPeak, OfSlowMotorsIsTheMean) {
  const Machine slow = read_hoist(", thermal_time: 1e6 s");
  EXPECT_NEAR(find_value(slow, "thermal_peak_M"), find_value(slow, "thermal_share_M"), 1e-5);
}

TEST(ThermalPeak, IsOfMotorsWithATime) {
  EXPECT_THROW((void)find_value(read_hoist(""), "thermal_peak_M"), InputError);
  EXPECT_THROW((void)parse_machine(R"(globaldyn: 1
name: hoist
bodies: {load: {mass: 4 kg}}
joints: {Z: {type: prismatic, a: ground, b: load}}
drives: {M: {joint: Z, limits: 200 N, thermal_time: 5 s}}
)",
                                   "hoist.yaml", "."),
               InputError);
}

}  // namespace
}  // namespace globaldyn::inside::test
