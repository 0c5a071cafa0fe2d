// Figs. 5 and 6 of Raoofian et al. 2017 as a table: loop_springs_curves ["0.1 m"] > curves.csv, the
// length of the rose's petals, m, which the paper does not give, is 0.1 m or as said. The 3-RRR
// opened around its platform and closed by undamped springs runs three laps of the rose in 6 s, by
// Runge-Kutta formulas of order 5 at a tolerance of 1e-3. Lines: K, N/m; t, s; the sum of the
// springs' elongations and the platform's distance from its path, m.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "core/formulations/registry/formulations.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/cut_around_tool.h"
#include "tests/support/steady_plan.h"

namespace globaldyn::inside {
namespace {

constexpr int kLaps = 3;
constexpr int kSamples = 40 * kLaps * 2 + 1;

void print_curve(const Machine& machine, double stiffness) {
  Machine open = machine;
  test::cut_around_tool(open);
  const Path& path = find_path(machine, "rose");
  PlannedForces planned(machine, path, test::make_steady_plan(path, 2.0, kLaps));
  ReplayOptions options;
  options.simulation = {.duration = planned.duration(),
                        .tolerance = 1e-3,
                        .formulation = find_formulation("denoc"),
                        .loop_springs = LoopSprings{.stiffness = stiffness, .damping_ratio = 0.0},
                        .samples = kSamples};
  options.real = &open;
  for (const SimulationRow& row : replay_plan(machine, path, planned, options).rows) {
    // Without dampers a spring's force is K times its elongation.
    fmt::print("{:.0e},{:.3f},{:.4e},{:.4e}\n", stiffness, row.t,
               row.closing.lpNorm<1>() / stiffness, row.tracking);
  }
}

}  // namespace
}  // namespace globaldyn::inside

int main(int count, char** arguments) {
  std::vector<globaldyn::inside::ParameterOverride> overrides;
  if (count > 1) overrides.push_back({"r0", arguments[1]});
  const globaldyn::inside::Machine machine = globaldyn::inside::load_machine(
      std::string(GLOBALDYN_SOURCE_DIR) + "/machines/rrr3/rrr3.yaml", overrides);
  fmt::print("stiffness,t,elongations,distance\n");
  for (int decade = 3; decade <= 8; ++decade) {
    globaldyn::inside::print_curve(machine, std::pow(10.0, decade));
  }
}
