// The fastest motion along a path, and which limits hold it back.
// Usage: 02_plan MACHINE.yaml
#include <globaldyn/plan.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("Usage: 02_plan MACHINE.yaml"), 2;
  const globaldyn::Machine machine = globaldyn::load_machine(argv[1]);
  const globaldyn::Plan plan =
      globaldyn::plan(machine, machine.paths().front().name, {.tolerance = 1e-4});
  if (!plan.has_motion()) return std::puts(plan.reason().c_str()), 1;
  std::printf("%s: %.6f s, at least %.6f s\n", globaldyn::to_string(plan.status()), plan.time(),
              plan.time_lower());
  for (const globaldyn::Stretch& stretch : plan.stretches()) {
    std::printf("from %.5f to %.5f s:", stretch.t.low, stretch.t.high);
    for (const globaldyn::ActiveLimit& one : stretch.active) {
      std::printf(" %s %s", one.name.c_str(), one.limit.c_str());
    }
    std::puts("");
  }
  for (const globaldyn::DriveUse& use : plan.use()) {
    std::printf("%s: at most %g, rms %g (N or N m)\n", use.name.c_str(), use.peak_force,
                use.rms_force);
  }
  return 0;
}
