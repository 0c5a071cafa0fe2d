#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/jet.h"

namespace globaldyn::inside {
inline namespace core {

/// The functions that expressions know.
enum class Function {
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  exp,
  log,
  sqrt,
  abs,
  atan2,
  min,
  max,
  hypot
};

/// Name and number of arguments.
struct FunctionEntry {
  const char* name;
  Function function;
  int arguments;
};

inline constexpr std::array kFunctions{
    FunctionEntry{"sin", Function::sin, 1},     FunctionEntry{"cos", Function::cos, 1},
    FunctionEntry{"tan", Function::tan, 1},     FunctionEntry{"asin", Function::asin, 1},
    FunctionEntry{"acos", Function::acos, 1},   FunctionEntry{"atan", Function::atan, 1},
    FunctionEntry{"exp", Function::exp, 1},     FunctionEntry{"log", Function::log, 1},
    FunctionEntry{"sqrt", Function::sqrt, 1},   FunctionEntry{"abs", Function::abs, 1},
    FunctionEntry{"atan2", Function::atan2, 2}, FunctionEntry{"min", Function::min, 2},
    FunctionEntry{"max", Function::max, 2},     FunctionEntry{"hypot", Function::hypot, 2}};

/// The entry of that name, or null.
[[nodiscard]] const FunctionEntry* find_function(const std::string& name);

/// All names, as suggestions for a misspelt one.
[[nodiscard]] std::vector<std::string> list_function_names();

/// Whether two operands have equal values but different derivatives: a kink of min and max.
inline bool makes_kink(double, double) {
  return false;
}
inline bool makes_kink(const Jet& x, const Jet& y) {
  if (static_cast<double>(x) != static_cast<double>(y)) return false;
  for (std::size_t order = 1; order <= 3; ++order) {
    if (x.derivative(order) != y.derivative(order)) return true;
  }
  return false;
}

/// The value of a function of one argument; T is double or a jet.
template <class T>
T call_one(Function function, const T& x) {
  using std::abs, std::acos, std::asin, std::atan, std::cos, std::exp, std::log, std::sin,
      std::sqrt, std::tan;
  switch (function) {
    case Function::sin:
      return sin(x);
    case Function::cos:
      return cos(x);
    case Function::tan:
      return tan(x);
    case Function::asin:
      return asin(x);
    case Function::acos:
      return acos(x);
    case Function::atan:
      return atan(x);
    case Function::exp:
      return exp(x);
    case Function::log:
      return log(x);
    case Function::sqrt:
      return sqrt(x);
    default:
      return makes_kink(x, T(-x)) ? T(std::numeric_limits<double>::quiet_NaN()) : T(abs(x));
  }
}

/// sqrt(x² + y²) without intermediate overflow.
template <class T>
T calc_hypot(const T& x, const T& y) {
  using std::sqrt;
  const double largest =
      std::max(std::abs(static_cast<double>(x)), std::abs(static_cast<double>(y)));
  if (largest == 0.0 || !std::isfinite(largest)) return sqrt(x * x + y * y);
  const T u = x / largest, v = y / largest;
  return largest * sqrt(u * u + v * v);
}

/// The value of a function of two arguments; T is double or a jet.
template <class T>
T call_two(Function function, const T& x, const T& y) {
  using std::atan2;
  constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
  switch (function) {
    case Function::min:
      return makes_kink(x, y) ? T(kUndefined) : y < x ? y : x;
    case Function::max:
      return makes_kink(x, y) ? T(kUndefined) : x < y ? y : x;
    case Function::hypot:
      return calc_hypot(x, y);
    default:
      return atan2(x, y);
  }
}

}  // namespace core
}  // namespace globaldyn::inside
