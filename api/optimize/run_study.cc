#include <globaldyn/study.h>
#include <globaldyn/version.h>

#include <filesystem>

#include "api/core/make_folder.h"
#include "core/base/write_file.h"
#include "optimize/executor/tbb_executor.h"
#include "optimize/run/open_store.h"
#include "optimize/run/run_study.h"
#include "optimize/run/sensitivity.h"
#include "optimize/store/study_table.h"
#include "optimize/study/study_inputs.h"
#include "optimize/study/write_design.h"

namespace globaldyn {
namespace {

StudyProgress to_study_progress(const inside::StudyProgress& progress) {
  return {.done = progress.done,
          .replayed = progress.replayed,
          .feasible = progress.feasible,
          .failed = progress.failed,
          .limit = progress.limit,
          .front = progress.front,
          .hypervolume = progress.hypervolume,
          .elapsed = progress.elapsed};
}

// Beside the store, if the study asks what its variables do.
void write_sensitivity(const inside::Study& study, const inside::StudyStore& store,
                       const std::string& folder) {
  if (study.search.method != inside::SearchMethod::morris &&
      study.search.method != inside::SearchMethod::sobol_indices) {
    return;
  }
  const inside::StudyTable table = inside::load_table(store);
  inside::write_file((std::filesystem::path(folder) / "sensitivity.csv").string(),
                     inside::to_csv(inside::calc_sensitivity(study, table.records)));
}

}  // namespace

Study run_study(const std::string& file, const std::string& folder, const StudyOptions& options) {
  const inside::Study study = inside::load_study(file);
  inside::require_known(study.measures);
  inside::check_design_files(study);
  inside::check_budget(study, options.budget);
  const inside::StudyInputs inputs = inside::read_inputs(study, program_name());
  make_folder(folder);
  inside::StudyStore store = inside::open_store(study, inputs,
                                                {.folder = folder,
                                                 .resume = options.resume,
                                                 .accept_changed = options.accept_changed,
                                                 .program = program_name()});
  inside::StudyRunOptions run{.budget = options.budget,
                              .time_limit = options.time_limit,
                              .cancel = options.cancel,
                              .progress = {}};
  if (options.progress) {
    run.progress = [&](const inside::StudyProgress& now) {
      options.progress(to_study_progress(now));
    };
  }
  const auto executor = inside::make_tbb_executor(study, options.threads);
  (void)inside::run_study(study, store, *executor, inputs.hash, run);
  write_sensitivity(study, store, folder);
  return Study(folder);
}

}  // namespace globaldyn
