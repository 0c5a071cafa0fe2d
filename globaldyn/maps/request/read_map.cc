#include "globaldyn/maps/request/read_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/description/read_joints.h"
#include "globaldyn/criteria/pose/compliance.h"
#include "globaldyn/criteria/registry/registry.h"
#include "globaldyn/maps/request/columns.h"
#include "globaldyn/maps/request/map_description.h"
#include "globaldyn/maps/request/read_patterns.h"

namespace globaldyn::inside {
inline namespace maps {
namespace {

using Kind = TaskCoordinate::Kind;

constexpr double kMostCells = 4e6;
constexpr int kMostPoints = 1'000'000;
constexpr int kMostSearches = 100'000;

// x, y, z, phi of the tool, or a joint coordinate.
TaskCoordinate read_coordinate(const Node& key, const Mechanism& mechanism) {
  const std::string name = key.text();
  const auto of_tool = [&](const TaskCoordinate& coordinate) {
    if (!mechanism.tool) key.fail("a tool's coordinate without a tool", "expected 'tool'");
    return coordinate;
  };
  if (name == "x" || name == "y" || name == "z") {
    return of_tool({Kind::position, name[0] - 'x', {}});
  }
  if (name == "phi") return of_tool({Kind::phi, 0, {}});
  return {Kind::joint, 0, find_coordinate(key, mechanism)};
}

const Dimension& dimension_of(bool rotational) {
  return rotational ? dimension::angle : dimension::length;
}

double read_coordinate_value(const Node& node, const Dimension& dimension,
                             const Parameters& parameters) {
  constexpr double kMost = 1e9;
  const double value = read_number(node, dimension, parameters);
  if (std::abs(value) > kMost) node.fail("a coordinate beyond 1e9", "expected one within reach");
  return value;
}

MapAxis read_axis(const Node& key, const Node& node, const Parameters& parameters,
                  const Mechanism& mechanism) {
  MapAxis axis;
  axis.name = key.text();
  axis.coordinate = read_coordinate(key, mechanism);
  axis.rotational = is_rotational(mechanism, axis.coordinate);
  node.allow_only({"from", "to", "count"});
  const Dimension& dimension = dimension_of(axis.rotational);
  axis.from = read_coordinate_value(node.require("from"), dimension, parameters);
  axis.to = read_coordinate_value(node.require("to"), dimension, parameters);
  axis.count = read_count(node.require("count"), parameters, 2, kMostPoints);
  if (!(axis.from < axis.to)) node.fail("'from' not below 'to'", "expected from < to");
  return axis;
}

void read_grid(const Node& node, const Parameters& parameters, const Mechanism& mechanism,
               MapDescription& map) {
  for (const auto& [key, value] : node.entries()) {
    map.axes.push_back(read_axis(key, value, parameters, mechanism));
  }
  if (map.axes.empty() || map.axes.size() > 3) {
    node.fail(std::to_string(map.axes.size()) + " axes", "expected 1 to 3");
  }
}

void refuse_too_many(const Node& node, const MapDescription& map) {
  double cells = static_cast<double>(map.orientations.size());
  for (const MapAxis& axis : map.axes) cells *= axis.count;
  if (cells > kMostCells) node.fail("a map of too many poses", "expected at most 4 million");
}

void read_fixed(const Node& node, const Parameters& parameters, const Mechanism& mechanism,
                MapDescription& map) {
  for (const auto& [key, value] : node.entries()) {
    const TaskCoordinate coordinate = read_coordinate(key, mechanism);
    const auto is_axis = std::any_of(map.axes.begin(), map.axes.end(), [&](const MapAxis& axis) {
      return axis.coordinate == coordinate;
    });
    if (is_axis) key.fail("'" + key.text() + "' is an axis of the grid", "expected it once");
    map.fixed.push_back(
        {coordinate, read_coordinate_value(
                         value, dimension_of(is_rotational(mechanism, coordinate)), parameters)});
  }
}

MapOrientation read_orientation(const Node& node, const Parameters& parameters,
                                const Mechanism& mechanism) {
  if (!mechanism.tool) node.fail("an orientation without a tool", "expected 'tool'");
  node.allow_only({"phi", "cardan", "name", "free"});
  node.allow_one_of({"phi", "cardan"});
  MapOrientation orientation;
  if (const auto phi = node.find("phi")) {
    orientation.phi = read_number(*phi, dimension::angle, parameters);
    orientation.name = "phi = " + phi->text();
  } else {
    const Node cardan = node.require("cardan");
    orientation.rotation =
        make_cardan_rotation(read_vector(cardan, dimension::angle, parameters, false));
    orientation.name = "cardan";
    for (const Node& angle : cardan.items()) orientation.name += " " + angle.text();
  }
  if (const auto name = node.find("name")) orientation.name = name->text();
  const bool is_plain = std::all_of(orientation.name.begin(), orientation.name.end(),
                                    [](char c) { return c >= ' ' && c <= '~'; });
  if (!is_plain) node.fail("a name of other than plain characters", "expected ASCII");
  return orientation;
}

// By which angles a tool may be turned, rad: the first is 0 of a whole turn, else an end.
std::vector<double> read_turns(const Node& node, const Parameters& parameters) {
  int count = 24;  // 15 degrees, as paths are tried
  std::optional<Interval> range;
  if (node.is_map()) {
    node.allow_only({"axis", "range", "count"});
    if (const auto given = node.find("count")) count = read_count(*given, parameters, 2, 360);
    if (const auto given = node.find("range")) {
      range = read_interval(*given, dimension::angle, parameters);
      const bool is_range = range->low < range->high && std::isfinite(range->high - range->low);
      if (!is_range) given->fail("no range of angles", "expected two, or one for ±");
    }
  }
  std::vector<double> turns;
  for (int i = 0; i < count; ++i) {
    turns.push_back(range ? std::lerp(range->low, range->high, i / (count - 1.0))
                          : 2.0 * std::numbers::pi * i / count);
  }
  return turns;
}

// One, or all those that differ by what is free.
std::vector<MapOrientation> read_turned(const Node& node, const Parameters& parameters,
                                        const Mechanism& mechanism) {
  const MapOrientation plain = read_orientation(node, parameters, mechanism);
  const auto free = node.find("free");
  if (!free) return {plain};
  const Node axis_node = free->is_map() ? free->require("axis") : *free;
  const auto axis = static_cast<int>(axis_node.read_choice({"x", "y", "z"}));
  if (plain.phi && axis != 2) axis_node.fail("an axis in the plane", "expected z");
  std::vector<MapOrientation> all;
  for (const double turn : read_turns(*free, parameters)) {
    all.push_back(plain);
    all.back().is_turned = all.size() > 1;
    if (plain.phi) *all.back().phi += turn;
    if (plain.rotation) {
      *all.back().rotation *= Eigen::AngleAxisd(turn, Vector3d::Unit(axis)).toRotationMatrix();
    }
  }
  return all;
}

void read_orientations(const Node& node, const Parameters& parameters, const Mechanism& mechanism,
                       MapDescription& map) {
  const auto given = node.find("orientation");
  if (!given) {
    map.orientations.emplace_back();
    return;
  }
  if (given->is_map()) {
    map.orientations = read_turned(*given, parameters, mechanism);
    return;
  }
  for (const Node& item : given->items()) {
    for (MapOrientation& one : read_turned(item, parameters, mechanism)) {
      map.orientations.push_back(std::move(one));
    }
    if (map.orientations.back().phi.has_value() != map.orientations.front().phi.has_value()) {
      item.fail("orientations of two kinds", "expected all by 'phi' or all by 'cardan'");
    }
  }
  if (map.orientations.empty()) given->fail("no orientation", "expected at least one");
  std::vector<std::string> names;
  for (const MapOrientation& one : map.orientations) {
    if (one.is_turned) continue;
    if (std::find(names.begin(), names.end(), one.name) != names.end()) {
      given->items()[names.size()].fail("'" + one.name + "' twice", "expected another 'name'");
    }
    names.push_back(one.name);
  }
}

std::vector<int> list_position_axes(const MapDescription& map) {
  std::vector<int> axes;
  for (const TaskCoordinate& coordinate : map.list_coordinates()) {
    if (coordinate.kind == Kind::position) axes.push_back(coordinate.index);
  }
  std::sort(axes.begin(), axes.end());
  return axes;
}

CriterionRequest read_criterion(const Node& item, const Parameters& parameters,
                                const Mechanism& mechanism) {
  const bool with_settings = item.is_map();
  if (with_settings) item.allow_only({"of", "along", "name"});
  const Node of = with_settings ? item.require("of") : item;
  CriterionRequest request;
  request.criterion = find_criterion(of.text());
  if (request.criterion == nullptr || request.criterion->of_pose() == nullptr) {
    std::vector<std::string> names;
    for (const Criterion& criterion : list_criteria()) {
      if (criterion.of_pose() != nullptr) names.push_back(criterion.name);
    }
    of.fail("there is no criterion '" + of.text() + "' of poses", suggest_name(of.text(), names));
  }
  request.name = of.text();
  if (request.criterion->of_pose()->needs_compliance && !has_compliance(mechanism)) {
    of.fail("'" + of.text() + "' of a machine that is all rigid",
            "expected 'stiffness' of a drive or a joint in the file");
  }
  if (!with_settings) return request;
  if (const auto along = item.find("along")) {
    if (!request.criterion->of_pose()->takes_direction) {
      along->fail("'" + of.text() + "' has no direction", "expected no 'along'");
    }
    request.settings.along = read_direction(*along, parameters);
    request.name += "_along";
  }
  if (const auto name = item.find("name")) request.name = read_name(*name);
  return request;
}

void read_criteria(const Node& node, const Parameters& parameters, const Mechanism& mechanism,
                   MapDescription& map) {
  for (const Node& item : node.items()) {
    CriterionRequest request = read_criterion(item, parameters, mechanism);
    const bool is_there = std::any_of(map.criteria.begin(), map.criteria.end(),
                                      [&](const auto& c) { return c.name == request.name; });
    if (is_there) item.fail("'" + request.name + "' twice", "expected another 'name'");
    map.criteria.push_back(std::move(request));
  }
}

const MapColumnPlan& find_column(const Node& node, const std::vector<MapColumnPlan>& columns) {
  std::vector<std::string> names;
  for (const MapColumnPlan& column : columns) {
    if (column.name == node.text()) return column;
    names.push_back(column.name);
  }
  node.fail("the map has no column '" + node.text() + "'", suggest_name(node.text(), names));
}

ReductionRequest read_reduction(const Node& key, const Node& node, const Parameters& parameters,
                                const std::vector<MapColumnPlan>& columns) {
  static const std::vector<std::string> kinds{"min",   "max",     "mean", "quantile",
                                              "share", "measure", "ball", "box"};
  node.allow_only({"of", "take", "quantile", "above", "below", "over", "description"});
  ReductionRequest reduction;
  reduction.name = read_name(key);
  const MapColumnPlan& column = find_column(node.require("of"), columns);
  reduction.column = column.name;
  const Node take = node.require("take");
  reduction.kind = static_cast<ReductionKind>(take.read_choice(kinds));
  const auto read_threshold = [&](const char* name) -> std::optional<double> {
    const auto value = node.find(name);
    if (!value) return std::nullopt;
    return read_number(*value, column.criterion->dimension, parameters);
  };
  reduction.above = read_threshold("above");
  reduction.below = read_threshold("below");
  const bool has_condition = reduction.above || reduction.below;
  if (reduction.above && reduction.below && *reduction.above > *reduction.below) {
    node.fail("'above' beyond 'below'", "expected above <= below");
  }
  if ((reduction.kind >= ReductionKind::share) != has_condition) {
    take.fail(has_condition ? "'above' or 'below' of no use here" : "no condition",
              "expected 'above' or 'below' with share, measure, ball and box only");
  }
  if (const auto quantile = node.find("quantile")) {
    reduction.quantile = read_number(*quantile, dimension::number, parameters);
    const bool fits = reduction.quantile >= 0.0 && reduction.quantile <= 1.0;
    if (!fits || reduction.kind != ReductionKind::quantile) {
      quantile->fail("a quantile out of place", "expected 0 … 1 with 'take: quantile'");
    }
  }
  if (const auto over = node.find("over")) {
    if (has_condition)
      over->fail("'over' of no use here", "expected it with min, max, mean, quantile");
    reduction.over_grid = over->read_choice({"reached", "grid"}) == 1;
  }
  return reduction;
}

void read_seeds(const Node& node, const Parameters& parameters, MapDescription& map) {
  for (const Node& item : node.items()) {
    const std::vector<Node> values = item.items();
    if (values.size() != map.axes.size()) {
      item.fail(std::to_string(values.size()) + " values", "expected one per axis of the grid");
    }
    VectorXd seed(static_cast<Eigen::Index>(values.size()));
    for (std::size_t k = 0; k < values.size(); ++k) {
      const MapAxis& axis = map.axes[k];
      const double value = read_number(values[k], dimension_of(axis.rotational), parameters);
      if (value < axis.from || value > axis.to) {
        values[k].fail("a seed outside the grid", "expected a point of the grid");
      }
      seed(static_cast<Eigen::Index>(k)) = value;
    }
    map.seeds.push_back(seed);
  }
}

void refuse_twice(const Node& key, const MapDescription& map) {
  const auto coordinates = map.list_coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (coordinates[i] == coordinates[j]) {
        key.fail("the map prescribes a coordinate twice", "expected each once");
      }
    }
  }
}

MapDescription read_map(const Node& key, const Node& node, const Parameters& parameters,
                        const Mechanism& mechanism) {
  node.allow_only({"description", "grid", "at", "orientation", "seeds", "searches", "criteria",
                   "patterns", "reductions"});
  MapDescription map;
  map.name = read_name(key);
  map.place = key.place();
  read_grid(node.require("grid"), parameters, mechanism, map);
  if (const auto at = node.find("at")) read_fixed(*at, parameters, mechanism, map);
  read_orientations(node, parameters, mechanism, map);
  refuse_too_many(node.require("grid"), map);
  refuse_twice(key, map);
  if (const auto seeds = node.find("seeds")) read_seeds(*seeds, parameters, map);
  if (const auto searches = node.find("searches")) {
    map.searches = read_count(*searches, parameters, 0, kMostSearches);
  }
  if (const auto criteria = node.find("criteria")) {
    read_criteria(*criteria, parameters, mechanism, map);
  }
  if (const auto patterns = node.find("patterns")) {
    map.patterns = read_patterns(*patterns, parameters, list_position_axes(map));
  }
  if (map.criteria.empty() && map.patterns.empty()) {
    map.criteria.push_back({"reachability", find_criterion("reachability"), {}});
  }
  if (const auto reductions = node.find("reductions")) {
    const auto columns = list_columns(map.criteria, map.patterns);
    for (const auto& [name, value] : reductions->entries()) {
      map.reductions.push_back(read_reduction(name, value, parameters, columns));
    }
  }
  return map;
}

}  // namespace

std::vector<MapDescription> read_maps(const Node& node, const Parameters& parameters,
                                      const Mechanism& mechanism) {
  std::vector<MapDescription> maps;
  for (const auto& [key, value] : node.entries()) {
    maps.push_back(read_map(key, value, parameters, mechanism));
  }
  return maps;
}

}  // namespace maps
}  // namespace globaldyn::inside
