#include "optimize/study/design_settings.h"

#include <fmt/format.h>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

// Later settings override earlier ones.
void add(std::vector<ParameterOverride>& all, const std::vector<ParameterOverride>& more) {
  for (const ParameterOverride& one : more) {
    const auto known = std::find_if(all.begin(), all.end(),
                                    [&](const auto& other) { return other.name == one.name; });
    if (known != all.end()) {
      *known = one;
    } else {
      all.push_back(one);
    }
  }
}

}  // namespace

std::vector<ParameterOverride> list_settings(const Study& study, const StudyScenario& scenario,
                                             const Design& design) {
  std::vector<ParameterOverride> settings = study.settings;
  add(settings, scenario.settings);
  for (std::size_t i = 0; i < study.variables.size(); ++i) {
    const StudyVariable& variable = study.variables[i];
    if (variable.settings.empty()) {
      add(settings, {make_override(variable.search.name, {design[i], variable.unit})});
    } else {
      add(settings, nth(variable.settings, design[i]));
    }
  }
  return settings;
}

std::string format_value(const StudyVariable& variable, double value) {
  if (!variable.choices.empty()) return nth(variable.choices, value);
  return fmt::format("{}", value);
}

}  // namespace study
}  // namespace globaldyn::inside
