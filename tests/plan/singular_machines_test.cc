// Random paths through parallel singularities of many machines. Oracles: the straight definition
// (see stepwise_plan.h), and that without friction every motion can be run backwards, also under
// gravity: the two paths are surveyed and planned quite differently.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/plan/singular_machines.h"
#include "tests/support/draw.h"
#include "tests/support/stepwise_plan.h"

namespace globaldyn::inside::test {
namespace {

// A machine with the paths `there` and `back`.
struct Crossing {
  Machine machine;
  std::string text;              // of the two paths
  std::vector<double> singular;  // where det W changes its sign on `there`
  Pose end;                      // of `there`

  [[nodiscard]] PathPlan plan_there() const { return plan("there", {}); }
  [[nodiscard]] PathPlan plan_back() const { return plan("back", end); }
  // With its motion replayed.
  [[nodiscard]] PlannedMotion move_there(double tolerance) const {
    return plan_motion(machine, find_path(machine, "there"), {.plan = {.tolerance = tolerance}});
  }
  [[nodiscard]] double plan_in_steps(int steps) const {
    return plan_stepwise(machine, find_path(machine, "there"), singular, steps);
  }

 private:
  [[nodiscard]] PathPlan plan(const char* path, Pose start) const {
    PathPlanOptions options;
    options.start_pose = std::move(start);
    options.report = false;
    return plan_path(machine, find_path(machine, path), options);
  }
};

std::string fill_in(std::string task, const std::vector<std::string>& coordinates) {
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::string mark = fmt::format("${}", i);
    task.replace(task.find(mark), mark.size(), coordinates[i]);
  }
  return task;
}

// Parabolas, and the same ones run backwards.
std::string draw_paths(const SingularMachine& machine, Draw& draw) {
  std::vector<std::string> there, back;
  for (std::size_t i = 0; i < machine.from.size(); ++i) {
    const double a = draw.uniform(machine.from[i].low, machine.from[i].high);
    const double way = draw.uniform(machine.to[i].low, machine.to[i].high) - a;
    const double bend = draw.uniform(-0.3, 0.3) * way;
    there.push_back(fmt::format("{} + {}*p + {}*p*(1 - p)", a, way, bend));
    back.push_back(fmt::format("{} + {}*(1 - p) + {}*p*(1 - p)", a, way, bend));
  }
  return fmt::format("  there: {{{}, p_max: 1}}\n  back: {{{}, p_max: 1}}\n",
                     fill_in(machine.task, there), fill_in(machine.task, back));
}

constexpr int kLooks = 50;

// Where between two looks det W changes its sign: it closes in 20 times finer each time, to far
// less than a step of plans in steps.
double close_in(const Machine& machine, const Path& path, int look, bool was_positive) {
  constexpr int kFiner = 20, kTimes = 4;
  double low = static_cast<double>(look) / kLooks, width = 1.0 / kLooks;
  for (int time = 0; time < kTimes; ++time) {
    PathWalker walker(machine, path);
    for (int k = 0; k <= look; ++k) walker.move_to_limits(static_cast<double>(k) / kLooks);
    width /= kFiner;
    for (int k = 0; k < kFiner; ++k) {
      if ((walker.move_to_limits(low + width).map.determinant > 0.0) != was_positive) break;
      low += width;
    }
  }
  return low + 0.5 * width;
}

// Walks to the path's end; nothing if it cannot be followed, comes near to losing rank of the
// constraints, or has ends, where the motion rests, that are nearly singular themselves.
std::optional<std::vector<double>> find_sign_changes(const Machine& machine, const Path& path,
                                                     Pose& end) {
  constexpr double kRegular = 1e-3, kFirm = 0.05;
  PathWalker walker(machine, path);
  std::vector<double> determinants;
  double size = 0.0;
  for (int i = 0; i <= kLooks; ++i) {
    const Sample& sample = walker.move_to_limits(static_cast<double>(i) / kLooks);
    if (sample.status != SampleStatus::ok || sample.kinematic_ratio < kRegular) return std::nullopt;
    determinants.push_back(sample.map.determinant);
    size = std::max(size, std::abs(sample.map.determinant));
    end = sample.motion.pose;
  }
  for (const double at_end : {determinants.front(), determinants.back()}) {
    if (std::abs(at_end) < kFirm * size) return std::nullopt;
  }
  std::vector<double> places;
  for (int i = 0; i < kLooks; ++i) {
    const bool was_positive = determinants[static_cast<std::size_t>(i)] > 0.0;
    if ((determinants[static_cast<std::size_t>(i) + 1] > 0.0) == was_positive) continue;
    places.push_back(close_in(machine, path, i, was_positive));
  }
  return places;
}

// Whether the ends and the singularities are so far apart that a coarse grid tells them apart.
bool are_apart(std::vector<double> places) {
  constexpr double kApart = 0.1;
  places.insert(places.begin(), 0.0);
  places.push_back(1.0);
  return std::adjacent_find(places.begin(), places.end(),
                            [](double a, double b) { return b - a < kApart; }) == places.end();
}

Machine make_machine(const SingularMachine& of, const std::string& drives,
                     const std::string& paths) {
  std::string text = of.text;
  for (const auto& [key, added] : {std::pair<std::string, std::string>("\npaths:\n", paths),
                                   std::pair<std::string, std::string>("\ndrives:\n", drives)}) {
    text.insert(text.find(key) + key.size(), added);
  }
  Machine machine = parse_machine(text, of.name + ".yaml", ".");
  // Paths that begin out of reach are of no use here; to be sure of that takes time.
  machine.mechanism.restarts = 5;
  return machine;
}

// A path through so many singularities, if the next one drawn is of this kind.
std::optional<Crossing> draw_crossing(const SingularMachine& of, std::size_t count, Draw& draw) {
  Crossing crossing;
  crossing.text = draw_paths(of, draw);
  crossing.machine = make_machine(of, "", crossing.text);
  const Path& path = find_path(crossing.machine, "there");
  const auto places = find_sign_changes(crossing.machine, path, crossing.end);
  if (!places || places->size() != count || !are_apart(*places)) return std::nullopt;
  crossing.singular = *places;
  return crossing;
}

// Calls test(crossing) for so many crossings. Of up to 135 paths drawn four had them.
template <class Test>
void for_crossings(const SingularMachine& of, std::size_t singularities, std::uint64_t seed,
                   int count, const Test& test) {
  constexpr int kMostDraws = 600;
  Draw draw(seed);
  int found = 0;
  for (int i = 0; i < kMostDraws && found < count; ++i) {
    auto crossing = draw_crossing(of, singularities, draw);
    if (!crossing) continue;
    ++found;
    SCOPED_TRACE(crossing->text);
    test(*crossing);
  }
  EXPECT_EQ(found, count);
}

// The stepwise time is of first order: twice the finer one minus the coarser is much nearer. Where
// one has no motion, neither has the other.
void expect_as_in_steps(const Crossing& crossing, double tolerance) {
  const PathPlan plan = crossing.plan_there();
  const double coarse = crossing.plan_in_steps(1000), fine = crossing.plan_in_steps(2000);
  if (!std::isfinite(fine)) {
    EXPECT_EQ(plan.status(), PlanStatus::infeasible) << plan.time() << plan.reason;
    return;
  }
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  EXPECT_NEAR(plan.time(), 2.0 * fine - coarse, tolerance * fine);
}

class SingularMachines : public testing::TestWithParam<SingularMachine> {};

// What is left of the stepwise time's error: the largest of 1063 others was 8e-4.
constexpr double kOfSteps = 3e-3;

TEST_P(SingularMachines, TakeTheTimeOfTheStraightDefinition) {
  for_crossings(GetParam(), 1, 1, 2,
                [](const Crossing& crossing) { expect_as_in_steps(crossing, kOfSteps); });
}

TEST_P(SingularMachines, TakeItWithoutWeightAndUnderFriction) {
  for_crossings(GetParam(), 1, 2, 1, [](Crossing& crossing) {
    crossing.machine.mechanism.gravity.setZero();
    expect_as_in_steps(crossing, kOfSteps);
    for (Drive& drive : crossing.machine.mechanism.drives) {
      drive.coulomb = 0.07 * drive.limit.force.high;
    }
    expect_as_in_steps(crossing, kOfSteps);
  });
}

// Without losses of gears, which make speeding up another thing than slowing down.
void expect_as_long_back(Crossing crossing) {
  for (Drive& drive : crossing.machine.mechanism.drives) {
    drive.efficiency = drive.efficiency_back = 1.0;
  }
  const PathPlan there = crossing.plan_there(), back = crossing.plan_back();
  ASSERT_EQ(there.status(), back.status()) << there.reason << "; " << back.reason;
  if (there.status() == PlanStatus::infeasible) return;
  ASSERT_EQ(there.status(), PlanStatus::optimal) << there.reason;
  // Both are within 1e-6 of the least.
  EXPECT_NEAR(there.time(), back.time(), 2e-6 * there.time());
}

TEST_P(SingularMachines, TakeAsLongBack) {
  for_crossings(GetParam(), 1, 3, 2, [](Crossing& crossing) {
    expect_as_long_back(crossing);
    crossing.machine.mechanism.gravity.setZero();
    expect_as_long_back(crossing);
    // Without weight every machine can start from rest and pass: see stays_at_rest().
    EXPECT_EQ(crossing.plan_there().status(), PlanStatus::optimal);
  });
}

// Also as close to the singularity as motions are recorded, where forces are the rest of an
// equality over the distance: one of 230 others exceeded its limits by 1.4e-6.
TEST_P(SingularMachines, KeepTheirLimits) {
  for_crossings(GetParam(), 1, 5, 2, [](const Crossing& crossing) {
    const PlannedMotion motion =
        plan_motion(crossing.machine, find_path(crossing.machine, "there"), {});
    if (motion.plan.status() == PlanStatus::infeasible) return;
    EXPECT_LE(motion.max_violation, 5e-6);
  });
}

// Two on one path: the speed at the one may depend on what the other needs. Stepwise times come
// nearer slowly where the motion has little room: of 84 others one was off by 7e-3, and 1e-5 with
// 64 000 steps.
TEST_P(SingularMachines, PassTwo) {
  if (!GetParam().has_two) GTEST_SKIP() << "no such path among those drawn";
  for_crossings(GetParam(), 2, 4, 1, [](const Crossing& crossing) {
    expect_as_in_steps(crossing, 1e-2);
    expect_as_long_back(crossing);
  });
}

// With more drives than degrees of freedom.
class RedundantSingularMachines : public testing::TestWithParam<SingularMachine> {};

Crossing add_drives(const SingularMachine& of, const Crossing& crossing) {
  Crossing more = crossing;
  more.machine = make_machine(of, of.more_drives, crossing.text);
  return more;
}

TEST_P(RedundantSingularMachines, TakeTheTimeOfTheStraightDefinition) {
  for_crossings(GetParam(), 1, 6, 1, [](const Crossing& few) {
    Crossing crossing = add_drives(GetParam(), few);
    expect_as_in_steps(crossing, kOfSteps);
    for (Drive& drive : crossing.machine.mechanism.drives) {
      drive.coulomb = 0.04 * drive.limit.force.high;
    }
    expect_as_in_steps(crossing, kOfSteps);
  });
}

TEST_P(RedundantSingularMachines, TakeAsLongBack) {
  for_crossings(GetParam(), 1, 7, 1, [](const Crossing& few) {
    Crossing crossing = add_drives(GetParam(), few);
    expect_as_long_back(crossing);
    crossing.machine.mechanism.gravity.setZero();
    expect_as_long_back(crossing);
    EXPECT_EQ(crossing.plan_there().status(), PlanStatus::optimal);
    Crossing weaker = few;
    weaker.machine.mechanism.gravity.setZero();
    EXPECT_LE(crossing.plan_there().time_lower(), weaker.plan_there().time());
  });
}

// Whatever accuracy is asked for: forces, too, are within limits.
TEST_P(RedundantSingularMachines, AreOptimalAtAllTolerances) {
  for_crossings(GetParam(), 1, 8, 1, [](const Crossing& few) {
    Crossing crossing = add_drives(GetParam(), few);
    crossing.machine.mechanism.gravity.setZero();
    std::optional<double> exact;
    for (const double tolerance : {1e-6, 1e-4, 1e-3}) {
      const PlannedMotion motion = crossing.move_there(tolerance);
      ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << tolerance << motion.plan.reason;
      EXPECT_LE(motion.max_violation, 1e-6);
      if (!exact) exact = motion.plan.time();
      EXPECT_NEAR(motion.plan.time(), *exact, (tolerance + 1e-6) * *exact);
    }
  });
}

// Two drives at one place are one with the sum of their limits, which is planned quite differently.
TEST_P(RedundantSingularMachines, AreLikeOnesWithStrongerDrives) {
  if (GetParam().twins.empty()) GTEST_SKIP() << "no drives at one place";
  for_crossings(GetParam(), 1, 9, 1, [](Crossing& crossing) {
    const Crossing more = add_drives(GetParam(), crossing);
    for (std::size_t i = 0; i < GetParam().twins.size(); ++i) {
      Interval& force = crossing.machine.mechanism.drives[DriveId(GetParam().twins[i])].limit.force;
      const Interval& other = more.machine.mechanism.drives[DriveId(i)].limit.force;
      force.low += other.low;
      force.high += other.high;
    }
    const PathPlan one = crossing.plan_there(), two = more.plan_there();
    ASSERT_EQ(two.status(), one.status()) << two.reason << one.reason;
    if (!one.has_motion()) return;
    EXPECT_NEAR(two.time(), one.time(), 2e-6 * one.time());
  });
}

INSTANTIATE_TEST_SUITE_P(All, RedundantSingularMachines,
                         testing::ValuesIn(list_singular_machines()),
                         [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(All, SingularMachines, testing::ValuesIn(list_singular_machines()),
                         [](const auto& info) { return info.param.name; });

// Independent engines, each with a piston that turns a crank: where cranks are at dead centres
// together, rank W falls by their number. Nothing but inertia turns a crank there, J A¨ = torque of
// the link's weight, all signs of J and weight being equal.
struct Engines {
  std::vector<std::string> angles;                          // by p
  std::string gravity{"0"};                                 // along y, across the pistons' way
  std::vector<double> wheels{std::vector<double>(5, 0.1)};  // moments of inertia
};

std::string write_crank_and_piston(const std::string& n, double wheel) {
  return fmt::format(R"(  wheel{0}: {{mass: 2 kg, inertia: {{diag: [{1}, {1}, {1}]}}}}
  link{0}: {{mass: 0.5 kg, com: [0.15, 0], inertia: {{rod: 0.004}}}}
  piston{0}: {{mass: 1 kg, inertia: {{diag: [0.01, 0.01, 0.01]}}}}
)",
                     n, wheel);
}

std::string write_joints_of_engine(const std::string& n) {
  return fmt::format(R"(  A{0}: {{type: revolute, a: ground, b: wheel{0}, guess: 60 deg}}
  B{0}: {{type: revolute, a: {{body: wheel{0}, at: [0.1, 0]}}, b: link{0}, guess: -77 deg}}
  C{0}: {{type: revolute, a: {{body: link{0}, at: [0.3, 0]}}, b: piston{0}}}
  S{0}: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: piston{0}, axis: x}}, guess: 0.33}}
)",
                     n);
}

Machine make_engines(const Engines& engines) {
  std::string bodies, joints, drives, branch, path;
  for (std::size_t i = 0; i < engines.angles.size(); ++i) {
    const std::string n = std::to_string(i + 1), comma = i == 0 ? "" : ", ";
    bodies += write_crank_and_piston(n, engines.wheels[i]);
    joints += write_joints_of_engine(n);
    drives += "  F" + n + ": {joint: S" + n + ", limits: 200 N}\n";
    branch += comma + "{positive: piston" + n + ".x - 0.15}";
    path += comma + "A" + n + ": \"" + engines.angles[i] + "\"";
  }
  return parse_machine("globaldyn: 1\nname: engines\ngravity: [0, " + engines.gravity +
                           ", 0]\nbodies:\n" + bodies + "joints:\n" + joints + "drives:\n" +
                           drives + "assembly: {branch: [" + branch +
                           "]}\npaths:\n  path: {joints: {" + path + "}, p_max: 1}\n",
                       "engines.yaml", ".");
}

PathPlan plan_engines(const Engines& engines) {
  const Machine machine = make_engines(engines);
  return plan_path(machine, machine.paths.front());
}

constexpr const char* kSlow = "pi + 2*(p - 0.437)";
constexpr const char* kQuick = "pi + 3*(p - 0.437)";
constexpr const char* kElsewhere = "1 + p";  // no dead centre on this path

// A curved course has d2 = -d1² there, which has to be kept to far less than rows are known to.
TEST(SeveralDeadCentres, OneIsPassedWithinLimits) {
  const Machine machine = make_engines({.angles = {"pi + 2*(p - 0.5) + (p - 0.5)^2"}});
  const PlannedMotion motion = plan_motion(machine, machine.paths.front(), {});
  EXPECT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_LE(motion.max_violation, 1e-6);
}

// All of them say d2 = 0 there, so that every speed is possible, as for a single one. Engines that
// turn alike are limited alike, however many there are.
TEST(SeveralDeadCentres, ArePassedLikeOne) {
  const PathPlan one = plan_engines({.angles = {kSlow}});
  ASSERT_EQ(one.status(), PlanStatus::optimal) << one.reason;
  const std::string backwards = "pi - 2*(p - 0.437)";
  for (const Engines& engines :
       {Engines{.angles = {kSlow, kSlow}}, Engines{.angles = {kSlow, backwards}},
        Engines{.angles = {kSlow, kSlow, kSlow}}, Engines{.angles = {kSlow, kSlow, kElsewhere}},
        Engines{.angles = {kSlow, kSlow, kSlow, kSlow}},
        Engines{.angles = {kSlow, backwards, kSlow, kSlow, kElsewhere}},
        Engines{.angles = {kSlow, kSlow, kSlow, kSlow, kSlow}},
        Engines{.angles = std::vector<std::string>(6, kSlow),
        .wheels = std::vector<double>(6, 0.1)}}) {
    const PathPlan more = plan_engines(engines);
    ASSERT_EQ(more.status(), PlanStatus::optimal) << more.reason;
    EXPECT_NEAR(more.time(), one.time(), 2e-6 * one.time());
  }
}

// Where det W has a zero of fourth order, or of eighth, that by itself is hard to find.
TEST(SeveralDeadCentres, AreManyPassedWithinLimits) {
  for (const std::size_t count : {4, 5, 8}) {
    const Machine machine = make_engines({.angles = std::vector<std::string>(count, kSlow),
                                          .wheels = std::vector<double>(count, 0.1)});
    for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
      const PlannedMotion motion =
          plan_motion(machine, machine.paths.front(), {.plan = {.tolerance = tolerance}});
      EXPECT_EQ(motion.plan.status(), PlanStatus::optimal) << count << motion.plan.reason;
      EXPECT_LE(motion.max_violation, 1e-6);
    }
  }
}

// A little earlier or later it is nearly the same time, and a quite different survey.
TEST(SeveralDeadCentres, AreNearlyAsOneAfterTheOther) {
  const PathPlan together = plan_engines({.angles = {kSlow, kQuick, kElsewhere}});
  ASSERT_EQ(together.status(), PlanStatus::optimal) << together.reason;
  for (const double apart : {1e-9, 1e-7, 1e-5}) {
    const PathPlan one_by_one = plan_engines(
        {.angles = {kSlow, fmt::format("pi + 3*(p - 0.437 - {})", apart), kElsewhere}});
    ASSERT_EQ(one_by_one.status(), PlanStatus::optimal) << one_by_one.reason;
    EXPECT_NEAR(one_by_one.time(), together.time(), (2e-6 + 2.0 * apart) * together.time());
  }
}

// 2 d2 = 0 and 2 d2 + 2 d1² = 0: only rest is left, which nothing can end.
TEST(SeveralDeadCentres, MayLeaveRestOnly) {
  const std::string bent = "pi + 2*(p - 0.437) + (p - 0.437)^2";
  for (const Engines& engines :
       {Engines{.angles = {kSlow, bent, kElsewhere}}, Engines{.angles = {kSlow, bent, kSlow}},
        Engines{.angles = {kSlow, bent, kSlow, kSlow}},
        Engines{.angles = {kSlow, bent, kSlow, kQuick, kSlow}}}) {
    const PathPlan rest = plan_engines(engines);
    EXPECT_EQ(rest.status(), PlanStatus::infeasible);
    EXPECT_NE(rest.reason.find("no motion passes it"), std::string::npos) << rest.reason;
  }
}

// 2 d2 = G/J and 4 d2 - 2 d1² = G/J: it can be passed, with d1² = G/2J only. If the path is bent
// the other way, with none. The crank at pi moves the pin, and half the link, down; the link turns
// about the piston, which stands.
TEST(SeveralDeadCentres, MayLeaveOneSpeed) {
  const double torque = 0.5 * 9.81 * 0.05, inertia = 0.1 + (0.004 + 0.5 * 0.15 * 0.15) / 9.0;
  Engines engines{.angles = {"pi + 2*(p - 0.5)", "pi + 4*(p - 0.5) - (p - 0.5)^2"},
                  .gravity = "-9.81"};
  const PathPlan passed = plan_engines(engines);
  ASSERT_NE(passed.status(), PlanStatus::infeasible) << passed.reason;
  if (passed.has_motion()) {
    const auto at = std::lower_bound(passed.plan.p.begin(), passed.plan.p.end(), 0.5 - 1e-9);
    ASSERT_NEAR(*at, 0.5, 1e-9);
    EXPECT_NEAR(passed.plan.d1(static_cast<std::size_t>(at - passed.plan.p.begin())),
                std::sqrt(torque / (2.0 * inertia)), 1e-6);
  }
  engines.angles[1] = "pi + 4*(p - 0.5) + (p - 0.5)^2";
  EXPECT_EQ(plan_engines(engines).status(), PlanStatus::infeasible);
}

// The same torque cannot turn two wheels alike if one is heavier.
TEST(SeveralDeadCentres, MayContradictEachOther) {
  const Engines engines{.angles = {kSlow, kSlow}, .gravity = "-9.81", .wheels = {0.1, 0.15}};
  EXPECT_EQ(plan_engines(engines).status(), PlanStatus::infeasible);
}

}  // namespace
}  // namespace globaldyn::inside::test
