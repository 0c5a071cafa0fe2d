// Numbers that rate a machine's paths. Usage: 07_criteria MACHINE.yaml CRITERION...
#include <globaldyn/criteria.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 3) {
    std::puts("Usage: 07_criteria MACHINE.yaml CRITERION...");
    for (const globaldyn::Criterion& one : globaldyn::list_criteria()) {
      if (one.of != globaldyn::Criterion::Of::path) continue;
      std::printf("  %s [%s]: %s\n", one.name.c_str(), one.unit.c_str(), one.description.c_str());
    }
    return 2;
  }
  const globaldyn::Machine machine = globaldyn::load_machine(argv[1]);
  const std::vector<std::string> criteria(argv + 2, argv + argc);
  for (const globaldyn::CriterionValue& one : globaldyn::calc_path_criteria(machine, criteria)) {
    std::printf("%s.%s = %g %s %s\n", one.path.c_str(), one.name.c_str(), one.value,
                one.unit.c_str(), one.reason.c_str());
  }
  return 0;
}
