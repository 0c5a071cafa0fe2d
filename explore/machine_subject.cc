#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "core/description/document.h"
#include "core/expression/dimension.h"
#include "core/expression/shown_units.h"
#include "explore/requests.h"
#include "explore/subject.h"
#include "globaldyn/machine/own_units.h"
#include "globaldyn/machine/read_machine.h"
#include "globaldyn/machine/rewrite_file.h"
#include "globaldyn/rating/path_criteria_table.h"

namespace globaldyn::inside::explore {
namespace {

constexpr int kPlacesInPassing = 121;  // of a path, for its criteria
constexpr double kTolerance = 1e-4;
constexpr std::size_t kWork = 50'000'000;  // some five seconds: a move must not take longer

// Whether a parameter stands in the file as a number, perhaps with a unit, and not as a formula.
bool is_number(const Node& value) {
  const Node figure = value.is_map() ? value.find("value").value_or(value) : value;
  if (!figure.is_scalar()) return false;
  if (find_own_unit(figure)) return true;
  const std::string text = figure.text();
  std::size_t read = 0;
  try {
    (void)std::stod(text, &read);
  } catch (const std::exception&) {
    return false;
  }
  return read == text.size();
}

// A machine file, and how it is read.
struct MachineFile {
  Machine machine;  ///< as in the file, with the settings
  Node root;        ///< of its text
  std::string folder;
  std::vector<ParameterOverride> settings;
  std::string load_case;
  std::vector<Movable> movables{};

  // Told in the units that people are shown, if it cannot be.
  [[nodiscard]] double find_number(const std::string& name, double value) const {
    for (const Movable& one : movables) {
      if (one.name == name) return find_value(one, value, machine.units);
    }
    return value;
  }
  [[nodiscard]] std::vector<ParameterOverride> list_settings(const Values& values) const {
    std::vector<ParameterOverride> all = settings;
    for (const auto& setting : values) {
      const std::string& name = setting.first;
      const Parameter* parameter = machine.parameters.find(name);
      if (parameter == nullptr) {
        refuse("no parameter '" + name + "'", "expected one of the machine");
      }
      std::erase_if(all, [&](const ParameterOverride& one) { return one.name == name; });
      all.push_back(make_override(name, {find_number(name, setting.second), parameter->unit}));
    }
    return all;
  }
  [[nodiscard]] Machine make(const Values& values) const {
    return read_machine(root, machine.file, folder, list_settings(values), load_case);
  }
};

std::vector<Movable> list_movables(const MachineFile& file) {
  std::vector<Movable> movables;
  const Node list = file.root.find("parameters").value_or(file.root);
  for (const auto& [key, node] : list.entries()) {
    const Parameter* own = file.machine.parameters.find(key.text());
    if (own == nullptr || !is_number(node)) continue;
    Movable one{.name = own->name,
                .unit = own->typed ? own->unit : "1",
                .description = own->description,
                .original = own->value,
                .min = own->min.value_or(-kInfinity),
                .max = own->max.value_or(kInfinity),
                .choices = {}};
    // Over decades, as parameters of that kind are thought of.
    one.is_log = one.min > 0.0 && std::isfinite(one.max) && one.max / one.min >= 100.0;
    movables.push_back(std::move(one));
  }
  return movables;
}

// Criteria that need no motion of their own; at rest with the numbers of `evaluate`.
Ratings rate_machine(const Machine& machine, const Path* path, bool in_passing,
                     const SweepOptions& sweep) {
  if (path == nullptr) return {};  // those of cycles need motions
  const bool has_tool = machine.mechanism.tool.has_value();
  const std::vector<std::string> names =
      has_tool ? std::vector<std::string>{"constant_speed", "constant_rate",
                                          "guaranteed_acceleration", "guaranteed_deceleration"}
               : std::vector<std::string>{"constant_rate"};
  PathCriteriaOptions options;
  options.plan.tolerance = kTolerance;
  if (in_passing) options.places = kPlacesInPassing;
  options.sweep = sweep;
  Ratings ratings;
  for (const CriterionValue& one : calc_path_criteria(machine, {path->name}, names, options)) {
    const std::string better = one.criterion.better == Better::larger ? "larger" : "smaller";
    ratings.list.push_back({one.criterion.name, one.criterion.unit, better, one.value});
  }
  return ratings;
}

}  // namespace

Subject make_machine_subject(const std::string& path,
                             const std::vector<ParameterOverride>& settings,
                             const std::string& load_case) {
  Machine machine = load_machine(path, settings, load_case);
  Node root = parse_document(machine.text, path);
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const auto read = std::make_shared<MachineFile>(
      MachineFile{std::move(machine), std::move(root), folder, settings, load_case});
  read->movables = list_movables(*read);
  const std::shared_ptr<const MachineFile> file = read;
  Subject subject;
  add_machine(file->machine, subject);
  subject.movables = file->movables;
  subject.planning.plan.tolerance = kTolerance;
  subject.planning.plan.work = kWork;
  subject.make = [file](const Values& values) { return file->make(values); };
  subject.rate = [](const Machine& made, bool, const Path* along, const Values&, bool in_passing,
                    const SweepOptions& sweep) {
    return rate_machine(made, along, in_passing, sweep);
  };
  subject.write = [file](const Values& values, const std::optional<std::string>& to) {
    return write_settings({file->machine.text, file->machine.file}, file->make(values).parameters,
                          file->list_settings(values), to.value_or(file->folder));
  };
  return subject;
}

}  // namespace globaldyn::inside::explore
