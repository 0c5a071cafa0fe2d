// `globaldyn design`: a design of a study as a machine file of its own.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/rounding_tables.h"
#include "app/study_tables.h"
#include "core/base/write_file.h"
#include "optimize/evaluator/design_evaluator.h"
#include "optimize/study/design_settings.h"
#include "optimize/study/write_design.h"

namespace globaldyn::inside::app {
namespace {

namespace fs = std::filesystem;

struct DesignArguments {
  std::string study;
  std::uint64_t id{0};
  std::string scenario;
  std::string out;
  bool is_rounded{false};
  std::vector<std::string> rounding;
};

const StudyScenario& find_scenario(const Study& study, const std::string& name) {
  if (name.empty()) return study.scenarios.front();
  std::vector<std::string> names;
  for (const StudyScenario& one : study.scenarios) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw InputError(option_place("--scenario"), "there is no scenario '" + name + "'",
                   suggest_name(name, names));
}

// What the design is, and what the catalogues call the parts and choices.
std::string make_comment(const DesignArguments& arguments, const StudyStore& store,
                         const Study& study, const StudyScenario& scenario, const Design& design) {
  std::string text =
      fmt::format("# Design {} of the study {}{}.\n", arguments.id, store.header().name,
                  arguments.is_rounded ? ", its numbers rounded" : "");
  if (!scenario.load_case.empty()) {
    text +=
        fmt::format("# As in its scenario {} with --load {}.\n", scenario.name, scenario.load_case);
  }
  for (std::size_t i = 0; i < study.variables.size(); ++i) {
    const StudyVariable& variable = study.variables[i];
    if (variable.choices.empty()) continue;
    text += fmt::format("# {}: {}\n", variable.search.name, format_value(variable, design[i]));
  }
  return text;
}

void write_design(const std::string& out, const std::string& text) {
  if (out.empty()) {
    fmt::print("{}", text);
    return;
  }
  const std::string folder = fs::path(out).parent_path().string();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) throw InputError(whole_place(folder), "cannot be made", "expected a folder");
  write_file(out, text);
}

// What becomes of the numbers is told after the file is written, whatever it is.
void tell_rounding(const Study& study, const DesignRecord& record,
                   const std::vector<RoundedValue>& values, const Design& design) {
  const DesignRecord after = DesignEvaluator(study).evaluate(design);
  print_rounding(study, values);
  print_consequences(study, record, after);
  if (after.state == DesignState::failed) throw Error("the rounded design: " + after.reason);
}

void run_design(const DesignArguments& arguments) {
  const StudyStore store = open_study(arguments.study);
  const DesignRecord record = read_design(store, arguments.id);
  const Study study = load_study_of(store, record);
  const StudyScenario& scenario = find_scenario(study, arguments.scenario);
  Design design = record.design;
  std::vector<RoundedValue> values;
  if (arguments.is_rounded) {
    values =
        round_design(study, design, read_rounding(arguments.rounding, "--round-to"), "--round-to");
    for (const RoundedValue& one : values) design[one.variable] = one.value;
  }
  const std::string folder = fs::path(arguments.out).parent_path().string();
  write_design(arguments.out, make_comment(arguments, store, study, scenario, design) +
                                  make_design_file(study, scenario, design, folder));
  if (arguments.is_rounded) tell_rounding(study, record, values, design);
}

}  // namespace

void add_design_command(CLI::App& app) {
  auto arguments = std::make_shared<DesignArguments>();
  CLI::App* command =
      app.add_subcommand("design", "Write a design of a study as a machine file of its own");
  command->add_option("STUDY", arguments->study, "Folder of the study")->required();
  command->add_option("ID", arguments->id, "Number of the evaluation")->required();
  command
      ->add_option("--scenario", arguments->scenario,
                   "As the machine is in this scenario (default: the first)")
      ->type_name("NAME");
  auto* out =
      command->add_option("--out", arguments->out, "File to write (default: standard output)")
          ->type_name("FILE");
  auto* round = command
                    ->add_flag("--round", arguments->is_rounded,
                               "Round its numbers to three digits in the machine file's units, and "
                               "tell what becomes of objectives and constraints")
                    ->needs(out);
  command
      ->add_option("--round-to", arguments->rounding,
                   "Round to so many digits instead, or to a step such as \"1 mm\" (repeatable)")
      ->allow_extra_args(false)
      ->type_name("DIGITS|STEP")
      ->needs(round);
  command->footer(R"(Examples:
  globaldyn design star_study 4711 --out best.yaml
  globaldyn design star_study 4711 --out best.yaml --round
  globaldyn design star_study 4711 --out best.yaml --round --round-to 2 --round-to "1 mm"
  globaldyn plan best.yaml --path circle_a --out best)");
  command->callback([arguments] { run_design(*arguments); });
}

}  // namespace globaldyn::inside::app
