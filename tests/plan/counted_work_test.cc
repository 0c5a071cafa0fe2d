// Plans end within the work allowed. What is counted, not timed: poses of the survey, sides of rows
// and of regions, so that the outcome is the same on every computer.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/base/constants.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/plan/regions/transition.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/region/methods/region_solver.h"
#include "tests/support/machines.h"
#include "tests/support/random_machine.h"

namespace globaldyn::inside::test {
namespace {

PathPlan plan_within(const Machine& machine, const Path& path, std::size_t work) {
  PathPlanOptions options;
  options.work = work;
  options.explain = false;
  options.report = false;
  return plan_path(machine, path, options);
}

// Beyond what is allowed: what is begun is finished, a pose, a segment or a region.
std::size_t find_most(std::size_t allowed) {
  constexpr std::size_t kShare = 100, kLeast = 10'000;
  return allowed + std::max(allowed / kShare, kLeast);
}

void expect_counted(const Machine& machine, const Path& path, const std::string& what) {
  for (const std::size_t work : {1'000u, 30'000u, 300'000u}) {
    const PathPlan plan = plan_within(machine, path, work);
    EXPECT_GT(plan.work, 0u) << what;
    EXPECT_LE(plan.work, find_most(work)) << what << ", allowed " << work;
  }
}

TEST(CountedWork, OfEveryPathOfTheLibraryIsWithinWhatIsAllowed) {
  for (const LibraryPath& one : list_paths()) {
    const Machine machine = load(one.machine);
    expect_counted(machine, find_path(machine, one.path), to_test_name(one));
  }
}

TEST(CountedWork, OfRandomMachinesIsWithinWhatIsAllowed) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const RandomMachine made = make_random_machine(seed);
    const Machine machine = parse_machine(made.text, "random.yaml", ".");
    expect_counted(machine, machine.paths.front(), made.kind + " " + std::to_string(seed));
  }
}

// What the plan leaves, forces may take to change as little as they can; a note tells if it does
// not last.
TEST(CountedWork, OfSmoothForcesIsWhatThePlanLeaves) {
  const Machine machine = load("cogiro");
  PlannedMotionOptions options;
  options.choice = ForceChoice::smooth;
  const PlannedMotion all = plan_motion(machine, machine.paths.front(), options);
  EXPECT_TRUE(all.plan.notes.empty());
  const PathPlan alone = plan_path(machine, machine.paths.front(), options.plan);
  EXPECT_GT(all.plan.work, alone.work + 1'000'000);
  options.plan.work = 3 * alone.work;
  const PlannedMotion some = plan_motion(machine, machine.paths.front(), options);
  ASSERT_EQ(some.plan.status(), PlanStatus::optimal);
  ASSERT_EQ(some.plan.notes.size(), 1u);
  EXPECT_NE(some.plan.notes.front().find("forces could change less"), std::string::npos);
  const std::size_t samples = some.record.samples.size() + some.fine.samples.size();
  constexpr std::size_t kEach = 10 + 2 * 8 * (1 + 2);
  EXPECT_LE(some.plan.work, find_most(options.plan.work) + 2 * samples * kEach);
  EXPECT_LE(some.max_violation, 1e-6);
}

TEST(CountedWork, OfCircuitsOnDemandIsWithinWhatIsAllowed) {
  const Machine machine =
      load_machine(GLOBALDYN_SOURCE_DIR "/tests/data/cases/twelve_cables_with_friction.yaml");
  double last = kInfinity;
  for (const std::size_t work : {50'000u, 100'000u, 3'000'000u, 15'000'000u, 200'000'000u}) {
    const PathPlan plan = plan_within(machine, machine.paths.front(), work);
    EXPECT_LE(plan.work, find_most(work));
    EXPECT_GT(plan.work, work < 100'000'000u ? work / 3 : 0u);
    // What there is counts.
    if (plan.has_motion()) {
      EXPECT_LE(plan.time(), last);
      last = plan.time();
    }
    EXPECT_EQ(plan.status() == PlanStatus::optimal, work == 200'000'000u) << work;
  }
  EXPECT_LT(last, kInfinity);
}

// A cable paid out against friction: from the place where it may come to rest in any of the
// segments ahead, a set of speeds has as many pieces as there are segments, and a pass over n of
// them takes n² of a pass over one.
constexpr const char* kPaidOut = R"(globaldyn: 1
name: paid_out
gravity: [0, 0, 0]
bodies:
  ground: {frames: {o: [-0.2, -1]}}
  s: {mass: 1.6518, inertia: {plate: 0.01}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}
drives:
  F:
    type: cable
    from: ground.o
    to: s
    viscous: 0.37397
    speed_line: {stall: 5.943e-08, no_load_speed: 0.27909}
    rotor_inertia: 6.2808e-08
tool: s
paths:
  l: {position: {x: "0.2 + 0.1*p"}, p_max: 1000}
)";

// The pieces are counted where they are looked at.
TEST(CountedWork, SetsOfManyPiecesCountByTheirPieces) {
  LimitSystem limits;
  limits.rows.resize(1);
  limits.rows[0].beta = 0.3;
  limits.rows[0].delta = 1.0;
  limits.rows[0].low = -1.0;
  limits.rows[0].high = 1.0;
  const Region region = make_region(limits);
  for (const std::size_t pieces : {100u, 1000u}) {
    SpeedSet set;
    for (std::size_t i = 0; i < pieces; ++i) {
      const double d1 = 1e-3 * static_cast<double>(i);
      set.push_back({d1, d1 + 1e-4});
    }
    WorkMeter meter;
    const Transition transition{region, region, 1e-6, 0.0, 0.0, &meter};
    EXPECT_GT(transition.find_departures(set).size(), pieces / 2);
    EXPECT_GT(meter.done(), 2 * pieces);
  }
}

// Half a minute of passes that counted as a few seconds.
TEST(CountedWork, OfAMotionThatMayRestAnywhereIsBounded) {
  const Machine machine = parse_machine(kPaidOut, "paid_out.yaml", ".");
  PathPlanOptions options;
  options.start = {EndSpeed::Kind::free, 0.0};
  options.tolerance = 1e-3;
  options.work = 5'000'000;
  options.explain = false;
  const PathPlan plan = plan_path(machine, machine.paths.front(), options);
  EXPECT_LE(plan.work, find_most(options.work));
}

// A cable can pull its load nearer only: no motion leads away from rest, and none comes to rest by
// friction that is proportional to speed.
TEST(RestPoints, NothingLeavesRestThatCannotBePushed) {
  const Machine machine = parse_machine(kPaidOut, "paid_out.yaml", ".");
  const PathPlan plan = plan_path(machine, machine.paths.front());
  EXPECT_EQ(plan.status(), PlanStatus::infeasible) << plan.reason;
  ASSERT_TRUE(plan.plan.obstacle);
  EXPECT_EQ(plan.plan.obstacle->p, 0.0);
  EXPECT_NE(plan.reason.find("from rest at p = 0"), std::string::npos) << plan.reason;
}

// On rails under viscous friction alone, with a motor that can only push, or only brake.
std::string write_sled(const std::string& limits) {
  return R"(globaldyn: 1
name: sled
gravity: [0, 0, 0]
bodies:
  ground: {}
  s: {mass: 2 kg, inertia: {plate: 0.01}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}
drives:
  F: {joint: P, limits: )" +
         limits + R"(, viscous: 3 N s/m}
tool: s
paths:
  l: {position: {x: p}, p_max: 1}
)";
}

TEST(RestPoints, FrictionAloneNeverQuiteStops) {
  const Machine pushes = parse_machine(write_sled("[0 N, 10 N]"), "sled.yaml", ".");
  const PathPlan plan = plan_path(pushes, pushes.paths.front());
  EXPECT_EQ(plan.status(), PlanStatus::infeasible) << plan.reason;
  EXPECT_NE(plan.reason.find("to rest at p = 1"), std::string::npos) << plan.reason;
  const Machine brakes = parse_machine(write_sled("[-10 N, 0 N]"), "sled.yaml", ".");
  const PathPlan other = plan_path(brakes, brakes.paths.front());
  EXPECT_EQ(other.status(), PlanStatus::infeasible) << other.reason;
  EXPECT_NE(other.reason.find("from rest at p = 0"), std::string::npos) << other.reason;
}

TEST(RestPoints, TheLeastForceEitherWayIsEnough) {
  const Machine machine = parse_machine(write_sled("[-0.00001 N, 10 N]"), "sled.yaml", ".");
  const PathPlan plan = plan_path(machine, machine.paths.front());
  EXPECT_NE(plan.status(), PlanStatus::infeasible) << plan.reason;
}

}  // namespace
}  // namespace globaldyn::inside::test
