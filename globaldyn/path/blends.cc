#include "globaldyn/path/blends.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

auto column(const MatrixXd& points, std::size_t i) {
  return points.col(static_cast<Eigen::Index>(i));
}

double find_length(const MatrixXd& points, std::size_t piece) {
  return (column(points, piece + 1) - column(points, piece)).norm();
}

VectorXd find_slope(const MatrixXd& points, const Knots& knots, std::size_t piece) {
  return (column(points, piece + 1) - column(points, piece)) / (knots[piece + 1] - knots[piece]);
}

// Whether the derivative jumps from one piece to the next.
bool turns(const MatrixXd& points, const Knots& knots, std::size_t knot) {
  if (points.rows() == 0) return false;
  const VectorXd before = find_slope(points, knots, knot - 1),
                 after = find_slope(points, knots, knot);
  return !is_zero((after - before).norm(), after.norm() + before.norm(), round_off::kSolved);
}

bool turns(const PolylinePoints& polyline, std::size_t knot) {
  return turns(polyline.points, polyline.knots, knot) ||
         turns(polyline.angles, polyline.knots, knot);
}

// Beside the largest number a piece may be no longer than rounding errors.
bool stands_still(const MatrixXd& points, std::size_t piece, double size) {
  return is_zero(find_length(points, piece), size, round_off::kSame);
}

// Whether the position moves on both sides and does not go back the way it came: if that were
// rounded, the curve would reverse at a point where dR/dp vanishes.
bool passes(const PolylinePoints& polyline, std::size_t knot, double size) {
  const MatrixXd& points = polyline.points;
  if (stands_still(points, knot - 1, size) || stands_still(points, knot, size)) return false;
  const VectorXd before = find_slope(points, polyline.knots, knot - 1);
  const VectorXd after = find_slope(points, polyline.knots, knot);
  return (before.normalized() + after.normalized()).norm() > round_off::kSame;
}

// Both of a blend's lengths, if they are equal, or one of them.
void set_length(double length, double CornerBlend::*side, CornerBlend& blend) {
  if (blend.before == blend.after) blend.before = blend.after = length;
  blend.*side = length;
}

}  // namespace

std::vector<double> list_lengths(const MatrixXd& points) {
  std::vector<double> lengths;
  for (std::size_t i = 1; i < static_cast<std::size_t>(points.cols()); ++i) {
    lengths.push_back(find_length(points, i - 1));
  }
  return lengths;
}

void fill_pieces(const Knots& knots, std::vector<CornerBlend>& blends) {
  for (std::size_t i = 0; i + 1 < blends.size(); ++i) {
    CornerBlend &one = blends[i], &next = blends[i + 1];
    const double piece = knots[i + 1] - knots[i], used = one.after + next.before;
    if (used == 0.0 || !is_zero(piece - used, piece, round_off::kSame)) continue;
    const bool is_even = is_zero(one.after - next.before, used, round_off::kSame);
    const double share = is_even ? 0.5 : one.after / used;
    if (one.after > 0.0) set_length(share * piece, &CornerBlend::after, one);
    // Of a blend alone the share of the other is none.
    if (next.before > 0.0) set_length((1.0 - share) * piece, &CornerBlend::before, next);
  }
}

Knots make_chord_knots(const MatrixXd& points) {
  Knots knots{0.0};
  for (const double length : list_lengths(points)) knots.push_back(knots.back() + length);
  const double length = knots.back();
  for (double& knot : knots) knot /= length;
  return knots;
}

std::vector<bool> find_round_corners(const PolylinePoints& polyline, const StopPlaces& stops) {
  const Knots& knots = polyline.knots;
  std::vector<bool> result(knots.size(), false);
  if (polyline.points.size() == 0) return result;
  const double size = polyline.points.cwiseAbs().maxCoeff();
  for (std::size_t i = 1; i + 1 < knots.size(); ++i) {
    result[i] = turns(polyline, i) && passes(polyline, i, size) && !stops.contain(knots, i);
  }
  return result;
}

std::vector<double> fit_blends(const std::vector<double>& pieces,
                               const std::vector<bool>& round_corners,
                               const std::vector<BlendWish>& wishes) {
  const auto is_there = [&](std::size_t i) { return round_corners[i] && wishes[i].length > 0.0; };
  // What the piece leaves to the blend at one of its ends.
  const auto find_room = [&](std::size_t piece, std::size_t other) {
    const double length = pieces[piece];
    if (!is_there(other)) return length;
    return wishes[other].is_most ? 0.5 * length : std::max(0.0, length - wishes[other].length);
  };
  std::vector<double> lengths(wishes.size(), 0.0);
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    if (!is_there(i)) continue;
    lengths[i] = wishes[i].length;
    if (!wishes[i].is_most) continue;
    lengths[i] = std::min({lengths[i], find_room(i - 1, i - 1), find_room(i, i + 1)});
  }
  return lengths;
}

std::optional<BlendClash> find_blend_clash(const std::vector<double>& pieces,
                                           const std::vector<double>& lengths) {
  std::optional<BlendClash> worst;
  double most = 1.0 + round_off::kSame;
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    const double used = lengths[i] + lengths[i + 1];
    if (used == 0.0) continue;
    const double length = pieces[i];
    if (!(used > most * length)) continue;
    most = used / length;
    worst = BlendClash{i, length, lengths[i], lengths[i + 1]};
  }
  return worst;
}

std::vector<CornerBlend> make_blends(const PolylinePoints& polyline,
                                     const std::vector<double>& lengths, BlendShape shape) {
  std::vector<CornerBlend> blends(polyline.knots.size());
  for (std::size_t i = 0; i < blends.size(); ++i) {
    if (lengths[i] == 0.0) continue;
    const double before = lengths[i] / find_slope(polyline.points, polyline.knots, i - 1).norm();
    const double after = lengths[i] / find_slope(polyline.points, polyline.knots, i).norm();
    // Pieces with the same dR/dp but for rounding errors: s is linear in p then.
    const bool is_even = is_zero(before - after, before, round_off::kSolved);
    const double both = std::min(before, after);
    blends[i] = is_even ? CornerBlend{both, both, shape} : CornerBlend{before, after, shape};
  }
  fill_pieces(polyline.knots, blends);
  return blends;
}

CurveSteps find_polyline_steps(const PolylinePoints& polyline,
                               const std::vector<CornerBlend>& blends) {
  const Knots& knots = polyline.knots;
  CurveSteps steps;
  const auto add_break = [&](double p) {
    if (steps.breaks.empty() || p > steps.breaks.back()) steps.breaks.push_back(p);
  };
  for (std::size_t i = 1; i + 1 < knots.size(); ++i) {
    if (!turns(polyline, i)) continue;
    if (blends[i].is_sharp()) {
      steps.corners.push_back(knots[i]);
      continue;
    }
    add_break(knots[i] - blends[i].before);
    add_break(knots[i] + blends[i].after);
  }
  return steps;
}

}  // namespace path
}  // namespace globaldyn::inside
