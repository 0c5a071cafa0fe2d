#include "globaldyn/machine/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/description/patterns.h"
#include "core/description/read_loads.h"
#include "core/description/read_mechanism.h"
#include "core/description/read_shown_units.h"
#include "globaldyn/clearance/read_clearance.h"
#include "globaldyn/criteria/registry/read_formulas.h"
#include "globaldyn/feedback/read_feedback.h"
#include "globaldyn/limits/read_drive_limits.h"
#include "globaldyn/limits/read_reaction_limits.h"
#include "globaldyn/machine/leave_out_drives.h"
#include "globaldyn/machine/read_enabled.h"
#include "globaldyn/machine/read_machine.h"
#include "globaldyn/maps/request/read_map.h"
#include "globaldyn/path/read_cycles.h"
#include "globaldyn/path/read_paths.h"

namespace globaldyn::inside {
inline namespace machine {
namespace {

void check_schema(const Node& root) {
  const Node version = root.require("globaldyn");
  if (version.text() != std::to_string(kMachineSchema)) {
    version.fail("machine file of schema version '" + version.text() + "'",
                 "expected " + std::to_string(kMachineSchema));
  }
}

void refuse_loose_bodies(const Node& root, const Machine& machine) {
  for (const BodyId body : machine.topology.loose) {
    const std::string& name = machine.mechanism.bodies[body].name;
    const Patterns patterns(root, machine.parameters);
    for (const auto& [key, value] : patterns.entries(root.require("bodies"))) {
      if (key.text() != name) continue;
      value.fail("body '" + name + "' is not connected to the ground",
                 "expected a chain of joints, drives or springs between them");
    }
  }
}

// Units that only this file's parameters and formulas have.
std::vector<std::string> list_own_units(const Machine& machine) {
  std::vector<std::string> units;
  for (const Parameter& one : machine.parameters.all()) units.push_back(one.unit.si);
  for (const CriterionFormula& one : machine.formulas) units.push_back(one.unit.si);
  return units;
}

void read_units(const Node& root, Machine& machine) {
  const auto list = root.find("units");
  if (!list) return;
  machine.units = read_shown_units(*list);
  require_units_of_results(*list, list_own_units(machine));
}

// Settings with a point in their name are of paths: PATH.NAME.
bool is_of_path(const ParameterOverride& setting) {
  return setting.name.find('.') != std::string::npos;
}

OpenValues list_open_values(const std::vector<ParameterOverride>& settings) {
  OpenValues values;
  for (const ParameterOverride& one : settings) {
    if (is_of_path(one)) values[one.name] = one.text;
  }
  return values;
}

std::vector<ParameterOverride> list_of_parameters(std::vector<ParameterOverride> settings) {
  std::erase_if(settings, is_of_path);
  return settings;
}

SupplyLimit read_supply(const Node& root, const Parameters& parameters) {
  const auto node = root.find("supply");
  SupplyLimit supply;
  if (!node) return supply;
  node->allow_only({"power", "back", "recovers"});
  const auto power = node->find("power"), back = node->find("back");
  const auto recovers = node->find("recovers");
  if (!power && !back && !recovers) {
    node->fail("a supply without anything", "expected 'power', 'back' or 'recovers'");
  }
  if (recovers) {
    supply.recovered = read_number(*recovers, dimension::number, parameters);
    if (!(supply.recovered >= 0.0 && supply.recovered <= 1.0)) {
      recovers->fail(fmt::format("'recovers' of {}", supply.recovered), "expected 0 … 1");
    }
  }
  if (power) supply.power = read_positive(*power, dimension::power, parameters, "power");
  if (back) supply.back = read_positive(*back, dimension::power, parameters, "back");
  return supply;
}

Machine read_one(const Node& root, const std::string& file, const std::string& folder,
                 const std::vector<ParameterOverride>& overrides, const std::string& load_case,
                 const std::vector<ParameterError>& errors) {
  Machine machine;
  machine.file = file;
  machine.parameters =
      Parameters::read(root.find("parameters"), list_of_parameters(overrides), errors);
  if (const auto text = root.find("description")) machine.description = text->text();
  machine.load_cases = list_load_cases(root);
  machine.load_case = load_case;
  std::vector<std::string> keys_of_drives = list_drive_limit_keys();
  keys_of_drives.emplace_back("enabled");
  machine.mechanism = read_mechanism(root, machine.parameters, keys_of_drives, folder, load_case);
  machine.topology = make_topology(machine.mechanism);
  refuse_loose_bodies(root, machine);
  read_drive_limits(root, machine.parameters, machine.mechanism.drives);
  machine.supply = read_supply(root, machine.parameters);
  machine.reactions = read_reaction_limits(root, machine.parameters, machine.mechanism);
  machine.clearance = read_clearance(root, machine.parameters, machine.mechanism);
  if (const auto maps = root.find("maps")) {
    machine.maps = read_maps(*maps, machine.parameters, machine.mechanism);
  }
  const OpenValues open = list_open_values(overrides);
  if (const auto paths = root.find("paths")) {
    machine.paths = read_paths(*paths, machine.parameters, machine.mechanism, folder, open);
  } else if (!open.empty()) {
    throw InputError(option_place("--set", open.begin()->first), "no paths in the file",
                     "expected 'paths'");
  }
  machine.formulas = read_formulas(root, machine.parameters, machine.mechanism);
  read_units(root, machine);
  const auto disabled = list_disabled_drives(root, machine.parameters);
  return without(std::move(machine), disabled);
}

// Cycles take loads up and put them down: they are of the machine without any.
void add_cycles(const Node& root, const std::string& folder,
                const std::vector<ParameterOverride>& overrides,
                const std::vector<ParameterError>& errors, Machine& machine) {
  const auto node = root.find("cycles");
  if (!node) return;
  machine.cycles = read_cycles(*node, machine.parameters, machine.paths, machine.load_cases);
  for (const std::string& load : machine.load_cases) {
    const auto acts = [&](const CycleStep& step) { return step.load == load; };
    const bool is_used =
        std::any_of(machine.cycles.begin(), machine.cycles.end(), [&](const Cycle& cycle) {
          return std::any_of(cycle.steps.begin(), cycle.steps.end(), acts);
        });
    if (!is_used) continue;
    machine.loaded.push_back(read_one(root, machine.file, folder, overrides, load, errors));
  }
}

bool has_same_drives(const Machine& one, const Machine& other) {
  const auto has_same_name = [](const Drive& a, const Drive& b) { return a.name == b.name; };
  return std::equal(one.off.begin(), one.off.end(), other.off.begin(), other.off.end(),
                    has_same_name);
}

// Plans for the machine are to drive them.
void refuse_other_structure(const Node& root, const Machine& machine) {
  for (std::size_t i = 0; i < machine.perturbed.size(); ++i) {
    const Machine& one = machine.perturbed[i];
    if (has_structure_of(one, machine) && has_same_drives(one, machine)) continue;
    root.require("feedback")
        .fail("errors '" + machine.feedback->cases[i].name +
                  "' change the number of bodies or drives",
              "expected errors of lengths, masses, forces and the like");
  }
}

}  // namespace

bool has_structure_of(const Machine& one, const Machine& other) {
  const Mechanism &a = one.mechanism, &b = other.mechanism;
  return a.bodies.size() == b.bodies.size() && a.joints.size() == b.joints.size() &&
         a.drives.size() == b.drives.size();
}

void require_error_cases(const Machine& machine, const SourcePlace& place) {
  if (!machine.perturbed.empty()) return;
  throw InputError(place, "criterion 'robustness' without errors of parameters to test against",
                   "expected 'feedback: {errors: …}' in " + machine.file);
}

Machine read_machine(const Node& root, const std::string& file, const std::string& folder,
                     const std::vector<ParameterOverride>& overrides, const std::string& load_case,
                     const std::vector<ParameterError>& errors) {
  std::vector<std::string> keys = list_mechanism_keys();
  keys.insert(keys.end(), {"globaldyn", "units", "parameters", "paths", "maps", "reactions",
                           "clearance", "criteria", "feedback", "cycles", "supply"});
  root.allow_only(keys);
  check_schema(root);
  Machine machine = read_one(root, file, folder, overrides, load_case, errors);
  if (load_case.empty()) add_cycles(root, folder, overrides, errors, machine);
  machine.feedback = read_feedback(root, machine.parameters);
  if (!machine.feedback) return machine;
  for (const ErrorCase& one : machine.feedback->cases) {
    std::vector<ParameterError> all = errors;
    all.insert(all.end(), one.errors.begin(), one.errors.end());
    machine.perturbed.push_back(read_one(root, file, folder, overrides, load_case, all));
  }
  refuse_other_structure(root, machine);
  return machine;
}

namespace {

// With load cases that do not act as well, unless one does: whoever asks for them one by one reads
// them all anyway.
Machine read_whole(const Node& root, const std::string& file, const std::string& folder,
                   const std::vector<ParameterOverride>& overrides, const std::string& load_case,
                   const std::vector<ParameterError>& errors) {
  Machine machine = read_machine(root, file, folder, overrides, load_case, errors);
  if (load_case.empty()) {
    machine.idle_wrenches = check_load_cases(root, machine.parameters, folder);
  }
  return machine;
}

}  // namespace

Machine load_machine(const std::string& file, const std::vector<ParameterOverride>& overrides,
                     const std::string& load_case, const std::vector<ParameterError>& errors) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  return parse_machine(load_text(file), file, folder, overrides, load_case, errors);
}

Machine parse_machine(const std::string& text, const std::string& file, const std::string& folder,
                      const std::vector<ParameterOverride>& overrides, const std::string& load_case,
                      const std::vector<ParameterError>& errors) {
  Machine machine =
      read_whole(parse_document(text, file), file, folder, overrides, load_case, errors);
  machine.text = text;
  return machine;
}

namespace {

template <class Item>
const Item& find_named(const Machine& machine, const std::vector<Item>& items,
                       const std::string& kind, const std::string& name) {
  std::vector<std::string> names;
  for (const Item& item : items) {
    if (item.name == name) return item;
    names.push_back(item.name);
  }
  throw InputError(whole_place(machine.file), "there is no " + kind + " '" + name + "'",
                   items.empty() ? "there are none in the file" : suggest_name(name, names));
}

// Forces have a kink in each row of a table.
void add_preload_breaks(const PreloadTable& table, Machine& machine) {
  for (Path& path : machine.paths) {
    std::vector<double>& breaks = path.steps.breaks;
    for (const double place : table.p) {
      const double p = path.given ? path.given->find_time(place) : place;
      if (p > 0.0 && p < path.p_max) breaks.push_back(p);
    }
    std::sort(breaks.begin(), breaks.end());
    breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  }
}

}  // namespace

const Path& find_path(const Machine& machine, const std::string& name) {
  return find_named(machine, machine.paths, "path", name);
}

void set_preload(const PreloadRule& rule, const SourcePlace& place, Machine& machine) {
  const std::size_t m = machine.mechanism.drives.size();
  const auto given = static_cast<std::size_t>(rule.forces.size());
  const bool is_table = rule.kind == PreloadRule::Kind::table;
  if (is_table && rule.table.of.empty() &&
      rule.table.forces.rows() != machine.mechanism.drive_count()) {
    throw InputError(place, std::to_string(rule.table.forces.rows()) + " columns of forces",
                     "expected " + std::to_string(m) + ", one a drive");
  }
  if (rule.kind == PreloadRule::Kind::constant && given != m) {
    throw InputError(place, std::to_string(given) + " forces",
                     "expected " + std::to_string(m) + ", one a drive");
  }
  if (is_table) add_preload_breaks(rule.table, machine);
  machine.preload = rule;
  for (Machine& one : machine.perturbed) set_preload(rule, place, one);
  for (Machine& one : machine.loaded) set_preload(rule, place, one);
}

const Cycle& find_cycle(const Machine& machine, const std::string& name) {
  return find_named(machine, machine.cycles, "cycle", name);
}

const Machine& find_loaded(const Machine& machine, const std::string& load_case) {
  if (load_case == machine.load_case) return machine;
  for (const Machine& one : machine.loaded) {
    if (one.load_case == load_case) return one;
  }
  throw Error("no step of a cycle names the load case '" + load_case + "'");
}

const MapDescription& find_map(const Machine& machine, const std::string& name) {
  return find_named(machine, machine.maps, "map", name);
}

}  // namespace machine
}  // namespace globaldyn::inside
