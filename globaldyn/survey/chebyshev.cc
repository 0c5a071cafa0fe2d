#include "globaldyn/survey/chebyshev.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

#include "core/base/bisect.h"
#include "globaldyn/survey/golden_search.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// Maps values at the Lobatto points to coefficients, multiplied from the right: values * matrix.
MatrixXd make_fit(int degree) {
  MatrixXd fit(degree + 1, degree + 1);
  for (int k = 0; k <= degree; ++k) {
    const double share = (k == 0 || k == degree ? 1.0 : 2.0) / degree;
    for (int j = 0; j <= degree; ++j) {
      const double weight = j == 0 || j == degree ? 0.5 : 1.0;
      const int turns = k * (degree - j);  // in half turns / degree
      fit(j, k) = share * weight * std::cos(std::numbers::pi * (turns % (2 * degree)) / degree);
    }
  }
  return fit;
}

const MatrixXd& get_fit(int degree) {
  static const std::array<MatrixXd, 4> kFits{make_fit(2), make_fit(4), make_fit(8), make_fit(16)};
  assert(degree == 2 || degree == 4 || degree == 8 || degree == 16);
  return kFits[degree == 2 ? 0 : degree == 4 ? 1 : degree == 8 ? 2 : 3];
}

}  // namespace

double calc_lobatto_point(int j, int degree) {
  if (2 * j == degree) return 0.0;
  return -std::cos(std::numbers::pi * j / degree);
}

double to_interval(double x, double begin, double end) {
  return 0.5 * (begin + end) + 0.5 * (end - begin) * x;
}

double to_unit(double p, double begin, double end) {
  return std::clamp(((p - begin) - (end - p)) / (end - begin), -1.0, 1.0);
}

int count_looks(Eigen::Index coefficients) {
  return 6 * static_cast<int>(coefficients);
}

MatrixXd fit_chebyshev(const MatrixXd& values) {
  return values * get_fit(static_cast<int>(values.cols()) - 1);
}

void write_chebyshev(double x, std::span<double> values) {
  values[0] = 1.0;
  if (values.size() > 1) values[1] = x;
  for (std::size_t k = 2; k < values.size(); ++k) {
    values[k] = 2.0 * x * values[k - 1] - values[k - 2];
  }
}

double calc_chebyshev(const Eigen::Ref<const VectorXd>& coefficients, double x) {
  double next = 0.0, after = 0.0;
  for (Eigen::Index k = coefficients.size() - 1; k > 0; --k) {
    const double here = coefficients(k) + 2.0 * x * next - after;
    after = next;
    next = here;
  }
  return coefficients(0) + x * next - after;
}

double bound_above(const Eigen::Ref<const VectorXd>& coefficients) {
  return coefficients(0) + coefficients.tail(coefficients.size() - 1).lpNorm<1>();
}

double estimate_tail(const Eigen::Ref<const VectorXd>& coefficients, int more) {
  const Eigen::Index degree = coefficients.size() - 1, count = degree / 2;
  const auto doublet = [&](Eigen::Index j) {  // j = 1 ... count
    return std::max(std::abs(coefficients(2 * j - 1)), std::abs(coefficients(2 * j)));
  };
  const double last = doublet(count);
  if (last == 0.0) return 0.0;
  // No decay is assumed to be slower than this, at which the sum is 20 times what follows first.
  constexpr double kSlowest = 0.95;
  const auto fall = [&](Eigen::Index steps) {  // 1, 2 or 4
    const double before = doublet(count - steps);
    double ratio = before > 0.0 ? last / before : 1.0;
    for (; steps > 1; steps /= 2) ratio = std::sqrt(ratio);
    return ratio;
  };
  double ratio = fall(count / 2);
  if (count >= 4) ratio = std::max(ratio, fall(count / 4));
  ratio = std::min(ratio, kSlowest);
  // Two coefficients each, and as much again from interpolating at the points (aliasing).
  double left = 4.0 * last * ratio;
  for (int k = 0; k < more; ++k) left *= ratio;
  return left / (1.0 - ratio);
}

std::vector<double> find_sign_changes(const Eigen::Ref<const VectorXd>& coefficients,
                                      double nothing) {
  std::vector<double> found;
  constexpr double kSign = 1e-16;  // of x, which is about 1
  const int looks = count_looks(coefficients.size());
  double last_x = 0.0, last = 0.0;
  for (int i = 0; i <= looks; ++i) {
    const double x = i == looks ? 1.0 : calc_lobatto_point(i, looks);
    const double value = calc_chebyshev(coefficients, x);
    if (!(std::abs(value) > nothing)) continue;
    if (last * value < 0.0) {
      const auto is_before = [&](double at) {
        return calc_chebyshev(coefficients, at) * last > 0.0;
      };
      found.push_back(bisect(last_x, x, kSign, is_before).middle());
    }
    last = value;
    last_x = x;
  }
  return found;
}

// T_k' = 2 k (T_(k-1) + T_(k-3) + ...), the last of them halved if it is T_0.
VectorXd differentiate_chebyshev(const Eigen::Ref<const VectorXd>& coefficients) {
  const Eigen::Index degree = coefficients.size() - 1;
  VectorXd slope = VectorXd::Zero(std::max<Eigen::Index>(1, degree));
  for (Eigen::Index k = degree; k > 0; --k) {
    const double beyond = k + 1 < slope.size() ? slope(k + 1) : 0.0;
    slope(k - 1) = beyond + 2.0 * static_cast<double>(k) * coefficients(k);
  }
  slope(0) *= 0.5;
  return slope;
}

double find_largest(const Eigen::Ref<const VectorXd>& coefficients) {
  const int looks = count_looks(coefficients.size());
  const auto look = [&](int i) {
    return i <= 0 ? -1.0 : i >= looks ? 1.0 : calc_lobatto_point(i, looks);
  };
  int best = 0;
  double largest = calc_chebyshev(coefficients, -1.0);
  for (int i = 1; i <= looks; ++i) {
    const double value = calc_chebyshev(coefficients, look(i));
    if (value > largest) {
      largest = value;
      best = i;
    }
  }
  const double x = find_maximum(look(best - 1), look(best + 1),
                                [&](double at) { return calc_chebyshev(coefficients, at); });
  return calc_chebyshev(coefficients, x) > largest ? x : look(best);
}

}  // namespace survey
}  // namespace globaldyn::inside
