// Plans and simulations at the front door, against those inside and against closed forms.
#include <globaldyn/coefficients.h>
#include <globaldyn/error.h>
#include <globaldyn/plan.h>
#include <globaldyn/simulation.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <limits>

#include "globaldyn/plan/rows/table_field.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/record/write_plan.h"
#include "tests/api/star.h"
#include "tests/study/slide_study.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::api_test {
namespace {

Machine make_slide() {
  return parse_machine(inside::kSlide, "slide.yaml", "");
}

TEST(ApiPlan, IsThePlanInside) {
  const Plan plan = globaldyn::plan(load_machine(kStar), "circle_a",
                                    {.tolerance = 1e-4, .reserve = 0.1, .samples = 21});
  const inside::Machine model = inside::load_machine(kStar);
  inside::PlannedMotionOptions options;
  options.plan.tolerance = 1e-4;
  options.plan.reserve = 0.1;
  options.samples = 21;
  const inside::PlannedMotion known =
      inside::plan_motion(model, inside::find_path(model, "circle_a"), options);
  EXPECT_STREQ(to_string(plan.status()), inside::to_string(known.plan.status()));
  EXPECT_EQ(plan.time(), known.plan.time());
  EXPECT_EQ(plan.time_lower(), known.plan.time_lower());
  EXPECT_EQ(plan.planner(), "rows");
  EXPECT_EQ(plan.max_violation(), known.max_violation);
  EXPECT_EQ(plan.nodes(), known.plan.plan.p);
  EXPECT_EQ(plan.stretches().size(), known.plan.stretches.size());
  EXPECT_EQ(plan.switches().size() + 1, plan.stretches().size());
  EXPECT_EQ(plan.accessible().size(), known.plan.accessible.size());
  ASSERT_EQ(plan.use().size(), 4u);
  EXPECT_EQ(plan.use()[1].rms_force, known.use.rms_force(1));
  EXPECT_EQ(plan.motors().size(), 4u);
  EXPECT_EQ(plan.energy(), known.use.energy);
  EXPECT_FALSE(plan.failure());
  ASSERT_EQ(plan.forces().rows(), 21);
  ASSERT_EQ(plan.forces().cols(), 4);
  EXPECT_EQ(plan.forces().row(7).transpose(), known.record.samples[7].forces);
  EXPECT_EQ(plan.speeds()(7, 2), known.record.samples[7].rates(2));
  EXPECT_EQ(plan.power()(7, 2), plan.forces()(7, 2) * plan.speeds()(7, 2));
  EXPECT_EQ(plan.t()(7), known.record.samples[7].state.t);
  EXPECT_EQ(plan.tool()[7].position, known.record.samples[7].tool.origin);
  EXPECT_EQ(plan.at(plan.t()(7)).p, plan.p()(7));
  EXPECT_EQ(plan.csv(), inside::to_csv(known, inside::Origin{}));
}

TEST(ApiPlan, TakesTheClosedFormOfASlide) {
  const Plan plan = globaldyn::plan(make_slide(), "stroke", {.tolerance = 1e-8});
  EXPECT_EQ(plan.status(), PlanStatus::optimal);
  EXPECT_NEAR(plan.time(), inside::slide_time(1.0, 2.0, 8.0), 2e-8);  // twice the tolerance
  EXPECT_NEAR(plan.at(0.5 * plan.time()).p, 0.5, 1e-6);
  ASSERT_EQ(plan.stretches().size(), 2u);
  EXPECT_EQ(plan.stretches()[0].active, (std::vector<ActiveLimit>{{"F", "max"}}));
  EXPECT_EQ(plan.stretches()[1].active, (std::vector<ActiveLimit>{{"F", "min"}}));
}

TEST(ApiPlan, TellsOfMotionsThatAreBestAsAWhole) {
  const Machine slide = make_slide();
  const double usual = globaldyn::plan(slide, "stroke").time();
  EXPECT_FALSE(globaldyn::plan(slide, "stroke").wished());
  const Plan least = globaldyn::plan(slide, "stroke", {.least_losses = true, .time = 1.5 * usual});
  ASSERT_TRUE(least.wished());
  EXPECT_NEAR(least.time(), 1.5 * usual, 1e-5 * usual);
  EXPECT_NEAR(least.wished()->fastest, usual, 1e-5 * usual);
  EXPECT_GT(least.wished()->losses, 0.0);
  EXPECT_GT(least.wished()->prices.time, 0.0);
  EXPECT_THROW((void)globaldyn::plan(slide, "stroke", {.time = 1.0}), InputError);
  EXPECT_TRUE(least.wished()->is_global);
  ASSERT_TRUE(least.wished()->gap.has_value());
  EXPECT_TRUE(least.wished()->variation.empty());
  EXPECT_THROW((void)globaldyn::plan(slide, "stroke", {.least_losses = true}), InputError);
  const Plan even = globaldyn::plan(slide, "stroke", {.variation_worth = usual});
  ASSERT_EQ(even.wished()->variation.size(), slide.drives().size());
  EXPECT_GT(even.wished()->variation.front(), 0.0);
  EXPECT_GT(even.time(), usual * 1.001);
  EXPECT_THROW((void)globaldyn::plan(slide, "stroke", {.variation_worth = -1.0}), InputError);
}

TEST(ApiPlan, TakesEveryOptionOfTheCommand) {
  const Machine slide = make_slide();
  const double usual = globaldyn::plan(slide, "stroke").time();
  EXPECT_LT(globaldyn::plan(slide, "stroke", {.start = {EndSpeed::Kind::tool, 1.0}}).time(), usual);
  EXPECT_LT(globaldyn::plan(slide, "stroke", {.end = {EndSpeed::Kind::free, 0.0}}).time(), usual);
  EXPECT_GT(globaldyn::plan(slide, "stroke", {.reserve = 0.5}).time(), usual);
  EXPECT_EQ(globaldyn::plan(slide, "stroke", {.rate = 100.0}).t()(1), 0.01);
  EXPECT_GT(globaldyn::plan(slide, "stroke", {.tolerance = 1e-4, .rise_time = 0.01}).time(), usual);
  const Plan reactions = globaldyn::plan(slide, "stroke", {.samples = 3, .reactions = true});
  EXPECT_FALSE(reactions.reaction_names().empty());
  EXPECT_EQ(reactions.reactions().rows(), 3);
  const Plan natural = globaldyn::plan(slide, "stroke", {.formulation = "natural"});
  EXPECT_NEAR(natural.time(), usual, 1e-6 * usual);
  const Machine star = load_machine(kStar);
  const Plan closed = globaldyn::plan(star, "circle_a", {.tolerance = 1e-3, .closed = true});
  EXPECT_NEAR(closed.at(0.0).d1, closed.at(closed.time()).d1, 1e-9 * closed.at(0.0).d1);
  const Plan held = globaldyn::plan(
      star, "circle_a",
      {.tolerance = 1e-3, .forces = ForceChoice::preload, .preload = {1.0, 1.0, 1.0, 1.0}});
  EXPECT_TRUE(held.has_motion());
  EXPECT_NE(held.json().find("\"preload\""), std::string::npos);
}

TEST(ApiPlan, RefusesWhatMakesNoSense) {
  const Machine slide = make_slide();
  EXPECT_THROW((void)globaldyn::plan(slide, "strokes"), InputError);
  EXPECT_THROW((void)globaldyn::plan(slide, "stroke", {.tolerance = 0.0}), InputError);
  EXPECT_THROW((void)globaldyn::plan(slide, "stroke", {.reserve = 1.0}), InputError);
  EXPECT_THROW((void)globaldyn::plan(slide, "stroke", {.samples = 1}), InputError);
  EXPECT_THROW((void)globaldyn::plan(slide, "stroke", {.closed = true}), InputError);
  EXPECT_THROW((void)globaldyn::plan(slide, "stroke", {.forces = ForceChoice::preload}),
               InputError);
}

TEST(ApiPlan, SaysWhyThereIsNone) {
  const Plan plan = globaldyn::plan(make_slide(), "stroke",
                                    {.start = {EndSpeed::Kind::tool, 10.0}});  // it cannot brake
  EXPECT_EQ(plan.status(), PlanStatus::infeasible);
  EXPECT_FALSE(plan.has_motion());
  EXPECT_EQ(plan.time(), 0.0);
  EXPECT_EQ(plan.t().size(), 0);
  ASSERT_TRUE(plan.failure());
  EXPECT_EQ(plan.failure()->reason, plan.reason());
  ASSERT_FALSE(plan.failure()->limits.empty());
  EXPECT_EQ(plan.failure()->limits[0].limit, (ActiveLimit{"F", "min"}));
  EXPECT_THROW((void)replay(make_slide(), plan), InputError);
}

TEST(ApiPlan, WritesTheFilesOfTheCommand) {
  const inside::TemporaryFolder folder;
  const Machine slide = make_slide();
  const Plan plan = globaldyn::plan(slide, "stroke", {.samples = 11});
  plan.write(folder.file("plan"));
  for (const char* name : {"plan.json", "plan.csv", "plan.h5", "drives.csv", "inputs/slide.yaml"}) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "plan" / name)) << name;
  }
  EXPECT_EQ(plan.drives_csv().substr(0, 5), "drive");
  const Simulation run = replay(slide, folder.file("plan/plan.json"));
  EXPECT_EQ(run.status(), SimulationStatus::done);
}

TEST(ApiSimulation, KeepsAPlan) {
  const Machine slide = make_slide();
  const Plan plan = globaldyn::plan(slide, "stroke");
  const Simulation run = replay(slide, plan, {.simulation = {.tolerance = 1e-9, .samples = 11}});
  EXPECT_EQ(run.status(), SimulationStatus::done);
  EXPECT_NEAR(run.time(), plan.time(), 1e-12);
  ASSERT_TRUE(run.tracking_error());
  EXPECT_LT(*run.tracking_error(), 1e-6);  // the plan's own tolerance, of 1 m
  EXPECT_TRUE(run.energy_is_bounded());
  ASSERT_EQ(run.positions().rows(), 11);
  EXPECT_NEAR(run.positions()(10, 0) - run.positions()(0, 0), 1.0, 1e-6);
  EXPECT_NEAR(run.kinetic()(5), 8.0 * 0.5, 1e-5);  // force times half of the way
  EXPECT_EQ(run.tool().size(), 11u);
  EXPECT_THROW((void)replay(slide.with({{"mass", "3 kg"}}), plan), InputError);
}

TEST(ApiSimulation, FollowsAPlanByFeedbackThoughTheMachineIsOff) {
  const Machine slide = make_slide();
  const Plan plan = globaldyn::plan(slide, "stroke", {.reserve = 0.2});
  ReplayOptions options;
  options.errors = {{"mass", 0.05}};
  const double free = *replay(slide, plan, options).tracking_error();
  options.feedback = Feedback{.bandwidth = 60.0};
  const double held = *replay(slide, plan, options).tracking_error();
  EXPECT_GT(free, 0.01);
  EXPECT_LT(held, 0.1 * free);
  options.errors = {{"moss", 0.05}};
  EXPECT_THROW((void)replay(slide, plan, options), InputError);
  options.errors.clear();
  options.feedback = Feedback{};
  EXPECT_THROW((void)replay(slide, plan, options), InputError);
  EXPECT_FALSE(find_feedback(slide));
}

TEST(ApiSimulation, MovesFreely) {
  const Machine slide = make_slide();
  const inside::TemporaryFolder folder;
  // x = F t² / 2 m + v t
  const Simulation run = simulate(slide, {{"F", "4 N"}}, {.path = "stroke", .speeds = {{"F", 0.1}}},
                                  {.duration = 0.5, .samples = 3});
  EXPECT_EQ(run.status(), SimulationStatus::done);
  EXPECT_NEAR(run.positions()(2, 0), 0.25 + 0.05, 1e-6);  // the default tolerance
  EXPECT_NEAR(run.speeds()(2, 0), 1.1, 1e-6);
  EXPECT_FALSE(run.tracking_error());
  run.write(folder.file("run"));
  for (const char* name : {"simulation.json", "simulation.csv", "simulation.h5"}) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "run" / name)) << name;
  }
  EXPECT_THROW((void)simulate(slide, {{"G", "4 N"}}), InputError);
  EXPECT_THROW((void)simulate(slide, {{"F", "4 m"}}), InputError);
  EXPECT_THROW((void)simulate(slide, {{"F", "4 N"}, {"F", "1 N"}}), InputError);
  std::atomic<bool> stop{true};
  EXPECT_EQ(
      simulate(slide, {}, {}, {.run = {.threads = 1, .cancel = &stop, .progress = {}}}).status(),
      SimulationStatus::cancelled);
}

TEST(ApiSimulation, StartsWhereJointsAreHeld) {
  const Machine slide = make_slide();
  const std::string joint = "P";
  const SimulationOptions options{.duration = 0.5, .samples = 3};
  const Simulation run = simulate(slide, {}, {.held = {{joint, 0.2}}}, options);
  EXPECT_NEAR(run.positions()(0, 0), 0.2, 1e-12);
  EXPECT_NEAR(run.positions()(2, 0), 0.2, 1e-12);
  const auto refuses = [&](const MotionStart& start) {
    EXPECT_THROW((void)simulate(slide, {}, start, options), InputError);
  };
  refuses({.held = {{"nowhere", 0.2}}});
  refuses({.held = {{joint, 0.2}, {joint, 0.3}}});
  refuses({.path = "stroke", .held = {{joint, 0.2}}});
}

// |u| <= 4: as the slide.
CoefficientTable make_table() {
  return {.rows = 1,
          .p = {0.0, 0.5, 1.0},
          .a = {0, 0, 0},
          .b = {},
          .c = {0, 0, 0},
          .d = {1, 1, 1},
          .low = {-4, -4, -4},
          .high = {4, 4, 4}};
}

TEST(ApiCoefficients, GiveThePlanInside) {
  const TablePlan plan = plan_table(make_table(), {.tolerance = 1e-8});
  EXPECT_EQ(plan.status, PlanStatus::optimal);
  EXPECT_STREQ(to_string(plan.status), "optimal");
  EXPECT_TRUE(plan.is_proven);
  EXPECT_NEAR(plan.time, 1.0, 1e-8);
  EXPECT_LE(plan.time_lower, 1.0 + 1e-12);
  const inside::CoefficientTable table{1,         {0.0, 0.5, 1.0}, {0, 0, 0},    {},
                                       {0, 0, 0}, {1, 1, 1},       {-4, -4, -4}, {4, 4, 4}};
  const inside::Plan known = inside::plan_table(table, {.tolerance = 1e-8});
  EXPECT_EQ(plan.time, known.time);
  EXPECT_EQ(plan.p, known.p);
  ASSERT_EQ(plan.d1.size(), plan.p.size());
  ASSERT_EQ(plan.bulge.size() + 1, plan.p.size());
  EXPECT_EQ(plan.d2_begin[0], known.segments[0].d2_begin);
}

TEST(ApiCoefficients, KeepGatesAndRefuseWrongTables) {
  const double free = std::numeric_limits<double>::infinity();
  const TablePlan plan =
      plan_table(make_table(), {.tolerance = 1e-8, .gates = {{0.0, 0.0, 0.0}, {1.0, 0.0, free}}});
  EXPECT_NEAR(plan.time, std::sqrt(0.5), 1e-8);  // 1 = 4 t² / 2
  CoefficientTable table = make_table();
  table.low[1] = 5.0;
  EXPECT_THROW((void)plan_table(table), Error);
  EXPECT_THROW((void)plan_table(make_table(), {.tolerance = 0.0}), Error);
}

// A cycle, as it stands in a file.
TEST(ApiPlan, PlansAndReplaysCycles) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/jobs/lift.yaml");
  ASSERT_EQ(machine.cycles(), std::vector<std::string>{"shift"});
  const Plan plan = plan_cycle(machine, "shift", {.samples = 31});
  ASSERT_TRUE(plan.has_motion());
  EXPECT_EQ(plan.path(), "shift");
  ASSERT_EQ(plan.steps().size(), 4U);
  EXPECT_EQ(plan.steps()[0].load, "part");
  EXPECT_TRUE(plan.steps()[1].is_dwell());
  EXPECT_EQ(plan.steps()[2].to, 0.0);
  EXPECT_NEAR(plan.steps()[3].end, plan.time(), 1e-12);
  EXPECT_EQ(plan.shortest(), plan.time());
  EXPECT_EQ(plan.motors().size(), 1U);
  const Simulation run = replay(machine, plan, {.simulation = {.samples = 31}});
  EXPECT_EQ(run.status(), SimulationStatus::done);
  EXPECT_LE(run.tracking_error().value_or(1.0), 1e-6);
  EXPECT_THROW((void)plan_cycle(machine, "shift", {.closed = true}), InputError);
  EXPECT_THROW((void)plan_cycle(machine, "shaft"), InputError);
}

}  // namespace
}  // namespace globaldyn::api_test
