#include "globaldyn/machine/leave_out_drives.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "globaldyn/machine/drive_ids.h"

namespace globaldyn::inside {
inline namespace machine {
namespace {

using Kind = TaskCoordinate::Kind;

// Of each drive, and of each formula, what it is from now on; none if it goes.
using NewIds = IdVector<DriveId, std::optional<DriveId>>;
using NewNumbers = std::vector<std::optional<std::size_t>>;

NewIds number_anew(std::size_t count, const std::vector<DriveId>& gone) {
  NewIds ids(count);
  int next = 0;
  for (const DriveId id : ids.ids()) {
    if (std::find(gone.begin(), gone.end(), id) == gone.end()) ids[id] = DriveId(next++);
  }
  return ids;
}

Drives keep(const NewIds& ids, Drives&& drives) {
  Drives kept;
  for (const DriveId id : drives.ids()) {
    if (ids[id]) kept.push_back(std::move(drives[id]));
  }
  return kept;
}

// What a path prescribes where it prescribed the coordinate of a drive that goes. Joints are not
// counted the other way round as lengths of cables are.
TaskCoordinate prescribe_instead(const Drive& drive, const Path& path) {
  if (const auto* joint = std::get_if<CoordinateIndex>(&drive.coordinate)) {
    return {.kind = Kind::joint, .joint = *joint};
  }
  throw InputError(path.place,
                   "path '" + path.name + "' prescribes drive '" + drive.name + "', which is off",
                   "expected that drive on, as it acts on no single joint whose coordinate the "
                   "path could prescribe instead");
}

void prescribe_joints(const NewIds& ids, const Drives& drives, Path& path) {
  for (TaskCoordinate& one : path.coordinates) {
    if (one.kind != Kind::drive || ids[one.drive]) continue;
    one = prescribe_instead(drives[one.drive], path);
  }
}

// Values do not depend on what their coordinates are called.
void call_coordinates_as_path_does(Path& path) {
  path.task = [coordinates = path.coordinates, whole = path.task](double p, Task& task) {
    whole.write(p, task);
    task.coordinates = coordinates;
  };
}

bool is_there(const PathCriterion& criterion, const NewIds& drives, const NewNumbers& formulas) {
  if (criterion.criterion == nullptr) return formulas[criterion.formula].has_value();
  return !criterion.settings.drive || drives[*criterion.settings.drive].has_value();
}

// Formulas use only those before them.
NewNumbers number_formulas(const std::vector<CriterionFormula>& formulas, const NewIds& drives) {
  NewNumbers numbers;
  std::size_t next = 0;
  for (const CriterionFormula& formula : formulas) {
    const bool stays =
        std::all_of(formula.uses.begin(), formula.uses.end(),
                    [&](const PathCriterion& one) { return is_there(one, drives, numbers); });
    numbers.push_back(stays ? std::optional(next++) : std::nullopt);
  }
  return numbers;
}

void drop_formulas(const NewIds& drives, Machine& machine) {
  const NewNumbers numbers = number_formulas(machine.formulas, drives);
  std::vector<CriterionFormula> kept;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i]) kept.push_back(std::move(machine.formulas[i]));
  }
  machine.formulas = std::move(kept);
  for (CriterionFormula& formula : machine.formulas) {
    for (PathCriterion& one : formula.uses) {
      if (one.criterion == nullptr) one.formula = *numbers[one.formula];
    }
  }
}

// Whatever still names a drive: what names one that goes has been dealt with, or cannot be without
// it.
void renumber(const NewIds& ids, const Drives& drives, Machine& machine) {
  visit_drive_ids(machine, [&](DriveId& id) {
    if (!ids[id]) {
      throw InputError(whole_place(machine.file),
                       "drive '" + drives[id].name + "' is off, which the machine names elsewhere",
                       "expected that drive on");
    }
    id = *ids[id];
  });
}

// Drives hold bodies together as joints do, and their points tell how large the machine is.
void look_anew(Machine& machine) {
  Mechanism& mechanism = machine.mechanism;
  mechanism.characteristic_length = calc_characteristic_length(mechanism);
  mechanism.kinematic_length = calc_kinematic_length(mechanism);
  machine.topology = make_topology(mechanism);
  if (machine.topology.loose.empty()) return;
  const std::string& body = mechanism.bodies[machine.topology.loose.front()].name;
  throw InputError(whole_place(machine.file),
                   "body '" + body + "' is not connected to the ground but by drives that are off",
                   "expected one of them on");
}

// The machine itself, and then those of the feedback's errors and of cycles: they have the same
// drives.
template <class Change>
void change_all(Machine& machine, const Change& change) {
  change(machine);
  for (Machine& one : machine.perturbed) change_all(one, change);
  for (Machine& one : machine.loaded) change_all(one, change);
}

}  // namespace

std::vector<DriveId> find_drives(const Machine& machine, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const Drive& drive : machine.mechanism.drives) known.push_back(drive.name);
  std::vector<DriveId> drives;
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      throw InputError(whole_place(machine.file), "there is no drive '" + name + "'",
                       known.empty() ? "there are none in the file" : suggest_name(name, known));
    }
    drives.emplace_back(found - known.begin());
  }
  return drives;
}

Machine without(Machine machine, const std::vector<DriveId>& drives) {
  if (drives.empty()) return machine;
  const Drives all = machine.mechanism.drives;
  const NewIds ids = number_anew(all.size(), drives);
  change_all(machine, [&](Machine& one) {
    for (Path& path : one.paths) prescribe_joints(ids, all, path);
    drop_formulas(ids, one);
  });
  renumber(ids, all, machine);
  for (const DriveId id : drives) machine.left_out.push_back(all[id].name);
  change_all(machine, [&](Machine& one) {
    for (Path& path : one.paths) call_coordinates_as_path_does(path);
    one.mechanism.drives = keep(ids, std::move(one.mechanism.drives));
    look_anew(one);
  });
  return machine;
}

}  // namespace machine
}  // namespace globaldyn::inside
