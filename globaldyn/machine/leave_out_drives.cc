#include "globaldyn/machine/leave_out_drives.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "globaldyn/machine/drive_ids.h"

namespace globaldyn::inside {
inline namespace machine {
namespace {

using Kind = TaskCoordinate::Kind;

// Of each drive what it is from now on; none if it goes.
using NewIds = IdVector<DriveId, std::optional<DriveId>>;

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
TaskFunction call_coordinates(const std::vector<TaskCoordinate>& coordinates,
                              const TaskFunction& whole) {
  return [coordinates, whole](double p, Task& task) {
    whole.write(p, task);
    task.coordinates = coordinates;
  };
}

void call_coordinates_as_path_does(Path& path) {
  path.task = call_coordinates(path.coordinates, path.task);
  if (!path.make_task) return;
  path.make_task = [coordinates = path.coordinates, whole = path.make_task](const auto& open) {
    return call_coordinates(coordinates, whole(open));
  };
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
  const auto is_off = [&](const std::string& name) {
    return std::any_of(machine.off.begin(), machine.off.end(),
                       [&](const Drive& drive) { return drive.name == name; });
  };
  std::vector<DriveId> drives;
  for (const std::string& name : names) {
    if (is_off(name)) continue;
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
  });
  renumber(ids, all, machine);
  change_all(machine, [&](Machine& one) {
    for (Path& path : one.paths) call_coordinates_as_path_does(path);
    for (const DriveId id : drives) one.off.push_back(all[id]);
    one.mechanism.drives = keep(ids, std::move(one.mechanism.drives));
    look_anew(one);
  });
  return machine;
}

}  // namespace machine
}  // namespace globaldyn::inside
