#include "globaldyn/survey/control.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// a x + b sqrt(x) = 0 holds at x = 0 only.
bool holds_in_rest_only(double a, double b) {
  return (a != 0.0 || b != 0.0) && a * b >= 0.0;
}

// d2 eliminated from two equalities: those in d1 alone that follow, with rounding errors set to 0.
MotionPolynomial eliminate_d2(const MotionPolynomial& p, const MotionPolynomial& q) {
  const auto cross = [&](double of_p, double of_q) {
    const double one = of_p * q.delta, other = of_q * p.delta;
    const double size = std::abs(one) + std::abs(other);
    return is_zero(one - other, size, round_off::kSame) ? 0.0 : one - other;
  };
  return {cross(p.alpha, q.alpha), cross(p.beta, q.beta), cross(p.gamma, q.gamma), 0.0};
}

// What equalities say of d1 alone.
std::vector<MotionPolynomial> list_of_speed(const std::vector<MotionPolynomial>& equalities) {
  std::vector<MotionPolynomial> rows;
  for (std::size_t i = 0; i < equalities.size(); ++i) {
    if (equalities[i].delta == 0.0) rows.push_back(equalities[i]);
    for (std::size_t j = 0; j < i; ++j) {
      rows.push_back(eliminate_d2(equalities[i], equalities[j]));
    }
  }
  return rows;
}

}  // namespace

Control find_control(const Survey& survey) {
  // Between two zeros, which are panels' ends, the factor has one sign and few waves: a polynomial
  // of degree 16 at as many places.
  constexpr int kLooks = 16;
  Control control;
  SmoothLimits limits;
  for (const Panel& panel : survey.panels()) {
    if (!panel.polynomials().has_factor) continue;
    std::vector<double> factors;
    for (int i = 0; i <= kLooks; ++i) {
      const double share = static_cast<double>(i) / kLooks;
      panel.write((1.0 - share) * panel.begin + share * panel.end, limits);
      factors.push_back(std::abs(limits.factor));
    }
    const double most = *std::max_element(factors.begin(), factors.end());
    if (!(most > 0.0)) continue;
    control.least =
        std::min(control.least, *std::min_element(factors.begin(), factors.end()) / most);
    // A root is located to rounding errors of the path, and the factor is a polynomial there: below
    // this fraction of its largest it is zero. Between two roots so near each other that it is no
    // larger anywhere, the drives have no hold.
    const auto add = [&](double p, double factor) {
      const bool is_known = !control.losses.empty() && control.losses.back() == p;
      if (factor <= round_off::kSame && !is_known) control.losses.push_back(p);
    };
    add(panel.begin, factors.front());
    add(panel.end, factors.back());
  }
  return control;
}

bool stays_at_rest(const std::vector<MotionPolynomial>& equalities) {
  return std::any_of(equalities.begin(), equalities.end(), [](const MotionPolynomial& row) {
    return row.delta != 0.0 && row.gamma == 0.0;
  });
}

bool forces_rest(const std::vector<MotionPolynomial>& equalities) {
  const std::vector<MotionPolynomial> rows = list_of_speed(equalities);
  return std::any_of(rows.begin(), rows.end(), [](const MotionPolynomial& row) {
    return row.gamma == 0.0 && holds_in_rest_only(row.alpha, row.beta);
  });
}

bool fixes_speed(const std::vector<MotionPolynomial>& equalities) {
  const std::vector<MotionPolynomial> rows = list_of_speed(equalities);
  return std::any_of(rows.begin(), rows.end(), [](const MotionPolynomial& row) {
    return row.gamma != 0.0 && (row.alpha * row.gamma < 0.0 || row.beta * row.gamma < 0.0);
  });
}

}  // namespace survey
}  // namespace globaldyn::inside
