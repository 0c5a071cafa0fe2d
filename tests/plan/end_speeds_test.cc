// Speeds asked for at the ends of a path that are exactly those of limits. Oracle: closed forms for
// a slide under constant force, with random figures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside::test {
namespace {

// A slide of this mass that goes `way` metres, its speed limited by its motor or along the path.
Machine make_slide(double mass, double force, double speed, double way, bool by_motor) {
  const std::string limit = fmt::format("{} m/s", speed);
  return parse_machine(fmt::format(R"(globaldyn: 1
name: slide
bodies:
  car: {{mass: {} kg, inertia: {{diag: [1, 1, 1]}}}}
joints:
  X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: car, axis: x}}}}
drives:
  M: {{joint: X, limits: {} N{}}}
tool: car
paths:
  path: {{position: {{x: {} m*p}}, p_max: 1{}}}
)",
                                   mass, force, by_motor ? ", max_speed: " + limit : "", way,
                                   by_motor ? "" : ", speed_limit: " + limit),
                       "slide.yaml", ".");
}

// As fast as `speed` all along, but for a ramp at each end that is not at that speed; the limits
// leave room for both.
double calc_time(double acceleration, double speed, double way, double start, double end) {
  double time = 0.0, left = way;
  for (const double v : {start, end}) {
    time += (speed - v) / acceleration;
    left -= (speed * speed - v * v) / (2.0 * acceleration);
  }
  return time + left / speed;
}

TEST(EndSpeeds, MayBeExactlyThoseOfLimits) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> exponent(-1.0, 1.0);
  const auto draw = [&] { return std::pow(10.0, exponent(engine)); };
  for (int i = 0; i < 60; ++i) {
    const double mass = draw(), force = 10.0 * draw(), speed = draw();
    const double way = 3.0 * speed * speed * mass / force * (1.0 + draw());
    const Machine machine = make_slide(mass, force, speed, way, i % 2 == 0);
    const double ends[] = {0.0, 0.37 * speed, speed};
    PathPlanOptions options;
    options.tolerance = std::pow(10.0, -3.0 - i % 6);
    options.start.value = ends[i % 3];
    options.end.value = ends[i / 3 % 3];
    const PathPlan plan = plan_path(machine, machine.paths.front(), options);
    SCOPED_TRACE(fmt::format("{} kg, {} N, {} m/s, {} m from {} to {} m/s at {}", mass, force,
                             speed, way, options.start.value, options.end.value,
                             options.tolerance));
    ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
    const double right =
        calc_time(force / mass, speed, way, options.start.value, options.end.value);
    EXPECT_NEAR(plan.time(), right, 1.01 * options.tolerance * right);
    EXPECT_LE(plan.time_lower(), right * (1.0 + 1e-9));
    // The speeds asked for, to a tenth of the tolerance.
    const std::size_t last = plan.plan.p.size() - 1;
    EXPECT_NEAR(plan.plan.d1(0) * way, options.start.value, 0.1001 * options.tolerance * speed);
    EXPECT_NEAR(plan.plan.d1(last) * way, options.end.value, 0.1001 * options.tolerance * speed);
  }
}

TEST(EndSpeeds, BeyondLimitsAreRefused) {
  for (const bool by_motor : {true, false}) {
    const Machine machine = make_slide(2.0, 20.0, 3.0, 1.0, by_motor);
    for (const double more : {1e-5, 1e-2, 1.0}) {
      PathPlanOptions options;
      options.start.value = 3.0 * (1.0 + more);
      options.end.kind = EndSpeed::Kind::free;
      EXPECT_EQ(plan_path(machine, machine.paths.front(), options).status(),
                PlanStatus::infeasible);
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
