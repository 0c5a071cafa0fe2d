// Searches the designs of a study on all cores; what it evaluates is stored in a folder.
// Usage: 08_study STUDY.yaml FOLDER DESIGNS
#include <cstdio>
#include <cstdlib>

#include "optimize/executor/tbb_executor.h"
#include "optimize/run/create_store.h"
#include "optimize/run/run_study.h"
#include "optimize/store/study_table.h"

int main(int argc, char** argv) {
  if (argc != 4) return std::puts("Usage: 08_study STUDY.yaml FOLDER DESIGNS"), 2;
  const globaldyn::inside::Study study = globaldyn::inside::load_study(argv[1]);
  const std::string program = "08_study";
  const globaldyn::inside::StudyInputs inputs = globaldyn::inside::read_inputs(study, program);
  globaldyn::inside::StudyStore store =
      globaldyn::inside::create_store(study, inputs, argv[2], program);
  const auto executor = globaldyn::inside::make_tbb_executor(study, 0);
  globaldyn::inside::StudyRunOptions options;
  options.budget = static_cast<std::size_t>(std::atoi(argv[3]));
  const globaldyn::inside::StudyResult result =
      globaldyn::inside::run_study(study, store, *executor, inputs.hash, options);
  std::printf("%s after %zu designs; the front:\n", result.end.c_str(), result.progress.done);
  const globaldyn::inside::StudyTable table = globaldyn::inside::load_table(store);
  for (const std::size_t i : result.front) {
    std::printf("design %zu:", i);
    for (const double value : table.records[i].objectives) std::printf(" %g", value);
    std::puts("");
  }
  return 0;
}
