#include "explore/subject.h"

#include "core/base/errors.h"

namespace globaldyn::inside::explore {

void add_machine(const Machine& machine, Subject& subject) {
  if (machine.paths.empty()) {
    throw InputError(whole_place(machine.file), "no paths in the file", "expected 'paths'");
  }
  subject.name = machine.mechanism.name;
  subject.units = machine.units;
  for (const Path& path : machine.paths) subject.paths.push_back(path.name);
  for (const Cycle& cycle : machine.cycles) subject.paths.push_back(cycle.name);
  for (const Drive& drive : machine.mechanism.drives) subject.drives.push_back(drive.name);
}

}  // namespace globaldyn::inside::explore
