#include "optimize/study/asked_paths.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace study {

namespace {

bool runs_along(const Cycle& cycle, const Path& path) {
  return std::any_of(cycle.steps.begin(), cycle.steps.end(),
                     [&](const CycleStep& step) { return step.path == path.name; });
}

}  // namespace

std::vector<const Path*> list_asked_paths(const Study& study, const Machine& machine) {
  std::vector<const Path*> paths;
  for (std::size_t i = 0; i < machine.paths.size(); ++i) {
    const auto is_asked = [&](const Measure& measure) {
      if (measure.kind == Measure::Kind::of_cycle) {
        return runs_along(machine.cycles[measure.place], machine.paths[i]);
      }
      return measure.kind != Measure::Kind::of_map && measure.place == i;
    };
    if (std::any_of(study.measures.begin(), study.measures.end(), is_asked)) {
      paths.push_back(&machine.paths[i]);
    }
  }
  if (!paths.empty()) return paths;
  for (const Path& path : machine.paths) paths.push_back(&path);
  return paths;
}

}  // namespace study
}  // namespace globaldyn::inside
