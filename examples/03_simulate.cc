// Proves a plan: the machine is moved by the planned forces alone, and must stay on its path.
// Usage: 03_simulate MACHINE.yaml
#include <cstdio>

#include "globaldyn/record/fingerprint.h"
#include "globaldyn/simulation/machine_simulation.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("Usage: 03_simulate MACHINE.yaml"), 2;
  const globaldyn::inside::Machine machine = globaldyn::inside::load_machine(argv[1]);
  const globaldyn::inside::Path& path = machine.paths.front();
  const globaldyn::inside::PathPlan plan =
      globaldyn::inside::plan_path(machine, path, {.tolerance = 1e-4});
  if (!plan.has_motion()) return std::puts(plan.reason.c_str()), 1;

  globaldyn::inside::StoredPlan stored;
  stored.path = path.name;
  stored.fingerprint = globaldyn::inside::make_fingerprint(machine, path);
  stored.plan = plan.plan;
  stored.stops = plan.stops;
  globaldyn::inside::PlannedForces forces(machine, path, stored);
  globaldyn::inside::ReplayOptions options;
  options.simulation.duration = forces.duration();
  options.simulation.tolerance = 1e-8;
  const globaldyn::inside::MachineSimulation run =
      globaldyn::inside::replay_plan(machine, path, forces, options);
  std::printf("%s after %.6f s, the tool at most %.2g m off its path\n",
              globaldyn::inside::to_string(run.result.status), run.result.time, run.tracking_error);
  return run.result.status == globaldyn::inside::SimulationStatus::done ? 0 : 1;
}
