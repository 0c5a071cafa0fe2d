// `globaldyn optimize`: runs a study of designs, or continues one.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/sensitivity_table.h"
#include "app/study_progress.h"
#include "app/study_tables.h"
#include "core/base/write_file.h"
#include "optimize/executor/tbb_executor.h"
#ifdef GLOBALDYN_MPI
#include "optimize/mpi/mpi_executor.h"
#endif
#include "optimize/run/open_store.h"
#include "optimize/run/run_study.h"
#include "optimize/run/sensitivity.h"
#include "optimize/store/study_table.h"
#include "optimize/study/study_inputs.h"
#include "optimize/study/write_design.h"
#include "report/pictures.h"

namespace globaldyn::inside::app {
namespace {

struct OptimizeArguments {
  std::string study;
  std::string out;
  bool resume{false};
  bool accept_changed{false};
  bool quiet{false};
  bool no_pictures{false};
  int threads{0};
  std::size_t budget{0};
  std::string time;
  std::optional<double> time_limit;  ///< s, as `time` says
};

void print_summary(const Study& study, const StudyResult& result, const StudyTable& table) {
  const StudyProgress& done = result.progress;
  fmt::print("{}: {} designs ({} feasible, {} failed", study.name, done.done, done.feasible,
             done.failed);
  if (done.replayed > 0) fmt::print(", {} known before", done.replayed);
  if (done.repeated > 0) fmt::print(", {} asked again", done.repeated);
  fmt::print(") in {}; ended by {}\n", describe_duration(done.elapsed), result.end);
  fmt::print("front: {} designs", table.front.size());
  if (!std::isnan(done.hypervolume)) fmt::print(", hypervolume {:.6g}", done.hypervolume);
  fmt::print("\n");
  if (!result.refined.empty()) {
    const auto better = std::count_if(result.refined.begin(), result.refined.end(),
                                      [](const Refined& one) { return one.to != one.from; });
    fmt::print("refined: {} of {} points better", better, result.refined.size());
    if (!std::isnan(result.hypervolume_after)) {
      fmt::print(", hypervolume of these {:.6g} -> {:.6g}", result.hypervolume_before,
                 result.hypervolume_after);
    }
    fmt::print("\n");
  }
  constexpr std::size_t kMostShown = 20;
  if (!table.front.empty()) {
    print_designs(table, find_shown_units(table.header), choose_from_front(table, kMostShown));
  }
  print_seeds(table, find_shown_units(table.header));
}

// What every process needs to evaluate designs.
struct Prepared {
  Study study;
  StudyInputs inputs;
};

std::optional<double> read_time(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const double time = parse_quantity(text, dimension::time, "--time");
  if (time > 0.0) return time;
  throw InputError(option_place("--time"), "'" + text + "'", "expected more than 0 s");
}

// Everything that can be wrong is found before there is a store.
Prepared prepare(OptimizeArguments& arguments) {
  arguments.time_limit = read_time(arguments.time);
  Prepared prepared{load_study(arguments.study), {}};
  require_known(prepared.study.measures);
  check_design_files(prepared.study);
  check_budget(prepared.study, arguments.budget);
  if (arguments.out.empty()) arguments.out = prepared.study.name;
  prepared.inputs = read_inputs(prepared.study, program_name());
  return prepared;
}

StudyStore prepare_store(const Prepared& prepared, const OptimizeArguments& arguments) {
  CommonOptions folder;
  folder.out = arguments.out;
  make_output_folder(folder);
  return open_store(prepared.study, prepared.inputs,
                    {.folder = arguments.out,
                     .resume = arguments.resume,
                     .accept_changed = arguments.accept_changed,
                     .program = program_name()});
}

void write_sensitivity(const Study& study, const StudyTable& table, const std::string& folder,
                       bool is_told) {
  if (study.search.method != SearchMethod::morris &&
      study.search.method != SearchMethod::sobol_indices) {
    return;
  }
  const Sensitivity sensitivity = calc_sensitivity(study, table.records);
  write_file((std::filesystem::path(folder) / "sensitivity.csv").string(), to_csv(sensitivity));
  if (is_told) print_sensitivity(sensitivity, table, find_shown_units(table.header));
}

// The reason that most designs failed for, and how many did.
std::pair<std::string, std::size_t> find_usual_reason(const StudyTable& table) {
  std::map<std::string, std::size_t> counts;
  for (const DesignRecord& record : table.records) ++counts[record.reason];
  return *std::max_element(counts.begin(), counts.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
}

// There is nothing to choose from, and most likely the study asks for what cannot be.
void refuse_only_failures(const StudyTable& table, const std::string& file) {
  const std::size_t all = table.records.size();
  if (all == 0 || table.count(DesignState::failed) < all) return;
  const auto [reason, count] = find_usual_reason(table);
  throw Error(fmt::format("{}: every design failed ({}), most of them ({}) for: {}", file, all,
                          count, reason));
}

// What several seeds will cost is told before.
void announce_seeds(const Study& study, const StudyRunOptions& options) {
  const std::size_t seeds = study.search.seeds;
  if (seeds == 1) return;
  const std::size_t each = count_designs(study, options);
  const std::uint64_t first = study.search.evolution.seed;
  fmt::print("{}: {} searches, seeds {} … {}, of at most {} designs each, {} in all\n", study.name,
             seeds, first, first + seeds - 1, each, seeds * each);
  (void)std::fflush(stdout);
}

// The search is over, and nothing is lost if it is interrupted now.
void finish_study(const StudyTable& table, const StudyStore& store,
                  const OptimizeArguments& arguments, const std::atomic<bool>* cancel) {
  set_exit_message("");
  CommonOptions common;
  common.quiet = arguments.quiet;
  finish_results(common, fmt::format("results: {}\n", store.file()), [&] {
    return arguments.no_pictures
               ? std::vector<std::string>()
               : report::draw_study(table, find_shown_units(table.header), arguments.out, cancel);
  });
}

void run_with(Executor& executor, const Prepared& prepared, StudyStore& store,
              const OptimizeArguments& arguments) {
  const StudyProgressLine line(!arguments.quiet);
  StudyRunOptions options;
  options.budget = arguments.budget;
  options.time_limit = arguments.time_limit;
  options.cancel = catch_interrupt();
  if (!arguments.quiet) {
    set_exit_message(
        fmt::format("\nwhat has been evaluated is stored in {}; --resume goes on", store.file()));
  }
  options.progress = [&](const StudyProgress& progress) { line.show(progress); };
  if (!arguments.quiet) announce_seeds(prepared.study, options);
  StudyResult result;
  try {
    result = run_study(prepared.study, store, executor, prepared.inputs.hash, options);
  } catch (const Interrupted&) {
    set_exit_message("");
    line.clear();
    if (!arguments.quiet) {
      fmt::print(stderr, "{} designs are stored in {}; --resume goes on\n", store.count(),
                 store.file());
    }
    throw;
  }
  line.clear();
  const StudyTable table = load_table(store);
  if (!arguments.quiet) print_summary(prepared.study, result, table);
  write_sensitivity(prepared.study, table, arguments.out, !arguments.quiet);
  finish_study(table, store, arguments, options.cancel);
  refuse_only_failures(table, store.file());
}

void run_alone(OptimizeArguments& arguments) {
  const Prepared prepared = prepare(arguments);
  StudyStore store = prepare_store(prepared, arguments);
  const auto executor = make_tbb_executor(prepared.study, arguments.threads);
  run_with(*executor, prepared, store, arguments);
}

#ifndef GLOBALDYN_MPI
// Each of them would run the whole study by itself, all in one folder.
void refuse_ranks() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* size = std::getenv(name);
    if (size == nullptr || std::atol(size) <= 1) continue;
    throw InputError(whole_place("mpirun"),
                     fmt::format("{} ranks of a program that was built without MPI", size),
                     "expected one (--threads says on how many cores), or a program built with "
                     "-DGLOBALDYN_MPI=ON");
  }
}
#endif

#ifdef GLOBALDYN_MPI
// Rank 0 searches and stores; all evaluate. If one cannot start, none does.
void run_on_ranks(OptimizeArguments& arguments) {
  wait_for_own_end();
  const MpiProcesses processes;
  const bool is_first = processes.rank() == 0;
  std::optional<Prepared> prepared;
  std::optional<StudyStore> store;
  std::exception_ptr failure;
  try {
    prepared = prepare(arguments);
    if (is_first) store = prepare_store(*prepared, arguments);
  } catch (...) {
    failure = std::current_exception();
  }
  const std::uint64_t hash = prepared ? prepared->inputs.hash : 0;
  const bool is_same = processes.broadcast(hash) == hash;
  const int failed = processes.count(failure || !is_same);
  if (failed > 0 && !is_first) return;
  if (failure) std::rethrow_exception(failure);
  if (failed > 0) {
    throw Error(fmt::format("{} of {} ranks do not find the same study as rank 0", failed,
                            processes.size()));
  }
  const int threads = std::max(1, arguments.threads);
  if (!is_first) return serve_designs(prepared->study, processes, threads);
  const auto executor = make_mpi_executor(prepared->study, processes, threads);
  run_with(*executor, *prepared, *store, arguments);
}
#endif

void run_optimize(OptimizeArguments arguments) {
#ifdef GLOBALDYN_MPI
  if (has_mpi_processes()) return run_on_ranks(arguments);
#else
  refuse_ranks();
#endif
  run_alone(arguments);
}

}  // namespace

void add_optimize_command(CLI::App& app) {
  auto arguments = std::make_shared<OptimizeArguments>();
  CLI::App* command =
      app.add_subcommand("optimize", "Search the designs of a study for the best of them");
  command->add_option("STUDY", arguments->study, "Study file (YAML)")->required();
  command->add_option("--out", arguments->out, "Folder of the study (default: its name)")
      ->type_name("DIR");
  command->add_flag("--resume", arguments->resume,
                    "Go on with the study in the folder, if there is one");
  command->add_flag("--accept-changed", arguments->accept_changed,
                    "Go on although the machine, the study or the program has changed");
  command
      ->add_option("--budget", arguments->budget,
                   "Most designs to evaluate, refinement included (default: as the study says)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
      ->type_name("N");
  command
      ->add_option("--time", arguments->time,
                   "Longest time of the search and its refinement, e.g. \"10 min\"")
      ->type_name("T");
  command
      ->add_option("--threads", arguments->threads,
                   "Threads to work with, of each rank; results do not depend on it (default: one "
                   "per core; under mpirun one per rank)")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  command->add_flag("--quiet", arguments->quiet, "No progress, no summary");
  command->add_flag("--no-pictures", arguments->no_pictures, "Write numbers only");
  command->footer(
      R"(Everything is kept in DIR/study.sqlite as it comes; a study that was stopped, by Ctrl-C or
otherwise, goes on by --resume as if nothing had been. What it was made from is in DIR/inputs. When
the search is over, its front is drawn to DIR (SVG, PNG); "globaldyn study pictures" does it earlier.

Examples:
  globaldyn optimize machines/sliding_star/design_study.yaml --out star_study
  globaldyn optimize STUDY --out DIR --resume --budget 20000
  mpirun -np 16 globaldyn optimize STUDY --out DIR --resume
  globaldyn study show DIR; globaldyn design DIR 4711 --out best.yaml)");
  command->callback([arguments] { run_optimize(*arguments); });
}

}  // namespace globaldyn::inside::app
