// Paths by formulas with abs, min and max: plans rest at kinks, and machines that are driven by
// them stay on the path. Oracles: closed forms, and the same path written as a polyline.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <fmt/format.h>

#include "globaldyn/record/planned_motion.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/random_formulas.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kTolerance = 1e-6;

PathPlan plan_first(const Machine& machine) {
  PathPlanOptions options;
  options.tolerance = kTolerance;
  return plan_path(machine, machine.paths.front(), options);
}

// Slides X and Y, 2 kg and 1 kg, and a shaft on them, each with 1 m/s² or 1 rad/s².
Machine make_table(const std::string& path) {
  return parse_machine(R"(globaldyn: 1
name: table
bodies:
  carriage: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  slide: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}
  Y: {type: prismatic, a: {body: carriage, axis: y}, b: {body: slide, axis: y}}
drives:
  F: {joint: X, limits: 2 N}
  H: {joint: Y, limits: 1 N}
tool: slide
paths:
  way: )" + path + "\n",
                       "table.yaml", ".");
}

// A shaft of 1 kg m² with 1 N m.
Machine make_shaft(const std::string& path) {
  return parse_machine(R"(globaldyn: 1
name: shaft
bodies: {wheel: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}}
joints: {A: {type: revolute, a: ground, b: wheel}}
drives: {M: {joint: A, limits: 1 N m}}
tool: wheel
paths:
  way: )" + path + "\n",
                       "shaft.yaml", ".");
}

// Rest to rest over each of some distances at 1 m/s².
double calc_time(const std::vector<double>& distances) {
  double time = 0.0;
  for (const double distance : distances) time += 2.0 * std::sqrt(distance);
  return time;
}

struct KinkedPath {
  const char* path;
  std::vector<double> corners;
  double time;
};

void expect_plan(const Machine& machine, const KinkedPath& c) {
  SCOPED_TRACE(c.path);
  EXPECT_EQ(machine.paths.front().steps.corners, c.corners);
  const PathPlan plan = plan_first(machine);
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  EXPECT_NEAR(plan.time(), c.time, 2.0 * kTolerance * c.time);
  EXPECT_LE(plan.time_lower(), c.time * (1.0 + 1e-9));
  ASSERT_EQ(plan.stops.size(), c.corners.size());
  for (std::size_t i = 0; i < c.corners.size(); ++i) EXPECT_EQ(plan.stops[i].p, c.corners[i]);
}

TEST(KinkedPaths, PlansRestAtKinks) {
  const double there = calc_time({0.3, 0.7});
  const std::vector<KinkedPath> paths{
      {"{position: {x: p, y: 0.02*abs(p - 0.317)}, p_max: 1}", {0.317}, calc_time({0.317, 0.683})},
      {"{position: {x: 1000 mm*p, y: 20 mm*abs(p - 0.317)}, p_max: 1}",
       {0.317},
       calc_time({0.317, 0.683})},
      {"{position: {x: abs(p - 0.3), y: 0*p}, p_max: 1}", {0.3}, there},
      {"{joints: {X: \"max(p, 0.6 - p)\", Y: 0*p}, p_max: 1}", {0.3}, there},
      {"{joints: {X: 0*p, Y: \"-min(p, 0.6 - p)\"}, p_max: 1}", {0.3}, there},
      {"{drives: {F: \"hypot(p - 0.3, 0)\", H: 0*p}, p_max: 1}", {0.3}, there},
      {"{position: {x: p}, joints: {Y: 0.3*abs(p - 0.3)}, p_max: 1}", {0.3}, there},
      {"{joints: {X: abs(abs(p - 0.5) - 0.25), Y: 0*p}, p_max: 1}",
       {0.25, 0.5, 0.75},
       calc_time({0.25, 0.25, 0.25, 0.25})},
  };
  for (const KinkedPath& c : paths) expect_plan(make_table(c.path), c);
  expect_plan(make_shaft("{orientation: {phi: abs(p - 0.3)}, p_max: 1}"), {"phi", {0.3}, there});
  expect_plan(make_shaft("{orientation: {cardan: {z: abs(p - 0.3)}}, p_max: 1}"),
              {"cardan", {0.3}, there});
  expect_plan(make_shaft("{joints: {A: abs(p - 0.3)}, p_max: 1}"), {"joint", {0.3}, there});
}

// Kinks of coordinates, loads and what the file asks for are one place if they are but for
// rounding.
TEST(KinkedPaths, PlacesAreOne) {
  const Machine machine = parse_machine(write_x_y_table(R"(drives:
  F: {joint: X, limits: 2 N}
  H: {joint: Y, limits: 1 N}
loads: {tool_wrench: {force: [0, 0.1 N*abs(7*p - 2.1), 0]}}
paths:
  way:
    position: {x: 0.1*abs(3*p - 0.9) + p, y: abs(p - 0.3)}
    p_max: 1
    stops: [{at: 0.3, for: 2 s}]
)"),
                                        "table.yaml", ".");
  const Path& path = machine.paths.front();
  ASSERT_EQ(path.steps.corners.size(), 1u);
  EXPECT_TRUE(path.steps.breaks.empty());
  const PathPlan plan = plan_first(machine);
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  ASSERT_EQ(plan.stops.size(), 1u);
  EXPECT_EQ(plan.stops[0].duration, 2.0);
}

TEST(KinkedPaths, PlansPassWhatIsNoKink) {
  const double straight = calc_time({1.0});
  const std::vector<KinkedPath> paths{
      // Kinks at the ends, kinks that cancel each other, choices that are never changed.
      {"{position: {x: abs(p), y: 0*abs(p - 1)}, p_max: 1}", {}, straight},
      {"{position: {x: \"max(p, 0.3) + min(p, 0.3)\", y: 0*p}, p_max: 1}", {}, straight},
      {"{position: {x: \"max(p, p - 1)\", y: 0*p}, p_max: 1}", {}, straight},
      // The second derivative jumps: one slide does not mind by what p it is described.
      {"{position: {x: \"p + max(0, p - 0.5)^2\", y: 0*p}, p_max: 1}", {}, calc_time({1.25})},
  };
  for (const KinkedPath& c : paths) expect_plan(make_table(c.path), c);
  EXPECT_EQ(make_table(paths.back().path).paths.front().steps.breaks, std::vector<double>{0.5});
  // An angle that goes on by a turn.
  const Machine turning =
      make_shaft("{orientation: {phi: \"atan2(sin(3*p), cos(3*p))\"}, p_max: 2}");
  expect_plan(turning, {"turn", {}, calc_time({6.0})});
}

// What an abs, a max or a min of straight lines is can be said by the points between them.
TEST(KinkedPaths, RandomZigzagsAreTheirPolylines) {
  std::mt19937 random(417);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution(low, high)(random);
  };
  constexpr int kPaths = 6;
  for (int i = 0; i < kPaths; ++i) {
    const double a = draw(0.05, 0.4), b = draw(0.5, 0.9), f = draw(0.02, 0.6), g = draw(0.02, 0.6);
    const std::string formula = fmt::format("{}*abs(p - {}) - max({}*p, {}*{})", f, a, g, g, b);
    const auto at = [&](double p) { return f * std::abs(p - a) - std::max(g * p, g * b); };
    std::string points;
    for (const double p : {0.0, a, b, 1.0}) points += fmt::format("[{}, {}], ", p, at(p));
    const Machine kinked = make_table("{position: {x: p, y: \"" + formula + "\"}, p_max: 1}");
    const Machine polyline = make_table(fmt::format(
        "{{position: {{polyline: {{points: [{}], knots: [0, {}, {}, 1]}}}}}}", points, a, b));
    const PathPlan one = plan_first(kinked), other = plan_first(polyline);
    ASSERT_EQ(one.status(), PlanStatus::optimal) << formula << one.reason;
    ASSERT_EQ(other.status(), PlanStatus::optimal) << other.reason;
    EXPECT_NEAR(one.time(), other.time(), 2.0 * kTolerance * one.time()) << formula;
    ASSERT_EQ(one.stops.size(), 2u) << formula;
  }
}

// 1 m or more.
double find_size(const Path& path) {
  double size = 1.0;
  for (const double p : path.make_samples(101)) {
    size = std::max(size, path.task(p).target.value.norm());
  }
  return size;
}

// The plan's forces alone, from the start to the end.
void expect_stays(const Machine& machine) {
  const PathPlan plan = plan_first(machine);
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  PlannedForces planned(machine, machine.paths.front(),
                        {.path = "way", .plan = plan.plan, .stops = plan.stops});
  const ReplayOptions options{
      .simulation = {.duration = planned.duration(), .tolerance = 1e-9, .samples = 101}};
  const MachineSimulation simulation =
      replay_plan(machine, machine.paths.front(), planned, options);
  ASSERT_EQ(simulation.result.status, SimulationStatus::done) << simulation.result.reason;
  // As of machines without kinks, of the size of the path.
  EXPECT_LE(simulation.tracking_error, 1e-6 * find_size(machine.paths.front()));
  for (const double share : simulation.saturated_shares) EXPECT_EQ(share, 0.0);
}

TEST(KinkedPaths, SimulationsStayOnThem) {
  for (const std::string path :
       {"{position: {x: p, y: 0.02*abs(p - 0.317)}, p_max: 1}",
        "{position: {x: p, y: \"max(0.2*sin(5*p), 0.1) + 0.3*max(0, p - 0.81)^2\"}, p_max: 1}",
        "{position: {x: p, y: abs(sin(p) - 0.3)^2.5}, p_max: 1}",
        "{position: {x: 0.3*abs(p - 1/3), y: abs(0.02*sin(20*p) - 0.007)}, p_max: 1}"}) {
    SCOPED_TRACE(path);
    expect_stays(make_table(path));
  }
}

TEST(KinkedPaths, SimulationsStayOnRandomOnes) {
  constexpr int kPaths = 40;
  RandomFormulas random(618);
  std::size_t corners = 0;
  for (int i = 0; i < kPaths; ++i) {
    const std::string path = fmt::format(
        "{{position: {{x: 1000 mm*p, y: \"0.1*({})\"}}, p_max: 1}}", random.write(1 + i % 4));
    SCOPED_TRACE(path);
    const Machine machine = make_table(path);
    constexpr double kMostSize = 100.0;  // m: third powers of third powers are no machines
    if (find_size(machine.paths.front()) > kMostSize) continue;
    corners += machine.paths.front().steps.corners.size();
    expect_stays(machine);
  }
  EXPECT_GT(corners, 20u);
}

}  // namespace
}  // namespace globaldyn::inside::test
