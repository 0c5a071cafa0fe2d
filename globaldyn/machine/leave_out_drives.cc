#include "globaldyn/machine/leave_out_drives.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/nth.h"

namespace globaldyn {
namespace {

using Kind = TaskCoordinate::Kind;

// Of each item of a list, the number that it gets; none if it goes.
using Numbers = std::vector<std::optional<std::size_t>>;

template <class Stays>
Numbers number_anew(std::size_t count, const Stays& stays) {
  Numbers numbers(count);
  std::size_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (stays(i)) numbers[i] = next++;
  }
  return numbers;
}

template <class Item>
std::vector<Item> keep(const Numbers& numbers, std::vector<Item>&& items) {
  std::vector<Item> kept;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (numbers[i]) kept.push_back(std::move(items[i]));
  }
  return kept;
}

void require_drives(const Machine& machine, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const Drive& drive : machine.mechanism.drives) known.push_back(drive.name);
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw InputError(whole_place(machine.file), "there is no drive '" + name + "'",
                     known.empty() ? "there are none in the file" : suggest_name(name, known));
  }
}

// What a path prescribes, where it prescribed a drive's coordinate.
TaskCoordinate renumber(const TaskCoordinate& coordinate, const Numbers& numbers,
                        const std::vector<Drive>& drives, const Path& path) {
  if (coordinate.kind != Kind::drive) return coordinate;
  const std::optional<std::size_t> number = nth(numbers, coordinate.index);
  if (number) return {Kind::drive, static_cast<int>(*number), {}};
  const Drive& drive = nth(drives, coordinate.index);
  // Joints are not counted the other way round as lengths of cables are.
  if (const auto* joint = std::get_if<CoordinateIndex>(&drive.coordinate)) {
    return {Kind::joint, 0, *joint};
  }
  throw InputError(path.place,
                   "path '" + path.name + "' prescribes drive '" + drive.name + "', which is off",
                   "expected that drive on, as it acts on no single joint whose coordinate the "
                   "path could prescribe instead");
}

void renumber(const Numbers& numbers, const std::vector<Drive>& drives, Path& path) {
  std::vector<TaskCoordinate> coordinates;
  for (const TaskCoordinate& one : path.coordinates) {
    coordinates.push_back(renumber(one, numbers, drives, path));
  }
  if (coordinates == path.coordinates) return;
  path.coordinates = coordinates;
  path.task = [coordinates, whole = path.task](double p, Task& task) {
    whole.write(p, task);  // values do not depend on what their coordinates are called
    task.coordinates = coordinates;
  };
}

bool is_there(const PathCriterion& criterion, const Numbers& drives, const Numbers& formulas) {
  if (criterion.criterion == nullptr) return formulas[criterion.formula].has_value();
  return !criterion.settings.drive || drives[*criterion.settings.drive].has_value();
}

// Formulas use only those before them.
Numbers number_formulas(const std::vector<CriterionFormula>& formulas, const Numbers& drives) {
  Numbers numbers;
  std::size_t next = 0;
  for (const CriterionFormula& formula : formulas) {
    const bool stays =
        std::all_of(formula.uses.begin(), formula.uses.end(),
                    [&](const PathCriterion& one) { return is_there(one, drives, numbers); });
    numbers.push_back(stays ? std::optional(next++) : std::nullopt);
  }
  return numbers;
}

void renumber_formulas(const Numbers& drives, Machine& machine) {
  const Numbers numbers = number_formulas(machine.formulas, drives);
  machine.formulas = keep(numbers, std::move(machine.formulas));
  for (CriterionFormula& formula : machine.formulas) {
    for (PathCriterion& one : formula.uses) {
      if (one.criterion == nullptr) one.formula = *numbers[one.formula];
      if (one.settings.drive) one.settings.drive = drives[*one.settings.drive];
    }
  }
}

// Drives hold bodies together as joints do, and their points tell how large the machine is.
void look_anew(Machine& machine) {
  Mechanism& mechanism = machine.mechanism;
  mechanism.characteristic_length = calc_characteristic_length(mechanism);
  mechanism.kinematic_length = calc_kinematic_length(mechanism);
  machine.topology = make_topology(mechanism);
  if (machine.topology.loose.empty()) return;
  const std::string& body = nth(mechanism.bodies, machine.topology.loose.front()).name;
  throw InputError(whole_place(machine.file),
                   "body '" + body + "' is not connected to the ground but by drives that are off",
                   "expected one of them on");
}

}  // namespace

Machine leave_out_drives(Machine machine, const std::vector<std::string>& names) {
  require_drives(machine, names);
  if (names.empty()) return machine;
  const std::vector<Drive> drives = machine.mechanism.drives;
  const Numbers numbers = number_anew(drives.size(), [&](std::size_t k) {
    return std::find(names.begin(), names.end(), drives[k].name) == names.end();
  });
  for (Path& path : machine.paths) renumber(numbers, drives, path);
  renumber_formulas(numbers, machine);
  machine.limits = keep(numbers, std::move(machine.limits));
  machine.mechanism.drives = keep(numbers, std::move(machine.mechanism.drives));
  look_anew(machine);
  for (Machine& one : machine.perturbed) one = leave_out_drives(std::move(one), names);
  return machine;
}

}  // namespace globaldyn
