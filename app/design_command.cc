// `globaldyn design`: a design of a study as a machine file of its own.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/study_tables.h"
#include "core/base/write_file.h"
#include "optimize/study/design_settings.h"
#include "optimize/study/write_design.h"

namespace globaldyn::app {
namespace {

namespace fs = std::filesystem;

struct DesignArguments {
  std::string study;
  std::uint64_t id{0};
  std::string scenario;
  std::string out;
};

const StudyScenario& find_scenario(const Study& study, const std::string& name) {
  if (name.empty()) return study.scenarios.front();
  std::vector<std::string> names;
  for (const StudyScenario& one : study.scenarios) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw InputError({"--scenario", 0, 0}, "there is no scenario '" + name + "'",
                   suggest_name(name, names));
}

void run_design(const DesignArguments& arguments) {
  const StudyStore store = open_study(arguments.study);
  const DesignRecord record = read_design(store, arguments.id);
  const Study study = load_study_of(store, record);
  const std::string folder = fs::path(arguments.out).parent_path().string();
  const StudyScenario& scenario = find_scenario(study, arguments.scenario);
  std::string text = fmt::format("# Design {} of the study {}.\n", record.id, store.header().name);
  if (!scenario.load_case.empty()) {
    text +=
        fmt::format("# As in its scenario {} with --load {}.\n", scenario.name, scenario.load_case);
  }
  // What the catalogues call the parts, and the choices.
  for (std::size_t i = 0; i < study.variables.size(); ++i) {
    const StudyVariable& variable = study.variables[i];
    if (variable.choices.empty()) continue;
    text +=
        fmt::format("# {}: {}\n", variable.search.name, format_value(variable, record.design[i]));
  }
  text += make_design_file(study, scenario, record.design, folder);
  if (arguments.out.empty()) {
    fmt::print("{}", text);
    return;
  }
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) throw InputError({folder, 0, 0}, "cannot be made", "expected a folder");
  write_file(arguments.out, text);
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
  command->add_option("--out", arguments->out, "File to write (default: standard output)")
      ->type_name("FILE");
  command->footer(R"(Examples:
  globaldyn design star_study 4711 --out best.yaml
  globaldyn plan best.yaml --path circle_a --out best)");
  command->callback([arguments] { run_design(*arguments); });
}

}  // namespace globaldyn::app
