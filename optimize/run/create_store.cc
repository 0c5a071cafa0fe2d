#include "optimize/run/create_store.h"

#include <fmt/chrono.h>

#include <ctime>

#include "optimize/evaluator/design_evaluator.h"

namespace globaldyn::inside {
inline namespace run {

std::string tell_store_time() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

StudyStore create_store(const Study& study, const StudyInputs& inputs, const std::string& folder,
                        const std::string& program) {
  StudyHeader header;
  header.name = study.name;
  header.study_file = inputs.sources.front();
  header.machine_files.assign(inputs.sources.begin() + 1, inputs.sources.end());
  header.program = program;
  header.created = tell_store_time();
  header.seed = study.search.evolution.seed;
  header.seeds = study.search.seeds;
  header.inputs = inputs.hash;
  header.columns = make_columns(study);
  return StudyStore::create(folder, header);
}

}  // namespace run
}  // namespace globaldyn::inside
