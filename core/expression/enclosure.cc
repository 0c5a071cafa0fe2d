#include "core/expression/enclosure.h"

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "core/base/bisect.h"
#include "core/base/nth.h"
#include "core/expression/functions.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// The rules of series: each coefficient of a result from the arguments' of the same order and
// below (Moore 1966).
constexpr std::size_t kOrders = 4;

Interval times(double factor, const Interval& x) {
  return interval::multiply(interval::point(factor), x);
}

Interval reduce(double divisor, const Interval& x) {
  return interval::divide(x, interval::point(divisor));
}

Enclosure make_constant(double value) {
  Enclosure result;
  result.c[0] = interval::point(value);
  return result;
}

bool is_flat(const Enclosure& x) {
  return interval::is_zero(x.c[1]) && interval::is_zero(x.c[2]) && interval::is_zero(x.c[3]);
}

void lose_derivatives(Enclosure& x) {
  for (std::size_t k = 1; k < kOrders; ++k) x.c[k] = interval::whole();
}

Enclosure negate(Enclosure x) {
  for (Interval& c : x.c) c = interval::negate(c);
  return x;
}

Enclosure add(const Enclosure& x, const Enclosure& y) {
  Enclosure total;
  for (std::size_t k = 0; k < kOrders; ++k) total.c[k] = interval::add(x.c[k], y.c[k]);
  total.is_defined = x.is_defined && y.is_defined;
  return total;
}

Enclosure multiply(const Enclosure& x, const Enclosure& y) {
  Enclosure result;
  for (std::size_t k = 0; k < kOrders; ++k) {
    for (std::size_t j = 0; j <= k; ++j) {
      result.c[k] = interval::add(result.c[k], interval::multiply(x.c[j], y.c[k - j]));
    }
  }
  result.is_defined = x.is_defined && y.is_defined;
  return result;
}

Enclosure square(const Enclosure& x) {
  Enclosure result;
  result.c[0] = interval::square(x.c[0]);
  result.c[1] = times(2.0, interval::multiply(x.c[0], x.c[1]));
  result.c[2] =
      interval::add(interval::square(x.c[1]), times(2.0, interval::multiply(x.c[0], x.c[2])));
  result.c[3] = times(
      2.0, interval::add(interval::multiply(x.c[0], x.c[3]), interval::multiply(x.c[1], x.c[2])));
  result.is_defined = x.is_defined;
  return result;
}

Enclosure divide(const Enclosure& x, const Enclosure& y) {
  Enclosure quotient;
  quotient.is_defined = x.is_defined && y.is_defined;
  quotient.c[0] = interval::divide(x.c[0], y.c[0]);
  if (interval::sign_of(y.c[0]) == 0) {
    // With a limit from one side only it is infinite, otherwise not even that.
    const bool is_one_sided = y.c[0].low == 0.0 || y.c[0].high == 0.0;
    const bool is_infinite = is_one_sided && interval::sign_of(x.c[0]) != 0;
    quotient.is_defined =
        quotient.is_defined && is_infinite && !(y.c[0].low == 0.0 && y.c[0].high == 0.0);
    lose_derivatives(quotient);
    return quotient;
  }
  for (std::size_t k = 1; k < kOrders; ++k) {
    Interval rest = x.c[k];
    for (std::size_t j = 0; j < k; ++j) {
      rest = interval::subtract(rest, interval::multiply(quotient.c[j], y.c[k - j]));
    }
    quotient.c[k] = interval::divide(rest, y.c[0]);
  }
  return quotient;
}

Enclosure calc_sqrt(const Enclosure& x) {
  Enclosure root;
  root.is_defined = x.is_defined && x.c[0].low >= 0.0;
  root.c[0] = interval::square_root(x.c[0]);
  if (x.c[0].low <= 0.0) {
    if (!is_flat(x)) lose_derivatives(root);
    return root;
  }
  for (std::size_t k = 1; k < kOrders; ++k) {
    Interval rest = x.c[k];
    for (std::size_t j = 1; j < k; ++j) {
      rest = interval::subtract(rest, interval::multiply(root.c[j], root.c[k - j]));
    }
    root.c[k] = interval::divide(rest, times(2.0, root.c[0]));
  }
  return root;
}

Enclosure calc_exp(const Enclosure& x) {
  Enclosure result;
  result.is_defined = x.is_defined;
  result.c[0] = interval::exponential(x.c[0]);
  for (std::size_t k = 1; k < kOrders; ++k) {
    Interval total = interval::kZero;
    for (std::size_t j = 1; j <= k; ++j) {
      const auto weight = static_cast<double>(j);
      total = interval::add(total, times(weight, interval::multiply(x.c[j], result.c[k - j])));
    }
    result.c[k] = reduce(static_cast<double>(k), total);
  }
  return result;
}

Enclosure calc_log(const Enclosure& x) {
  Enclosure result;
  result.is_defined = x.is_defined && x.c[0].low >= 0.0;
  result.c[0] = interval::logarithm(x.c[0]);
  if (x.c[0].low <= 0.0) {
    lose_derivatives(result);
    return result;
  }
  for (std::size_t k = 1; k < kOrders; ++k) {
    Interval total = interval::kZero;
    for (std::size_t j = 1; j < k; ++j) {
      const auto weight = static_cast<double>(j);
      total = interval::add(total, times(weight, interval::multiply(result.c[j], x.c[k - j])));
    }
    result.c[k] =
        interval::divide(interval::subtract(x.c[k], reduce(static_cast<double>(k), total)), x.c[0]);
  }
  return result;
}

struct Wave {
  Enclosure sine;
  Enclosure cosine;
};

Wave calc_wave_series(const Enclosure& x) {
  Wave wave;
  wave.sine.is_defined = wave.cosine.is_defined = x.is_defined;
  wave.sine.c[0] = interval::sine(x.c[0]);
  wave.cosine.c[0] = interval::cosine(x.c[0]);
  for (std::size_t k = 1; k < kOrders; ++k) {
    Interval of_sine = interval::kZero, of_cosine = interval::kZero;
    for (std::size_t j = 1; j <= k; ++j) {
      const Interval slope = times(static_cast<double>(j), x.c[j]);
      of_sine = interval::add(of_sine, interval::multiply(slope, wave.cosine.c[k - j]));
      of_cosine = interval::subtract(of_cosine, interval::multiply(slope, wave.sine.c[k - j]));
    }
    wave.sine.c[k] = reduce(static_cast<double>(k), of_sine);
    wave.cosine.c[k] = reduce(static_cast<double>(k), of_cosine);
  }
  return wave;
}

Enclosure calc_tan(const Enclosure& x) {
  const Wave wave = calc_wave_series(x);
  Enclosure result = divide(wave.sine, wave.cosine);
  if (interval::sign_of(wave.cosine.c[0]) == 0) result.is_defined = false;  // it may pass a pole
  return result;
}

// The function with value `value` and the derivative `slope`, of which one order less is known.
Enclosure integrate(const Interval& value, const Enclosure& slope) {
  Enclosure result;
  result.is_defined = slope.is_defined;
  result.c[0] = value;
  for (std::size_t k = 1; k < kOrders; ++k) {
    result.c[k] = reduce(static_cast<double>(k), slope.c[k - 1]);
  }
  return result;
}

// Its last coefficient is not known, and not needed.
Enclosure take_slope(const Enclosure& x) {
  Enclosure slope;
  slope.is_defined = x.is_defined;
  for (std::size_t k = 1; k < kOrders; ++k) {
    slope.c[k - 1] = times(static_cast<double>(k), x.c[k]);
  }
  return slope;
}

Enclosure calc_atan(const Enclosure& x) {
  return integrate(interval::arc_tangent(x.c[0]),
                   divide(take_slope(x), add(make_constant(1.0), square(x))));
}

Enclosure calc_asin(const Enclosure& x) {
  const Interval value = interval::arc_sine(x.c[0]);
  if (!(x.c[0].low > -1.0 && x.c[0].high < 1.0)) {
    Enclosure result;
    result.c[0] = value;
    result.is_defined = x.is_defined && x.c[0].low >= -1.0 && x.c[0].high <= 1.0;
    lose_derivatives(result);
    return result;
  }
  return integrate(value,
                   divide(take_slope(x), calc_sqrt(add(make_constant(1.0), negate(square(x))))));
}

Enclosure calc_acos(const Enclosure& x) {
  Enclosure quarter = make_constant(0.5 * std::numbers::pi);
  // pi / 2 as a double is off by less than its last digit.
  quarter.c[0].high = std::nextafter(quarter.c[0].high, 2.0);
  return add(quarter, negate(calc_asin(x)));
}

Enclosure calc_atan2(const Enclosure& y, const Enclosure& x) {
  const bool has_origin = interval::sign_of(y.c[0]) == 0 && interval::sign_of(x.c[0]) == 0;
  const bool is_cut = x.c[0].low < 0.0 && y.c[0].low < 0.0 && y.c[0].high >= 0.0;
  if (has_origin || is_cut) {
    Enclosure result;
    constexpr double kMost = 3.1415926535897936;  // pi and a little
    result.c[0] = {-kMost, kMost};
    result.is_defined = false;
    lose_derivatives(result);
    return result;
  }
  const Enclosure across = add(multiply(take_slope(y), x), negate(multiply(take_slope(x), y)));
  Enclosure result =
      integrate(interval::arc_tangent(y.c[0], x.c[0]), divide(across, add(square(x), square(y))));
  result.is_defined = x.is_defined && y.is_defined;
  return result;
}

Enclosure raise_to_whole(Enclosure x, int n) {
  Enclosure result = make_constant(1.0);
  bool is_one = true;
  for (int bits = std::abs(n); bits != 0; bits /= 2) {
    if (bits % 2 != 0) {
      result = is_one ? x : multiply(result, x);
      is_one = false;
    }
    if (bits > 1) x = square(x);
  }
  return n < 0 ? divide(make_constant(1.0), result) : result;
}

// e (e - 1) … of k factors over k!, times x^(e - k).
Interval calc_power_term(const Interval& x, double e, int k) {
  double factor = 1.0;
  for (int i = 0; i < k; ++i) factor *= (e - i) / (i + 1);
  if (e - k <= 0.0) return interval::whole();
  const Interval value = interval::power(x, e - k);
  // The factor itself is rounded.
  constexpr double kRounding = 1e-15;
  return interval::multiply(
      {factor - kRounding * std::abs(factor), factor + kRounding * std::abs(factor)}, value);
}

// x^e where x comes down to zero, e > 0 and not whole.
Enclosure raise_from_zero(const Enclosure& x, double e) {
  const Interval f1 = calc_power_term(x.c[0], e, 1), f2 = calc_power_term(x.c[0], e, 2),
                 f3 = calc_power_term(x.c[0], e, 3);
  const Interval square_of_slope = interval::square(x.c[1]);
  Enclosure result;
  result.is_defined = x.is_defined && x.c[0].low >= 0.0;
  result.c[0] = interval::power(x.c[0], e);
  result.c[1] = interval::multiply(f1, x.c[1]);
  result.c[2] =
      interval::add(interval::multiply(f1, x.c[2]), interval::multiply(f2, square_of_slope));
  const Interval mixed = times(2.0, interval::multiply(x.c[1], x.c[2]));
  result.c[3] = interval::add(
      interval::multiply(f1, x.c[3]),
      interval::add(interval::multiply(f2, mixed),
                    interval::multiply(f3, interval::multiply(x.c[1], square_of_slope))));
  return result;
}

Enclosure calc_power(const Enclosure& base, const Enclosure& exponent) {
  const double e = exponent.c[0].low;
  const bool is_fixed = is_flat(exponent) && e == exponent.c[0].high;
  constexpr double kLargestWhole = 1e9;
  if (is_fixed && e == std::round(e) && std::abs(e) <= kLargestWhole) {
    return raise_to_whole(base, static_cast<int>(e));
  }
  if (is_fixed && e > 0.0 && base.c[0].low <= 0.0) return raise_from_zero(base, e);
  return calc_exp(multiply(exponent, calc_log(base)));
}

Enclosure call_function(Function function, const Enclosure& x) {
  switch (function) {
    case Function::sin:
      return calc_wave_series(x).sine;
    case Function::cos:
      return calc_wave_series(x).cosine;
    case Function::tan:
      return calc_tan(x);
    case Function::asin:
      return calc_asin(x);
    case Function::acos:
      return calc_acos(x);
    case Function::atan:
      return calc_atan(x);
    case Function::exp:
      return calc_exp(x);
    case Function::log:
      return calc_log(x);
    default:
      return calc_sqrt(x);
  }
}

Enclosure apply(Expression::Operation operation, const Enclosure& x, const Enclosure& y) {
  switch (operation) {
    case Expression::Operation::add:
      return add(x, y);
    case Expression::Operation::subtract:
      return add(x, negate(y));
    case Expression::Operation::multiply:
      return multiply(x, y);
    case Expression::Operation::divide:
      return divide(x, y);
    default:
      return calc_power(x, y);
  }
}

Enclosure calc_pair(Function function, const Enclosure& x, const Enclosure& y) {
  return function == Function::hypot ? calc_sqrt(add(square(x), square(y))) : calc_atan2(x, y);
}

}  // namespace

bool Enclosure::is_smooth() const {
  return is_defined && interval::is_finite(c[0]) && interval::is_finite(c[1]) &&
         interval::is_finite(c[2]);
}

Enclosure enclose(const std::vector<Expression::Instruction>& program, const Interval& range) {
  using Operation = Expression::Operation;
  std::vector<Enclosure> stack;
  const auto pop = [&] {
    const Enclosure top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Expression::Instruction& step : program) {
    if (step.operation == Operation::push) {
      stack.push_back(make_constant(step.value));
    } else if (step.operation == Operation::load) {
      stack.emplace_back();
      stack.back().c[0] = range;
      stack.back().c[1] = interval::point(1.0);
    } else if (step.operation == Operation::negate) {
      stack.back() = negate(stack.back());
    } else if (step.operation != Operation::call) {
      const Enclosure right = pop();
      stack.back() = apply(step.operation, stack.back(), right);
    } else if (const FunctionEntry& entry = nth(kFunctions, step.index); entry.arguments == 1) {
      stack.back() = call_function(entry.function, stack.back());
    } else {
      const Enclosure right = pop();
      stack.back() = calc_pair(entry.function, stack.back(), right);
    }
  }
  return stack.back();
}

double find_end_of_domain(const std::vector<Expression::Instruction>& program, double low,
                          double high) {
  const auto is_defined = [&](double p) { return enclose(program, {p, p}).is_defined; };
  if (!is_defined(low)) return low;
  return bisect(low, high, 0.0, is_defined).yes;
}

Interval bound_value(const Enclosure& over, const Enclosure& at, const Interval& ends) {
  Interval result = over.c[0];
  // Terms of lower order at the point, and one more, of the range: for each order there is.
  Interval known = at.c[0], distance = interval::point(1.0);
  for (std::size_t k = 1; k < kOrders; ++k) {
    distance = k == 2 ? interval::square(ends) : interval::multiply(distance, ends);
    result =
        interval::intersect(result, interval::add(known, interval::multiply(over.c[k], distance)));
    known = interval::add(known, interval::multiply(at.c[k], distance));
  }
  return result;
}

Interval bound_slope(const Enclosure& over, const Enclosure& at, const Interval& ends) {
  const Interval by_second =
      interval::add(at.c[1], times(2.0, interval::multiply(over.c[2], ends)));
  const Interval by_third =
      interval::add(interval::add(at.c[1], times(2.0, interval::multiply(at.c[2], ends))),
                    times(3.0, interval::multiply(over.c[3], interval::square(ends))));
  return interval::intersect(interval::intersect(over.c[1], by_second), by_third);
}

}  // namespace core
}  // namespace globaldyn::inside
