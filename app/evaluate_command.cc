// `globaldyn evaluate`: read the machine, evaluate regions along its paths, write results.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "app/colour.h"
#include "app/commands.h"
#include "app/table.h"
#include "core/base/count_of.h"
#include "core/base/write_file.h"
#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/evaluation/path_summary.h"
#include "globaldyn/evaluation/write_evaluation.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "report/pictures.h"

namespace globaldyn::inside::app {
namespace {

struct EvaluateArguments {
  CommonOptions common;
  EvaluationOptions evaluation;
  bool no_pictures{false};
  bool bodies{false};
  MethodOptions method;
  std::vector<std::string> criteria;
  std::vector<std::string> cycles;
  std::string speed;
  std::string time;
  std::string reserve;
  double tolerance{1e-4};
};

void warn(const std::string& text) {
  fmt::print("  {}\n", in_yellow(text));
}

void print_failures(const PathEvaluation& path, std::size_t count) {
  constexpr std::size_t kShown = 5;
  std::size_t shown = 0;
  for (const Sample& sample : path.samples) {
    if (sample.status == SampleStatus::ok || shown == kShown) continue;
    warn(fmt::format("p = {}: {}: {}", spell(sample.p), to_string(sample.status),
                     sample.reason.text()));
    ++shown;
  }
  if (count > shown) fmt::print("  … and {} more\n", count - shown);
}

void print_path(const PathEvaluation& path, const ShownUnits& units) {
  const PathSummary summary = summarize(path);
  fmt::print("{} {} of {} samples ok", in_bold(fmt::format("path {}:", path.name)), summary.ok,
             path.samples.size());
  if (summary.least && std::isfinite(summary.least->d1_max)) {
    fmt::print("; least d1max{} {} at p = {}", summary.empty > 0 ? " where there is a region:" : "",
               tell(units, summary.least->d1_max, "1/s"), spell(summary.least->p));
  } else if (summary.least) {
    fmt::print("; d1 is not limited anywhere");
  }
  fmt::print("\n");
  if (summary.empty > 0) {
    warn(fmt::format("at {} no motion at all is within the drives' limits",
                     count_of(summary.empty, "sample", "samples")));
  }
  if (summary.not_held > 0) {
    warn(fmt::format("at {} the drives cannot hold the machine still (d1 = d2 = 0)",
                     count_of(summary.not_held, "sample", "samples")));
  }
  if (summary.only_moving > 0) {
    warn(fmt::format("at {} it cannot even start from rest, only pass at speed (d1 > 0)",
                     count_of(summary.only_moving, "sample", "samples")));
  }
  print_failures(path, summary.failed);
}

// Why there are no values, or infinite ones, or none to be had within the limits; once for criteria
// with the same reason.
void print_reasons(const std::vector<CriterionValue>& values) {
  std::set<std::string> told;
  for (const CriterionValue& value : values) {
    if (value.reason.empty()) continue;
    if (std::isfinite(value.value) && !value.exceeds_limits) continue;
    const std::string line = value.path + ": " + value.reason;
    if (told.insert(line).second) warn(line);
  }
}

// One row per criterion, one column per path.
void print_criteria(const std::vector<CriterionValue>& values, const ShownUnits& units) {
  if (values.empty()) return;
  std::vector<std::string> paths;
  for (const CriterionValue& value : values) {
    if (paths.empty() || paths.back() != value.path) paths.push_back(value.path);
  }
  const std::size_t count = values.size() / paths.size();
  std::vector<std::vector<std::string>> rows{{"criterion", "unit", "better"}};
  rows[0].insert(rows[0].end(), paths.begin(), paths.end());
  for (std::size_t k = 0; k < count; ++k) {
    const PathCriterion& criterion = values[k].criterion;
    rows.push_back({criterion.name, units.unit_for(criterion.unit).name,
                    criterion.better == Better::larger ? "larger" : "smaller"});
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const CriterionValue& value = values[i * count + k];
      rows.back().push_back(value.status.empty() ? tell_number(units, value.value, criterion.unit)
                                                 : value.status);
    }
  }
  print_table(rows, "lllr");
  print_reasons(values);
}

// Regions are of the middle of what is open, criteria of the fastest motion of what is chosen.
void print_open(const Machine& machine, const Evaluation& evaluation) {
  for (const PathEvaluation& evaluated : evaluation.paths) {
    const Path& path = find_path(machine, evaluated.name);
    if (is_open(path)) {
      fmt::print("{}\n", in_yellow(fmt::format("note: path {}: {}", path.name, tell_open(path))));
    }
  }
}

void print_summary(const Evaluation& evaluation, const ShownUnits& units) {
  const std::string drives = count_of(evaluation.drives.size(), "drive", "drives");
  fmt::print("{}: {}, ", in_bold(evaluation.machine),
             count_of(evaluation.n_bodies, "body", "bodies"));
  if (evaluation.n_dof) {
    fmt::print("{}, {}, redundancy {}\n",
               count_of(*evaluation.n_dof, "degree of freedom", "degrees of freedom"), drives,
               *evaluation.redundancy);
  } else {
    fmt::print("{}; it cannot be put together\n", drives);
  }
  for (const PathEvaluation& path : evaluation.paths) print_path(path, units);
  print_criteria(evaluation.criteria, units);
}

std::string spell_evaluation(const Machine& machine, const Evaluation& evaluation,
                             const Origin& origin, const EvaluateArguments& arguments) {
  return to_json(evaluation, origin, arguments.bodies ? machine.mechanism.bodies : Bodies());
}

void write_results(const Machine& machine, const Evaluation& evaluation, const Origin& origin,
                   const EvaluateArguments& arguments) {
  const std::filesystem::path folder = arguments.common.out;
  const Origin kept = keep_origin(origin, machine, arguments.common);
  write_file((folder / "evaluation.json").string(),
             spell_evaluation(machine, evaluation, kept, arguments));
  write_file((folder / "regions.csv").string(), to_csv(evaluation));
  finish_results(arguments.common,
                 fmt::format("results: {0}/evaluation.json {0}/regions.csv\n", folder.string()),
                 [&] {
                   return arguments.no_pictures
                              ? std::vector<std::string>()
                              : report::draw_evaluation(machine, evaluation, folder.string());
                 });
}

// CLI11 reads an empty text as 0.
std::string refuse_empty(const std::string& text) {
  return text.empty() ? "expected a number" : "";
}

void require_numbers(const std::vector<double>& values, const std::string& option) {
  for (const double value : values) {
    if (std::isfinite(value) && value >= 0.0) continue;
    throw InputError(option_place(option), fmt::format("'{}'", value),
                     "expected finite numbers >= 0");
  }
}

// The criteria of the paths under one load case, and how to show them.
struct CaseCriteria {
  std::vector<CriterionValue> values;
  ShownUnits units;
};

CaseCriteria run_evaluation(EvaluateArguments arguments, const CommonOptions& common) {
  arguments.common = common;
  if (arguments.evaluation.samples < 1) {
    throw InputError(option_place("--samples"), "no samples", "expected at least 1");
  }
  require_numbers(arguments.evaluation.at, "--at");
  require_numbers(arguments.evaluation.bounds_at, "--bounds-at");
  const Machine machine = load_machine_of(arguments.common);
  if (machine.paths.empty()) {
    throw InputError(whole_place(machine.file), "no paths in the file", "expected 'paths'");
  }
  for (const std::string& name : arguments.cycles) (void)find_cycle(machine, name);
  make_output_folder(arguments.common);
  arguments.evaluation.method = arguments.method.get();
  Progress progress("evaluating", !arguments.common.quiet);
  arguments.evaluation.sweep = make_sweep_options(arguments.common, progress);
  Evaluation evaluation = evaluate(machine, arguments.evaluation);
  if (!arguments.criteria.empty()) {
    PathCriteriaOptions options;
    options.plan.tolerance = arguments.tolerance;
    options.plan.reserve = parse_reserve(arguments.reserve);
    options.sweep = arguments.evaluation.sweep;
    if (!arguments.time.empty()) {
      options.time = parse_quantity(arguments.time, dimension::time, "--time");
    }
    if (!arguments.speed.empty()) {
      options.speed = parse_quantity(arguments.speed, dimension::speed, "--speed");
    }
    std::vector<std::string> courses = arguments.evaluation.paths;
    courses.insert(courses.end(), arguments.cycles.begin(), arguments.cycles.end());
    evaluation.criteria = calc_path_criteria(machine, courses, arguments.criteria, options);
  }
  progress.clear();
  const Origin origin = make_origin(machine);
  if (arguments.common.json) {
    fmt::print("{}", spell_evaluation(machine, evaluation, origin, arguments));
  } else if (!arguments.common.quiet) {
    print_open(machine, evaluation);
    print_summary(evaluation, machine.units);
  }
  if (!arguments.common.out.empty()) write_results(machine, evaluation, origin, arguments);
  return {std::move(evaluation.criteria), machine.units};
}

// Of several load cases the criteria are shown side by side at the end.
void run_evaluate(const EvaluateArguments& arguments) {
  CaseCriteria all;
  run_load_cases(arguments.common, [&](const CommonOptions& common) {
    CaseCriteria one = run_evaluation(arguments, common);
    for (CriterionValue& value : one.values) {
      value.path += " " + common.load_case;
      all.values.push_back(std::move(value));
    }
    all.units = std::move(one.units);
  });
  if (arguments.common.load_case == "all" && !arguments.common.quiet) {
    print_criteria(all.values, all.units);
  }
}

}  // namespace

void add_evaluate_command(CLI::App& app) {
  auto arguments = std::make_shared<EvaluateArguments>();
  CLI::App* command =
      app.add_subcommand("evaluate", "Accessible regions of (d1, d2) along paths, with pictures");
  add_common_options(*command, arguments->common);
  command->add_option("--path", arguments->evaluation.paths, "Only this path (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--cycle", arguments->cycles,
                   "Criteria of this cycle (repeatable); without --path and --cycle, of all")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--samples", arguments->evaluation.samples,
                   "Poses at equal distances in p, both ends included")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  command->add_option("--at", arguments->evaluation.at, "Poses at these p instead")
      ->delimiter(',')
      ->check(refuse_empty)
      ->type_name("P,…")
      ->allow_extra_args(false);
  command
      ->add_option("--bounds-at", arguments->evaluation.bounds_at,
                   "Also give the range of d2 at these d1")
      ->delimiter(',')
      ->check(refuse_empty)
      ->type_name("D1,…")
      ->allow_extra_args(false);
  command->add_flag("--bodies", arguments->bodies, "Also write where every body is (JSON)");
  command
      ->add_option("--criteria", arguments->criteria,
                   "Criteria of the paths, or formulas of the file (docs/criteria.md)")
      ->delimiter(',')
      ->type_name("NAME,…")
      ->allow_extra_args(false);
  command
      ->add_option("--speed", arguments->speed,
                   "Speed of the tool at which criteria look at accelerations (default 0 m/s)")
      ->type_name("V");
  command
      ->add_option("--time", arguments->time,
                   "Time in which the criterion losses_at tells what motors lose, e.g. \"0.8 s\"")
      ->type_name("T");
  command
      ->add_option("--reserve", arguments->reserve,
                   "Share of every limit that motions of criteria keep free, e.g. 10%")
      ->type_name("SHARE");
  command
      ->add_option("--tolerance", arguments->tolerance, "Of the times that criteria need, relative")
      ->capture_default_str()
      ->check(CLI::Range(1e-10, 0.5));
  command->add_flag("--matrices", arguments->evaluation.matrices,
                    "Also write the matrices of every pose (JSON): inertia M, W, Jacobian, "
                    "stiffness K");
  add_method_options(*command, arguments->method);
  add_formulation_option(*command, arguments->method.formulation);
  command->add_flag("--no-pictures", arguments->no_pictures, "Write numbers only");
  command->footer(R"(With --out DIR: DIR/evaluation.json, DIR/regions.csv and pictures (SVG, PNG).

Examples:
  globaldyn evaluate machines/sliding_star/sliding_star.yaml --out star
  globaldyn evaluate MACHINE --path circle_a --at 0,1.57 --bounds-at 0,5,10 --json
  globaldyn evaluate MACHINE --criteria time,constant_speed,rms_share)");
  command->callback([arguments] { run_evaluate(*arguments); });
}

}  // namespace globaldyn::inside::app
