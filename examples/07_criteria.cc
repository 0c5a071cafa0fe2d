// Numbers that rate a machine's paths. Usage: 07_criteria MACHINE.yaml CRITERION...
#include <cstdio>

#include "globaldyn/rating/path_criteria_table.h"

int main(int argc, char** argv) {
  if (argc < 3) return std::puts("Usage: 07_criteria MACHINE.yaml CRITERION..."), 2;
  const globaldyn::inside::Machine machine = globaldyn::inside::load_machine(argv[1]);
  globaldyn::inside::PathCriteriaOptions options;
  options.plan.tolerance = 1e-4;
  const std::vector<std::string> all_paths;
  for (const globaldyn::inside::CriterionValue& one : globaldyn::inside::calc_path_criteria(
           machine, all_paths, std::vector<std::string>(argv + 2, argv + argc), options)) {
    std::printf("%s.%s = %g (SI) %s\n", one.path.c_str(), one.criterion.name.c_str(), one.value,
                one.reason.c_str());
  }
  return 0;
}
