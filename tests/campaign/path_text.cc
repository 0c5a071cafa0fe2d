#include "tests/campaign/path_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>

namespace globaldyn::inside::test {
namespace {

constexpr std::array kAxes{"x", "y", "z"};

// A default node is null, which counts as present.
YAML::Node make_none() {
  return YAML::Node(YAML::NodeType::Undefined);
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Replaces every word `p` of a formula by another formula.
std::string replace_p(const std::string& text, const std::string& formula) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_alone = text[i] == 'p' && (i == 0 || !is_word(text[i - 1])) &&
                          (i + 1 == text.size() || !is_word(text[i + 1]));
    result += is_alone ? "(" + formula + ")" : std::string(1, text[i]);
  }
  return result;
}

YAML::Node replace_p(const YAML::Node& node, const std::string& formula) {
  if (node.IsScalar()) return YAML::Node(replace_p(node.Scalar(), formula));
  YAML::Node result(node.Type());
  if (node.IsSequence()) {
    for (const YAML::Node& item : node) result.push_back(replace_p(item, formula));
  } else if (node.IsMap()) {
    for (const auto& item : node) {
      result[item.first.Scalar()] = replace_p(item.second, formula);
    }
  }
  return result;
}

// x, y as the plane's axes, or those named; none if they are anything else.
std::optional<std::array<std::size_t, 2>> find_plane(const YAML::Node& curve) {
  if (curve["normal"]) return std::nullopt;
  std::array<std::size_t, 2> plane{0, 1};
  if (!curve["axes"]) return plane;
  for (std::size_t i = 0; i < 2; ++i) {
    const YAML::Node axis = curve["axes"][i];
    if (!axis.IsScalar()) return std::nullopt;
    const auto found = std::find(kAxes.begin(), kAxes.end(), axis.Scalar());
    if (found == kAxes.end()) return std::nullopt;
    plane[i] = static_cast<std::size_t>(found - kAxes.begin());
  }
  return plane;
}

// center + radius (u cos p + v sin p), the radius being a formula as well.
YAML::Node write_turn(const YAML::Node& curve, const std::array<std::size_t, 2>& plane,
                      const std::string& radius) {
  YAML::Node position;
  const YAML::Node center = curve["center"];
  for (std::size_t i = 0; i < center.size(); ++i) {
    std::string formula = "(" + center[i].Scalar() + ")";
    if (i == plane[0]) formula += " + " + radius + "*cos(p)";
    if (i == plane[1]) formula += " + " + radius + "*sin(p)";
    position[kAxes[i]] = formula;
  }
  return position;
}

// The position as formulas in p; none if it cannot be written that way.
YAML::Node to_formulas(const YAML::Node& position) {
  if (const YAML::Node circle = position["circle"]) {
    const auto plane = find_plane(circle);
    if (!plane) return make_none();
    return write_turn(circle, *plane, "(" + circle["radius"].Scalar() + ")");
  }
  if (const YAML::Node rose = position["rose"]) {
    const auto plane = find_plane(rose);
    if (!plane) return make_none();
    return write_turn(rose, *plane,
                      fmt::format("({})*cos(({})*p)", rose["r0"].Scalar(), rose["k"].Scalar()));
  }
  if (const YAML::Node line = position["line"]) {
    YAML::Node result;
    for (std::size_t i = 0; i < line["from"].size(); ++i) {
      const std::string from = line["from"][i].Scalar(), to = line["to"][i].Scalar();
      result[kAxes[i]] = fmt::format("({0}) + p*(({1}) - ({0}))", from, to);
    }
    return result;
  }
  return position["x"] || position["y"] || position["z"] ? YAML::Clone(position) : make_none();
}

bool mentions_p(const YAML::Node& node) {
  if (node.IsScalar()) return replace_p(node.Scalar(), "q") != node.Scalar();
  return std::any_of(node.begin(), node.end(), [&](const auto& item) {
    return mentions_p(node.IsMap() ? item.second : YAML::Node(item));
  });
}

std::vector<YAML::Node> list_items(const YAML::Node& sequence) {
  std::vector<YAML::Node> items;
  for (const YAML::Node& item : sequence) items.push_back(item);
  return items;
}

YAML::Node to_sequence(const std::vector<YAML::Node>& items) {
  YAML::Node sequence(YAML::NodeType::Sequence);
  for (const YAML::Node& item : items) sequence.push_back(YAML::Clone(item));
  return sequence;
}

YAML::Node to_sequence(const std::vector<double>& values) {
  YAML::Node sequence(YAML::NodeType::Sequence);
  for (const double value : values) sequence.push_back(to_exact_text(value));
  return sequence;
}

// The map of a polyline or spline, if the path is one.
YAML::Node find_curve(const YAML::Node& path) {
  const YAML::Node position = path["position"];
  if (!position) return make_none();
  for (const char* kind : {"polyline", "spline"}) {
    if (const YAML::Node curve = position[kind]) return curve;
  }
  return make_none();
}

std::vector<double> read_knots(const YAML::Node& curve) {
  std::vector<double> knots;
  if (!curve["knots"]) return knots;
  for (const YAML::Node& knot : curve["knots"]) knots.push_back(knot.as<double>());
  return knots;
}

// Stops and speed limits of the reversed path.
void mirror_marks(PathText& path) {
  std::reverse(path.stops.begin(), path.stops.end());
  for (PathStop& stop : path.stops) stop.p = path.p_max - stop.p;
  for (PathSpeedLimit& limit : path.speed_limits) {
    limit = {path.p_max - limit.to, path.p_max - limit.from, limit.speed};
  }
}

// The marks of another path, which follows this one at `from`.
void append_marks(const PathText& next, double from, PathText& path) {
  for (const PathStop& stop : next.stops) path.stops.push_back({stop.p + from, stop.duration});
  for (const PathSpeedLimit& limit : next.speed_limits) {
    path.speed_limits.push_back({limit.from + from, limit.to + from, limit.speed});
  }
}

void scale_marks(double factor, PathText& path) {
  for (PathStop& stop : path.stops) stop.p *= factor;
  for (PathSpeedLimit& limit : path.speed_limits) {
    limit = {limit.from * factor, limit.to * factor, limit.speed};
  }
}

// One curve of points after the other, which starts where the first ends. Without knots p is the
// share of the total length.
std::optional<PathText> join(const PathText& first, const PathText& second) {
  PathText result{YAML::Clone(first.node), first.p_max + second.p_max, first.stops,
                  first.speed_limits};
  append_marks(second, first.p_max, result);
  YAML::Node curve = find_curve(result.node);
  const YAML::Node next = find_curve(second.node);
  if (!curve || !next || has_formulas(first)) return std::nullopt;
  std::vector<YAML::Node> points = list_items(curve["points"]);
  const std::vector<YAML::Node> more = list_items(next["points"]);
  points.insert(points.end(), more.begin() + 1, more.end());
  curve["points"] = to_sequence(points);
  std::vector<double> knots = read_knots(curve);
  if (knots.empty()) {
    scale_marks(1.0 / result.p_max, result);
    result.p_max = 1.0;
    return result;
  }
  const std::vector<double> more_knots = read_knots(next);
  for (std::size_t i = 1; i < more_knots.size(); ++i) {
    knots.push_back(first.p_max + more_knots[i]);
  }
  curve["knots"] = to_sequence(knots);
  return result;
}

// A line as a polyline of one piece, other paths as they are.
PathText to_points(const PathText& path) {
  PathText result{YAML::Clone(path.node), path.p_max, path.stops, path.speed_limits};
  const YAML::Node position = path.node["position"];
  const YAML::Node line = position ? position["line"] : make_none();
  if (!line) return result;
  YAML::Node curve;
  curve["points"] = to_sequence(std::vector<YAML::Node>{line["from"], line["to"]});
  result.node["position"] = YAML::Node();
  result.node["position"]["polyline"] = curve;
  return result;
}

void write_marks(const PathText& path, YAML::Node& node) {
  node.remove("stops");
  node.remove("speed_limit");
  for (const PathStop& stop : path.stops) {
    YAML::Node mark;
    mark["at"] = to_exact_text(stop.p);
    mark["for"] = to_exact_text(stop.duration) + " s";
    node["stops"].push_back(mark);
  }
  for (const PathSpeedLimit& limit : path.speed_limits) {
    YAML::Node mark;
    mark["from"] = to_exact_text(limit.from);
    mark["to"] = to_exact_text(limit.to);
    mark["limit"] = to_exact_text(limit.speed) + " m/s";
    node["speed_limit"].push_back(mark);
  }
}

void set_p_max(PathText& path, double p_max) {
  path.p_max = p_max;
  path.node["p_max"] = to_exact_text(p_max);
}

}  // namespace

std::string to_exact_text(double value) {
  return fmt::format("{}", value);
}

PathText make_path_text(const YAML::Node& node, const Path& path) {
  PathText result{YAML::Clone(node), path.p_max, path.stops, path.speed_limits};
  result.node.remove("description");
  return result;
}

std::string write(const PathText& path) {
  YAML::Node node = YAML::Clone(path.node);
  write_marks(path, node);
  YAML::Emitter out;
  out.SetMapFormat(YAML::Flow);
  out.SetSeqFormat(YAML::Flow);
  out << node;
  // The emitter breaks long lines, which flow style allows, but not at the left margin.
  std::string text;
  for (const char c : std::string(out.c_str())) {
    text += c;
    if (c == '\n') text += "    ";
  }
  return text;
}

std::optional<PathText> substitute(const PathText& path, const std::string& formula, double p_max) {
  PathText result{YAML::Clone(path.node), p_max, {}, {}};
  if (const YAML::Node position = path.node["position"]) {
    const YAML::Node formulas = to_formulas(position);
    if (!formulas) return std::nullopt;
    result.node["position"] = replace_p(formulas, formula);
  }
  for (const char* part : {"orientation", "joints", "drives"}) {
    if (path.node[part]) result.node[part] = replace_p(path.node[part], formula);
  }
  set_p_max(result, p_max);
  return result;
}

std::vector<YAML::Node> list_points(const PathText& path) {
  const PathText points = to_points(path);
  const YAML::Node curve = find_curve(points.node);
  return curve ? list_items(curve["points"]) : std::vector<YAML::Node>{};
}

bool has_formulas(const PathText& path) {
  for (const char* part : {"orientation", "joints", "drives"}) {
    if (path.node[part] && mentions_p(path.node[part])) return true;
  }
  return false;
}

std::optional<PathText> reverse_path(const PathText& path) {
  const std::string formula = to_exact_text(path.p_max) + " - p";
  PathText mirrored = to_points(path);
  mirror_marks(mirrored);
  YAML::Node curve = find_curve(mirrored.node);
  if (!curve) {
    auto result = substitute(path, formula, path.p_max);
    if (!result) return result;
    result->stops = mirrored.stops;
    result->speed_limits = mirrored.speed_limits;
    return result;
  }
  // Nodes are references: swapping them would change the document.
  const std::vector<YAML::Node> points = list_items(curve["points"]);
  curve["points"] = to_sequence(std::vector<YAML::Node>(points.rbegin(), points.rend()));
  std::vector<double> knots = read_knots(curve);
  std::reverse(knots.begin(), knots.end());
  for (double& knot : knots) knot = path.p_max - knot;
  if (!knots.empty()) curve["knots"] = to_sequence(knots);
  for (const char* part : {"orientation", "joints", "drives"}) {
    if (path.node[part]) mirrored.node[part] = replace_p(path.node[part], formula);
  }
  return mirrored;
}

std::optional<PathText> make_round_trip(const PathText& path, double stop) {
  const PathText points = to_points(path);
  if (find_curve(points.node)) {
    const auto back = reverse_path(points);
    auto result = back ? join(points, *back) : std::nullopt;
    if (result && stop > 0.0) {
      result->stops.push_back({0.5 * result->p_max, stop});
      std::sort(result->stops.begin(), result->stops.end(),
                [](const PathStop& a, const PathStop& b) { return a.p < b.p; });
    }
    return result;
  }
  if (!path.speed_limits.empty()) return std::nullopt;
  constexpr double kPi = std::numbers::pi;
  auto result = substitute(path, to_exact_text(path.p_max) + "*sin(p)", kPi);
  if (!result) return result;
  for (const PathStop& at : path.stops) {
    result->stops.push_back({std::asin(at.p / path.p_max), at.duration});
  }
  if (stop > 0.0) result->stops.push_back({0.5 * kPi, stop});
  for (std::size_t i = path.stops.size(); i-- > 0;) {
    const PathStop& at = path.stops[i];
    result->stops.push_back({kPi - std::asin(at.p / path.p_max), at.duration});
  }
  return result;
}

std::optional<PathText> repeat(const PathText& path, int laps) {
  PathText result{YAML::Clone(path.node), path.p_max, path.stops, path.speed_limits};
  if (find_curve(path.node)) {
    std::optional<PathText> all = result;
    const bool is_even = read_knots(find_curve(path.node)).empty();
    for (int lap = 1; all && lap < laps; ++lap) {
      // Without knots p starts again each time.
      if (is_even && !(path.stops.empty() && path.speed_limits.empty())) return std::nullopt;
      all = join(*all, path);
    }
    return all;
  }
  for (int lap = 1; lap < laps; ++lap) append_marks(path, lap * path.p_max, result);
  set_p_max(result, laps * path.p_max);
  return result;
}

PathText blend(const PathText& path, double length) {
  PathText result{YAML::Clone(path.node), path.p_max, path.stops, path.speed_limits};
  find_curve(result.node)["blend"] = to_exact_text(length) + " m";
  find_curve(result.node)["shape"] = "parabola";
  return result;
}

std::optional<PathText> pass_points(const PathText& path, const Path& read,
                                    const std::vector<double>& knots, bool is_spline,
                                    bool is_closed) {
  std::vector<Eigen::Index> places;
  for (std::size_t k = 0; k < read.coordinates.size(); ++k) {
    const TaskCoordinate& coordinate = read.coordinates[k];
    if (coordinate.kind != TaskCoordinate::Kind::position) continue;
    if (coordinate.index != static_cast<int>(places.size())) return std::nullopt;
    places.push_back(static_cast<Eigen::Index>(k));
  }
  if (places.size() < 2) return std::nullopt;
  YAML::Node points(YAML::NodeType::Sequence);
  for (std::size_t i = 0; i < knots.size(); ++i) {
    // A closed path ends exactly where it starts.
    const bool is_again = is_closed && i + 1 == knots.size();
    const VectorXd values = read.task(is_again ? knots.front() : knots[i]).target.value;
    std::vector<double> point;
    for (const Eigen::Index place : places) point.push_back(values(place));
    points.push_back(to_sequence(point));
  }
  PathText result{YAML::Clone(path.node), path.p_max, path.stops, path.speed_limits};
  YAML::Node curve;
  curve["points"] = points;
  curve["knots"] = to_sequence(knots);
  if (is_spline && is_closed) curve["closed"] = true;
  result.node["position"] = YAML::Node();
  result.node["position"][is_spline ? "spline" : "polyline"] = curve;
  result.node.remove("p_max");
  result.node.remove("prescribe");
  return result;
}

}  // namespace globaldyn::inside::test
