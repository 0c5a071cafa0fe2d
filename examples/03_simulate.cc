// Proves a plan: the machine is moved by the planned forces alone, and must stay on its path.
// Usage: 03_simulate MACHINE.yaml
#include <globaldyn/simulation.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("Usage: 03_simulate MACHINE.yaml"), 2;
  const globaldyn::Machine machine = globaldyn::load_machine(argv[1]);
  const globaldyn::Plan plan =
      globaldyn::plan(machine, machine.paths().front().name, {.tolerance = 1e-4});
  if (!plan.has_motion()) return std::puts(plan.reason().c_str()), 1;
  const globaldyn::Simulation run =
      globaldyn::replay(machine, plan, {.simulation = {.tolerance = 1e-8}});
  std::printf("%s after %.6f s, the tool at most %.2g m off its path\n",
              globaldyn::to_string(run.status()), run.time(), run.tracking_error().value_or(0.0));
  return run.status() == globaldyn::SimulationStatus::done ? 0 : 1;
}
