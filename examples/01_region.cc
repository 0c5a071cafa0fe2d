// What the drives of a machine can do at one place of a path: which speeds d1 = dp/dt and
// accelerations d2 = d²p/dt².   Usage: 01_region MACHINE.yaml
#include <cstdio>

#include "globaldyn/evaluation/evaluation.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("Usage: 01_region MACHINE.yaml"), 2;
  const globaldyn::inside::Machine machine = globaldyn::inside::load_machine(argv[1]);
  const globaldyn::inside::Path& path = machine.paths.front();
  const globaldyn::inside::Evaluation evaluation =
      globaldyn::inside::evaluate(machine, {.paths = {path.name}, .at = {0.25 * path.p_max}});
  const globaldyn::inside::Region& region = evaluation.paths[0].samples[0].region;
  for (const globaldyn::inside::Interval& d1 : region.d1_intervals()) {
    std::printf("d1 from %g to %g /s\n", d1.low, d1.high);
  }
  if (const auto d2 = region.d2_range(0.0)) {
    std::printf("from rest, d2 from %g to %g /s²\n", d2->low, d2->high);
  }
  std::printf("at d1 = 1 /s, slowing down at 1 /s²: %s\n",
              region.contains(1.0, -1.0) ? "possible" : "not possible");
  return 0;
}
