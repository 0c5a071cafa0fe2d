#include "bench/joint_splines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace globaldyn::inside::bench {
namespace {

constexpr int kTerms = 6;

// Derivatives of powers 0 to 5 at t, of this order.
std::array<double, kTerms> differentiate(int order, double t) {
  std::array<double, kTerms> terms{};
  for (int n = order; n < kTerms; ++n) {
    double factor = 1.0;
    for (int k = 0; k < order; ++k) factor *= n - k;
    terms.at(static_cast<std::size_t>(n)) = factor * std::pow(t, n - order);
  }
  return terms;
}

}  // namespace

// All coefficients by one system: values at both ends of every cell, four derivatives across nodes,
// and the ends.
QuinticSpline::QuinticSpline(const std::vector<double>& points) {
  const auto count = static_cast<Eigen::Index>(points.size()) - 1;
  MatrixXd matrix = MatrixXd::Zero(kTerms * count, kTerms * count);
  VectorXd right = VectorXd::Zero(kTerms * count);
  Eigen::Index row = 0;
  const auto add = [&](Eigen::Index cell, int order, double t, double sign) {
    const std::array<double, kTerms> terms = differentiate(order, t);
    for (int n = 0; n < kTerms; ++n) {
      matrix(row, kTerms * cell + n) += sign * terms.at(static_cast<std::size_t>(n));
    }
  };
  for (Eigen::Index i = 0; i < count; ++i) {
    for (const int end : {0, 1}) {
      add(i, 0, end, 1.0);
      right[row++] = points[static_cast<std::size_t>(i + end)];
    }
    for (int order = 1; i + 1 < count && order <= 4; ++order, ++row) {
      add(i, order, 1.0, 1.0);
      add(i + 1, order, 0.0, -1.0);
    }
  }
  for (const int order : {3, 4}) {
    add(0, order, 0.0, 1.0);
    ++row;
    add(count - 1, order, 1.0, 1.0);
    ++row;
  }
  const VectorXd solved = matrix.partialPivLu().solve(right);
  for (Eigen::Index i = 0; i < count; ++i) {
    std::array<double, kTerms>& cell = cells_.emplace_back();
    std::copy_n(solved.data() + kTerms * i, kTerms, cell.begin());
  }
}

std::array<double, 4> QuinticSpline::at(double p) const {
  const auto count = static_cast<double>(cells_.size());
  const double cell = std::clamp(std::floor(p * count), 0.0, count - 1.0), t = p * count - cell;
  const std::array<double, kTerms>& of = cells_[static_cast<std::size_t>(cell)];
  std::array<double, 4> result{};
  // Horner's scheme for the polynomial and its derivatives over their factorials.
  for (std::size_t n = kTerms; n-- > 0;) {
    for (std::size_t k = 3; k > 0; --k) result.at(k) = result.at(k) * t + result.at(k - 1);
    result[0] = result[0] * t + of.at(n);
  }
  double factor = 1.0;
  for (std::size_t k = 1; k < 4; ++k) {
    factor *= static_cast<double>(k) * count;
    result.at(k) *= factor;
  }
  return result;
}

JointSplines::JointSplines(int joints, int points, unsigned seed, bool has_jerk)
    : speeds_(joints), accelerations_(joints), jerks_(joints) {
  std::mt19937 random(seed);
  // Of the generator itself, so that every library draws the same.
  const auto draw = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(random()) / 4294967296.0);
  };
  for (int k = 0; k < joints; ++k) {
    std::vector<double> q(static_cast<std::size_t>(points));
    for (double& one : q) one = draw(-0.5, 0.5);
    splines_.emplace_back(q);
  }
  for (int k = 0; k < joints; ++k) {
    speeds_[k] = draw(0.9, 1.1);
    accelerations_[k] = 5.0 * draw(0.9, 1.1);
    jerks_[k] = 50.0 * draw(0.9, 1.1);
    if (has_jerk) motion_limits_.push_back({.jerk = jerks_[k]});
  }
}

void JointSplines::write_course(std::size_t /*part*/, double p, FieldCourse& course) const {
  course.rates.resize(drives());
  course.seconds.resize(drives());
  for (int k = 0; k < drives(); ++k) {
    const std::array<double, 4> q = splines_[static_cast<std::size_t>(k)].at(p);
    course.rates[k] = q[1];
    course.seconds[k] = q[2];
  }
}

// The accelerations, then the speed of the joint that is the first to be too fast.
void JointSplines::write(std::size_t /*part*/, double p, FieldRows& rows) const {
  const int m = drives();
  rows.a = rows.b = rows.c = rows.d = VectorXd::Zero(m + 1);
  rows.v.resize(m + 1, 0);
  rows.low = VectorXd::Constant(m + 1, -std::numeric_limits<double>::infinity());
  rows.high.resize(m + 1);
  rows.low.head(m) = -accelerations_;
  rows.high.head(m) = accelerations_;
  rows.high[m] = 1.0;
  for (int k = 0; k < m; ++k) {
    const std::array<double, 4> q = splines_[static_cast<std::size_t>(k)].at(p);
    rows.a[k] = q[2];
    rows.d[k] = q[1];
    rows.a[m] = std::max(rows.a[m], std::pow(q[1] / speeds_[k], 2));
  }
}

void JointSplines::write_rest(std::size_t part, double p, FieldRows& rows,
                              VectorXd& friction) const {
  write(part, p, rows);
  friction = VectorXd::Zero(drives());
}

double JointSplines::find_most_x(double p) const {
  double most = std::numeric_limits<double>::infinity();
  for (int k = 0; k < drives(); ++k) {
    const std::array<double, 4> q = splines_[static_cast<std::size_t>(k)].at(p);
    most = std::min({most, std::pow(speeds_[k] / q[1], 2), accelerations_[k] / std::abs(q[2])});
  }
  return most;
}

std::vector<double> JointSplines::find_passes(int cells) const {
  const double step = 1.0 / cells;
  std::vector<double> x(static_cast<std::size_t>(cells) + 1);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = find_most_x(static_cast<double>(i) * step);
  x.front() = x.back() = 0.0;
  // Nowhere at rest in between, however little is left to accelerate with.
  constexpr double kLeast = 1e-4;
  for (const bool forward : {true, false}) {
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      const std::size_t from = forward ? i : x.size() - 1 - i, to = forward ? from + 1 : from - 1;
      double most = std::numeric_limits<double>::infinity();
      for (int k = 0; k < drives(); ++k) {
        const std::array<double, 4> q =
            splines_[static_cast<std::size_t>(k)].at(static_cast<double>(from) * step);
        const double along = (forward ? q[1] : -q[1]), rate = std::abs(along);
        const double left = accelerations_[k] - std::copysign(q[2], q[2] * along) * x[from];
        if (rate > 0.0) most = std::min(most, left / rate);
      }
      x[to] = std::min(x[to], std::max(kLeast, x[from] + 2.0 * step * std::max(most, 0.0)));
    }
  }
  return x;
}

}  // namespace globaldyn::inside::bench
