// Andrews' squeezing mechanism for 0.03 s, against the solution that the Test Set for IVP Solvers
// gives: correct digits and time over the tolerance of a step, in each formulation.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/kinematics/assembly.h"
#include "core/kinematics/travel.h"
#include "core/simulation/simulation.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
namespace {

// In the order of the machine's joints.
constexpr double kPublishedAngles[] = {15.81077119629904, 0.04082224013073101, 0.5244099658805304,
                                       1.048080741042263, -15.75637105984298,  -0.5347301163226948,
                                       0.5347301163226948};

// Of all angles, relative: -log10 of it is what the Test Set calls significant correct digits.
double find_largest_error(const Machine& machine, const Pose& pose) {
  double largest = 0.0;
  for (int joint = 0; joint < 7; ++joint) {
    const double published = kPublishedAngles[joint];
    const double angle = calc_coordinate(machine.mechanism, {JointId(joint), 0}, pose);
    const double error = std::remainder(angle - published, 2.0 * std::numbers::pi);
    largest = std::max(largest, std::abs(error / published));
  }
  return largest;
}

void andrews(benchmark::State& state) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/andrews/andrews.yaml");
  const Formulation& formulation = list_formulations()[static_cast<std::size_t>(state.range(1))];
  const AssemblyOutcome outcome = assemble(machine.mechanism, machine.topology, {});
  const ForceLaw law{.calc_forces = [](double, const ForwardDynamics&, VectorXd& forces) {
    forces.setConstant(1, 0.033);
  }};
  const SimulationOptions options{.duration = 0.03,
                                  .tolerance = std::pow(10.0, static_cast<double>(-state.range(0))),
                                  .formulation = &formulation,
                                  .samples = 2};
  Pose last;
  SimulationResult result;
  for (auto _ : state) {
    result =
        simulate(machine.mechanism, machine.topology, outcome.pose, Twists(outcome.pose.size()),
                 law, options, [&](const SimulationSample& sample) { last = sample.pose; });
  }
  if (result.status != SimulationStatus::done) {
    state.SkipWithError(result.reason.c_str());
    return;
  }
  state.counters["digits"] = -std::log10(find_largest_error(machine, last));
  state.counters["right_sides"] = static_cast<double>(result.count.right_sides);
  state.SetLabel(formulation.key);
}

BENCHMARK(andrews)
    ->ArgsProduct({{5, 6, 7, 8, 9, 10, 11, 12}, {0, 1, 2, 3}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace globaldyn::inside
