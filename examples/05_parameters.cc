// How the time of a path changes with a parameter of the machine.
// Usage: 05_parameters MACHINE.yaml PARAMETER VALUE...
#include <globaldyn/plan.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 4) return std::puts("Usage: 05_parameters MACHINE.yaml PARAMETER VALUE..."), 2;
  const globaldyn::Machine machine = globaldyn::load_machine(argv[1]);
  for (const globaldyn::Parameter& one : machine.parameters()) {
    std::printf("%s is %g %s\n", one.name.c_str(), one.quantity.value, one.quantity.unit.c_str());
  }
  for (int i = 3; i < argc; ++i) {
    const globaldyn::Machine other = machine.with({{argv[2], argv[i]}});
    const globaldyn::Plan plan =
        globaldyn::plan(other, other.paths().front().name, {.tolerance = 1e-4});
    std::printf("%s = %s: ", argv[2], argv[i]);
    if (plan.has_motion()) {
      std::printf("%.5f s\n", plan.time());
    } else {
      std::printf("%s\n", plan.reason().c_str());
    }
  }
  return 0;
}
