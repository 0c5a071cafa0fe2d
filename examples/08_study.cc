// Searches the designs of a study on all cores; what it evaluates is stored in a folder.
// Usage: 08_study STUDY.yaml FOLDER DESIGNS
#include <globaldyn/study.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  if (argc != 4) return std::puts("Usage: 08_study STUDY.yaml FOLDER DESIGNS"), 2;
  const globaldyn::Study study = globaldyn::run_study(
      argv[1], argv[2], {.budget = static_cast<std::size_t>(std::atoi(argv[3]))});
  const globaldyn::ParetoSet front = study.pareto();
  std::printf("%s after %zu designs; the front:\n", study.end().c_str(), study.designs().size());
  for (const globaldyn::Design& design : front.designs) {
    std::printf("design %llu:", static_cast<unsigned long long>(design.id));
    for (std::size_t k = 0; k < front.objectives.size(); ++k) {
      const globaldyn::StudyColumn& objective = front.objectives[k];
      std::printf(" %s %g %s", objective.name.c_str(), design.objectives[k],
                  objective.unit.c_str());
    }
    std::puts("");
  }
  return 0;
}
