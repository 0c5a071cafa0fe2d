#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "core/description/document.h"
#include "core/expression/dimension.h"
#include "core/expression/shown_units.h"
#include "explore/file_numbers.h"
#include "explore/requests.h"
#include "explore/subject.h"
#include "globaldyn/machine/read_machine.h"
#include "globaldyn/machine/rewrite_file.h"
#include "globaldyn/rating/path_criteria_table.h"

namespace globaldyn::inside::explore {
namespace {

constexpr int kPlacesInPassing = 121;  // of a path, for its criteria
constexpr double kTolerance = 1e-4;
constexpr std::size_t kWork = 50'000'000;  // some five seconds: a move must not take longer

// Which of the load cases acts, as something to choose; no parameter is called like this.
constexpr const char* kLoad = "/load";

bool is_parameter(const Node& value) {
  return is_number(value.is_map() ? value.find("value").value_or(value) : value);
}

// Numbers of a machine file that are other ones: in place of what is there, or new.
struct OtherNumbers {
  std::vector<PlacedValue> placed{};
  std::vector<PlacedValue> added{};

  bool operator==(const OtherNumbers&) const = default;
};

// The text of a machine file with other numbers, read. A node must not be assigned to, which would
// change its document.
struct NumberedText {
  OtherNumbers numbers;
  std::string text;
  Node root;
};
using Numbered = std::unique_ptr<const NumberedText>;

Numbered read_numbered(const Machine& machine, const OtherNumbers& numbers) {
  std::string text = machine.text;
  if (!numbers.placed.empty()) text = write_values({text, machine.file}, numbers.placed);
  for (const PlacedValue& one : numbers.added) {
    text = write_entry({text, machine.file}, one.place, one.value);
  }
  return std::make_unique<const NumberedText>(
      NumberedText{numbers, text, parse_document(text, machine.file)});
}

// A machine file, and how it is read.
class MachineFile {
 public:
  MachineFile(Machine machine, std::vector<ParameterOverride> settings)
      : machine_(std::move(machine)),
        folder_(std::filesystem::path(machine_.file).parent_path().string()),
        settings_(std::move(settings)),
        numbers_(list_file_numbers(machine_)),
        now_(read_numbered(machine_, {})),
        movables_(list_movables()) {}

  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const std::vector<Movable>& movables() const { return movables_; }

  [[nodiscard]] Machine make(const Values& values) {
    const Node root = read(values);
    return read_machine(root, machine_.file, folder_, list_settings(values), find_load(values));
  }

  // The document with these numbers. Most moves change parameters alone.
  [[nodiscard]] Node read(const Values& values) { return number(values).root; }

  [[nodiscard]] std::string write(const Values& values, const std::optional<std::string>& to) {
    const Machine made = make(values);
    return write_settings({number(values).text, machine_.file}, made.parameters,
                          list_settings(values), to.value_or(folder_));
  }

 private:
  [[nodiscard]] std::vector<Movable> list_movables() const {
    std::vector<Movable> movables;
    const Node list = now_->root.find("parameters").value_or(now_->root);
    for (const auto& [key, node] : list.entries()) {
      const Parameter* own = machine_.parameters.find(key.text());
      if (own != nullptr && is_parameter(node)) movables.push_back(describe(*own));
    }
    if (!machine_.load_cases.empty()) movables.push_back(describe_load());
    for (const FileNumber& one : numbers_) movables.push_back(one.movable);
    return movables;
  }

  [[nodiscard]] static Movable describe(const Parameter& own) {
    Movable one{.name = own.name,
                .unit = own.typed ? own.unit : "1",
                .description = own.description,
                .original = own.value,
                .min = own.min.value_or(-kInfinity),
                .max = own.max.value_or(kInfinity),
                .choices = {}};
    // Over decades, as parameters of that kind are thought of.
    one.is_log = one.min > 0.0 && std::isfinite(one.max) && one.max / one.min >= 100.0;
    return one;
  }

  [[nodiscard]] Movable describe_load() const {
    const std::vector<std::string>& names = machine_.load_cases;
    Movable one{.name = kLoad,
                .label = "load case",
                .group = "loads",
                .unit = "1",
                .is_integer = true,
                .choices = {"none"}};
    one.courses = list_path_names(machine_);  // a cycle's steps name their loads
    one.choices.insert(one.choices.end(), names.begin(), names.end());
    one.max = static_cast<double>(names.size());
    one.min = 0.0;
    const auto now = std::find(names.begin(), names.end(), machine_.load_case);
    one.original = now == names.end() ? 0.0 : static_cast<double>(now - names.begin() + 1);
    return one;
  }

  [[nodiscard]] static std::vector<std::string> list_path_names(const Machine& machine) {
    std::vector<std::string> names;
    for (const Path& path : machine.paths) names.push_back(path.name);
    return names;
  }

  [[nodiscard]] const Movable* find_movable(const std::string& name) const {
    const auto found = std::find_if(movables_.begin(), movables_.end(),
                                    [&](const Movable& one) { return one.name == name; });
    return found == movables_.end() ? nullptr : &*found;
  }

  [[nodiscard]] const FileNumber* find_file_number(const std::string& name) const {
    const auto found = std::find_if(numbers_.begin(), numbers_.end(),
                                    [&](const FileNumber& one) { return one.place == name; });
    return found == numbers_.end() ? nullptr : &*found;
  }

  // Told in the units that people are shown, if it cannot be.
  [[nodiscard]] double find_number(const std::string& name, double value) const {
    const Movable* movable = find_movable(name);
    return movable == nullptr ? value : find_value(*movable, value, machine_.units);
  }

  [[nodiscard]] std::string find_load(const Values& values) const {
    for (const auto& [name, value] : values) {
      if (name != kLoad || machine_.load_cases.empty()) continue;
      const double number = find_number(name, value);
      return number < 1.0 ? "" : machine_.load_cases[static_cast<std::size_t>(number) - 1];
    }
    return machine_.load_case;
  }

  const NumberedText& number(const Values& values) {
    OtherNumbers wanted = list_numbers(values);
    if (wanted != now_->numbers) now_ = read_numbered(machine_, wanted);
    return *now_;
  }

  [[nodiscard]] OtherNumbers list_numbers(const Values& values) const {
    OtherNumbers numbers;
    for (const auto& [name, value] : values) {
      const FileNumber* number = find_file_number(name);
      if (number == nullptr) continue;
      const std::string text = write_number(*number, find_number(name, value));
      (number->is_there ? numbers.placed : numbers.added).push_back({name, text});
      if (!number->also.empty()) numbers.placed.push_back({number->also, text});
    }
    return numbers;
  }

  [[nodiscard]] std::vector<ParameterOverride> list_settings(const Values& values) const {
    std::vector<ParameterOverride> all = settings_;
    for (const auto& setting : values) {
      const std::string& name = setting.first;
      if (name == kLoad || find_file_number(name) != nullptr) continue;
      const Parameter* parameter = machine_.parameters.find(name);
      if (parameter == nullptr) {
        refuse("no parameter '" + name + "'", "expected one of the machine");
      }
      std::erase_if(all, [&](const ParameterOverride& one) { return one.name == name; });
      all.push_back(make_override(name, {find_number(name, setting.second), parameter->unit}));
    }
    return all;
  }

  Machine machine_;  ///< as in the file, with the settings
  std::string folder_;
  std::vector<ParameterOverride> settings_;
  std::vector<FileNumber> numbers_;
  Numbered now_;
  std::vector<Movable> movables_;
};

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
  const auto file =
      std::make_shared<MachineFile>(load_machine(path, settings, load_case), settings);
  Subject subject;
  add_machine(file->machine(), subject);
  subject.movables = file->movables();
  subject.planning.plan.tolerance = kTolerance;
  subject.planning.plan.work = kWork;
  subject.make = [file](const Values& values) { return file->make(values); };
  subject.read = [file](const Values& values) { return file->read(values); };
  subject.rate = [](const Machine& made, bool, const Path* along, const Values&, bool in_passing,
                    const SweepOptions& sweep) {
    return rate_machine(made, along, in_passing, sweep);
  };
  subject.write = [file](const Values& values, const std::optional<std::string>& to) {
    return file->write(values, to);
  };
  return subject;
}

}  // namespace globaldyn::inside::explore
