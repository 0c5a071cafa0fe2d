#include "globaldyn/path/read_orientation.h"

#include <algorithm>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

using Kind = TaskCoordinate::Kind;

AngleFunction read_angle(const Node& node, const Parameters& parameters, PathFormulas& formulas) {
  return add_formula(read_expression(node, dimension::angle, parameters.make_scope({"p"})), true,
                     formulas);
}

OrientationReading make_phi(AngleFunction angle, const PathFormulas& formulas = {}) {
  return {{{Kind::phi, 0, {}}}, {std::move(angle)}, {}, formulas};
}

OrientationReading make_whole(RotationFunction rotation, const PathFormulas& formulas = {}) {
  return {{{Kind::rotation, 0, {}}, {Kind::rotation, 1, {}}, {Kind::rotation, 2, {}}},
          {},
          std::move(rotation),
          formulas};
}

OrientationReading read_cardan(const Node& node, const Parameters& parameters) {
  if (node.is_sequence()) {
    const std::vector<Node> items = node.items();
    if (items.size() != 3) node.fail(std::to_string(items.size()) + " angles", "expected 3");
    PathFormulas formulas;
    std::array<AngleFunction, 3> angles;
    for (std::size_t k = 0; k < 3; ++k) angles[k] = read_angle(items[k], parameters, formulas);
    const RotationFunction rotation = [angles](double p) {
      return make_cardan_rotation({angles[0](p), angles[1](p), angles[2](p)});
    };
    const bool is_constant = std::all_of(formulas.begin(), formulas.end(),
                                         [](const auto& f) { return f->is_constant(); });
    if (!is_constant) return make_whole(rotation, formulas);
    return make_whole([fixed = rotation(0.0)](double) { return fixed; });
  }
  node.allow_only({"x", "y", "z"});
  OrientationReading reading;
  for (int axis = 0; axis < 3; ++axis) {
    if (const auto angle = node.find(std::string(1, "xyz"[axis]))) {
      reading.coordinates.push_back({Kind::cardan, axis, {}});
      reading.angles.push_back(read_angle(*angle, parameters, reading.formulas));
    }
  }
  if (reading.coordinates.empty()) node.fail("no angle", "expected x, y or z");
  return reading;
}

OrientationReading read_rotation(const Node& node, const Parameters& parameters) {
  node.allow_only({"axis", "angle"});
  const Vector3d axis = read_direction(node.require("axis"), parameters);
  PathFormulas formulas;
  const AngleFunction angle = read_angle(node.require("angle"), parameters, formulas);
  return make_whole(
      [axis, angle](double p) {
        return make_turned_rotation(Matrix3d::Identity(), axis, angle(p));
      },
      formulas);
}

Matrix3d read_key(const Node& node, const Parameters& parameters) {
  node.allow_only({"cardan"});
  return inside::make_cardan_rotation(
      read_vector(node.require("cardan"), dimension::angle, parameters, false));
}

// At a constant rate with respect to p from one orientation to the other, the short way around.
OrientationReading read_interpolation(const Node& node, const Parameters& parameters,
                                      double p_max) {
  node.allow_only({"from", "to"});
  const Node from = node.require("from");
  const Node to = node.require("to");
  if (from.is_scalar()) {
    const double a = read_number(from, dimension::angle, parameters);
    const double b = read_number(to, dimension::angle, parameters);
    return make_phi([=](double p) { return a + make_path_parameter(p) * ((b - a) / p_max); });
  }
  const Matrix3d start = read_key(from, parameters);
  const Vector3d turn = find_rotation_vector(read_key(to, parameters) * start.transpose());
  const double angle = turn.norm();
  const Vector3d axis = angle > 0.0 ? Vector3d(turn / angle) : Vector3d(Vector3d::UnitZ());
  return make_whole([=](double p) {
    return make_turned_rotation(start, axis, make_path_parameter(p) * (angle / p_max));
  });
}

}  // namespace

std::vector<std::pair<Node, Node>> list_orientations(const Node& node) {
  std::vector<std::pair<Node, Node>> entries = node.entries();
  std::erase_if(entries, [](const auto& entry) { return entry.first.text() == "free"; });
  return entries;
}

OrientationReading read_orientation(const Node& node, const Parameters& parameters, double p_max) {
  const auto entries = list_orientations(node);
  if (entries.size() != 1) {
    node.fail(std::to_string(entries.size()) + " orientations",
              "expected one of phi, cardan, rotation, tangential, interpolate, spline, "
              "polyline, csv");
  }
  const auto& [key, value] = entries[0];
  // What has to do with where the path ends has been read before.
  switch (key.read_choice(
      {"phi", "cardan", "rotation", "tangential", "interpolate", "spline", "polyline", "csv"})) {
    case 0: {
      PathFormulas formulas;
      AngleFunction angle = read_angle(value, parameters, formulas);
      return make_phi(std::move(angle), formulas);
    }
    case 1:
      return read_cardan(value, parameters);
    case 2:
      return read_rotation(value, parameters);
    default:
      return read_interpolation(value, parameters, p_max);
  }
}

OpenTurn read_open_turn(const Node& node, const std::string& path, const Parameters& parameters,
                        const OpenValues& values) {
  OpenTurn turn;
  if (node.is_map()) node.allow_only({"axis", "range", "points"});
  const Node axis = node.is_map() ? node.require("axis") : node;
  turn.axis = static_cast<int>(axis.read_choice({"x", "y", "z"}));
  turn.coordinate = read_open_coordinate(node, path, "turn", true, {-kPi, kPi}, parameters, values);
  return turn;
}

OrientationReading make_upright(const std::vector<int>& axes) {
  const bool is_planar = !axes.empty() && std::find(axes.begin(), axes.end(), 2) == axes.end();
  if (is_planar) return make_phi([](double) { return Jet(0.0); });
  return make_whole([](double) { return make_constant_rotation(Matrix3d::Identity()); });
}

}  // namespace path
}  // namespace globaldyn::inside
