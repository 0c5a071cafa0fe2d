// A machine's first map: its criteria over a grid of poses, on all cores.
// Usage: 04_map MACHINE.yaml
#include <cstdio>

#include "globaldyn/machine/machine.h"
#include "globaldyn/maps/workspace_map.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("Usage: 04_map MACHINE.yaml"), 2;
  const globaldyn::inside::Machine machine = globaldyn::inside::load_machine(argv[1]);
  if (machine.maps.empty()) return std::puts("the file has no maps"), 1;
  const globaldyn::inside::WorkspaceMap map =
      globaldyn::inside::make_map(machine, machine.maps.front());
  std::printf("%zu of %zu poses can be reached\n", map.count(globaldyn::inside::SampleStatus::ok),
              map.status.size());
  for (const globaldyn::inside::Reduction& one : map.reductions) {
    std::printf("%s = %g %s\n", one.name.c_str(), one.value, one.unit.c_str());
  }
  return 0;
}
