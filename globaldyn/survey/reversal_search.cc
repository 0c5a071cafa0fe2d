#include "globaldyn/survey/reversal_search.h"

#include <algorithm>
#include <cmath>

#include "core/base/bisect.h"
#include "core/base/bracket_root.h"
#include "globaldyn/survey/chebyshev.h"
#include "globaldyn/survey/golden_search.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// A p at which the sign is known.
struct SignedPlace {
  double p;
  double sign;
  bool is_measured;
};

// The polynomial at equal angles, and its values there.
struct CourseLooks {
  std::vector<double> p;
  std::vector<double> value;

  explicit CourseLooks(const FittedCourse& course) {
    const int count = count_looks(course.coefficients.size());
    for (int i = 0; i <= count; ++i) {
      p.push_back(course.place(calc_lobatto_point(i, count)));
      value.push_back(calc_chebyshev(course.coefficients, calc_lobatto_point(i, count)));
    }
  }
};

// Where, near look `i`, sign times the polynomial is smallest.
double find_nearest_to_zero(const FittedCourse& course, const CourseLooks& looks, std::size_t i,
                            double sign) {
  return find_maximum(looks.p[i > 0 ? i - 1 : i], looks.p[std::min(i + 1, looks.p.size() - 1)],
                      [&](double p) { return -sign * course.calc(p); });
}

// Places whose signs are certain, including measured ones.
std::vector<SignedPlace> list_places(const FittedCourse& course, const Measure& measure,
                                     double nothing) {
  const CourseLooks looks(course);
  const std::size_t count = looks.p.size();
  const auto is_sure = [&](std::size_t i) { return std::abs(looks.value[i]) > course.error; };
  const auto sign_of = [](double value) { return value > 0.0 ? 1.0 : -1.0; };
  std::vector<SignedPlace> places;
  for (std::size_t i = 0; i < count;) {
    if (is_sure(i)) {
      places.push_back({looks.p[i], sign_of(looks.value[i]), false});
      ++i;
      continue;
    }
    std::size_t after = i;
    while (after < count && !is_sure(after)) ++after;
    const bool has_before = !places.empty(), has_after = after < count;
    if (!has_before && !has_after) return {};
    const double sign = has_before ? places.back().sign : sign_of(looks.value[after]);
    // Between different signs it must cross zero.
    if (!has_before || !has_after || sign == sign_of(looks.value[after])) {
      std::size_t least = i;
      for (std::size_t k = i; k < after; ++k) {
        if (sign * looks.value[k] < sign * looks.value[least]) least = k;
      }
      const double p = find_nearest_to_zero(course, looks, least, sign);
      const std::optional<double> value = measure(p);
      if (value && std::abs(*value) > nothing) places.push_back({p, sign_of(*value), true});
    }
    i = after;
  }
  return places;
}

// The root of the polynomial between places where it has different signs.
double find_fitted_root(const FittedCourse& course, double low, double high) {
  const double at_low = course.calc(low);
  const auto is_low = [&](double p) { return course.calc(p) * at_low > 0.0; };
  return bisect(low, high, 0.0, is_low).middle();
}

}  // namespace

double FittedCourse::calc(double p) const {
  return calc_chebyshev(coefficients, to_unit(p, begin, end));
}

double FittedCourse::place(double x) const {
  return to_interval(x, begin, end);
}

double refine_root(const FittedCourse& course, double p, const Measure& measure,
                   double resolution) {
  // The first slope is the polynomial's, by a difference that has lost four digits and whose step
  // is short for degree 16.
  constexpr double kStep = 1e-4;
  const double step = kStep * (course.end - course.begin);
  const double before = std::max(course.begin, p - step), after = std::min(course.end, p + step);
  double slope = (course.calc(after) - course.calc(before)) / (after - before);
  std::optional<double> value = measure(p);
  // The secant rule from errors of 1e-4 of the panel needs three or four.
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds && value && *value != 0.0 && slope != 0.0; ++round) {
    const double next = std::clamp(p - *value / slope, course.begin, course.end);
    if (std::abs(next - p) <= resolution) return next;
    const std::optional<double> next_value = measure(next);
    if (!next_value || std::abs(*next_value) >= std::abs(*value)) return p;
    slope = (*next_value - *value) / (next - p);
    p = next;
    value = next_value;
  }
  return p;
}

std::vector<double> find_reversals(const FittedCourse& course, const Measure& measure,
                                   double nothing, double resolution) {
  std::vector<double> found;
  const std::vector<SignedPlace> places = list_places(course, measure, nothing);
  for (std::size_t i = 1; i < places.size(); ++i) {
    const SignedPlace &a = places[i - 1], &b = places[i];
    if (a.sign == b.sign) continue;
    found.push_back(
        a.is_measured || b.is_measured
            ? bracket_root(a.p, b.p, measure, resolution)
            : refine_root(course, find_fitted_root(course, a.p, b.p), measure, resolution));
  }
  return found;
}

}  // namespace survey
}  // namespace globaldyn::inside
