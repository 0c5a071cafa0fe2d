// Plans as functions of time, and what the machines do when they run them. Oracles: central
// differences over time, inverse dynamics by another formulation, conservation of energy.
#include "globaldyn/motion/trajectory.h"
#include "globaldyn/evaluation/path_walker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "globaldyn/record/planned_motion.h"

#include "core/base/constants.h"
#include "core/formulations/loads.h"
#include "tests/support/machines.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

// |x''|, |y''| <= 1.
Machine make_x_y_table(const std::string& path) {
  return parse_machine(write_x_y_table(R"(gravity: [0, 0, 0]
drives:
  FX: {joint: X, limits: 2 N}
  FY: {joint: Y, limits: 1 N}
paths:
  path: )" + path + "\n"),
                       "test.yaml", ".");
}

PathPlan plan(const std::string& path, double tolerance = 1e-4) {
  const Machine machine = make_x_y_table(path);
  return plan_path(machine, machine.paths.front(), {.tolerance = tolerance});
}

const std::string kTrajectoryCircle = "{position: {circle: {center: [0, 0], radius: 1}}}";
const std::string kStopped =
    "{position: {line: {from: [0, 0], to: [1, 0]}}, stops: [{at: 0.5, for: 0.25 s}, {at: 0.75}]}";

TEST(Trajectory, NoneAtAll) {
  EXPECT_EQ(Trajectory().duration(), 0.0);
}

TEST(Trajectory, PassesItsNodesInTime) {
  for (const std::string& path : {kTrajectoryCircle, kStopped}) {
    const PathPlan result = plan(path);
    ASSERT_EQ(result.status(), PlanStatus::optimal);
    const Trajectory& trajectory = result.trajectory;
    const std::vector<double>& p = result.plan.p;
    ASSERT_EQ(trajectory.node_count(), p.size());
    EXPECT_EQ(trajectory.arrives_at(0), 0.0);
    EXPECT_EQ(trajectory.leaves_at(p.size() - 1), trajectory.duration());
    EXPECT_NEAR(trajectory.duration(), result.time(), 1e-12 * result.time());
    for (std::size_t i = 0; i < p.size(); ++i) {
      for (const double t : {trajectory.arrives_at(i), trajectory.leaves_at(i)}) {
        const MotionState state = trajectory.at(t);
        EXPECT_EQ(state.t, t);
        EXPECT_NEAR(state.p, p[i], 1e-13 * p.back()) << i;
        // sqrt(round-off) at rest.
        EXPECT_NEAR(state.d1, result.plan.d1(i), 1e-7) << i;
      }
    }
  }
}

TEST(Trajectory, StaysAtItsEndsBeforeAndAfter) {
  const PathPlan result = plan(kTrajectoryCircle);
  for (const double before : {-1.0, -1e-9}) {
    EXPECT_EQ(result.trajectory.at(before).p, 0.0);
    EXPECT_EQ(result.trajectory.at(before).d1, 0.0);
  }
  for (const double after : {1e-9, 1.0}) {
    const MotionState state = result.trajectory.at(result.trajectory.duration() + after);
    EXPECT_NEAR(state.p, 2.0 * kPi, 1e-13);
    EXPECT_NEAR(state.d1, 0.0, 1e-7);
  }
}

// 1/2 m, 1/4 s at rest, 1/4 m twice: sqrt 2 + 1/4 + 1 + 1 s.
TEST(Trajectory, RestsAtStops) {
  const PathPlan result = plan(kStopped, 1e-6);
  const Trajectory& trajectory = result.trajectory;
  const double arrives = std::sqrt(2.0), leaves = arrives + 0.25;
  EXPECT_NEAR(trajectory.duration(), leaves + 2.0, 1e-5);
  for (std::size_t i = 0; i < trajectory.node_count(); ++i) {
    const double rest = trajectory.leaves_at(i) - trajectory.arrives_at(i);
    if (result.plan.p[i] == 0.5) {
      EXPECT_NEAR(trajectory.arrives_at(i), arrives, 1e-5);
      EXPECT_NEAR(rest, 0.25, 1e-14);
    } else {
      EXPECT_EQ(rest, 0.0);
    }
  }
  for (const double t : {arrives + 1e-4, arrives + 0.1, leaves - 1e-4}) {
    const MotionState state = trajectory.at(t);
    EXPECT_EQ(state.p, 0.5);
    EXPECT_EQ(state.d1, 0.0);
    EXPECT_EQ(state.d2, 0.0);
  }
  // By hand: from rest with 1 m/s².
  EXPECT_NEAR(trajectory.at(0.5).p, 0.125, 1e-5);
  EXPECT_NEAR(trajectory.at(leaves + 0.25).p, 0.5 + 0.03125, 1e-5);
  EXPECT_NEAR(trajectory.at(leaves + 1.0).p, 0.75, 1e-9);
  EXPECT_NEAR(trajectory.at(leaves + 1.0).d1, 0.0, 1e-4);
}

// Within segments, where p is smooth in time: by half a segment each way, with the error of
// fourth-order differences.
TEST(Trajectory, DerivativesAreThoseOverTime) {
  for (const std::string& path : {kTrajectoryCircle, kStopped}) {
    const PathPlan result = plan(path);
    const Trajectory& trajectory = result.trajectory;
    int looked = 0;
    for (std::size_t i = 0; i + 1 < trajectory.node_count(); ++i) {
      const double begin = trajectory.leaves_at(i), end = trajectory.arrives_at(i + 1);
      const double h = 0.1 * (end - begin);
      if (h < 1e-4) continue;  // round-off
      ++looked;
      for (const double share : {0.3, 0.5, 0.7}) {
        const double t = begin + share * (end - begin);
        const auto at = [&](int k) { return trajectory.at(t + k * h); };
        const auto difference = [&](double MotionState::*value) {
          return (8.0 * (at(1).*value - at(-1).*value) - (at(2).*value - at(-2).*value)) /
                 (12.0 * h);
        };
        EXPECT_NEAR(difference(&MotionState::p), at(0).d1, 1e-6) << t;
        EXPECT_NEAR(difference(&MotionState::d1), at(0).d2, 1e-5) << t;
      }
    }
    EXPECT_GT(looked, 10);
  }
}

TEST(Trajectory, ListsTimesOnceWhereItPassesAndThreeWhereItRests) {
  const PathPlan result = plan(kStopped);
  const Trajectory& trajectory = result.trajectory;
  const std::vector<double> times = trajectory.list_times(4);
  // On arrival, before leaving and on leaving: two more than where it passes.
  EXPECT_EQ(times.size(), 4 * (trajectory.node_count() - 1) + 1 + 2);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_EQ(std::adjacent_find(times.begin(), times.end()), times.end());
  EXPECT_EQ(times.front(), 0.0);
  EXPECT_EQ(times.back(), trajectory.duration());
  // At equal distances in p.
  for (std::size_t k = 1; k < 4; ++k) {
    EXPECT_NEAR(trajectory.at(times[k]).p, result.plan.p[1] * static_cast<double>(k) / 4.0, 1e-14);
  }
}

TEST(Trajectory, ListsTimesAtARate) {
  const std::vector<double> times = list_times_at(100.0, 2.345);
  ASSERT_EQ(times.size(), 236u);
  for (std::size_t i = 0; i < 235; ++i) EXPECT_DOUBLE_EQ(times[i], 0.01 * static_cast<double>(i));
  EXPECT_EQ(times.back(), 2.345);
  EXPECT_EQ(list_times_at(10.0, 0.3).size(), 4u);  // 0.3 * 10 is not 3 to the last bit
  EXPECT_EQ(list_times_at(1.0, 0.5), (std::vector<double>{0.0, 0.5}));
  EXPECT_THROW((void)list_times_at(1e9, 2.345), Error);
}

// d1 integrates to the distance, d1² and d2 to closed forms: x = 1 - |1 - 2 p| on a line, int d1²
// dt = 2 int_0^1 t² dt.
TEST(Trajectory, WeightsIntegrateOverTime) {
  for (const std::string& path : {kTrajectoryCircle, kStopped,
                                  std::string("{position: {line: {from: [0, 0], to: [1, 0]}}}")}) {
    const PathPlan result = plan(path, 1e-6);
    double time = 0.0, way = 0.0, squares = 0.0, gained = 0.0;
    for (const auto& [t, weight] : result.trajectory.list_weighted_times()) {
      const MotionState state = result.trajectory.at(t);
      time += weight;
      way += weight * state.d1;
      squares += weight * state.d1 * state.d1;
      gained += weight * state.d2;
    }
    EXPECT_NEAR(time, result.trajectory.duration() - result.dwell, 1e-12 * time);
    EXPECT_NEAR(way, result.plan.p.back(), 1e-6 * result.plan.p.back());
    EXPECT_NEAR(gained, 0.0, 1e-6);
    if (path.find("stops") == std::string::npos && path != kTrajectoryCircle) {
      EXPECT_NEAR(squares, 2.0 / 3.0, 1e-5);
    }
  }
}

// By parts: the integral of p is t p less that of t d1.
TEST(Trajectory, IntegralOfPIsThatOfAFineSum) {
  const PathPlan result = plan(kStopped);
  const Trajectory& trajectory = result.trajectory;
  constexpr int kCount = 20000;
  const double end = 1.02 * trajectory.duration(), step = end / kCount;
  double sum = 0.0;
  for (int i = 0; i < kCount; ++i) {
    sum += step * trajectory.at((i + 0.5) * step).p;
    const double t = (i + 1) * step;
    if (i % 500 != 0 || t > trajectory.duration()) continue;
    EXPECT_NEAR(trajectory.integrate_p(t), sum, 1e-7) << t;  // midpoints: step² / 24
  }
}

// --- What machines do ----------------------------------------------------------------------------

struct MachinePath {
  const char* machine;
  const char* path;
  bool conservative{true};  ///< no friction
  double tolerance{1e-4};
};

const std::vector<MachinePath> kAll{
    {"andrews", "turn"},
    {"arm_2r", "line"},
    {"arm_2r", "circle"},
    {"arm_2r", "place"},
    {"arm_3r", "line"},
    {"arm_3r", "circle"},
    {"bevel_wrist", "nod"},
    {"bevel_wrist", "turn"},
    {"bricard", "swing"},
    {"cable_planar", "circle"},
    {"cable_planar", "eight"},
    {"cable_point4", "circle"},
    {"cable_point4", "eight"},
    {"cable_point8", "circle"},
    {"cable_point8", "loop"},
    {"cogiro", "circle"},
    {"cogiro", "climb"},
    {"corexy", "circle", false},
    {"corexy", "outline", false},
    {"corexy_linear", "circle", false},
    {"corexy_linear", "there_and_back", false},
    {"delta", "circle"},
    {"delta", "pick"},
    {"delta_parallelogram", "circle"},
    {"delta_parallelogram", "pick"},
    {"dual_v", "circle"},
    {"dual_v", "turn"},
    {"five_bar", "pick", false},
    {"five_bar", "cycle", false},
    {"four_bar_n", "over"},
    {"four_bar_n", "under"},
    {"hexapod_6ups", "circle"},
    {"hexapod_6ups", "tilt"},
    {"octapod_8ups", "circle"},
    {"octapod_8ups", "tilt"},
    {"planar_2dof", "circle"},
    {"planar_2dof", "eight"},
    {"puma560", "circle", false},
    {"rps3", "lift", false},
    {"rps3", "wobble", false},
    {"rrr3", "rose"},
    {"rrr3", "circle"},
    {"rrr4", "circle"},
    {"slider_crank", "turn"},
    {"slider_crank", "push"},
    {"sliding_star", "circle_a"},
    {"sliding_star", "circle_b"},
    {"spatial_slider_crank", "turn"},
    {"spatial_slider_crank", "push"},
};

TEST(Replay, CoversAllPathsOfAllMachines) {
  std::set<std::string> listed, found;
  for (const MachinePath& one : kAll) {
    listed.insert(std::string(one.machine) + "/" + one.path);
    if (!one.conservative) continue;
    for (const Drive& drive : load(one.machine).mechanism.drives) {
      EXPECT_EQ(drive.viscous, 0.0) << one.machine;
      EXPECT_EQ(drive.coulomb, 0.0) << one.machine;
    }
  }
  for (const LibraryPath& path : list_paths()) found.insert(path.machine + "/" + path.path);
  EXPECT_EQ(listed, found);
}

class Replay : public testing::TestWithParam<MachinePath> {};
INSTANTIATE_TEST_SUITE_P(All, Replay, testing::ValuesIn(kAll), [](const auto& test) {
  return std::string(test.param.machine) + "_" + test.param.path;
});

// The potential of weight and springs, J.
double calc_potential(const Mechanism& mechanism, const Pose& pose) {
  double potential = 0.0;
  for (const BodyId i : pose.ids()) {
    const MassProperties& body = mechanism.bodies[i].mass_properties;
    potential -= body.mass * mechanism.gravity.dot(pose[i].r);
  }
  const Twists at_rest(mechanism.bodies.size());
  for (const Spring& spring : mechanism.springs) {
    const double force = calc_spring_force(mechanism, spring, pose, at_rest).elastic;
    potential += 0.5 * force * force / spring.stiffness;
  }
  return potential;
}

void expect_forces_within_limits(const Machine& machine, const MotionSample& sample) {
  for (const DriveId id : machine.mechanism.drives.ids()) {
    const DriveLimit& limit = machine.mechanism.drives[id].limit;
    const Eigen::Index at = row_of(id);
    const double force = sample.forces(at), rate = sample.rates(at);
    // 1e-6 of the size of the limit.
    const auto expect_between = [&](double value, double low, double high) {
      const double size = std::isfinite(low) && std::isfinite(high) ? 0.5 * (high - low)
                          : std::isfinite(low)                      ? std::abs(low)
                                                                    : std::abs(high);
      EXPECT_LE(value, high + 1.1e-6 * size) << sample.state.p;
      EXPECT_GE(value, low - 1.1e-6 * size) << sample.state.p;
    };
    expect_between(force, limit.force.low, limit.force.high);
    for (const SpeedLine& line : limit.lines) {
      expect_between(force + line.slope * rate, -line.stall, line.stall);
    }
    if (limit.speed < kInfinity) expect_between(rate, -limit.speed, limit.speed);
  }
}

// The motion's forces by the dense formulation: the same except for forces that do no work.
void expect_forces_of_the_motion(const Machine& machine, const Path& path,
                                 const MotionRecord& record) {
  PathWalker walker(machine, path, {.solve_by = SolveBy::dense});
  const std::size_t step = std::max<std::size_t>(1, record.samples.size() / 40);
  for (std::size_t i = 0; i < record.samples.size(); i += step) {
    const MotionSample& sample = record.samples[i];
    const Sample& dense = walker.move_to(sample.state.p);
    ASSERT_EQ(dense.status, SampleStatus::ok) << dense.reason.what;
    VectorXd expected = dense.map.calc_forces(sample.state.d1, sample.state.d2);
    // Moving drives have their friction in it, which at a stop is a part of the stiction.
    for (const DriveId id : machine.mechanism.drives.ids()) {
      const Eigen::Index at = row_of(id);
      if (!sample.state.rests) break;
      if (dense.map.coulomb_slack(at) > 0.0) continue;
      expected(at) -= std::copysign(machine.mechanism.drives[id].coulomb, dense.map.drive_rate(at));
    }
    // What a drive at rest leaves to its friction counts as well.
    VectorXd difference = sample.forces - sample.gear_losses + sample.stiction - expected;
    difference -= dense.map.V * (dense.map.V.transpose() * difference);
    EXPECT_LE(difference.norm(), 1e-7 * (sample.forces.norm() + expected.norm())) << sample.state.p;
  }
}

// The tool's speed and acceleration against differences of its place and speed, where segments are
// long enough.
void expect_tool_moves(const Machine& machine, const Path& path, const Trajectory& trajectory) {
  constexpr double kShare = 0.05;
  std::vector<double> times;
  std::vector<double> steps;
  const double shortest = 1e-4 * trajectory.duration();
  for (std::size_t i = 0; i + 1 < trajectory.node_count(); ++i) {
    const double begin = trajectory.leaves_at(i), end = trajectory.arrives_at(i + 1);
    if (end - begin < shortest) continue;
    const double h = kShare * (end - begin);
    for (int k = -2; k <= 2; ++k) times.push_back(0.5 * (begin + end) + k * h);
    steps.push_back(h);
  }
  ASSERT_FALSE(steps.empty());
  const auto samples = record_motion(machine, path, trajectory.at(times)).samples;
  double speed = 0.0, acceleration = 0.0, turning = 0.0;
  for (const MotionSample& sample : samples) {
    speed = std::max(speed, sample.tool_velocity.v.norm());
    turning = std::max(turning, sample.tool_velocity.w.norm());
    acceleration = std::max(acceleration, sample.tool_acceleration.v.norm());
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const MotionSample* at = &samples[5 * i + 2];
    const auto difference = [&](const auto& value) {
      return ((8.0 * (value(at[1]) - value(at[-1])) - (value(at[2]) - value(at[-2]))) /
              (12.0 * steps[i]))
          .eval();
    };
    const Vector3d v = difference([](const MotionSample& s) { return s.tool.origin; });
    const Vector3d a = difference([](const MotionSample& s) { return s.tool_velocity.v; });
    const Matrix3d R = difference([](const MotionSample& s) { return s.tool.axes; });
    EXPECT_LE((v - at->tool_velocity.v).norm(), 1e-6 * speed) << at->state.p;
    EXPECT_LE((a - at->tool_acceleration.v).norm(), 1e-5 * acceleration) << at->state.p;
    // A carriage on one pin rotates freely; its rate is zero, its angle undetermined.
    if (machine.mechanism.name == "planar_2dof") continue;
    // Relative to 0.1 rad/s where it hardly rotates: rounding errors over short times.
    const Matrix3d turn = make_skew(at->tool_velocity.w) * at->tool.axes;
    EXPECT_LE((R - turn).norm(), 1e-6 * (turning + 0.1)) << at->state.p;
  }
}

TEST_P(Replay, KeepsLimitsAndEnergy) {
  const Machine machine = load(GetParam().machine);
  const Path& path = find_path(machine, GetParam().path);
  PlannedMotionOptions options;
  options.plan.tolerance = GetParam().tolerance;
  options.samples = 201;
  const PlannedMotion motion = plan_motion(machine, path, options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_LE(motion.max_violation, 1e-6);
  EXPECT_LE(motion.fine.max_violation, 1e-6);
  for (const MotionSample& sample : motion.fine.samples) {
    expect_forces_within_limits(machine, sample);
    if (HasFailure()) break;
  }
  expect_forces_of_the_motion(machine, path, motion.record);
  if (machine.mechanism.tool) expect_tool_moves(machine, path, motion.plan.trajectory);
  const double energy = motion.use.energy - motion.use.braking_energy;
  if (!GetParam().conservative) {
    EXPECT_GT(energy, 0.0);  // friction
    return;
  }
  PathWalker walker(machine, path);
  const double begin = calc_potential(machine.mechanism, walker.move_to(0.0).motion.pose);
  const double end = calc_potential(machine.mechanism, walker.move_to(path.p_max).motion.pose);
  EXPECT_NEAR(energy, end - begin, 1e-6 * motion.use.energy);
}

// x falls from 1 to -1 and back within one segment, between nodes at which nothing is wrong.
TEST(Trajectory, PlanThatFallsBelowRestIsThePlannersFault) {
  Plan plan;
  plan.p = {0.0, 1.0, 2.0};
  plan.x = {1.0, 1.0, 1.0};
  plan.segments = {{1.0, 1.0, 0.0, 0.0, 0.0}, {1.0, 1.0, -4.0, 4.0, 0.0}};
  try {
    (void)Trajectory(plan, {});
    ADD_FAILURE() << "taken";
  } catch (const InputError& error) {
    ADD_FAILURE() << error.what();
  } catch (const NumericalError& error) {
    EXPECT_NE(std::string(error.what()).find("planner"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("p = 1;"), std::string::npos) << error.what();
  }
  plan.segments[1] = {1.0, 1.0, 0.0, 0.0, 0.0};
  const Trajectory trajectory(plan, {});
  EXPECT_NEAR(trajectory.duration(), 2.0, 1e-15);
  EXPECT_THROW((void)trajectory.at(std::nan("")), NumericalError);
}

}  // namespace
}  // namespace globaldyn::inside::test
