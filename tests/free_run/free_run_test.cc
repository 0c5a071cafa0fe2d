// Paths that motors move a machine along: against closed forms, the energy, and simulation.
#include "globaldyn/free_run/run_freely.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "globaldyn/record/planned_motion.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/cycle/job.h"
#include "tests/free_run/random_wheel.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
// Of d1², which pieces are known to; plans say 1e-6.
constexpr double kExact = 1e-8;

Machine read(const std::string& text) {
  return parse_machine(text, "run.yaml", ".");
}

PlannedMotion run(const Machine& machine) {
  Machine running = machine;
  run_path(running, machine.paths.front().name);
  return plan_motion(running, running.paths.front(), {.samples = 101});
}

std::size_t count_seeds() {
  const char* asked = std::getenv("GLOBALDYN_RUNS");
  return asked != nullptr ? static_cast<std::size_t>(std::atoll(asked)) : 25;
}

// ω(t) = steady + (start − steady) exp(−t/τ), τ = J idle/stall, and the angle is its integral.
TEST(FreeRun, RandomWheelsRunAsTheirExponentials) {
  for (std::size_t seed = 1; seed <= count_seeds(); ++seed) {
    const RandomWheel wheel = make_random_wheel(seed, true);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, wheel.text));
    const PlannedMotion motion = run(read(wheel.text));
    const double tau = wheel.inertia * wheel.idle / wheel.stall, steady = wheel.steady();
    ASSERT_EQ(motion.plan.plan.status, PlanStatus::given) << motion.plan.reason;
    for (const MotionSample& one : motion.record.samples) {
      const double fade = std::exp(-one.state.t / tau);
      const double speed = steady + (wheel.start - steady) * fade;
      EXPECT_NEAR(std::abs(one.rates(0)), speed, kExact * wheel.idle);
    }
    const double time = motion.plan.time();
    const double angle =
        steady * time + (wheel.start - steady) * tau * (1.0 - std::exp(-time / tau));
    EXPECT_NEAR(angle, wheel.angle, 1e-9 * wheel.angle);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(FreeRun, RandomWheelsSettle) {
  for (std::size_t seed = 1; seed <= count_seeds(); ++seed) {
    const RandomWheel wheel = make_random_wheel(seed, false);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, wheel.text));
    const PlannedMotion motion = run(read(wheel.text));
    ASSERT_EQ(motion.plan.plan.status, PlanStatus::given) << motion.plan.reason;
    EXPECT_NEAR(motion.plan.time(), wheel.angle / wheel.steady(), 1e-9 * motion.plan.time());
    EXPECT_NEAR(motion.use.peak_speed(0), wheel.steady(), kExact * wheel.steady());
    EXPECT_NEAR(motion.use.least_speed(0), wheel.steady(), kExact * wheel.steady());
    // What it gives is what friction and load take.
    EXPECT_NEAR(motion.use.rms_force(0), wheel.torque, 1e-6 * wheel.stall);
    if (::testing::Test::HasFailure()) return;
  }
}

// A wheel without a motor keeps its energy, less what a torque over its angle takes.
TEST(FreeRun, TorqueOverTheAngleTakesItsWork) {
  constexpr double kInertia = 0.5, kStart = 12.0;
  const Machine machine = read(R"(globaldyn: 1
name: wheel
gravity: [0, 0, 0]
bodies: {w: {mass: 1, inertia: {diag: [1, 1, 0.5]}}}
joints: {R: {type: revolute, a: {body: ground, axis: z}, b: {body: w, axis: z}}}
drives: {M: {joint: R, limits: 1}}
springs:
  punch: {joint: R, period: 90 deg, force: [[30 deg, 0], [30.01 deg, -20], [35 deg, -20], [36 deg, 0]]}
paths: {turn: {joints: {R: p}, p_max: 2*pi, law: {motors: {}, start: 12 rad/s, of: R}}}
)");
  const PlannedMotion motion = run(machine);
  ASSERT_EQ(motion.plan.plan.status, PlanStatus::given) << motion.plan.reason;
  const auto find_work = [](double angle) {
    constexpr double kDegree = kTurn / 360.0, kForce = 20.0;
    const double whole = kForce * kDegree * (0.005 + 4.99 + 0.5);
    const double turns = std::floor(angle / (90.0 * kDegree));
    const double a = angle / kDegree - 90.0 * turns;
    double here = 0.0;
    const double set_in = std::clamp(a - 30.0, 0.0, 0.01), out = std::clamp(a - 35.0, 0.0, 1.0);
    here += kForce * kDegree * set_in * set_in / 0.02;
    here += kForce * kDegree * std::clamp(a - 30.01, 0.0, 4.99);
    here += kForce * kDegree * (out - 0.5 * out * out);
    return turns * whole + here;
  };
  for (const MotionSample& one : motion.fine.samples) {
    const double angle = one.positions(0);
    const double energy = 0.5 * kInertia * (kStart * kStart - std::pow(one.rates(0), 2));
    EXPECT_NEAR(energy, find_work(angle), 1e-8) << angle;
  }
  EXPECT_NEAR(find_work(kTurn), 4.0 * 20.0 * kTurn / 360.0 * 5.495, 1e-12);
}

// From rest, with a constant torque: angle = a t²/2.
TEST(FreeRun, FromRest) {
  const Machine machine = read(R"(globaldyn: 1
name: wheel
gravity: [0, 0, 0]
bodies: {w: {mass: 1, inertia: {diag: [1, 1, 0.5]}}}
joints: {R: {type: revolute, a: {body: ground, axis: z}, b: {body: w, axis: z}}}
drives: {M: {joint: R, limits: 5 N m}}
paths: {turn: {joints: {R: p}, p_max: 3, law: {motors: {M: 2 N m}, start: 0, of: R}}}
)");
  const PlannedMotion motion = run(machine);
  ASSERT_EQ(motion.plan.plan.status, PlanStatus::given) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.time(), std::sqrt(2.0 * 3.0 / 4.0), 1e-9);
  for (const MotionSample& one : motion.record.samples) {
    EXPECT_NEAR(one.positions(0), 2.0 * one.state.t * one.state.t, 1e-8);
    EXPECT_NEAR(one.forces(0), 2.0, 1e-7);
  }
}

// The motor's torque in front of the gear is what it has, whatever the gear leaves of it.
TEST(FreeRun, LossesOfTheGear) {
  const std::string text = R"(globaldyn: 1
name: wheel
gravity: [0, 0, 0]
bodies: {w: {mass: 1, inertia: {diag: [1, 1, 0.5]}}}
joints: {R: {type: revolute, a: {body: ground, axis: z}, b: {body: w, axis: z}}}
drives:
  M: {joint: R, gear: {ratio: 10, efficiency: 0.8}, rotor_inertia: 0.01, limits: 50 N m,
      speed_line: {stall: 10 N m, no_load_speed: 1000 rpm}}
springs: {load: {joint: R, force: LOAD}}
paths: {turn: {joints: {R: p}, p_max: 2*pi, law: {motors: {M: full}}}}
)";
  const auto with = [&](const std::string& load) {
    std::string file = text;
    file.replace(file.find("LOAD"), 4, load);
    return run(read(file));
  };
  const double idle = 100.0 * kTurn / 60.0;
  // Driving, the motor gives 40/0.8 at the wheel; driven by the load, 0.75 of 40.
  for (const auto& [load, torque] : {std::pair{"-40 N m", 50.0}, {"40 N m", -30.0}}) {
    const PlannedMotion motion = with(load);
    ASSERT_EQ(motion.plan.plan.status, PlanStatus::given) << motion.plan.reason;
    EXPECT_NEAR(motion.use.peak_speed(0), idle * (1.0 - torque / 100.0), 1e-7 * idle) << load;
    for (const MotionSample& one : motion.record.samples) {
      EXPECT_NEAR(one.forces(0), torque, 1e-6) << load;
    }
  }
}

// From the steady speed on, a simulation in time, which knows nothing of paths, turns as it does.
void compare_with_simulation(const Machine& machine, const PlannedMotion& motion) {
  const double begin = motion.record.samples.front().rates(0);
  EXPECT_NEAR(motion.record.samples.back().rates(0), begin, 1e-9 * begin);
  SimulationOptions options;
  options.duration = motion.plan.time();
  options.samples = 101;
  options.tolerance = 1e-12;
  SimulationStart start;
  start.speeds = {{DriveId(0), begin}};
  const Expression full = Expression::parse("1e6", whole_place("test"), {});
  const MachineSimulation simulation =
      simulate_machine(machine, start, {{DriveId(0), full}}, options);
  ASSERT_EQ(simulation.result.status, SimulationStatus::done) << simulation.result.reason;
  ASSERT_EQ(simulation.rows.size(), motion.record.samples.size());
  for (std::size_t i = 0; i < simulation.rows.size(); ++i) {
    const MotionSample& one = motion.record.samples[i];
    EXPECT_NEAR(simulation.rows[i].rates(0), one.rates(0), 1e-6 * begin) << one.state.t;
    EXPECT_NEAR(simulation.rows[i].positions(0), one.positions(0), 1e-6 * kTurn) << one.state.t;
  }
}

// The press of machines/jobs: its record says that the motor exerts what it has at each moment, and
// a simulation in time, which knows nothing of paths, turns as it does.
TEST(FreeRun, PressWithAFlywheel) {
  const Machine machine = load_job("flywheel");
  const PlannedMotion motion = run(machine);
  ASSERT_EQ(motion.plan.plan.status, PlanStatus::given) << motion.plan.reason;
  const double stall = 20.0 * 10.2 * 1500.0 / 100.0, idle = 75.0 * kTurn / 60.0;
  for (const MotionSample& one : motion.fine.samples) {
    const double line = stall * (1.0 - one.rates(0) / idle);
    EXPECT_NEAR(one.forces(0), std::min(line, 20.0 * 28.0), 1e-4) << one.state.t;
  }
  compare_with_simulation(machine, motion);
}

// Other presses of its kind: those that run at all run as a simulation does.
TEST(FreeRun, RandomPressesRunAsSimulated) {
  int running = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Draw draw(seed);
    const double crank = draw.uniform(0.02, 0.1), slip = draw.uniform(25.0, 190.0);
    const std::vector<ParameterOverride> parameters{
        {"crank", fmt::format("{:.6g} mm", 1e3 * crank)},
        {"rod", fmt::format("{:.6g} m", crank * draw.uniform(2.5, 6.0))},
        {"flywheel", fmt::format("{:.6g} kg m^2", draw.decade(-1.5, 0.6))},
        {"synchronous", fmt::format("{:.6g} rpm", draw.uniform(600.0, 3000.0))},
        {"rated_slip", fmt::format("{:.6g} rpm", slip)},
        {"rated_torque", fmt::format("{:.6g} N m", draw.decade(0.5, 1.9))}};
    SCOPED_TRACE(fmt::format("seed {}: crank {}, slip {}", seed, crank, slip));
    const Machine machine = load_job("flywheel", parameters);
    const PlannedMotion motion = run(machine);
    if (!motion.plan.has_motion()) {
      EXPECT_NE(motion.plan.reason.find("cannot keep it running"), std::string::npos)
          << motion.plan.reason;
      continue;
    }
    ++running;
    compare_with_simulation(machine, motion);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GE(running, 10);
}

// The heavier the wheel, the less its speed falls: nearly in proportion, as energy has it.
TEST(FreeRun, HeavyWheelsFluctuateLess) {
  double last = 1.0;
  for (const char* inertia : {"0.2 kg m^2", "0.5 kg m^2", "2 kg m^2"}) {
    const PlannedMotion motion = run(load_job("flywheel", {{"flywheel", inertia}}));
    ASSERT_EQ(motion.plan.plan.status, PlanStatus::given) << motion.plan.reason;
    const DriveUse& use = motion.use;
    const double fluctuation = (use.peak_speed(0) - use.least_speed(0)) / use.mean_speed(0);
    EXPECT_NEAR(use.mean_speed(0), kTurn / motion.plan.time(), 1e-6 * use.mean_speed(0));
    EXPECT_LT(fluctuation, 0.7 * last);
    last = fluctuation;
  }
}

std::string find_reason(const std::string& law, const std::string& drives) {
  const Machine machine = read(R"(globaldyn: 1
name: wheel
gravity: [0, 0, 0]
bodies: {w: {mass: 1, inertia: {diag: [1, 1, 0.5]}}}
joints: {R: {type: revolute, a: {body: ground, axis: z}, b: {body: w, axis: z}}}
drives: {M: {joint: R, )" + drives +
                               R"(}}
springs: {load: {joint: R, force: -3 N m}}
paths: {turn: {joints: {R: p}, p_max: 2*pi, law: {)" +
                               law + "}}}\n");
  try {
    const PlannedMotion motion = run(machine);
    EXPECT_EQ(motion.plan.plan.status, PlanStatus::infeasible);
    return motion.plan.reason;
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(FreeRun, SaysWhyThereIsNone) {
  const auto expect = [](const std::string& law, const std::string& drives, const char* part) {
    const std::string reason = find_reason(law, drives);
    EXPECT_NE(reason.find(part), std::string::npos) << law << ": " << reason;
  };
  // 3 N m take all of J ω²/2 = 9 J within 3 rad.
  expect("motors: {}, start: 6 rad/s, of: R", "limits: 5", "comes to rest at p = 3");
  expect("motors: {M: 2 N m}", "limits: 5", "cannot keep it running");
  expect("motors: {M: 4 N m}", "limits: 5", "nothing limits the speed");
  expect("motors: {M: full}", "coulomb: 0", "has no limit");
  expect("motors: {M: full}", "limits: 5, gear: {ratio: 10, efficiency: 0.4}", "locks itself");
  expect("motors: {M: 2 N m}, start: 0, of: R", "limits: 5", "comes to rest at p = 0");
}

TEST(FreeRun, OneDegreeOfFreedomOnly) {
  const Machine machine = read(R"(globaldyn: 1
name: table
gravity: [0, 0, 0]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x}}
  Y: {type: prismatic, a: {body: a, axis: y}, b: {body: b, axis: y}}
drives: {FX: {joint: X, limits: 1}, FY: {joint: Y, limits: 1}}
paths: {a: {joints: {X: p, Y: p}, p_max: 1, law: {motors: {FX: 1 N}, start: 1 m/s, of: X}}}
)");
  EXPECT_THROW((void)run(machine), InputError);
}

TEST(FreeRun, ReadsOnlyWhatIsMeant) {
  const std::string text = make_random_wheel(1, true).text;
  const auto expect_refused = [&](const std::string& good, const std::string& bad) {
    std::string wrong = text;
    const std::size_t at = wrong.find(good);
    ASSERT_NE(at, std::string::npos) << good;
    wrong.replace(at, good.size(), bad);
    EXPECT_THROW((void)read(wrong), InputError) << bad;
  };
  expect_refused("{M: full}", "{N: full}");
  expect_refused("{M: full}", "{M: most}");
  expect_refused("{M: full}", "{M: 1 m}");
  expect_refused(", of: R", ", of: Q");
  expect_refused(", of: R", ", with: R");
}

}  // namespace
}  // namespace globaldyn::inside::test
