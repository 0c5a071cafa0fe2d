#include "optimize/study/write_design.h"

#include <filesystem>

#include "globaldyn/machine/machine.h"
#include "globaldyn/machine/rewrite_file.h"
#include "optimize/study/design_settings.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

// Every parameter that some design sets.
std::vector<ParameterOverride> list_all_settings(const Study& study) {
  std::vector<ParameterOverride> all = study.settings;
  const auto add = [&](const std::vector<ParameterOverride>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  for (const StudyScenario& scenario : study.scenarios) add(scenario.settings);
  for (const StudyVariable& variable : study.variables) {
    if (variable.settings.empty()) add({{variable.search.name, ""}});
    for (const auto& settings : variable.settings) add(settings);
  }
  return all;
}

}  // namespace

void check_design_files(const Study& study) {
  check_rewriting({study.machine_text, study.machine_file}, study.machine.parameters,
                  list_all_settings(study));
}

std::string make_design_file(const Study& study, const StudyScenario& scenario,
                             const Design& design, const std::string& folder) {
  const std::vector<ParameterOverride> settings = list_settings(study, scenario, design);
  const std::string machine_folder =
      std::filesystem::path(study.machine_file).parent_path().string();
  const Machine machine = parse_machine(study.machine_text, study.machine_file, machine_folder,
                                        settings, scenario.load_case);
  return write_settings({study.machine_text, study.machine_file}, machine.parameters, settings,
                        folder);
}

}  // namespace study
}  // namespace globaldyn::inside
