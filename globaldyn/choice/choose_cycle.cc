#include "globaldyn/choice/choose_cycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "globaldyn/choice/choose_fastest.h"
#include "globaldyn/choice/cycle_values.h"

namespace globaldyn::inside {
inline namespace choice {

bool is_open(const Machine& machine, const Cycle& cycle) {
  return std::any_of(cycle.steps.begin(), cycle.steps.end(), [&](const CycleStep& step) {
    return !step.is_dwell() && is_open(find_path(machine, step.path));
  });
}

CycleChoice choose_fastest(const Machine& machine, const Cycle& cycle,
                           const PlannedMotionOptions& options, int threads) {
  const CycleValues open(machine, cycle);
  PlannedMotionOptions quick = options;
  quick.plan.tolerance = std::max(options.plan.tolerance, kSearchTolerance);
  quick.plan.explain = quick.plan.report = false;
  quick.samples = 2;
  quick.checks = 0;
  quick.threads = 1;
  Cycle shortest = cycle;
  shortest.period.reset();
  // With some values steps may not lead on to each other; whoever plans with what was found is
  // told.
  const auto rate = [&](const std::vector<double>& values) {
    try {
      const PlannedMotion motion = plan_cycle(open.fill_in(machine, values), shortest, quick);
      if (motion.plan.has_motion()) return Worth{.time = motion.plan.time(), .reached = 1.0};
    } catch (const InputError&) {
    }
    return Worth{};
  };
  FoundValues found;
  if (!open.values().empty()) found = search_values(open.values(), rate, threads);
  return {.machine = open.fill_in(machine, found.values),
          .settings = open.list_settings(found.values),
          .plans = found.plans,
          .constant_time = found.constant_time,
          .time = found.time};
}

std::vector<std::string> tell_choice(const CycleChoice& choice) {
  std::vector<std::string> lines;
  for (const ParameterOverride& one : choice.settings) {
    lines.push_back(fmt::format("chosen: {} = {}", one.name, one.text));
  }
  std::string by = fmt::format("chosen by {} plans of the cycle", choice.plans);
  if (choice.time < choice.constant_time && std::isfinite(choice.constant_time)) {
    by += fmt::format("; the best constants take {:.6g} s", choice.constant_time);
  }
  lines.push_back(by);
  return lines;
}

Machine close_cycle(const Machine& machine, const Cycle& cycle, const PlannedMotionOptions& options,
                    int threads) {
  return is_open(machine, cycle) ? choose_fastest(machine, cycle, options, threads).machine
                                 : machine;
}

}  // namespace choice
}  // namespace globaldyn::inside
