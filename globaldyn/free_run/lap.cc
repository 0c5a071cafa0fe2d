#include "globaldyn/free_run/lap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "globaldyn/survey/task_pieces.h"

namespace globaldyn::inside {
inline namespace free_run {
namespace {

constexpr int kNodes = LapPiece::kNodes;
using NodeVector = Eigen::Matrix<double, kNodes, 1>;
using NodeMatrix = Eigen::Matrix<double, kNodes, kNodes>;

// Of [0, 1]: both ends, the middle, and (1 ± sqrt(3/7)) / 2.
const NodeVector& list_nodes() {
  static const NodeVector nodes = [] {
    const double away = 0.5 * std::sqrt(3.0 / 7.0);
    return NodeVector{0.0, 0.5 - away, 0.5, 0.5 + away, 1.0};
  }();
  return nodes;
}

// Coefficients of 1, s, … s⁴ from values at the nodes.
const NodeMatrix& to_powers() {
  static const NodeMatrix inverse = [] {
    NodeMatrix powers;
    for (int i = 0; i < kNodes; ++i) {
      for (int k = 0; k < kNodes; ++k) powers(i, k) = std::pow(list_nodes()(i), k);
    }
    return NodeMatrix(powers.inverse());
  }();
  return inverse;
}

NodeVector make_values(double s) {
  NodeVector values;
  for (int k = 0; k < kNodes; ++k) values(k) = std::pow(s, k);
  return values;
}

NodeVector make_integrals(double s) {
  NodeVector integrals;
  for (int k = 0; k < kNodes; ++k) integrals(k) = std::pow(s, k + 1) / (k + 1);
  return integrals;
}

// Of the integrals from 0 to each node: weights of the values at the nodes.
const NodeMatrix& integrate_to_nodes() {
  static const NodeMatrix weights = [] {
    NodeMatrix matrix;
    for (int i = 0; i < kNodes; ++i) {
      matrix.row(i) = make_integrals(list_nodes()(i)).transpose() * to_powers();
    }
    return matrix;
  }();
  return weights;
}

Eigen::Map<const NodeVector> as_vector(const std::array<double, kNodes>& values) {
  return Eigen::Map<const NodeVector>(values.data());
}

// A piece is not divided beyond this share of the path, at which d1² as a function of p is known to
// 1e-9 of itself whatever it does there.
constexpr double kShortest = 1e-9;
constexpr std::size_t kMostCells = 20'000;
// What d1² may miss between nodes, of itself: plans are known to 1e-6.
constexpr double kAccuracy = 1e-10;

}  // namespace

double LapPiece::calc_square(double p) const {
  const double length = end - begin;
  const NodeVector powers = to_powers() * as_vector(slope);
  return square + length * make_integrals((p - begin) / length).dot(powers);
}

double LapPiece::calc_slope(double p) const {
  const NodeVector powers = to_powers() * as_vector(slope);
  return make_values((p - begin) / (end - begin)).dot(powers);
}

double Lap::last_square() const {
  return pieces.back().calc_square(pieces.back().end);
}

LapRunner::LapRunner(MotorEquation& equation, const std::vector<double>& breaks)
    : equation_(equation), breaks_(breaks) {
  constexpr double kLeastCells = 32.0;
  const double longest = breaks.back() / kLeastCells;
  for (std::size_t i = 1; i < breaks.size(); ++i) {
    const double begin = breaks[i - 1], length = breaks[i] - begin;
    const double count = std::ceil(length / longest - round_off::kSame);
    for (double k = 0.0; k < count; ++k) {
      const double to = k + 1.0 < count ? begin + length * (k + 1.0) / count : breaks[i];
      cells_.push_back(make_cell(begin + length * k / count, to));
    }
  }
}

LapRunner::Cell LapRunner::make_cell(double begin, double end) const {
  Cell cell{begin, end, {}};
  const double p_max = breaks_.back();
  const auto is_break = [&](double p) {
    return std::binary_search(breaks_.begin(), breaks_.end(), p);
  };
  // At breaks on the piece's own side.
  const auto look = [&](double s) {
    double p = begin + s * (end - begin);
    if (s == 0.0 && is_break(begin)) p = step_inside_piece(begin, begin, end, p_max);
    if (s == 1.0) p = is_break(end) ? step_inside_piece(end, begin, end, p_max) : end;
    return equation_.find_terms(p);
  };
  const NodeVector& nodes = list_nodes();
  for (int i = 0; i < kNodes; ++i) nth(cell.terms, i) = look(nodes(i));
  for (int i = 0; i < kChecks; ++i) {
    nth(cell.terms, kNodes + i) = look(0.5 * (nodes(i) + nodes(i + 1)));
  }
  return cell;
}

// By Newton's method for d1² at the nodes.
LapRunner::Outcome LapRunner::solve(const Cell& cell, double square, LapPiece& piece) const {
  piece = {cell.begin, cell.end, square, {}};
  const double length = cell.end - cell.begin;
  const auto change = [&](int i, double at) { return equation_.calc_change(cell.terms[i], at); };
  const auto first = change(0, square);
  if (!first) return Outcome::no_inertia;
  NodeVector squares;
  for (int i = 0; i < kNodes; ++i) {
    squares(i) = std::max(0.0, square + *first * length * list_nodes()(i));
  }
  constexpr int kMost = 30;
  for (int round = 0; round < kMost; ++round) {
    NodeVector slopes, stiffness;
    const double size = std::max(squares.cwiseAbs().maxCoeff(), square);
    const double step = round_off::kRoot * size * 1e3 + round_off::kLeastSize;
    for (int i = 0; i < kNodes; ++i) {
      const auto here = change(i, squares(i)), beside = change(i, squares(i) + step);
      if (!here || !beside) return Outcome::no_inertia;
      slopes(i) = *here;
      stiffness(i) = (*beside - *here) / step;
    }
    const NodeMatrix& weights = integrate_to_nodes();
    const NodeVector miss = NodeVector::Constant(square) + length * weights * slopes - squares;
    const NodeMatrix jacobian = NodeMatrix::Identity() - length * weights * stiffness.asDiagonal();
    const NodeVector move = jacobian.partialPivLu().solve(miss);
    squares += move;
    if (!squares.allFinite()) return Outcome::unresolved;
    for (int i = 0; i < kNodes; ++i) nth(piece.slope, i) = slopes(i);
    if (move.cwiseAbs().maxCoeff() > round_off::kNumber * size) continue;
    return squares.minCoeff() < -round_off::kSame * size ? Outcome::stalled : Outcome::known;
  }
  // Rounding errors, or a motor's curve that bends here: the checks tell.
  return squares.minCoeff() < 0.0 ? Outcome::stalled : Outcome::known;
}

bool LapRunner::is_resolved(const Cell& cell, const LapPiece& piece) const {
  const double length = cell.end - cell.begin;
  for (int i = 0; i < kChecks; ++i) {
    const PowerTerms& terms = nth(cell.terms, kNodes + i);
    const double square = piece.calc_square(terms.p);
    const auto change = equation_.calc_change(terms, square);
    if (!change) return false;
    const double miss = std::abs(*change - piece.calc_slope(terms.p)) * length;
    if (miss > kAccuracy * std::max(std::abs(square), piece.square)) return false;
  }
  return true;
}

Lap LapRunner::run(double square) {
  Lap lap;
  const double shortest = kShortest * breaks_.back();
  for (std::size_t i = 0; i < cells_.size();) {
    LapPiece piece;
    const Outcome outcome = solve(cells_[i], square, piece);
    if (outcome == Outcome::no_inertia) {
      lap.failure = fmt::format("nothing of the machine moves at p = {:.6g}", cells_[i].begin);
      return lap;
    }
    const double begin = cells_[i].begin, end = cells_[i].end;
    const bool is_short = end - begin <= shortest || cells_.size() >= kMostCells;
    const bool is_done = outcome == Outcome::known && is_resolved(cells_[i], piece);
    if (!is_done && !is_short) {
      const double middle = 0.5 * (begin + end);
      cells_[i] = make_cell(middle, end);
      cells_.insert(cells_.begin() + static_cast<std::ptrdiff_t>(i), make_cell(begin, middle));
      continue;
    }
    const double last = piece.calc_square(piece.end);
    if (outcome == Outcome::stalled || !(last > 0.0)) {
      lap.stall = begin;
      return lap;
    }
    lap.pieces.push_back(piece);
    square = last;
    ++i;
  }
  return lap;
}

}  // namespace free_run
}  // namespace globaldyn::inside
