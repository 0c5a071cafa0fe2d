#include "core/expression/expression.h"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/nth.h"
#include "core/expression/functions.h"
#include "core/expression/resolver.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

using Operation = Expression::Operation;

// x^n by repeated squaring: exact derivatives also at x = 0, where the general power has none.
template <class T>
T raise(T x, int n) {
  T result(1.0);
  for (int bits = std::abs(n); bits != 0; bits /= 2) {
    if (bits % 2 != 0) result = result * x;
    if (bits > 1) x = x * x;
  }
  return n < 0 ? T(1.0) / result : result;
}

double value_of(const Jet& x) {
  return static_cast<double>(x);
}

bool is_flat(const Jet& x) {
  return x.derivative(1) == 0.0 && x.derivative(2) == 0.0 && x.derivative(3) == 0.0;
}

// x^e at x = 0 for non-integer e: derivatives of order below e vanish, the others are infinite.
// Jets cannot carry infinities through a product, so the largest double stands for them.
Jet make_power_at_zero(double e) {
  constexpr double kInfinite = std::numeric_limits<double>::max();
  return make_jet(0.0, e > 1.0 ? 0.0 : kInfinite, e > 2.0 ? 0.0 : kInfinite,
                  e > 3.0 ? 0.0 : kInfinite);
}

Jet calc_power(const Jet& base, const Jet& exponent) {
  const double e = value_of(exponent);
  constexpr double kLargestWhole = 1e9;
  if (is_flat(exponent) && e == std::round(e) && std::abs(e) <= kLargestWhole) {
    return raise(base, static_cast<int>(e));
  }
  if (is_flat(exponent) && value_of(base) == 0.0 && e > 0.0) return make_power_at_zero(e);
  return exp(exponent * log(base));
}

double calc_power(double base, double exponent) {
  return std::pow(base, exponent);
}

template <class T>
T run(const std::vector<Expression::Instruction>& program, std::span<const T> variables) {
  // Deeper stacks are allocated on the heap.
  constexpr std::size_t kUsualDepth = 16;
  boost::container::small_vector<T, kUsualDepth> stack;
  const auto pop = [&] {
    T top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Expression::Instruction& step : program) {
    switch (step.operation) {
      case Operation::push:
        stack.push_back(T(step.value));
        break;
      case Operation::load:
        stack.push_back(nth(variables, step.index));
        break;
      case Operation::negate:
        stack.back() = -stack.back();
        break;
      case Operation::call: {
        const auto& entry = nth(kFunctions, step.index);
        const T last = pop();
        if (entry.arguments == 1) {
          stack.push_back(call_one(entry.function, last));
        } else {
          stack.back() = call_two<T>(entry.function, stack.back(), last);
        }
        break;
      }
      default: {
        const T right = pop();
        T& left = stack.back();
        if (step.operation == Operation::add) left = left + right;
        if (step.operation == Operation::subtract) left = left - right;
        if (step.operation == Operation::multiply) left = left * right;
        if (step.operation == Operation::divide) left = left / right;
        if (step.operation == Operation::power) left = calc_power(left, right);
      }
    }
  }
  return stack.back();
}

}  // namespace

Expression::Expression(double value) : text_(std::to_string(value)) {
  program_.push_back({Operation::push, 0, value, 0});
}

Expression Expression::make_variable(int index, const std::string& text) {
  Expression result;
  result.text_ = text;
  result.program_ = {{Operation::load, index, 0.0, 0}};
  result.is_constant_ = false;
  return result;
}

Expression Expression::parse(const std::string& text, const SourcePlace& place,
                             const Scope& scope) {
  ResolvedExpression resolved = resolve_expression(text, place, scope);
  Expression result;
  result.text_ = text;
  result.place_ = place;
  result.program_ = std::move(resolved.program);
  result.is_constant_ = !resolved.uses_variables;
  result.typed_ = resolved.type.kind == OperandType::Kind::typed;
  result.dimension_ = resolved.type.dimension;
  return result;
}

void Expression::require_dimension(const Dimension& expected) const {
  if (!typed_ || dimension_ == expected) return;
  throw InputError(place_, "'" + text_ + "' is " + describe(dimension_),
                   "expected " + describe(expected));
}

Expression Expression::with_program(std::vector<Instruction> program) const {
  Expression result = *this;
  result.is_constant_ = std::none_of(program.begin(), program.end(), [](const Instruction& step) {
    return step.operation == Operation::load;
  });
  result.program_ = std::move(program);
  return result;
}

double Expression::evaluate(std::span<const double> variables) const {
  return run(program_, variables);
}

Jet Expression::evaluate(std::span<const Jet> variables) const {
  return run(program_, variables);
}

std::vector<std::string> list_reserved_names() {
  std::vector<std::string> names = list_function_names();
  names.insert(names.end(), {"pi", "p", "none", "ground", "global"});
  return names;
}

}  // namespace core
}  // namespace globaldyn::inside
