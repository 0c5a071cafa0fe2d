#include "explore/curve_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/constants.h"
#include "core/description/quantities.h"
#include "explore/closing_points.h"
#include "explore/file_places.h"

namespace globaldyn::inside::explore {
namespace {

// A page with more handles than these helps nobody.
constexpr std::size_t kMostPoints = 60;

struct PointKind {
  const char* pattern;  // below a path's position
  const char* label;    // {} is the item's number from 1
};

constexpr PointKind kPointKinds[] = {
    {"circle/center", "centre"},
    {"rose/center", "centre"},
    {"line/from", "from"},
    {"line/to", "to"},
    {"polyline/points/#", "point {}"},
    {"spline/points/#", "point {}"},
    {"pieces/start", "start"},
    {"pieces/then/#/line", "line {}"},
    {"pieces/then/#/arc/to", "arc {} to"},
    {"pieces/then/#/arc/through", "arc {} through"},
    {"pieces/then/#/arc/center", "arc {} centre"},
};

// Beside the place where the tool begins, which would hide the end of the radius.
constexpr double kBesideStart = kPi / 4.0;

std::string call_point(const std::string& path, const char* label, const FilePlace& at) {
  const std::size_t number = at.words.empty() ? 0 : std::stoul(at.words.back()) + 1;
  return path + " " + fmt::format(fmt::runtime(label), number);
}

// Without what says how a corner is rounded.
std::vector<Node> list_numbers(const Node& list) {
  std::vector<Node> numbers;
  for (const Node& item : list.items()) {
    if (item.is_scalar() && numbers.size() < 3) numbers.push_back(item);
  }
  return numbers;
}

void add_radius(const Node& position, const std::string& path, const char* curve, const char* key,
                double at, std::vector<CurvePoint>& points) {
  const auto node = position.find(curve);
  const auto radius = node && node->is_map() ? node->find(key) : std::nullopt;
  if (!radius || !radius->is_scalar()) return;
  const auto centre = node->find("center");
  points.push_back(
      {.label = path + " " + key,
       .path = path,
       .place = fmt::format("paths/{}/position/{}/{}", path, curve, key),
       .numbers = {*radius},
       .centre = centre && centre->is_sequence() ? list_numbers(*centre) : std::vector<Node>{},
       .radius_at = at});
}

// Of formulas the start, which parameters may move; of a table as well, which none does.
void add_start(const Node& position, const std::string& path, std::vector<CurvePoint>& points) {
  const bool is_table = position.find("csv").has_value();
  points.push_back({.label = path + " start",
                    .path = path,
                    .place = "",
                    .radius_at = 0.0,
                    .fixed = is_table ? "the points of this path are in a table" : ""});
}

std::optional<Node> find_position(const Node& root, const std::string& path) {
  const auto paths = root.find("paths");
  const auto own = paths ? paths->find(path) : std::nullopt;
  return own && own->is_map() ? own->find("position") : std::nullopt;
}

// The path whose p is that of the curve, also where it has a law of motion.
const Path* find_curve(const Machine& machine, const std::string& name) {
  const auto found = std::find_if(machine.paths.begin(), machine.paths.end(),
                                  [&](const Path& one) { return one.name == name; });
  if (found == machine.paths.end()) return nullptr;
  return found->given ? found->given->path.get() : &*found;
}

bool prescribes(const Path& path, int axis) {
  return std::any_of(path.coordinates.begin(), path.coordinates.end(), [&](const auto& one) {
    return one.kind == TaskCoordinate::Kind::position && one.index == axis;
  });
}

}  // namespace

std::vector<CurvePoint> list_curve_points(const Node& root, const std::string& path) {
  std::vector<CurvePoint> points;
  const auto position = find_position(root, path);
  if (!position || !position->is_map()) return points;
  std::set<std::string> ends;
  for (const auto& [first, last] : find_closing_points(root)) ends.insert(last);
  for (const PointKind& kind : kPointKinds) {
    const std::vector<FilePlace> found = find_places(*position, kind.pattern, kMostPoints + 1);
    if (found.size() > kMostPoints) continue;
    for (const FilePlace& at : found) {
      const std::string place = fmt::format("paths/{}/position/{}", path, at.place);
      if (!at.node.is_sequence() || ends.contains(place)) continue;
      points.push_back({.label = call_point(path, kind.label, at),
                        .path = path,
                        .place = place,
                        .numbers = list_numbers(at.node)});
    }
  }
  add_radius(*position, path, "circle", "radius", kBesideStart, points);
  add_radius(*position, path, "rose", "r0", 0.0, points);
  if (points.empty()) add_start(*position, path, points);
  return points;
}

WrittenPlace find_written_place(const CurvePoint& point, const Machine& machine) {
  WrittenPlace place;
  const Path* path = find_curve(machine, point.path);
  if (path == nullptr) return place;
  if (point.radius_at) {
    const Task task = path->task(*point.radius_at);
    for (int k = 0; k < task.size(); ++k) {
      const TaskCoordinate& one = task.coordinates[static_cast<std::size_t>(k)];
      if (one.kind != TaskCoordinate::Kind::position) continue;
      place[static_cast<std::size_t>(one.index)] = task.target.value(k);
    }
    return place;
  }
  for (std::size_t axis = 0; axis < point.numbers.size(); ++axis) {
    if (!prescribes(*path, static_cast<int>(axis))) continue;
    place[axis] = read_number(point.numbers[axis], dimension::length, machine.parameters);
  }
  return place;
}

}  // namespace globaldyn::inside::explore
