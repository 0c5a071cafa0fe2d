// Integrators beside each other, and a run beside itself: how often it is looked at changes
// nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/kinematics/assembly.h"
#include "core/simulation/runge_kutta.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

struct Watched {
  SimulationResult result;
  std::vector<SimulationSample> samples;
};

// Forces that would accelerate all its mass by 1 m/s², now this way and now that.
ForceLaw push(const Mechanism& mechanism) {
  double mass = 0.0;
  for (const Body& body : mechanism.bodies) mass += body.mass_properties.mass;
  VectorXd forces(mechanism.drive_count());
  for (const DriveId id : mechanism.drives.ids()) {
    const double arm = mechanism.drives[id].rotational ? mechanism.kinematic_length : 1.0;
    forces(row_of(id)) = (row_of(id) % 2 == 0 ? 1.0 : -1.0) * mass * arm;
  }
  return {.calc_forces = [forces](double /*t*/, const ForwardDynamics& /*machine*/, VectorXd& n) {
    n = forces;
  }};
}

Watched move(const Machine& machine, const SimulationOptions& options) {
  const AssemblyOutcome start = assemble(machine.mechanism, machine.topology, {});
  EXPECT_EQ(start.status, AssemblyStatus::ok) << start.reason;
  Watched watched;
  watched.result =
      simulate(machine.mechanism, machine.topology, start.pose,
               Twists(machine.mechanism.bodies.size()), push(machine.mechanism), options,
               [&](const SimulationSample& one) { watched.samples.push_back(one); });
  return watched;
}

// In kinematic lengths.
double find_distance(const Machine& machine, const SimulationSample& a, const SimulationSample& b) {
  double largest = 0.0;
  for (const BodyId id : moving_bodies(a.pose)) {
    largest = std::max(largest, (a.pose[id].r - b.pose[id].r).norm());
  }
  return largest / machine.mechanism.kinematic_length;
}

class Integrators : public testing::TestWithParam<std::string> {};

// How many times the tolerance errors of steps may have grown to, over some hundred of them;
// Andrews' mechanism turns twelve times, and steps of Adams' formulas are not projected.
double find_growth(const std::string& machine, IntegrationMethod method) {
  if (machine == "andrews") return 1e5;
  return method == IntegrationMethod::adams ? 1e4 : 1e3;
}

// Each moves from its assembled pose for a while. Backward differences, too, at tolerances near
// rounding errors: what projection leaves must be less.
TEST_P(Integrators, AgreeOnEveryMachine) {
  const Machine machine = load(GetParam());
  const auto run = [&](IntegrationMethod method, double tolerance) {
    return move(
        machine,
        {.duration = 0.25, .method = method, .tolerance = tolerance, .samples = 2, .work = 100000});
  };
  const Watched exact = run(IntegrationMethod::runge_kutta, 1e-12);
  if (exact.result.status != SimulationStatus::travel_end) {
    ASSERT_EQ(exact.result.status, SimulationStatus::done) << exact.result.reason;
  }
  for (const IntegrationMethod method :
       {IntegrationMethod::runge_kutta, IntegrationMethod::adams, IntegrationMethod::bdf}) {
    for (const double tolerance : {1e-6, 1e-8, 1e-9, 1e-10, 1e-11}) {
      SCOPED_TRACE(fmt::format("{} {}", to_string(method), tolerance));
      const Watched other = run(method, tolerance);
      ASSERT_EQ(other.result.status, exact.result.status) << other.result.reason;
      const double allowed = find_growth(GetParam(), method) * tolerance;
      EXPECT_NEAR(other.result.time, exact.result.time, allowed);
      const bool is_projected = method != IntegrationMethod::adams;
      EXPECT_LE(other.result.max_drift, is_projected ? 1e-12 : allowed);
      if (exact.samples.size() < 2) continue;
      EXPECT_LE(find_distance(machine, other.samples.back(), exact.samples.back()), allowed);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Library, Integrators, testing::ValuesIn(list_machines()),
                         [](const auto& one) { return one.param; });

class Samples : public testing::TestWithParam<IntegrationMethod> {};

// Steps, and what is judged by them, do not depend on how often the machine is looked at.
TEST_P(Samples, ChangeNothing) {
  for (const char* name : {"delta", "bricard", "arm_3r", "spatial_slider_crank"}) {
    const Machine machine = load(name);
    const auto run = [&](int samples, double tolerance) {
      return move(
          machine,
          {.duration = 0.25, .method = GetParam(), .tolerance = tolerance, .samples = samples});
    };
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
      SCOPED_TRACE(fmt::format("{} {}", name, tolerance));
      const Watched twice = run(2, tolerance), often = run(1001, tolerance);
      EXPECT_EQ(twice.result.count.steps, often.result.count.steps);
      EXPECT_EQ(twice.result.max_drift, often.result.max_drift);
      EXPECT_EQ(twice.result.energy_error, often.result.energy_error);
      EXPECT_EQ(find_distance(machine, twice.samples.back(), often.samples.back()), 0.0);
    }
  }
}

// Between steps a sample is as accurate as steps are: as far from an exact run as they.
TEST_P(Samples, AreAsAccurateAsSteps) {
  for (const char* name : {"delta", "bricard", "arm_3r"}) {
    const Machine machine = load(name);
    const auto run = [&](double tolerance) {
      return move(machine,
                  {.duration = 0.25, .method = GetParam(), .tolerance = tolerance, .samples = 301});
    };
    const Watched exact = run(1e-12);
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      SCOPED_TRACE(fmt::format("{} {}", name, tolerance));
      const Watched rough = run(tolerance);
      ASSERT_EQ(rough.samples.size(), exact.samples.size());
      double largest = 0.0;
      for (std::size_t i = 0; i < exact.samples.size(); ++i) {
        ASSERT_EQ(rough.samples[i].t, exact.samples[i].t);
        largest = std::max(largest, find_distance(machine, rough.samples[i], exact.samples[i]));
      }
      const double at_end =
          find_distance(machine, rough.samples.back(), exact.samples.back()) + tolerance;
      // Errors grow along the run, though not steadily.
      EXPECT_LE(largest, 5.0 * at_end);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Samples,
                         testing::Values(IntegrationMethod::runge_kutta, IntegrationMethod::adams,
                                         IntegrationMethod::bdf),
                         [](const auto& one) {
                           const std::string name = to_string(one.param);
                           return name.substr(0, name.find('-'));
                         });

// Adams' formulas are not projected: joints drift open as errors of steps add up, and the run is
// repeated until they do by no more than the tolerance.
TEST(Accuracy, IsThatOfClosedJointsToo) {
  const Machine machine = load("bricard");
  const AssemblyOutcome start = assemble(machine.mechanism, machine.topology, {});
  const SimulationOptions options{
      .duration = 1.0, .method = IntegrationMethod::adams, .tolerance = 1e-6, .samples = 2};
  const Watched once = move(machine, options);
  EXPECT_GT(once.result.max_drift, 2e-6);
  const MachineSimulation bounded =
      simulate_machine(machine, start.pose, Twists(machine.mechanism.bodies.size()), {}, options);
  EXPECT_GT(bounded.runs, 1);
  EXPECT_TRUE(bounded.drift_is_bounded);
  EXPECT_LE(bounded.result.max_drift, 1e-6);
}

// A machine at rest is pushed for some hundredths of the time, once: steps that grow while nothing
// happens do not pass over it.
TEST(Accuracy, SeesAForceThatActsForAWhile) {
  const Machine machine = load("corexy_linear");
  const AssemblyOutcome start = assemble(machine.mechanism, machine.topology, {});
  for (const double when : {0.31, 0.5, 0.777}) {
    const auto formula = fmt::format("20 N*exp(-((t - {} s)/(4 ms))^2)", when);
    const Expression force = Expression::parse(
        formula, {"force", 0, 0}, [](const std::string& /*t*/, const SourcePlace& /*place*/) {
          return Symbol{
              .kind = Symbol::Kind::variable, .typed = true, .dimension = dimension::time};
        });
    const MachineSimulation pushed =
        simulate_machine(machine, start.pose, Twists(machine.mechanism.bodies.size()),
                         {{DriveId(0), force}}, {.duration = 1.0, .samples = 2});
    EXPECT_GT(pushed.result.max_kinetic, 1e-6) << when;
  }
}

// By sweeps that know y' exactly, up to this one.
template <class Value, class Slope>
StepPolynomial make_polynomial(double begin, double length, int last_sweep, const Value& y,
                               const Slope& rate) {
  const auto at = [](double value) { return VectorXd(VectorXd::Constant(1, value)); };
  StepPolynomial polynomial;
  polynomial.set_ends(begin, length, at(y(begin)), at(rate(begin)), at(y(begin + length)),
                      at(rate(begin + length)));
  for (const int sweep : {0, 1, 2, 4}) {  // the others look where the one before did
    if (sweep > last_sweep) break;
    MatrixXd rates(1, 0);
    for (const double place : StepPolynomial::places(sweep)) {
      rates.conservativeResize(1, rates.cols() + 1);
      rates(0, rates.cols() - 1) = rate(begin + place * length);
    }
    polynomial.take_sweep(sweep, rates);
  }
  return polynomial;
}

// Powers are met up to the degree, and what the last degree adds bounds the error of others.
TEST(StepPolynomial, IsExactToItsDegreeAndTellsWhatThatAdds) {
  constexpr std::pair<int, int> kDegrees[] = {{-1, 3}, {0, 4}, {1, 5}, {2, 7}, {4, 11}};
  constexpr double kRoundOff = 1e-14;  // of the solution for eight slopes
  VectorXd found;
  const VectorXd unit = VectorXd::Ones(1);
  for (const auto& [sweep, degree] : kDegrees) {
    SCOPED_TRACE(degree);
    const auto power = [n = degree](double t) { return std::pow(t, n); };
    const auto slope = [n = degree](double t) { return n * std::pow(t, n - 1); };
    const StepPolynomial exact = make_polynomial(0.5, 0.4, sweep, power, slope);
    for (const double t : {0.5, 0.6, 0.73, 0.9}) {
      exact.evaluate(t, found);
      EXPECT_NEAR(found(0), power(t), kRoundOff);
    }
    const auto exponential = [](double t) { return std::exp(t); };
    for (const double length : {0.4, 0.2, 0.1}) {
      const StepPolynomial step = make_polynomial(0.0, length, sweep, exponential, exponential);
      for (const double share : {0.1, 0.4, 0.8}) {
        step.evaluate(share * length, found);
        const double error = std::abs(found(0) - std::exp(share * length));
        EXPECT_LE(error, 1e-2 * std::pow(length, degree + 1) + kRoundOff);
        if (sweep >= 0) {
          EXPECT_LE(error, step.find_change(share * length, 0.0, unit) + kRoundOff);
        }
      }
    }
  }
}

// Samples of a pendulum's large swing, 100 a step: each sweep knows more, so that they are as
// accurate as the steps, and cost less than steps of their own.
TEST(StepPolynomial, SamplesAreAsAccurateAsStepsAtTightTolerances) {
  const Machine machine = load("puma560");
  const AssemblyOutcome start = assemble(machine.mechanism, machine.topology, {});
  const auto simulate_at = [&](double tolerance, int samples) {
    return simulate_machine(machine, start.pose, Twists(machine.mechanism.bodies.size()), {},
                            {.duration = 0.5, .tolerance = tolerance, .samples = samples});
  };
  const MachineSimulation tight = simulate_at(1e-13, 2001);
  for (const double tolerance : {1e-9, 1e-10, 1e-11}) {
    SCOPED_TRACE(tolerance);
    const MachineSimulation rough = simulate_at(tolerance, 2001);
    double worst = 0.0;
    for (std::size_t i = 0; i < rough.rows.size(); ++i) {
      worst = std::max(worst,
                       (rough.rows[i].positions - tight.rows[i].positions).cwiseAbs().maxCoeff());
      worst = std::max(worst, (rough.rows[i].rates - tight.rows[i].rates).cwiseAbs().maxCoeff());
    }
    EXPECT_LE(worst, 50.0 * tolerance);
    // Thirteen each if they took steps of their own.
    EXPECT_LE(rough.result.count.right_sides, 5000);
    EXPECT_EQ(rough.result.count.steps, simulate_at(tolerance, 2).result.count.steps);
  }
}

TEST(StallWatch, TellsWhereTimeStandsStill) {
  StallWatch watch;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(watch.is_stalled(1.0, 1.0));
  EXPECT_FALSE(watch.is_stalled(1.0, 1.1));
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(watch.is_stalled(1.1, 1.1 + 1e-16));
  EXPECT_TRUE(watch.is_stalled(1.1, 1.1 + 1e-16));
}

}  // namespace
}  // namespace globaldyn::inside::test
