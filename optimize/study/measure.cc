#include "optimize/study/measure.h"

#include <algorithm>

#include "core/expression/unit_product.h"
#include "globaldyn/criteria/registry/registry.h"
#include "globaldyn/maps/request/columns.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

template <class Item>
std::optional<std::size_t> find_place(const std::vector<Item>& items, const std::string& name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.name == name; });
  if (found == items.end()) return std::nullopt;
  return static_cast<std::size_t>(found - items.begin());
}

const Criterion* find_pose_criterion(const std::string& name) {
  const Criterion* criterion = find_criterion(name);
  return criterion != nullptr && criterion->of_pose() != nullptr ? criterion : nullptr;
}

std::optional<ReductionKind> find_take(const std::string& name) {
  for (const ReductionKind kind : {ReductionKind::min, ReductionKind::max, ReductionKind::mean}) {
    if (name == to_string(kind)) return kind;
  }
  return std::nullopt;
}

void take_path_criterion(const Machine& machine, const std::string& name, const SourcePlace& place,
                         Measure& measure) {
  std::vector<PathCriterion> found =
      find_path_criteria(name, machine.mechanism, machine.off, machine.formulas, place);
  if (found.size() > 1) {
    throw InputError(place, "'" + name + "' has a value for each drive",
                     "expected one of them, such as '" + found.front().name + "'");
  }
  measure.criterion = std::move(found.front());
  measure.unit = measure.criterion.unit;
  measure.has_dimension = measure.criterion.has_dimension;
  measure.dimension = measure.criterion.dimension;
}

Measure find_of_path(const Machine& machine, std::size_t path, const std::string& rest,
                     const SourcePlace& place) {
  Measure measure;
  measure.place = path;
  const std::size_t dot = rest.find('.');
  const std::string name = rest.substr(0, dot);
  if (const Criterion* criterion = find_pose_criterion(name)) {
    const auto take = dot == std::string::npos ? std::nullopt : find_take(rest.substr(dot + 1));
    if (!take) {
      throw InputError(place, "'" + rest + "' of a path",
                       "expected " + name + ".min, " + name + ".max or " + name + ".mean");
    }
    measure.kind = Measure::Kind::of_path_poses;
    measure.pose_criterion = {name, criterion, {}};
    measure.reduction.kind = *take;
    measure.unit = criterion->unit;
    measure.has_dimension = true;
    measure.dimension = criterion->dimension;
    return measure;
  }
  take_path_criterion(machine, rest, place, measure);
  if (find_needs(measure.criterion, machine.formulas).tracking) require_error_cases(machine, place);
  return measure;
}

Measure find_of_cycle(const Machine& machine, std::size_t cycle, const std::string& name,
                      const SourcePlace& place) {
  Measure measure{.kind = Measure::Kind::of_cycle, .place = cycle};
  take_path_criterion(machine, name, place, measure);
  if (is_of_cycles(find_needs(measure.criterion, machine.formulas))) return measure;
  throw InputError(place, "'" + name + "' of a cycle",
                   "expected a criterion of the fastest motion: time, energy, or one of forces, "
                   "speeds and powers");
}

Measure find_of_map(const Machine& machine, std::size_t map, const std::string& rest,
                    const SourcePlace& place) {
  const MapDescription& description = machine.maps[map];
  const auto found = find_place(description.reductions, rest);
  if (!found) {
    std::vector<std::string> names;
    for (const ReductionRequest& one : description.reductions) names.push_back(one.name);
    throw InputError(place, "map '" + description.name + "' has no reduction '" + rest + "'",
                     names.empty() ? "expected 'reductions' of the map in the machine file"
                                   : suggest_name(rest, names));
  }
  Measure measure;
  measure.kind = Measure::Kind::of_map;
  measure.place = map;
  measure.reduction = description.reductions[*found];
  const auto columns = list_columns(description.criteria, description.patterns);
  const auto column = std::find_if(columns.begin(), columns.end(), [&](const MapColumnPlan& one) {
    return one.name == measure.reduction.column;
  });
  measure.unit = find_reduction_unit(description.axes, *column->criterion, measure.reduction.kind);
  measure.has_dimension = true;
  if (measure.reduction.kind < ReductionKind::share) {
    measure.dimension = column->criterion->dimension;
  } else if (const auto unit = try_unit(measure.unit.si)) {
    measure.dimension = unit->dimension;
  }
  return measure;
}

Measure find_of_machine(const std::string& name, const SourcePlace& place) {
  Measure measure;
  measure.kind = Measure::Kind::of_machine;
  measure.named_at = place;
  const Criterion* criterion = find_criterion(name);
  if (criterion == nullptr || criterion->of_machine() == nullptr) return measure;
  measure.of_machine = criterion;
  measure.unit = criterion->unit;
  measure.has_dimension = true;
  measure.dimension = criterion->dimension;
  return measure;
}

}  // namespace

Measure find_measure(const Machine& machine, const std::string& name, const SourcePlace& place) {
  const std::size_t dot = name.find('.');
  const std::string of = name.substr(0, dot);
  const std::string rest = dot == std::string::npos ? "" : name.substr(dot + 1);
  Measure measure;
  if (const auto path = find_place(machine.paths, of)) {
    measure = find_of_path(machine, *path, rest, place);
  } else if (const auto cycle = find_place(machine.cycles, of)) {
    measure = find_of_cycle(machine, *cycle, rest, place);
  } else if (const auto map = find_place(machine.maps, of)) {
    measure = find_of_map(machine, *map, rest, place);
  } else if (of == "machine") {
    measure = find_of_machine(rest, place);
  } else {
    std::vector<std::string> names;
    for (const Path& one : machine.paths) names.push_back(one.name);
    for (const Cycle& one : machine.cycles) names.push_back(one.name);
    for (const MapDescription& one : machine.maps) names.push_back(one.name);
    throw InputError(
        place, "'" + name + "': the machine has no path, cycle or map '" + of + "'",
        names.empty() ? "expected 'paths' or 'maps' in its file" : suggest_name(of, names));
  }
  measure.name = name;
  return measure;
}

void require_known(const std::vector<Measure>& measures) {
  for (const Measure& one : measures) {
    if (one.kind != Measure::Kind::of_machine || one.of_machine != nullptr) continue;
    const std::string name = one.name.substr(one.name.find('.') + 1);
    std::vector<std::string> names;
    for (const Criterion& each : list_criteria()) {
      if (each.of_machine() != nullptr) names.push_back(each.name);
    }
    throw InputError(one.named_at, "'" + name + "' of the machine as a whole",
                     names.empty() ? "expected a criterion that a program in C++ or Python has "
                                     "added: this study is run by that program alone"
                                   : suggest_name(name, names));
  }
}

}  // namespace study
}  // namespace globaldyn::inside
