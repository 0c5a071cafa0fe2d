#include "globaldyn/choice/choose_fastest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "globaldyn/choice/value_search.h"
#include "globaldyn/free_run/run_freely.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace choice {
namespace {

// The values of the path's coordinates that are open, one after the other.
std::vector<SearchValue> list_values(const Path& path) {
  std::vector<SearchValue> list;
  std::size_t group = 0;
  for (const OpenCoordinate& one : path.open) {
    if (one.is_given) continue;
    list.insert(list.end(), one.values.size(), {one.range, group});
    ++group;
  }
  if (group <= kMostGroups) return list;
  throw InputError(
      path.place, fmt::format("path '{}' leaves {} coordinates open", path.name, group),
      fmt::format("expected at most {} to choose, and values of the others", kMostGroups));
}

Path fill_in(const Path& path, const std::vector<double>& chosen) {
  std::vector<std::vector<double>> values;
  auto next = chosen.begin();
  for (const OpenCoordinate& one : path.open) {
    values.push_back(one.values);
    if (one.is_given) continue;
    for (double& value : values.back()) value = *next++;
  }
  return fill(path, values);
}

Worth rate(const Machine& machine, const Path& path, const PathPlanOptions& options) {
  const PathPlan plan = plan_path(machine, path, options);
  if (plan.has_motion()) return {.time = plan.time(), .reached = 1.0};
  const double at = plan.status() == PlanStatus::unreachable ? plan.failure.p
                    : plan.plan.obstacle                     ? plan.plan.obstacle->p
                                                             : 0.0;
  return {.time = kInfinity, .reached = at / path.p_max};
}

}  // namespace

Choice choose_fastest(const Machine& machine, const Path& path, const PathPlanOptions& options,
                      int threads) {
  PathPlanOptions quick = options;
  quick.tolerance = std::max(options.tolerance, kSearchTolerance);
  quick.explain = quick.report = false;
  const FoundValues found = search_values(
      list_values(path),
      [&](const std::vector<double>& values) {
        return rate(machine, fill_in(path, values), quick);
      },
      threads);
  return {.path = fill_in(path, found.values),
          .plans = found.plans,
          .constant_time = found.constant_time,
          .time = found.time};
}

std::vector<ParameterOverride> list_settings(const Path& path, const Choice& choice) {
  std::vector<ParameterOverride> settings;
  for (std::size_t i = 0; i < path.open.size(); ++i) {
    if (path.open[i].is_given) continue;
    settings.push_back({path.name + "." + path.open[i].name, spell_values(choice.path.open[i])});
  }
  return settings;
}

std::vector<std::string> tell_choice(const Path& path, const Choice& choice) {
  std::vector<std::string> lines;
  bool has_curves = false;
  for (const ParameterOverride& one : list_settings(path, choice)) {
    lines.push_back(fmt::format("chosen: {} = {}", one.name, one.text));
  }
  for (const OpenCoordinate& one : path.open) {
    has_curves = has_curves || (!one.is_given && one.values.size() > 1);
  }
  std::string by = fmt::format("chosen by {} plans", choice.plans);
  if (has_curves && std::isfinite(choice.constant_time)) {
    by += fmt::format("; the best constant takes {:.6g} s", choice.constant_time);
  }
  lines.push_back(by);
  return lines;
}

Path close_path(const Machine& machine, const Path& path, const PathPlanOptions& options,
                int threads) {
  if (path.run) return run_freely(machine, path);
  return is_open(path) ? choose_fastest(machine, path, options, threads).path : path;
}

}  // namespace choice
}  // namespace globaldyn::inside
