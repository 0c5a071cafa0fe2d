#include "globaldyn/choice/cycle_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/errors.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace choice {
namespace {

const CycleStep* find_next_run(const Cycle& cycle, std::size_t from) {
  for (std::size_t i = from; i < cycle.steps.size(); ++i) {
    if (!cycle.steps[i].is_dwell()) return &cycle.steps[i];
  }
  return nullptr;
}

// What a path prescribes of a joint coordinate at p, if it does and leaves nothing of it open.
std::optional<double> find_prescribed(const Machine& machine, const Path& path, double p,
                                      const std::string& name) {
  for (std::size_t k = 0; k < path.coordinates.size(); ++k) {
    const TaskCoordinate& one = path.coordinates[k];
    if (one.kind != TaskCoordinate::Kind::joint) continue;
    if (name_of(machine.mechanism, one.joint) != name) continue;
    return path.task(p).target.value(static_cast<Eigen::Index>(k));
  }
  return std::nullopt;
}

}  // namespace

CycleValues::CycleValues(const Machine& machine, const Cycle& cycle) {
  for (const CycleStep& step : cycle.steps) {
    if (!step.is_dwell()) add_slots(machine, step);
  }
  for (std::size_t i = 0; i < cycle.steps.size(); ++i) {
    if (cycle.steps[i].is_dwell()) continue;
    const CycleStep* next = find_next_run(cycle, i + 1);
    if (next == nullptr && cycle.repeats) next = find_next_run(cycle, 0);
    if (next != nullptr) meet(machine, cycle.steps[i], *next);
  }
  number(cycle);
}

void CycleValues::add_slots(const Machine& machine, const CycleStep& step) {
  const Path& path = find_path(machine, step.path);
  const bool is_known = std::any_of(paths_.begin(), paths_.end(),
                                    [&](const Path& one) { return one.name == path.name; });
  if (is_known || !is_open(path)) return;
  for (std::size_t i = 0; i < path.open.size(); ++i) {
    const OpenCoordinate& one = path.open[i];
    const std::size_t first = slots_.size();
    for (std::size_t k = 0; k < one.values.size(); ++k) {
      Slot slot{paths_.size(), i, k, slots_.size(), first, {}};
      if (one.is_given) slot.fixed = one.values[k];
      slots_.push_back(slot);
    }
  }
  paths_.push_back(path);
}

std::size_t CycleValues::find_last(std::size_t Slot::*next, std::size_t slot) const {
  while (slots_[slot].*next != slot) slot = slots_[slot].*next;
  return slot;
}

// The value that a path's open coordinate has at p, if it is one: a constant is everywhere.
std::optional<std::size_t> CycleValues::find_slot(const Machine& machine, const CycleStep& step,
                                                  double p, const std::string& name) const {
  const double p_max = find_path(machine, step.path).p_max;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Path& path = paths_[slots_[i].path];
    const OpenCoordinate& open = path.open[slots_[i].coordinate];
    if (path.name != step.path || open.name != name) continue;
    if (open.values.size() == 1 || is_zero(p, p_max, round_off::kSame)) return i;
    if (is_zero(p - p_max, p_max, round_off::kSame)) return i + open.values.size() - 1;
    return std::nullopt;
  }
  return std::nullopt;
}

void CycleValues::meet(const Machine& machine, const CycleStep& before, const CycleStep& after) {
  for (const auto& [step, p, other, other_p] :
       {std::tuple{&before, before.to, &after, after.from},
        std::tuple{&after, after.from, &before, before.to}}) {
    for (const OpenCoordinate& open : find_path(machine, step->path).open) {
      const auto slot = find_slot(machine, *step, p, open.name);
      if (slot) meet(machine, *slot, *other, other_p);
    }
  }
}

void CycleValues::meet(const Machine& machine, std::size_t slot, const CycleStep& other, double p) {
  const std::string name = paths_[slots_[slot].path].open[slots_[slot].coordinate].name;
  const Path& path = find_path(machine, other.path);
  if (const auto there = find_slot(machine, other, p, name)) {
    const std::size_t a = find_root(slot), b = find_root(*there);
    if (!slots_[a].fixed) slots_[a].fixed = slots_[b].fixed;
    slots_[b].same_as = a;
    slots_[find_link(*there)].linked_to = find_link(slot);
    return;
  }
  const bool is_open_there = std::any_of(path.open.begin(), path.open.end(),
                                         [&](const auto& open) { return open.name == name; });
  if (is_open_there) return;  // between its values
  const auto fixed = find_prescribed(machine, path, p, name);
  if (fixed) slots_[find_root(slot)].fixed = *fixed;
}

// What is searched: each root that is not fixed, within all ranges of what it stands for. Those of
// one group are linked, and so the same among constants.
void CycleValues::number(const Cycle& cycle) {
  std::map<std::size_t, std::size_t> groups;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (find_root(i) != i || slots_[i].fixed) continue;
    const std::size_t group = groups.try_emplace(find_link(i), groups.size()).first->second;
    slots_[i].number = values_.size();
    values_.push_back({{-kInfinity, kInfinity}, group});
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const std::size_t root = find_root(i);
    if (slots_[root].fixed) continue;
    const OpenCoordinate& open = paths_[slots_[i].path].open[slots_[i].coordinate];
    Interval& range = values_[slots_[root].number].range;
    range = {std::max(range.low, open.range.low), std::min(range.high, open.range.high)};
    if (range.low <= range.high) continue;
    throw InputError(cycle.place,
                     fmt::format("'{}' of path '{}' meets that of another step within no common "
                                 "range",
                                 open.name, paths_[slots_[i].path].name),
                     "expected ranges that overlap");
  }
  if (groups.size() <= kMostGroups) return;
  throw InputError(
      cycle.place,
      fmt::format("the paths of cycle '{}' leave {} coordinates open that do not meet", cycle.name,
                  groups.size()),
      fmt::format("expected at most {} to choose, and values of the others", kMostGroups));
}

double CycleValues::find_value(std::size_t slot, const std::vector<double>& values) const {
  const Slot& root = slots_[find_root(slot)];
  return root.fixed ? *root.fixed : values[root.number];
}

void CycleValues::fill(const std::vector<double>& values, Machine& machine) const {
  for (Path& path : machine.paths) {
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (paths_[i].name != path.name) continue;
      std::vector<std::vector<double>> all;
      for (const OpenCoordinate& open : path.open) all.push_back(open.values);
      for (std::size_t k = 0; k < slots_.size(); ++k) {
        if (slots_[k].path != i) continue;
        all[slots_[k].coordinate][slots_[k].value] = find_value(k, values);
      }
      path = inside::fill(path, all);
      break;
    }
  }
  for (Machine& one : machine.loaded) fill(values, one);
}

Machine CycleValues::fill_in(const Machine& machine, const std::vector<double>& values) const {
  Machine filled = machine;
  fill(values, filled);
  return filled;
}

std::vector<ParameterOverride> CycleValues::list_settings(const std::vector<double>& values) const {
  std::vector<ParameterOverride> settings;
  std::size_t next = 0;
  for (const Path& path : paths_) {
    for (OpenCoordinate open : path.open) {
      for (double& value : open.values) value = find_value(next++, values);
      if (!open.is_given) settings.push_back({path.name + "." + open.name, spell_values(open)});
    }
  }
  return settings;
}

}  // namespace choice
}  // namespace globaldyn::inside
