#include "explore/file_numbers.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>

#include "core/description/document.h"
#include "core/expression/formula_quantity.h"
#include "core/expression/unit_product.h"
#include "explore/closing_points.h"
#include "explore/file_places.h"
#include "globaldyn/machine/own_units.h"

namespace globaldyn::inside::explore {
namespace {

// A page is not to have more fields of a kind than somebody can look through, of a path or drive
// and such, nor of all of them.
constexpr std::size_t kMostNumbers = 90;
constexpr std::size_t kMostOfAll = 600;

// What a bare number is in.
enum class Measure {
  place,  // of a path: any number, m
  length,
  mass,
  time,
  power,
  share,
  force,  // of a load, any number
  torque,
  drive_force,
  drive_speed,
  drive_acceleration,
  drive_jerk,
  drive_rate,
};

// A kind of numbers: where they stand, and how one is called by what stands for the wildcards.
struct NumberKind {
  const char* pattern;
  Measure measure;
  const char* label;
};

// {0} is the first wildcard; of items also their number from 1, {n0}, and an axis, {x0}.
constexpr NumberKind kNumberKinds[] = {
    {"paths/*/position/circle/center/#", Measure::place, "centre {x1}"},
    {"paths/*/position/circle/radius", Measure::length, "radius"},
    {"paths/*/position/rose/center/#", Measure::place, "centre {x1}"},
    {"paths/*/position/rose/r0", Measure::length, "r0"},
    {"paths/*/position/line/from/#", Measure::place, "from {x1}"},
    {"paths/*/position/line/to/#", Measure::place, "to {x1}"},
    {"paths/*/position/polyline/points/#/#", Measure::place, "point {n1} {x2}"},
    {"paths/*/position/spline/points/#/#", Measure::place, "point {n1} {x2}"},
    {"paths/*/position/pieces/start/#", Measure::place, "start {x1}"},
    {"paths/*/position/pieces/then/#/line/#", Measure::place, "line {n1} {x2}"},
    {"paths/*/position/pieces/then/#/arc/to/#", Measure::place, "arc {n1} to {x2}"},
    {"paths/*/position/pieces/then/#/arc/through/#", Measure::place, "arc {n1} through {x2}"},
    {"paths/*/position/pieces/then/#/arc/center/#", Measure::place, "arc {n1} centre {x2}"},
    {"paths/*/stops/#/for", Measure::time, "stop {n1}"},
    {"drives/*/limits", Measure::drive_force, "{0} limits"},
    {"drives/*/limits/#", Measure::drive_force, "{0} limit {n1}"},
    {"drives/*/rated", Measure::drive_force, "{0} rated"},
    {"drives/*/max_speed", Measure::drive_speed, "{0} max_speed"},
    {"drives/*/max_acceleration", Measure::drive_acceleration, "{0} max_acceleration"},
    {"drives/*/max_jerk", Measure::drive_jerk, "{0} max_jerk"},
    {"drives/*/power", Measure::power, "{0} power"},
    {"drives/*/rate", Measure::drive_rate, "{0} rate"},
    {"drives/*/brake", Measure::drive_force, "{0} brake"},
    {"drives/*/speed_line/stall", Measure::drive_force, "{0} stall"},
    {"drives/*/speed_line/no_load_speed", Measure::drive_speed, "{0} no_load_speed"},
    {"supply/power", Measure::power, "supply power"},
    {"supply/back", Measure::power, "supply back"},
    {"supply/recovers", Measure::share, "supply recovers"},
    {"loads/payload/mass", Measure::mass, "payload mass"},
    {"loads/tool_wrench/force/#", Measure::force, "tool force {x0}"},
    {"loads/tool_wrench/torque/#", Measure::torque, "tool torque {x0}"},
    {"load_cases/*/payload/mass", Measure::mass, "{0}: payload mass"},
    {"load_cases/*/tool_wrench/force/#", Measure::force, "{0}: tool force {x1}"},
    {"load_cases/*/tool_wrench/torque/#", Measure::torque, "{0}: tool torque {x1}"},
    {"cycles/*/period", Measure::time, "period"},
    {"cycles/*/steps/#/dwell", Measure::time, "step {n1} dwell"},
};

std::string call_number(const NumberKind& kind, const std::vector<std::string>& words) {
  fmt::dynamic_format_arg_store<fmt::format_context> arguments;
  for (const std::string& word : words) arguments.push_back(word);
  std::vector<std::string> names, texts;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_item =
        !words[i].empty() && std::all_of(words[i].begin(), words[i].end(), ::isdigit);
    const std::size_t n = is_item ? std::stoul(words[i]) : 0;
    names.insert(names.end(), {fmt::format("n{}", i), fmt::format("x{}", i)});
    texts.insert(texts.end(),
                 {std::to_string(n + 1), std::string(1, "xyz"[std::min<std::size_t>(n, 2)])});
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    arguments.push_back(fmt::arg(names[i].c_str(), texts[i]));
  }
  return fmt::vformat(kind.label, arguments);
}

// A drive of this name, or the first of those that a pattern of this name stands for.
const Drive* find_drive_of(const std::string& key, const Machine& machine) {
  const std::string stem = key.substr(0, key.find("{i}"));
  for (const Drives* list : {&machine.mechanism.drives, &machine.off}) {
    for (const Drive& one : *list) {
      if (one.name == key) return &one;
      const bool is_member = one.name.size() > stem.size() && one.name.starts_with(stem) &&
                             std::isdigit(static_cast<unsigned char>(one.name[stem.size()])) != 0;
      if (is_member) return &one;
    }
  }
  return nullptr;
}

std::string find_bare_unit(const NumberKind& kind, const std::string& key, const Machine& machine) {
  const Drive* drive = kind.measure >= Measure::drive_force ? find_drive_of(key, machine) : nullptr;
  const bool turns = drive != nullptr && drive->rotary_motor;
  switch (kind.measure) {
    case Measure::place:
    case Measure::length:
      return "m";
    case Measure::mass:
      return "kg";
    case Measure::time:
      return "s";
    case Measure::power:
      return "W";
    case Measure::share:
      return "1";
    case Measure::force:
      return "N";
    case Measure::torque:
      return "N m";
    case Measure::drive_force:
      return turns ? "N m" : "N";
    case Measure::drive_speed:
      return turns ? "rad/s" : "m/s";
    case Measure::drive_acceleration:
      return turns ? "rad/s^2" : "m/s^2";
    case Measure::drive_jerk:
      return turns ? "rad/s^3" : "m/s^3";
    case Measure::drive_rate:
      return turns ? "N m/s" : "N/s";
  }
  return "";
}

bool has_any_sign(const NumberKind& kind, const std::string& place) {
  const bool is_end = place.find("/limits/") != std::string::npos;
  return kind.measure == Measure::place || kind.measure == Measure::force ||
         kind.measure == Measure::torque || is_end;
}

// The unit that its own one is of, which says more than a dimension does.
QuantityUnit find_unit(const Node& node, const std::string& own, const std::string& bare) {
  if (own.empty()) return bare;
  const auto kind = find_quantity(node.text(), node.place(),
                                  [](const std::string&) { return std::optional<UnitKind>(); });
  return kind ? QuantityUnit(name_si_unit(*kind)) : QuantityUnit(bare);
}

const char* find_group(const NumberKind& kind) {
  const std::string pattern = kind.pattern;
  for (const auto& [begin, group] : {std::pair{"paths", "path"},
                                     {"drives", "drives"},
                                     {"supply", "drives"},
                                     {"cycles", "cycle"}}) {
    if (pattern.starts_with(begin)) return group;
  }
  return "loads";
}

// The path or cycle that it is of, and for a path the cycles along it.
std::vector<std::string> find_courses(const NumberKind& kind, const FilePlace& at,
                                      const Machine& machine) {
  const std::string group = find_group(kind);
  if (group != "path" && group != "cycle") return {};
  std::vector<std::string> courses{at.words.front()};
  if (group == "cycle") return courses;
  for (const Cycle& cycle : machine.cycles) {
    const bool goes =
        std::any_of(cycle.steps.begin(), cycle.steps.end(),
                    [&](const CycleStep& one) { return one.path == courses.front(); });
    if (goes) courses.push_back(cycle.name);
  }
  return courses;
}

FileNumber make_number(const NumberKind& kind, const FilePlace& at, const Machine& machine) {
  FileNumber number{.place = at.place, .also = {}, .own_unit = find_own_unit(at.node).value_or("")};
  const Expression value = Expression::parse(at.node.text(), at.node.place(), units_only());
  Movable& movable = number.movable;
  movable.name = at.place;
  movable.label = call_number(kind, at.words);
  movable.group = find_group(kind);
  movable.courses = find_courses(kind, at, machine);
  movable.unit = find_unit(at.node, number.own_unit,
                           find_bare_unit(kind, at.words.empty() ? "" : at.words[0], machine));
  movable.original = value.evaluate();
  if (!has_any_sign(kind, at.place)) movable.min = 0.0;
  if (kind.measure == Measure::share) movable.max = 1.0;
  return number;
}

// A cycle without a period may be given one.
void add_periods(const Machine& machine, std::vector<FileNumber>& numbers) {
  for (const Cycle& cycle : machine.cycles) {
    if (cycle.period) continue;
    FileNumber number{
        .place = "cycles/" + cycle.name + "/period", .own_unit = "s", .is_there = false};
    number.movable = {.name = number.place,
                      .label = "period",
                      .group = "cycle",
                      .courses = {cycle.name},
                      .unit = "s",
                      .description = "empty: as short as possible",
                      .original = std::numeric_limits<double>::quiet_NaN(),
                      .min = 0.0};
    numbers.push_back(std::move(number));
  }
}

// The last point of a closed path is its first.
void join_closing_points(const Node& root, std::vector<FileNumber>& numbers) {
  for (const auto& [first, last] : find_closing_points(root)) {
    std::erase_if(numbers,
                  [end = last + "/"](const FileNumber& one) { return one.place.starts_with(end); });
    for (FileNumber& one : numbers) {
      if (one.place.starts_with(first + "/")) one.also = last + one.place.substr(first.size());
    }
  }
}

void keep_writable(const Machine& machine, std::vector<FileNumber>& numbers) {
  std::vector<std::string> places;
  for (const FileNumber& one : numbers) places.push_back(one.place);
  const std::vector<bool> can = find_writable({machine.text, machine.file}, places);
  std::size_t i = 0;
  std::erase_if(numbers, [&](const FileNumber&) { return !can[i++]; });
}

}  // namespace

bool is_number(const Node& scalar) {
  if (!scalar.is_scalar()) return false;
  if (find_own_unit(scalar)) return true;
  const std::string text = scalar.text();
  std::size_t read = 0;
  try {
    if (!std::isfinite(std::stod(text, &read))) return false;
  } catch (const std::exception&) {
    return false;
  }
  return read == text.size();
}

namespace {

// Those of a kind: of a path and the like that has too many of them, none.
std::vector<FilePlace> find_places_of(const NumberKind& kind, const Node& root) {
  std::vector<FilePlace> found = find_places(root, kind.pattern, kMostNodes);
  std::map<std::string, std::size_t> counts;
  const auto owner = [](const FilePlace& at) { return at.words.empty() ? "" : at.words.front(); };
  for (const FilePlace& at : found) ++counts[owner(at)];
  std::vector<FilePlace> kept;
  for (const FilePlace& at : found) {
    if (counts[owner(at)] <= kMostNumbers) kept.push_back(at);
  }
  return kept;
}

}  // namespace

std::vector<FileNumber> list_file_numbers(const Machine& machine) {
  std::vector<FileNumber> numbers;
  const Node root = parse_document(machine.text, machine.file);
  for (const NumberKind& kind : kNumberKinds) {
    for (const FilePlace& at : find_places_of(kind, root)) {
      if (numbers.size() == kMostOfAll) break;
      if (is_number(at.node)) numbers.push_back(make_number(kind, at, machine));
    }
  }
  join_closing_points(root, numbers);
  keep_writable(machine, numbers);
  add_periods(machine, numbers);
  return numbers;
}

std::string write_number(const FileNumber& number, double value) {
  if (number.own_unit.empty()) return fmt::format("{}", value);
  if (const auto text = write_in_unit(number.own_unit, value)) return *text;
  return make_override("", {value, number.movable.unit}).text;
}

}  // namespace globaldyn::inside::explore
