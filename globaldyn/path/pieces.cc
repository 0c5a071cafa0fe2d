#include "globaldyn/path/pieces.h"

#include <array>
#include <cmath>
#include <numbers>

#include "core/base/round_off.h"
#include "globaldyn/path/jet_points.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

Vector3d find_first_direction(const CurvePiece& piece) {
  return find_piece_point(piece, 0.0).first;
}

Vector3d find_last_direction(const CurvePiece& piece) {
  return find_piece_point(piece, piece.length).first;
}

// A polynomial of degree 5 over a width in p, the coefficients of t from 0 to 1.
struct Quintic {
  double begin{0.0};
  double width{0.0};  // 0: none
  std::array<Vector3d, 6> terms;

  [[nodiscard]] JetPoint operator()(double p) const {
    const double t = (p - begin) / width;
    Vector3d value = Vector3d::Zero(), first = value, second = value, third = value;
    for (std::size_t i = 6; i-- > 0;) {
      third = third * t + 3.0 * second;
      second = second * t + 2.0 * first;
      first = first * t + value;
      value = value * t + terms[i];
    }
    return make_jet_point(value, first / width, second / (width * width),
                          third / (width * width * width));
  }
};

// The ends are points of pieces, with derivatives by the length, of which p = 1 is `whole`.
Quintic make_quintic(double begin, double width, double whole, const PiecePoint& from,
                     const PiecePoint& to) {
  const double way = width * whole;
  const Vector3d first = way * from.first, second = way * way * from.second;
  const Vector3d rest = to.value - from.value - first - 0.5 * second;
  const Vector3d turn = way * to.first - first - second;
  const Vector3d bend = way * way * to.second - second;
  return {begin,
          width,
          {from.value, first, 0.5 * second, 10.0 * rest - 4.0 * turn + 0.5 * bend,
           -15.0 * rest + 7.0 * turn - bend, 6.0 * rest - 3.0 * turn + 0.5 * bend}};
}

struct Pieces {
  std::vector<CurvePiece> pieces;
  Knots knots;
  double whole;                 // length, m
  std::vector<Quintic> blends;  // about each knot

  JetPoint operator()(double p) const {
    const std::size_t piece = find_piece(knots, p);
    for (const std::size_t knot : {piece, piece + 1}) {
      const Quintic& blend = blends[knot];
      if (blend.width > 0.0 && p >= blend.begin && p < blend.begin + blend.width) return blend(p);
    }
    const PiecePoint at = find_piece_point(pieces[piece], (p - knots[piece]) * whole);
    return make_jet_point(at.value, whole * at.first, whole * whole * at.second,
                          whole * whole * whole * at.third);
  }
};

}  // namespace

CurvePiece make_straight_piece(const Vector3d& from, const Vector3d& to) {
  const Vector3d way = to - from;
  return {.from = from, .v = way.normalized(), .length = way.norm()};
}

CurvePiece make_arc(const Vector3d& from, const Vector3d& to, const Vector3d& center,
                    const Vector3d& normal) {
  const double radius = (from - center).norm();
  const Vector3d u = (from - center) / radius, v = normal.cross(u);
  const Vector3d end = to - center;
  double angle = std::atan2(end.dot(v), end.dot(u));
  if (angle <= round_off::kSame) angle += 2.0 * std::numbers::pi;
  return {from, u, v, radius, radius * angle};
}

PiecePoint find_piece_point(const CurvePiece& piece, double s) {
  if (piece.is_straight()) {
    return {piece.from + s * piece.v, piece.v, Vector3d::Zero(), Vector3d::Zero()};
  }
  const double r = piece.radius, c = std::cos(s / r), d = std::sin(s / r);
  // 1 - cos without cancelling, so that an arc begins where the piece before it ends.
  const double half = std::sin(0.5 * s / r);
  const Vector3d along = c * piece.v - d * piece.u, inwards = c * piece.u + d * piece.v;
  return {piece.from + r * (d * piece.v - 2.0 * half * half * piece.u), along, -inwards / r,
          -along / (r * r)};
}

Knots make_length_knots(const std::vector<CurvePiece>& pieces) {
  Knots knots{0.0};
  for (const CurvePiece& piece : pieces) knots.push_back(knots.back() + piece.length);
  const double whole = knots.back();
  for (double& knot : knots) knot /= whole;
  return knots;
}

bool meet_at_corner(const CurvePiece& before, const CurvePiece& after) {
  return !is_zero((find_first_direction(after) - find_last_direction(before)).norm(), 1.0,
                  round_off::kSame);
}

bool meet_at_cusp(const CurvePiece& before, const CurvePiece& after) {
  return is_zero((find_first_direction(after) + find_last_direction(before)).norm(), 1.0,
                 round_off::kSame);
}

double find_slowest_share(const CurvePiece& before, const CurvePiece& after, double length) {
  const Quintic blend =
      make_quintic(0.0, 2.0, length, find_piece_point(before, before.length - length),
                   find_piece_point(after, length));
  const double halfway = 0.5 * (find_last_direction(before) + find_first_direction(after)).norm();
  constexpr int kLooks = 64;
  double slowest = length;
  for (int i = 1; i < kLooks; ++i) {
    const JetPoint point = blend(2.0 * i / kLooks);
    const Vector3d rate(find_derivative(point[0], 1), find_derivative(point[1], 1),
                        find_derivative(point[2], 1));
    slowest = std::min(slowest, rate.norm());
  }
  return slowest / (length * halfway);
}

Curve make_pieces(const std::vector<CurvePiece>& pieces, const Knots& knots,
                  const std::vector<double>& widths) {
  double whole = 0.0;
  for (const CurvePiece& piece : pieces) whole += piece.length;
  std::vector<Quintic> blends(knots.size());
  for (std::size_t i = 1; i + 1 < knots.size(); ++i) {
    if (widths[i] == 0.0) continue;
    const CurvePiece& before = pieces[i - 1];
    blends[i] = make_quintic(knots[i] - widths[i], 2.0 * widths[i], whole,
                             find_piece_point(before, before.length - widths[i] * whole),
                             find_piece_point(pieces[i], widths[i] * whole));
  }
  return Pieces{pieces, knots, whole, std::move(blends)};
}

CurveSteps find_piece_steps(const std::vector<CurvePiece>& pieces, const Knots& knots,
                            const std::vector<double>& widths) {
  CurveSteps steps;
  const auto add_break = [&](double p) {
    if (steps.breaks.empty() || p > steps.breaks.back()) steps.breaks.push_back(p);
  };
  for (std::size_t i = 1; i + 1 < knots.size(); ++i) {
    const CurvePiece &before = pieces[i - 1], &after = pieces[i];
    if (widths[i] > 0.0) {
      add_break(knots[i] - widths[i]);
      add_break(knots[i] + widths[i]);
    } else if (meet_at_corner(before, after)) {
      steps.corners.push_back(knots[i]);
    } else {
      const Vector3d bend = find_piece_point(before, before.length).second;
      const Vector3d next = find_piece_point(after, 0.0).second;
      if (!is_zero((next - bend).norm(), next.norm() + bend.norm(), round_off::kSame)) {
        add_break(knots[i]);
      }
    }
  }
  return steps;
}

}  // namespace path
}  // namespace globaldyn::inside
