#include "globaldyn/path/rotation_curves.h"

#include <Eigen/Sparse>
#include <algorithm>
#include <array>
#include <cmath>

#include "globaldyn/path/jet_points.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

std::vector<Vector3d> list_turns(const std::vector<Matrix3d>& rotations) {
  std::vector<Vector3d> turns;
  for (std::size_t i = 1; i < rotations.size(); ++i) {
    turns.push_back(find_rotation_vector(rotations[i] * rotations[i - 1].transpose()));
  }
  return turns;
}

// The rate of the rotation vector w by that of exp(skew(w)), which is w' + (1 - cos)/|w|² w x w' +
// (|w| - sin)/|w|³ w x (w x w'), inverted.
Matrix3d calc_vector_rate(const Vector3d& w) {
  const double angle = w.norm();
  const Matrix3d K = make_skew(w);
  constexpr double kSmall = 1e-3;  // the next term of the series is angle^4 / 30240, below rounding
  const double factor = angle < kSmall
                            ? (1.0 + angle * angle / 60.0) / 12.0
                            : (1.0 - 0.5 * angle / std::tan(0.5 * angle)) / (angle * angle);
  return Matrix3d::Identity() - 0.5 * K + factor * K * K;
}

// Angular velocity and acceleration at a knot, by p.
struct KnotRates {
  Vector3d first, second;
};

// The linear system for the angular velocities at the knots. About each knot, in rotation vectors,
// it is that of a cubic spline: with the vectors to its neighbours as values, and their angular
// velocities as rates of these vectors.
class SplineRates {
 public:
  SplineRates(const std::vector<Vector3d>& turns, const Knots& knots, bool closed)
      : turns_(turns), knots_(knots), count_(static_cast<int>(knots.size())) {
    right_ = VectorXd::Zero(3 * static_cast<Eigen::Index>(count_));
    const int last = count_ - 1;
    for (int i = 1; i < last; ++i) add_both(i, i - 1, i);
    if (closed) {
      add_both(0, last - 1, 0);
      add(last, last, Matrix3d::Identity());
      add(last, 0, -Matrix3d::Identity());
    } else {
      add_side(0, 0, true, 1.0);
      add_side(last, last - 1, false, 1.0);
    }
  }

  [[nodiscard]] std::vector<KnotRates> solve() const {
    Eigen::SparseMatrix<double> system(right_.size(), right_.size());
    system.setFromTriplets(entries_.begin(), entries_.end());
    const VectorXd solution = Eigen::SparseLU<Eigen::SparseMatrix<double>>(system).solve(right_);
    std::vector<KnotRates> rates(knots_.size());
    for (int i = 0; i < count_; ++i) nth(rates, i).first = solution.segment<3>(3 * i);
    for (int i = 0; i < count_; ++i) {
      const bool is_last = i + 1 == count_;
      const int piece = is_last ? i - 1 : i;
      // The second derivative of a cubic at its end, by its values and slopes; from either side.
      const double h = (is_last ? -1.0 : 1.0) * width(piece);
      const Vector3d way = is_last ? Vector3d(-nth(turns_, piece)) : nth(turns_, piece);
      const Vector3d far = calc_vector_rate(way) * nth(rates, is_last ? i - 1 : i + 1).first;
      nth(rates, i).second = (6.0 / h * way - 4.0 * nth(rates, i).first - 2.0 * far) / h;
    }
    return rates;
  }

 private:
  [[nodiscard]] double width(int piece) const {
    return nth(knots_, piece + 1) - nth(knots_, piece);
  }

  void add(int row, int column, const Matrix3d& block) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) entries_.emplace_back(3 * row + i, 3 * column + j, block(i, j));
    }
  }

  // What the piece before a knot, or behind it, adds to its row.
  void add_side(int knot, int piece, bool is_behind, double weight) {
    const Vector3d& turn = nth(turns_, piece);
    const Vector3d way = is_behind ? turn : Vector3d(-turn);
    add(knot, knot, 2.0 * weight * Matrix3d::Identity());
    add(knot, is_behind ? piece + 1 : piece, weight * calc_vector_rate(way));
    right_.segment<3>(3 * knot) += 3.0 * weight / width(piece) * turn;
  }

  void add_both(int knot, int before, int behind) {
    add_side(knot, before, false, width(behind));
    add_side(knot, behind, true, width(before));
  }

  const std::vector<Vector3d>& turns_;
  const Knots& knots_;
  int count_;
  std::vector<Eigen::Triplet<double>> entries_{};
  VectorXd right_{};
};

// A rotation vector about `middle` that is a polynomial of degree 5 in t from 0 to 1.
struct TurningPiece {
  Matrix3d middle;
  std::array<Vector3d, 6> terms;

  [[nodiscard]] JetRotation operator()(const Jet& t) const {
    JetPoint vector;
    for (int i = 0; i < 3; ++i) {
      Jet value(terms[5](i));
      for (std::size_t k = 5; k-- > 0;) value = value * t + terms[k](i);
      nth(vector, i) = value;
    }
    return turn_rotation(make_constant_rotation(middle), vector);
  }
};

// Rates of a rotation vector, by t, at which the rotation has these rates by p.
KnotRates find_vector_rates(const Vector3d& vector, const KnotRates& rates, double width) {
  const Matrix3d inverse = calc_vector_rate(vector);
  const Vector3d first = width * (inverse * rates.first);
  // What the acceleration is without a second derivative of the vector.
  const JetRotation steady =
      turn_rotation(make_constant_rotation(Matrix3d::Identity()),
                    make_jet_point(vector, first, Vector3d::Zero(), Vector3d::Zero()));
  return {first, inverse * (width * width * rates.second - find_rates(steady).second)};
}

TurningPiece make_turning_piece(const Matrix3d& from, const Vector3d& turn, double width,
                                const KnotRates& begin, const KnotRates& end) {
  const KnotRates a = find_vector_rates(-0.5 * turn, begin, width);
  const KnotRates b = find_vector_rates(0.5 * turn, end, width);
  const Vector3d rest = turn - a.first - 0.5 * a.second;
  const Vector3d slope = b.first - a.first - a.second, bend = b.second - a.second;
  return {make_rotation(0.5 * turn) * from,
          {-0.5 * turn, a.first, 0.5 * a.second, 10.0 * rest - 4.0 * slope + 0.5 * bend,
           -15.0 * rest + 7.0 * slope - bend, 6.0 * rest - 3.0 * slope + 0.5 * bend}};
}

// How far a polyline is on each of its pieces, from 0 to 1: on piece i its coordinate i mod 3 goes
// from 0 to 1, or back. A blend takes in two pieces, so that no two of them share a coordinate.
struct PieceShares {
  Curve curve;

  static bool goes_up(std::size_t piece) { return piece / 3 % 2 == 0; }

  static PieceShares make(const Knots& knots, const std::vector<CornerBlend>& blends) {
    std::vector<Vector3d> points{Vector3d::Zero()};
    for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
      points.push_back(points.back());
      points.back()(static_cast<Eigen::Index>(i % 3)) = goes_up(i) ? 1.0 : 0.0;
    }
    return {make_polyline(points, knots, blends)};
  }

  static Jet find(const JetPoint& point, std::size_t piece) {
    return goes_up(piece) ? point[piece % 3] : 1.0 - point[piece % 3];
  }
};

}  // namespace

MatrixXd develop_rotations(const std::vector<Matrix3d>& rotations) {
  MatrixXd points = MatrixXd::Zero(3, static_cast<Eigen::Index>(rotations.size()));
  Eigen::Index i = 0;
  for (const Vector3d& turn : list_turns(rotations)) {
    points.col(i + 1) = points.col(i) + turn;
    ++i;
  }
  return points;
}

RotationFunction make_rotation_spline(const std::vector<Matrix3d>& rotations, const Knots& knots,
                                      bool closed) {
  const std::vector<Vector3d> turns = list_turns(rotations);
  const std::vector<KnotRates> rates = SplineRates(turns, knots, closed).solve();
  std::vector<TurningPiece> pieces;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    pieces.push_back(make_turning_piece(rotations[i], turns[i], knots[i + 1] - knots[i], rates[i],
                                        rates[i + 1]));
  }
  return [knots, pieces = std::move(pieces)](double p) {
    const std::size_t i = find_piece(knots, p);
    return pieces[i]((make_path_parameter(p) - knots[i]) / (knots[i + 1] - knots[i]));
  };
}

RotationFunction make_rotation_polyline(const std::vector<Matrix3d>& rotations, const Knots& knots,
                                        const std::vector<CornerBlend>& blends) {
  return [rotations, knots, turns = list_turns(rotations),
          shares = PieceShares::make(knots, blends)](double p) {
    const std::size_t piece = find_piece(knots, p);
    const std::size_t first = piece == 0 ? 0 : piece - 1;
    const JetPoint point = shares.curve(p);
    JetRotation rotation = make_constant_rotation(rotations[first]);
    for (std::size_t i = first; i <= std::min(piece + 1, turns.size() - 1); ++i) {
      const Jet share = PieceShares::find(point, i);
      rotation = turn_rotation(rotation,
                               {share * turns[i].x(), share * turns[i].y(), share * turns[i].z()});
    }
    return rotation;
  };
}

}  // namespace path
}  // namespace globaldyn::inside
