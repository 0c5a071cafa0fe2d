#include "globaldyn/region/methods/equalities.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

constexpr double kNegligible = round_off::kSame;

// row - factor * pivot, with coefficients that cancel to rounding errors set to zero.
MotionPolynomial eliminate(const MotionPolynomial& row, const MotionPolynomial& pivot) {
  const double factor = row.delta / pivot.delta;
  const auto combine = [&](double a, double b) {
    const double result = a - factor * b;
    return std::abs(result) <= kNegligible * std::abs(a) ? 0.0 : result;
  };
  return {combine(row.alpha, pivot.alpha), combine(row.beta, pivot.beta),
          combine(row.gamma, pivot.gamma), 0.0};
}

// All d1 >= 0 with alpha d1² + beta d1 + gamma = 0.
std::vector<double> solve_for_d1(const MotionPolynomial& row) {
  const Parabola f = find_wall(row);
  const Roots inside = find_roots(f, 0.0, kInfinity);
  std::vector<double> roots(inside.begin(), inside.end());
  if (row.gamma == 0.0) roots.insert(roots.begin(), 0.0);
  return roots;
}

std::vector<double> intersect(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result;
  for (const double x : a) {
    const bool common = std::any_of(b.begin(), b.end(), [&](double y) {
      return std::abs(x - y) <= kNegligible * std::max(x, y);
    });
    if (common) result.push_back(x);
  }
  return result;
}

bool is_between(const Strip& strip, double d1, double d2, const LimitCurves& curves) {
  const auto at = [&](CurveNumber curve) {
    return curve == kNoCurve ? d2 : curves.parabola(curve).at(d1);
  };
  const double low = at(strip.lower), high = at(strip.upper);
  const double slack = kNegligible * std::max({std::abs(low), std::abs(high), std::abs(d2)});
  return low - slack <= d2 && d2 <= high + slack;
}

// Only the given d1 of the region: points of `curve`, or vertical pieces without one.
Strips pick_points(const Strips& region, const std::vector<double>& at, CurveNumber curve,
                   const LimitCurves& curves) {
  Strips result;
  for (const double d1 : at) {
    for (const Strip& strip : region) {
      const double slack = kNegligible * std::max(d1, std::isinf(strip.end) ? d1 : strip.end);
      if (d1 < strip.begin - slack || d1 > strip.end + slack) continue;
      Strip point{d1, d1, strip.lower, strip.upper, kNoCurve, kNoCurve};
      if (curve != kNoCurve) {
        const double d2 = curves.parabola(curve).at(d1);
        if (!is_between(strip, d1, d2, curves)) continue;
        point.lower = point.upper = curve;
      }
      result.push_back(point);
      break;
    }
  }
  return result;
}

}  // namespace

EqualitySolution solve_equalities(const std::vector<MotionPolynomial>& rows) {
  EqualitySolution solution;
  std::vector<MotionPolynomial> left;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(left),
               [](const MotionPolynomial& row) { return !row.is_zero(); });
  const auto pivot = std::max_element(left.begin(), left.end(), [](const auto& a, const auto& b) {
    return std::abs(a.delta) < std::abs(b.delta);
  });
  if (pivot != left.end() && pivot->delta != 0.0) {
    const MotionPolynomial p = *pivot;
    solution.curve = find_curve(p);
    left.erase(pivot);
    for (MotionPolynomial& row : left) row = eliminate(row, p);
  }
  for (const MotionPolynomial& row : left) {
    if (row.is_zero()) continue;
    if (row.alpha == 0.0 && row.beta == 0.0) {
      solution.is_impossible = true;
      return solution;
    }
    const std::vector<double> roots = solve_for_d1(row);
    solution.d1 = solution.d1 ? intersect(*solution.d1, roots) : roots;
  }
  return solution;
}

void restrict_to_equalities(Strips& region, const EqualitySolution& equalities, LimitCurves& curves,
                            Strips& scratch) {
  CurveNumber curve;
  if (equalities.curve) curve = curves.add_curve(*equalities.curve, {});
  if (equalities.d1) {
    region = pick_points(region, *equalities.d1, curve, curves);
  } else if (curve) {
    tighten(region, Bound::upper, *curve, curves, scratch);
    drop_inverted(region, curves, scratch);
    tighten(region, Bound::lower, *curve, curves, scratch);
    drop_inverted(region, curves, scratch);
    tidy(region, scratch);
  }
}

}  // namespace region
}  // namespace globaldyn::inside
