#include "optimize/study/study.h"

#include "core/base/memory_size.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "core/description/quantities.h"
#include "core/description/read_mechanism.h"
#include "globaldyn/machine/read_machine.h"
#include "optimize/sampling/unit_points.h"
#include "optimize/study/read_formulas.h"
#include "optimize/study/read_search.h"
#include "optimize/study/read_variables.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

constexpr std::size_t kLargestMachineFile = kLargestFileBytes;

void check_schema(const Node& root) {
  const Node version = root.require("globaldyn_study");
  if (version.text() != std::to_string(kStudySchema)) {
    version.fail("study file of schema version '" + version.text() + "'",
                 "expected " + std::to_string(kStudySchema));
  }
}

// The machine as in its file; `set` comes afterwards, since its formulas need the parameters.
void read_study_machine(const Node& root, const std::string& folder, Study& study) {
  const Node node = root.require("machine");
  study.machine_file = (std::filesystem::path(folder) / node.text()).string();
  try {
    study.machine_text = read_text_file(study.machine_file, kLargestMachineFile);
  } catch (const InputError& error) {
    node.fail("'" + study.machine_file + "' cannot be read",
              "expected a machine file (" + std::string(error.what()) + ")");
  }
  study.files.push_back(study.machine_file);
  const Node document = parse_document(study.machine_text, study.machine_file);
  const std::string machine_folder =
      std::filesystem::path(study.machine_file).parent_path().string();
  study.machine = read_machine(document, study.machine_file, machine_folder);
  check_load_cases(document, study.machine.parameters, machine_folder);
  const auto set = root.find("set");
  if (!set) return;
  study.settings = read_settings(*set, study.machine.parameters);
  try {
    study.machine = read_machine(document, study.machine_file, machine_folder, study.settings);
  } catch (const InputError& error) {
    // The machine could be read without these settings.
    set->fail("the machine cannot be so",
              "expected parameters that it takes (" + std::string(error.what()) + ")");
  }
}

std::string find_load_case(const Node& node, const Study& study) {
  const std::vector<std::string>& names = study.machine.load_cases;
  if (std::find(names.begin(), names.end(), node.text()) == names.end()) {
    node.fail("the machine has no load case '" + node.text() + "'",
              suggest_name(node.text(), names));
  }
  return node.text();
}

void read_scenarios(const Node& root, Study& study) {
  const auto node = root.find("scenarios");
  if (!node) {
    study.scenarios.emplace_back();
    return;
  }
  for (const auto& [key, value] : node->entries()) {
    value.allow_only({"set", "load", "weight", "description"});
    StudyScenario scenario;
    scenario.name = read_name(key);
    if (const auto load = value.find("load")) scenario.load_case = find_load_case(*load, study);
    if (const auto set = value.find("set")) {
      scenario.settings = read_settings(*set, study.machine.parameters);
    }
    if (const auto weight = value.find("weight")) {
      scenario.weight =
          read_positive(*weight, dimension::number, study.machine.parameters, "weight");
    }
    study.scenarios.push_back(std::move(scenario));
  }
  if (study.scenarios.empty()) node->fail("no scenario", "expected at least one");
}

StudyTolerance read_tolerance(const Node& key, const Node& node, const Parameters& parameters) {
  const Parameter* parameter = parameters.find(key.text());
  if (parameter == nullptr) {
    key.fail("the machine has no parameter '" + key.text() + "'",
             suggest_name(key.text(), parameters.names()));
  }
  StudyTolerance result{parameter->name, {}};
  Tolerance& tolerance = result.tolerance;
  Node size = node;
  if (node.is_map()) {
    node.allow_only({"sigma"});
    size = node.require("sigma");
    tolerance.kind = Tolerance::Kind::normal;
  }
  const Expression value = Expression::parse(size.text(), size.place(), parameters.make_scope());
  if (parameter->typed) value.require_dimension(parameter->dimension);
  tolerance.size = value.evaluate();
  if (!(tolerance.size > 0.0) || !std::isfinite(tolerance.size)) {
    size.fail("'" + size.text() + "' is no tolerance", "expected more than zero");
  }
  return result;
}

void read_tolerances(const Node& root, Study& study) {
  const auto node = root.find("tolerances");
  if (!node) return;
  constexpr int kMostSamples = 100'000;
  constexpr double kMostOffsets = 1e7;
  node->allow_only({"samples", "parameters"});
  const Parameters& parameters = study.machine.parameters;
  study.tolerance_samples = read_count(node->require("samples"), parameters, 2, kMostSamples);
  for (const auto& [key, value] : node->require("parameters").entries()) {
    study.tolerances.push_back(read_tolerance(key, value, parameters));
  }
  const std::size_t count = study.tolerances.size();
  if (count == 0) node->fail("no tolerance", "expected 'parameters'");
  if (count > kMostSobolDimensions) {
    node->fail(fmt::format("{} tolerances", count),
               fmt::format("expected at most {}", kMostSobolDimensions));
  }
  if (static_cast<double>(count) * study.tolerance_samples > kMostOffsets) {
    node->fail(fmt::format("{} samples of {} tolerances", study.tolerance_samples, count),
               fmt::format("expected at most {:.0e} values in all", kMostOffsets));
  }
}

void read_precision(const Node& root, Study& study) {
  const auto node = root.find("precision");
  if (!node) return;
  node->allow_only({"tolerance", "reserve", "speed", "time", "places", "work", "memory"});
  const Parameters& parameters = study.machine.parameters;
  StudyPrecision& precision = study.precision;
  if (const auto value = node->find("tolerance")) {
    precision.plan_tolerance = read_number(*value, dimension::number, parameters);
    if (!(precision.plan_tolerance >= 1e-10 && precision.plan_tolerance <= 0.5)) {
      value->fail("'" + value->text() + "'", "expected a number from 1e-10 to 0.5");
    }
  }
  if (const auto value = node->find("reserve")) {
    precision.reserve = read_number(*value, dimension::number, parameters);
    if (!(precision.reserve >= 0.0 && precision.reserve < 1.0)) {
      value->fail("'" + value->text() + "'", "expected 0 <= reserve < 1");
    }
  }
  if (const auto value = node->find("speed")) {
    precision.speed = read_positive(*value, dimension::speed, parameters, "speed", true);
  }
  if (const auto value = node->find("time")) {
    precision.time = read_positive(*value, dimension::time, parameters, "time");
  }
  if (const auto value = node->find("places")) {
    precision.places = read_count(*value, parameters, 3, 1'000'000);
  }
  if (const auto value = node->find("work")) {
    precision.plan_work =
        static_cast<std::size_t>(read_count(*value, parameters, 1'000, 2'000'000'000));
  }
  if (const auto value = node->find("memory")) {
    precision.plan_memory = read_memory_size(value->text(), [&](const std::string& expected) {
      value->fail("'" + value->text() + "'", expected);
    });
  }
}

Study read_study(const Node& root, const std::string& file, const std::string& folder) {
  root.allow_only({"globaldyn_study", "name", "description", "machine", "set", "variables",
                   "scenarios", "tolerances", "quantities", "objectives", "constraints",
                   "precision", "search", "refine"});
  check_schema(root);
  Study study;
  study.file = file;
  study.files.push_back(file);
  study.name = read_name(root.require("name"));
  if (const auto text = root.find("description")) study.description = text->text();
  read_study_machine(root, folder, study);
  study.variables =
      read_variables(root.require("variables"), study.machine.parameters, folder, study.files);
  read_scenarios(root, study);
  read_tolerances(root, study);
  read_precision(root, study);
  read_formulas(root, study);
  read_search(root, study);
  return study;
}

}  // namespace

DesignSpace Study::space() const {
  DesignSpace space;
  for (const StudyVariable& variable : variables) space.variables.push_back(variable.search);
  return space;
}

Study load_study(const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  return read_study(load_document(file), file, folder);
}

Study parse_study(const std::string& text, const std::string& file, const std::string& folder) {
  return read_study(parse_document(text, file), file, folder);
}

}  // namespace study
}  // namespace globaldyn::inside
