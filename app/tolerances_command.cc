// `globaldyn study tolerances`: how small deviations of its parameters affect a design.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

#include "app/commands.h"
#include "app/study_tables.h"
#include "core/base/write_file.h"
#include "optimize/evaluator/design_evaluator.h"
#include "optimize/sampling/sample_statistics.h"

namespace globaldyn::inside::app {
namespace {

using Role = StudyColumn::Role;

struct TolerancesArguments {
  std::string folder;
  std::uint64_t id{0};
  std::string study;
  int samples{0};
  std::string out;
};

// One quantity over the samples.
struct Spread {
  StudyColumn column;
  std::vector<double> values;
};

std::vector<Spread> list_spreads(const Study& study, const std::vector<DesignRecord>& samples) {
  std::vector<Spread> spreads;
  std::size_t objective = 0, constraint = 0;
  for (const StudyColumn& column : make_columns(study)) {
    if (column.role != Role::objective && column.role != Role::constraint) continue;
    const bool is_objective = column.role == Role::objective;
    const std::size_t k = is_objective ? objective++ : constraint++;
    Spread spread{column, {}};
    for (const DesignRecord& one : samples) {
      spread.values.push_back(is_objective ? one.objectives[k] : one.constraints[k]);
    }
    spreads.push_back(std::move(spread));
  }
  return spreads;
}

// Samples that have no value are counted, not averaged.
void print_spreads(const std::vector<Spread>& spreads, const ShownUnits& units) {
  std::vector<std::vector<std::string>> rows{
      {"", "nominal", "mean", "deviation", "least", "5 %", "95 %", "greatest", "without"}};
  for (const Spread& spread : spreads) {
    std::vector<double> known = spread.values;
    std::erase_if(known, [](double x) { return std::isnan(x); });
    const auto told = [&](double value) { return spell(units, spread.column, value); };
    const auto quantile = [&](double share) { return told(calc_quantile(known, share)); };
    rows.push_back({head(units, spread.column), told(spread.values.front()), told(calc_mean(known)),
                    told(calc_deviation(known)), quantile(0.0), quantile(0.05), quantile(0.95),
                    quantile(1.0), fmt::format("{}", spread.values.size() - known.size())});
  }
  print_table(rows, "lr");
}

// Why samples are not feasible: the reason of the first one.
void print_states(const std::vector<DesignRecord>& samples) {
  const auto is_ok = [](const DesignRecord& one) { return one.state == DesignState::ok; };
  const auto held = std::count_if(samples.begin(), samples.end(), is_ok);
  fmt::print("{} of {} samples are feasible\n", held, samples.size());
  const auto first = std::find_if_not(samples.begin(), samples.end(), is_ok);
  if (first != samples.end()) {
    fmt::print("  sample {}: {}\n", first - samples.begin(), first->reason);
  }
}

std::string to_csv(const std::vector<Spread>& spreads, const std::vector<DesignRecord>& samples) {
  std::string text = "sample,state";
  for (const Spread& spread : spreads) text += "," + spread.column.name;
  text += '\n';
  for (std::size_t i = 0; i < samples.size(); ++i) {
    text += fmt::format("{},{}", i, to_string(samples[i].state));
    for (const Spread& spread : spreads) {
      text += std::isnan(spread.values[i]) ? "," : fmt::format(",{}", spread.values[i]);
    }
    text += '\n';
  }
  return text;
}

void run_tolerances(const TolerancesArguments& arguments) {
  const StudyStore store = open_study(arguments.folder);
  const DesignRecord record = read_design(store, arguments.id);
  Study study =
      arguments.study.empty() ? load_study_of(store, record) : load_study(arguments.study);
  require_known(study.measures);
  if (study.tolerances.empty()) {
    throw InputError(whole_place(study.file), "it names no tolerances",
                     "expected 'tolerances'; another file than the study was begun with is given "
                     "by --study");
  }
  if (study.variables.size() != record.design.size()) {
    throw InputError(whole_place(study.file), "it has other variables than the study in the store",
                     "expected the same");
  }
  if (arguments.samples > 0) study.tolerance_samples = arguments.samples;
  const std::vector<DesignRecord> samples = DesignEvaluator(study).evaluate_samples(record.design);
  if (samples.front().state == DesignState::failed) throw Error(samples.front().reason);
  const std::vector<Spread> spreads = list_spreads(study, samples);
  fmt::print("design {} of {}, {} tolerances\n", record.id, store.header().name,
             study.tolerances.size());
  print_states(samples);
  print_spreads(spreads, study.machine.units);
  if (!arguments.out.empty()) write_file(arguments.out, to_csv(spreads, samples));
}

}  // namespace

void add_tolerances_command(CLI::App& study) {
  auto arguments = std::make_shared<TolerancesArguments>();
  CLI::App* command = study.add_subcommand(
      "tolerances", "What becomes of a design when its parameters are a little off");
  command->add_option("STUDY", arguments->folder, "Folder of the study")->required();
  command->add_option("ID", arguments->id, "Number of the evaluation")->required();
  command
      ->add_option("--study", arguments->study,
                   "Study file to take the tolerances from (default: the study's own)")
      ->type_name("FILE");
  command->add_option("--samples", arguments->samples, "How many (default: as the study file says)")
      ->check(CLI::Range(2, 100'000))
      ->type_name("N");
  command->add_option("--out", arguments->out, "CSV file of all samples")->type_name("FILE");
  command->callback([arguments] { run_tolerances(*arguments); });
}

}  // namespace globaldyn::inside::app
