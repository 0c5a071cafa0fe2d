#include "report/document/cycle_section.h"

#include <algorithm>

#include "globaldyn/cycle/cycle_legs.h"
#include "report/document/page_header.h"

namespace globaldyn::inside::report {
namespace {

// The machine with the leg's path alone, which may be a part of a path of the file, or that
// backwards: paths are looked at by their names.
Machine take_leg(const CycleLeg& leg) {
  Machine machine = *leg.machine;
  machine.paths = {leg.path};
  machine.cycles.clear();
  machine.loaded.clear();
  machine.perturbed.clear();
  return machine;
}

}  // namespace

PathEvaluation look_along_cycle(const Machine& machine, const Cycle& cycle, int count,
                                const SweepOptions& sweep) {
  constexpr int kLeast = 41;  // poses of a leg: it is to be seen moving
  PathEvaluation whole;
  whole.name = cycle.name;
  const std::vector<CycleLeg> legs = make_cycle_legs(machine, cycle);
  const auto moving =
      std::count_if(legs.begin(), legs.end(), [](const CycleLeg& leg) { return !leg.is_dwell(); });
  const int poses = std::max(kLeast, count / static_cast<int>(moving));
  for (const CycleLeg& leg : legs) {
    if (leg.is_dwell()) continue;
    const Machine moved = take_leg(leg);
    PathEvaluation part = look_along(moved, leg.path, poses, {}, sweep);
    for (Sample& sample : part.samples) {
      sample.p += whole.p_max;
      if (sample.status == SampleStatus::ok) {
        sample.motion.pose =
            move_pose(leg.machine->mechanism, sample.motion.pose, machine.mechanism);
      }
      whole.samples.push_back(std::move(sample));
    }
    whole.coordinates = std::move(part.coordinates);
    whole.p_max += leg.path.p_max;
  }
  return whole;
}

}  // namespace globaldyn::inside::report
