// How the time of a path changes with a parameter of the machine: it is read again with other
// values.   Usage: 05_parameters MACHINE.yaml PARAMETER VALUE...
#include <cstdio>

#include "globaldyn/motion/plan_path.h"

int main(int argc, char** argv) {
  if (argc < 4) return std::puts("Usage: 05_parameters MACHINE.yaml PARAMETER VALUE..."), 2;
  for (int i = 3; i < argc; ++i) {
    const globaldyn::inside::Machine machine =
        globaldyn::inside::load_machine(argv[1], {{argv[2], argv[i]}});
    const globaldyn::inside::PathPlan plan =
        globaldyn::inside::plan_path(machine, machine.paths.front(), {.tolerance = 1e-4});
    std::printf("%s = %s: ", argv[2], argv[i]);
    if (plan.has_motion()) {
      std::printf("%.5f s\n", plan.time());
    } else {
      std::printf("%s\n", plan.reason.c_str());
    }
  }
  return 0;
}
