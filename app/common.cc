#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "app/commands.h"
#include "app/interrupt.h"
#include "core/base/write_file.h"
#include "core/expression/expression.h"
#include "core/expression/share.h"
#include "core/expression/unit_product.h"
#include "core/formulations/registry/formulations.h"
#include "globaldyn/machine/keep_files.h"
#include "globaldyn/machine/leave_out_drives.h"

namespace globaldyn::inside::app {

void add_common_options(CLI::App& command, CommonOptions& options) {
  command.add_option("MACHINE", options.machine, "Machine file (YAML)")->required();
  command
      .add_option("--set", options.settings,
                  "Give a parameter another value, e.g. --set \"leg=900 mm\"")
      ->type_name("PARAM=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--load", options.load_case,
                  "Which of the file's load cases acts; all: each of them in turn")
      ->type_name("NAME");
  command
      .add_option("--without", options.without,
                  "As if these drives were not there, rotors and all, e.g. --without M3,M4")
      ->delimiter(',')
      ->type_name("DRIVE,…")
      ->allow_extra_args(false);
  command.add_option("--out", options.out, "Folder to write results to")->type_name("DIR");
  command.add_flag("--json", options.json, "Print one JSON document and nothing else");
  command.add_flag("--quiet", options.quiet, "No progress, no summary");
  command
      .add_option("--threads", options.threads,
                  "Threads to work with; results do not depend on it (default: one per core)")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
}

Machine load_machine_of(const CommonOptions& options) {
  Machine machine =
      load_machine(options.machine, parse_settings(options.settings), options.load_case);
  if (options.without.empty()) return machine;
  const std::vector<DriveId> drives = find_drives(machine, options.without);
  return without(std::move(machine), drives);
}

void require_course(const Machine& machine, bool is_named) {
  if (machine.paths.empty()) {
    throw InputError(whole_place(machine.file), "no paths in the file", "expected 'paths'");
  }
  if (is_named || machine.paths.size() == 1) return;
  const auto list = [](const auto& items) {
    std::vector<std::string> names;
    for (const auto& item : items) names.push_back(item.name);
    return fmt::format("{}", fmt::join(names, ", "));
  };
  const std::string cycles = machine.cycles.empty()
                                 ? ""
                                 : fmt::format(", or --cycle with one of {}", list(machine.cycles));
  throw InputError(whole_place(machine.file), "several paths in the file",
                   fmt::format("expected --path with one of {}{}", list(machine.paths), cycles));
}

void run_load_cases(const CommonOptions& options,
                    const std::function<void(const CommonOptions&)>& run) {
  if (options.load_case != "all") {
    run(options);
    return;
  }
  const Machine machine = load_machine(options.machine, parse_settings(options.settings));
  if (machine.load_cases.empty()) {
    throw InputError(whole_place(machine.file), "no load cases in the file",
                     "expected 'load_cases'");
  }
  if (options.json) {
    throw InputError(option_place("--load", "all"), "several documents with --json",
                     "expected --out DIR, which gets a folder for each load case");
  }
  for (const std::string& name : machine.load_cases) {
    CommonOptions one = options;
    one.load_case = name;
    if (!options.out.empty()) one.out = (std::filesystem::path(options.out) / name).string();
    if (!options.quiet) fmt::print("load case {}\n", name);
    run(one);
  }
}

void add_method_options(CLI::App& command, MethodOptions& options) {
  command
      .add_option("--method", options.method,
                  "How regions are computed; all methods are exact (default: the fastest)")
      ->check(CLI::IsMember({"automatic", "svd-enumeration", "circuits", "support"}))
      ->type_name("METHOD");
  command.add_flag("--reference", options.reference,
                   "Solve by dense decompositions, slowly: to check the default against");
}

void add_formulation_option(CLI::App& command, std::string& formulation) {
  std::vector<std::string> keys{"auto"};
  std::string text = "Equations of motion, which all give the same; auto: the fastest";
  for (const Formulation& one : list_formulations()) {
    keys.push_back(one.key);
    text += fmt::format("; {}: {}", one.key, one.summary);
  }
  command.add_option("--formulation", formulation, text)
      ->check(CLI::IsMember(keys))
      ->type_name("NAME");
}

EvaluationMethod MethodOptions::get() const {
  EvaluationMethod result{.solve_by = reference ? SolveBy::dense : SolveBy::loops,
                          .formulation = find_formulation(formulation)};
  for (const RegionMethod one :
       {RegionMethod::enumeration, RegionMethod::circuits, RegionMethod::support}) {
    if (method == to_string(one)) result.region = one;
  }
  return result;
}

SweepOptions make_sweep_options(const CommonOptions& options, Progress& progress) {
  SweepOptions sweep;
  sweep.threads = options.threads;
  sweep.cancel = catch_interrupt();
  sweep.progress = [&progress](const SweepProgress& now) { progress.show(now); };
  return sweep;
}

std::vector<ParameterOverride> parse_settings(const std::vector<std::string>& settings) {
  std::vector<ParameterOverride> overrides;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw InputError(option_place("--set", setting), "no '='", "expected PARAM=VALUE");
    }
    overrides.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  return overrides;
}

double parse_quantity(const std::string& text, const Dimension& dimension,
                      const std::string& option) {
  const Expression expression = Expression::parse(text, option_place(option), units_only());
  expression.require_dimension(dimension);
  const double value = expression.evaluate();
  if (!std::isfinite(value)) {
    throw InputError(option_place(option), "'" + text + "' is not a finite number", "expected one");
  }
  return value;
}

double parse_reserve(const std::string& text) {
  if (text.empty()) return 0.0;
  const double value = parse_share(text, option_place("--reserve"));
  if (!(value >= 0.0 && value < 1.0)) {
    throw InputError(option_place("--reserve"), "'" + text + "'", "expected 0% … below 100%");
  }
  return value;
}

void finish_results(const CommonOptions& options, const std::string& results,
                    const std::function<std::vector<std::string>()>& draw) {
  const bool is_silent = options.quiet || options.json;
  if (!is_silent) fmt::print("{}", results);
  (void)std::fflush(stdout);  // a failure is told at the end
  const std::vector<std::string> files = draw();
  if (is_silent) return;
  for (const std::string& file : files) fmt::print("picture: {}\n", file);
}

void make_output_folder(const CommonOptions& options) {
  if (options.out.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error) {
    throw InputError(whole_place(options.out), "cannot be made (" + error.message() + ")",
                     "expected a folder");
  }
  const std::string why = explain_unwritable(options.out);
  if (!why.empty()) {
    throw InputError(whole_place(options.out), "nothing can be written to it (" + why + ")",
                     "expected a folder that can be written to");
  }
}

std::string program_name() {
  return std::string("globaldyn ") + GLOBALDYN_VERSION;
}

Origin make_origin(const Machine& machine, const FallbackCounts& before) {
  Origin origin{program_name(), machine.load_case, list_fallbacks()};
  for (std::size_t i = 0; i < kFallbacks; ++i) origin.fallbacks[i] -= before[i];
  return origin;
}

Origin keep_origin(Origin origin, const Machine& machine, const CommonOptions& options) {
  origin.inputs = keep_machine(machine, parse_settings(options.settings), options.out);
  return origin;
}

}  // namespace globaldyn::inside::app
