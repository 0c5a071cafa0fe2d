#include "globaldyn/maps/request/read_patterns.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace maps {
namespace {

constexpr int kMostPaths = 1000;

// Directions spread evenly: both ways along a line, around a plane, over a sphere (Fibonacci).
std::vector<Vector3d> spread_directions(int count, const std::vector<int>& axes) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  std::vector<Vector3d> directions;
  for (int i = 0; i < count; ++i) {
    Vector3d direction = Vector3d::Zero();
    if (axes.size() == 1) {
      direction(axes[0]) = i % 2 == 0 ? 1.0 : -1.0;
    } else if (axes.size() == 2) {
      direction(axes[0]) = std::cos(kTurn * i / count);
      direction(axes[1]) = std::sin(kTurn * i / count);
    } else {
      const double height = 1.0 - (2.0 * i + 1.0) / count;
      const double around = kTurn * i / std::numbers::phi;
      const double radius = std::sqrt(1.0 - height * height);
      direction = Vector3d(radius * std::cos(around), radius * std::sin(around), height);
    }
    directions.push_back(direction);
  }
  return directions;
}

std::vector<Vector3d> read_directions(const Node& node, const Parameters& parameters,
                                      const std::vector<int>& axes) {
  if (node.is_scalar()) {
    const int least = axes.size() == 3 ? 4 : 1;
    const int most = axes.size() == 1 ? 2 : kMostPaths;
    return spread_directions(read_count(node, parameters, least, most), axes);
  }
  std::vector<Vector3d> directions;
  for (const Node& item : node.items()) {
    const Vector3d direction = read_direction(item, parameters);
    for (int axis = 0; axis < 3; ++axis) {
      const bool is_prescribed = std::find(axes.begin(), axes.end(), axis) != axes.end();
      if (!is_prescribed && direction(axis) != 0.0) {
        item.fail("a direction that the map does not prescribe",
                  "expected one along the position's coordinates of the map");
      }
    }
    directions.push_back(direction);
  }
  if (directions.empty()) node.fail("no direction", "expected at least one");
  return directions;
}

void read_lines(const Node& node, const Parameters& parameters, const std::vector<int>& axes,
                PatternDescription& pattern) {
  pattern.kind = PatternDescription::Kind::lines;
  if (!node.is_map()) {
    pattern.directions = read_directions(node, parameters, axes);
    return;
  }
  node.allow_only({"directions", "length", "samples"});
  pattern.directions = read_directions(node.require("directions"), parameters, axes);
  if (const auto length = node.find("length")) {
    pattern.length = read_positive(*length, dimension::length, parameters, "length");
    pattern.samples = 5;
  }
  if (const auto samples = node.find("samples")) {
    if (pattern.length == 0.0)
      samples->fail("'samples' of a line without 'length'", "expected both");
    pattern.samples = read_count(*samples, parameters, 2, kMostPaths);
  }
}

std::pair<int, int> read_plane(const Node& node, const std::vector<int>& axes) {
  static const std::vector<std::string> names{"xy", "yz", "zx", "yx", "zy", "xz"};
  const std::string& name = names[node.read_choice(names)];
  const std::pair plane{name[0] - 'x', name[1] - 'x'};
  for (const int axis : {plane.first, plane.second}) {
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) {
      node.fail("a plane that the map does not prescribe",
                "expected one of the position's coordinates of the map");
    }
  }
  return plane;
}

void read_circle(const Node& node, const Parameters& parameters, const std::vector<int>& axes,
                 PatternDescription& pattern) {
  node.allow_only({"radius", "planes", "samples"});
  pattern.kind = PatternDescription::Kind::circle;
  pattern.radius = read_positive(node.require("radius"), dimension::length, parameters, "radius");
  pattern.samples = 12;
  if (const auto samples = node.find("samples")) {
    pattern.samples = read_count(*samples, parameters, 1, kMostPaths);
  }
  if (const auto planes = node.find("planes")) {
    for (const Node& item : planes->items()) pattern.planes.push_back(read_plane(item, axes));
  } else if (axes.size() == 2) {
    pattern.planes.emplace_back(axes[0], axes[1]);
  }
  if (pattern.planes.empty()) node.fail("no plane", "expected 'planes', such as [xy]");
}

PatternDescription read_pattern(const Node& key, const Node& node, const Parameters& parameters,
                                const std::vector<int>& axes) {
  node.allow_only({"lines", "circle", "speed", "description"});
  node.allow_one_of({"lines", "circle"});
  if (axes.empty()) {
    key.fail("a pattern in a map that prescribes no position", "expected x, y or z in the grid");
  }
  PatternDescription pattern;
  pattern.name = read_name(key);
  const auto lines = node.find("lines");
  const auto circle = node.find("circle");
  if (!lines && !circle) node.fail("a pattern without paths", "expected 'lines' or 'circle'");
  if (lines) read_lines(*lines, parameters, axes, pattern);
  if (circle) read_circle(*circle, parameters, axes, pattern);
  if (const auto speed = node.find("speed")) {
    pattern.speed = read_positive(*speed, dimension::speed, parameters, "speed", true);
  }
  return pattern;
}

}  // namespace

std::vector<PatternDescription> read_patterns(const Node& node, const Parameters& parameters,
                                              const std::vector<int>& axes) {
  std::vector<PatternDescription> patterns;
  for (const auto& [key, value] : node.entries()) {
    patterns.push_back(read_pattern(key, value, parameters, axes));
  }
  return patterns;
}

}  // namespace maps
}  // namespace globaldyn::inside
