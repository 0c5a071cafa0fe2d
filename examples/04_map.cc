// A machine's first map: its criteria over a grid of poses, on all cores.
// Usage: 04_map MACHINE.yaml
#include <globaldyn/map.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("Usage: 04_map MACHINE.yaml"), 2;
  const globaldyn::Machine machine = globaldyn::load_machine(argv[1]);
  if (machine.maps().empty()) return std::puts("the file has no maps"), 1;
  const globaldyn::Map map = globaldyn::make_map(machine, machine.maps().front());
  for (const globaldyn::MapAxis& axis : map.axes()) {
    std::printf("%s: %d values from %g to %g\n", axis.name.c_str(), axis.count, axis.from, axis.to);
  }
  std::printf("%zu of %zu poses can be reached\n", map.count(globaldyn::SampleStatus::ok),
              map.status().size());
  for (const globaldyn::Reduction& one : map.reductions()) {
    std::printf("%s = %g %s\n", one.name.c_str(), one.value, one.unit.c_str());
  }
  return 0;
}
