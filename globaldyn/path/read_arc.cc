#include "globaldyn/path/read_arc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// What points in files are off by, as a share of the radius: micrometres of centimetres.
constexpr double kMostOff = 1e-3;

CurvePiece make_arc_through(const Node& node, const Vector3d& from, const Vector3d& through,
                            const Vector3d& to) {
  const Vector3d a = through - from, b = to - from;
  const Vector3d normal = a.cross(b);
  if (is_zero(normal.norm(), a.norm() * b.norm(), round_off::kSame)) {
    node.fail("an arc through three points on a line, or two of them the same",
              "expected a line, or for a whole circle 'center' and 'turn'");
  }
  const Vector3d to_center =
      (a.squaredNorm() * b - b.squaredNorm() * a).cross(normal) / (2.0 * normal.squaredNorm());
  return make_arc(from, to, from + to_center, normal.normalized());
}

// Leaves as the piece before it arrives.
CurvePiece make_tangent_arc(const Node& node, const ArcStart& start, const Vector3d& to) {
  if (start.before == nullptr) {
    node.fail("an arc without a piece before it, whose direction it goes on in",
              "expected 'through' or 'center' with it");
  }
  const Vector3d along = find_piece_point(*start.before, start.before->length).first;
  const Vector3d way = to - start.place;
  const Vector3d aside = way - way.dot(along) * along;
  if (is_zero(aside.norm(), way.norm(), round_off::kSame)) {
    node.fail("an arc to a point straight ahead, or behind", "expected a line");
  }
  const Vector3d inwards = aside.normalized();
  const double radius = way.squaredNorm() / (2.0 * way.dot(inwards));
  CurvePiece arc = make_arc(start.place, to, start.place + radius * inwards, along.cross(inwards));
  arc.v = along;  // to the last digit
  return arc;
}

// Moved to where it is as far from both ends.
Vector3d find_center(const Node& node, const Vector3d& from, const Vector3d& to,
                     const Vector3d& given) {
  const double first = (from - given).norm(), last = (to - given).norm();
  if (is_zero(std::min(first, last), 1.0, round_off::kLeastSize)) {
    node.require("center").fail("a centre at an end of the arc", "expected it beside");
  }
  // The same point may be written in other units.
  if (is_zero((to - from).norm(), first, round_off::kSame)) return given;
  const Vector3d chord = (to - from).normalized();
  const double off = (given - 0.5 * (from + to)).dot(chord);
  if (std::abs(off) > kMostOff * std::max(first, last)) {
    node.require("center").fail(
        fmt::format("an arc that begins {:.9g} m and ends {:.9g} m from its centre, {:.3g} m apart",
                    first, last, std::abs(last - first)),
        "expected a centre as far from both, to 0.1 % of the radius");
  }
  return given - off * chord;
}

// `normal`, as far as it is perpendicular to both radii.
Vector3d read_normal(const Node& node, const Vector3d& u, const Vector3d& end,
                     const Parameters& parameters) {
  const Vector3d normal = read_direction(node, parameters);
  if (std::abs(normal.dot(u)) > kMostOff || std::abs(normal.dot(end)) > kMostOff) {
    node.fail("a normal that is not perpendicular to the arc's radii",
              "expected the normal of their plane");
  }
  return normal;
}

// About which the arc turns counterclockwise.
Vector3d read_axis(const Node& node, const ArcStart& start, const Vector3d& u, const Vector3d& end,
                   const Parameters& parameters) {
  const auto turn = node.find("turn"), normal = node.find("normal");
  if (normal && start.is_planar) {
    normal->fail("'normal' of an arc in the x-y plane", "expected 'turn' alone");
  }
  if (normal && !turn) normal->fail("'normal' without 'turn'", "expected both");
  if (turn && !start.is_planar && !normal) {
    turn->fail("'turn' of an arc in space without 'normal'",
               "expected the direction about which left is counterclockwise");
  }
  const Vector3d across = u.cross(end);
  const bool is_flat = across.norm() <= round_off::kSame;
  if (!turn && is_flat) {
    node.fail("half a circle or a whole one, either way around",
              start.is_planar ? "expected 'turn: left' or 'turn: right'"
                              : "expected 'normal' and 'turn'");
  }
  if (!turn) return across.normalized();
  const double sign = turn->read_choice({"left", "right"}) == 0 ? 1.0 : -1.0;
  if (start.is_planar) return sign * Vector3d::UnitZ();
  const Vector3d given = read_normal(*normal, u, end, parameters);
  // Exactly that of the points, where they have one.
  if (is_flat) return sign * (given - given.dot(u) * u).normalized();
  return (across.dot(given) > 0.0 ? sign : -sign) * across.normalized();
}

CurvePiece read_arc_about(const Node& node, const ArcStart& start, const Vector3d& to,
                          const Parameters& parameters) {
  const Vector3d given = read_piece_point(node.require("center"), start.is_planar, parameters);
  const Vector3d center = find_center(node, start.place, to, given);
  const Vector3d u = (start.place - center).normalized(), end = (to - center).normalized();
  return make_arc(start.place, to, center, read_axis(node, start, u, end, parameters));
}

}  // namespace

Vector3d read_piece_point(const Node& node, bool is_planar, const Parameters& parameters) {
  const std::size_t count = node.items().size(), expected = is_planar ? 2 : 3;
  if (count != expected) {
    node.fail("a point of " + std::to_string(count) + " coordinates",
              "expected " + std::to_string(expected) + ", as the first point has");
  }
  return read_vector(node, dimension::length, parameters);
}

CurvePiece read_arc(const Node& node, const ArcStart& start, const Parameters& parameters) {
  node.allow_only({"through", "center", "to", "turn", "normal"});
  node.allow_one_of({"through", "center"});
  const Vector3d to = read_piece_point(node.require("to"), start.is_planar, parameters);
  if (node.find("center")) return read_arc_about(node, start, to, parameters);
  for (const char* key : {"turn", "normal"}) {
    if (const auto given = node.find(key)) {
      given->fail(fmt::format("'{}' without 'center'", key), "expected both");
    }
  }
  if (const auto through = node.find("through")) {
    return make_arc_through(node, start.place,
                            read_piece_point(*through, start.is_planar, parameters), to);
  }
  return make_tangent_arc(node, start, to);
}

}  // namespace path
}  // namespace globaldyn::inside
