#include "explore/course_place.h"

#include <algorithm>

#include "core/kinematics/assembly.h"
#include "globaldyn/cycle/cycle_legs.h"

namespace globaldyn::inside::explore {
namespace {

Pose assemble_at(const Machine& machine, const Path& path, double p, const Pose& near) {
  if (path.run) return {};  // how far it goes is still to be found
  const Task task = path.task(std::min(p, path.p_max));
  const AssemblyOutcome outcome = assemble_near(machine.mechanism, task, near);
  return outcome.status == AssemblyStatus::ok ? outcome.pose : Pose();
}

}  // namespace

CoursePlace find_course_place(const Machine& machine, double p) {
  CoursePlace at{.p = p};
  if (machine.cycles.empty()) return at;
  const std::vector<CycleLeg> legs = make_cycle_legs(machine, machine.cycles.front());
  double begin = 0.0;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    if (legs[i].is_dwell()) continue;
    at.leg = i;
    at.begin = begin;
    begin += legs[i].path.p_max;
    if (p <= begin) break;
  }
  return at;
}

Pose find_pose_near(const Machine& machine, const CoursePlace& at, const Pose& near) {
  if (machine.cycles.empty()) return assemble_at(machine, machine.paths.front(), at.p, near);
  const std::vector<CycleLeg> legs = make_cycle_legs(machine, machine.cycles.front());
  const CycleLeg& leg = legs.at(at.leg);
  const Mechanism& loaded = leg.machine->mechanism;
  const Pose start = move_pose(machine.mechanism, near, loaded);
  const Pose found = assemble_at(*leg.machine, leg.path, at.p - at.begin, start);
  return found.empty() ? found : move_pose(loaded, found, machine.mechanism);
}

}  // namespace globaldyn::inside::explore
