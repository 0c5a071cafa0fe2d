#include "core/expression/expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/expression/expression_grammar.h"

namespace globaldyn {
namespace {

using Operation = Expression::Operation;

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

struct FunctionEntry {
  const char* name;
  Function function;
  int arguments;
};

constexpr std::array kFunctions{
    FunctionEntry{"sin", Function::sin, 1},     FunctionEntry{"cos", Function::cos, 1},
    FunctionEntry{"tan", Function::tan, 1},     FunctionEntry{"asin", Function::asin, 1},
    FunctionEntry{"acos", Function::acos, 1},   FunctionEntry{"atan", Function::atan, 1},
    FunctionEntry{"exp", Function::exp, 1},     FunctionEntry{"log", Function::log, 1},
    FunctionEntry{"sqrt", Function::sqrt, 1},   FunctionEntry{"abs", Function::abs, 1},
    FunctionEntry{"atan2", Function::atan2, 2}, FunctionEntry{"min", Function::min, 2},
    FunctionEntry{"max", Function::max, 2},     FunctionEntry{"hypot", Function::hypot, 2}};

const FunctionEntry* find_function(const std::string& name) {
  const auto* found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                   [&](const FunctionEntry& f) { return f.name == name; });
  return found == kFunctions.end() ? nullptr : found;
}

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
      return abs(x);
  }
}

template <class T>
T call_two(Function function, const T& x, const T& y) {
  using std::atan2, std::sqrt;
  switch (function) {
    case Function::min:
      return y < x ? y : x;
    case Function::max:
      return x < y ? y : x;
    case Function::hypot:
      return sqrt(x * x + y * y);
    default:
      return atan2(x, y);
  }
}

// x^n by repeated squaring: exact derivatives at x = 0 too, where the general power has none.
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

// x^e at x = 0 for e that is not whole: derivatives of order below e vanish, the others are
// infinite. Jets cannot carry infinities past a product, so the largest double stands for them.
Jet make_power_at_zero(double e) {
  constexpr double kInfinite = std::numeric_limits<double>::max();
  return make_jet(0.0, e > 1.0 ? 0.0 : kInfinite, e > 2.0 ? 0.0 : kInfinite,
                  e > 3.0 ? 0.0 : kInfinite);
}

Jet power(const Jet& base, const Jet& exponent) {
  const double e = value_of(exponent);
  constexpr double kLargestWhole = 1e9;
  if (is_flat(exponent) && e == std::round(e) && std::abs(e) <= kLargestWhole) {
    return raise(base, static_cast<int>(e));
  }
  if (is_flat(exponent) && value_of(base) == 0.0 && e > 0.0) return make_power_at_zero(e);
  return exp(exponent * log(base));
}

double power(double base, double exponent) {
  return std::pow(base, exponent);
}

template <class T>
T run(const std::vector<Expression::Instruction>& program, std::span<const T> variables) {
  std::vector<T> stack;
  stack.reserve(program.size());
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
        stack.push_back(variables[static_cast<std::size_t>(step.index)]);
        break;
      case Operation::negate:
        stack.back() = -stack.back();
        break;
      case Operation::call: {
        const auto& entry = kFunctions[static_cast<std::size_t>(step.index)];
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
        if (step.operation == Operation::power) left = power(left, right);
      }
    }
  }
  return stack.back();
}

// Dimensional analysis. A literal number is dimensionless but takes any dimension in a sum or as
// a whole; what comes from an untyped parameter or variable takes any dimension anywhere.
struct Type {
  enum class Kind { literal, any, typed } kind{Kind::literal};
  Dimension dimension{};
  double value{0.0};  // of a literal, for exponents; NaN where it depends on variables
};

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

class TypeChecker {
 public:
  TypeChecker(const std::string& text, const SourcePlace& place) : text_(text), place_(place) {}

  void push(const Type& type) { stack_.push_back(type); }
  [[nodiscard]] Type result() const { return stack_.back(); }

  void apply(const ParsedStep& step) {
    if (step.operation == Operation::negate) {
      stack_.back().value = -stack_.back().value;
      return;
    }
    const Type right = pop();
    const Type left = pop();
    push(combine(step, left, right));
    stack_.back().value = calc(step.operation, left.value, right.value);
  }

  void call(const FunctionEntry& function, int offset) {
    const Type last = pop();
    if (function.arguments == 1) {
      const double value = call_one(function.function, last.value);
      push(type_of_call(function.function, last, offset));
      stack_.back().value = value;
      return;
    }
    const Type first = pop();
    const Type same = unify(first, last, offset);
    push(function.function == Function::atan2 ? Type{Type::Kind::typed, dimension::number, 0.0}
                                              : same);
    stack_.back().value = call_two(function.function, first.value, last.value);
  }

 private:
  Type pop() {
    const Type top = stack_.back();
    stack_.pop_back();
    return top;
  }

  [[noreturn]] void fail(const std::string& wrong, const std::string& expected, int offset) const {
    throw InputError({place_.file, place_.line, place_.column + offset},
                     wrong + " in '" + text_ + "'", expected);
  }

  Type unify(const Type& a, const Type& b, int offset) const {
    if (a.kind != Type::Kind::typed) return b.kind == Type::Kind::literal ? a : b;
    if (b.kind == Type::Kind::typed && !(a.dimension == b.dimension)) {
      fail(describe(a.dimension) + " combined with " + describe(b.dimension),
           "expected the same dimension", offset);
    }
    return a;
  }

  [[nodiscard]] Type combine(const ParsedStep& step, const Type& left, const Type& right) const {
    switch (step.operation) {
      case Operation::add:
      case Operation::subtract:
        return unify(left, right, step.offset);
      case Operation::multiply:
        return multiply(left, right, false, step.offset);
      case Operation::divide:
        return multiply(left, right, true, step.offset);
      default:
        return raise_type(left, right, step.offset);
    }
  }

  static double calc(Operation operation, double left, double right) {
    switch (operation) {
      case Operation::add:
        return left + right;
      case Operation::subtract:
        return left - right;
      case Operation::multiply:
        return left * right;
      case Operation::divide:
        return left / right;
      default:
        return std::pow(left, right);
    }
  }

  [[nodiscard]] Type type_of_call(Function function, const Type& argument, int offset) const {
    if (function == Function::abs) return argument;
    if (function == Function::sqrt) {
      return argument.kind == Type::Kind::typed ? scale(argument, 1, 2, offset) : argument;
    }
    require_number(argument, offset);
    return {Type::Kind::literal, {}, 0.0};
  }

  // The dimension to the power numerator/denominator.
  [[nodiscard]] Type scale(const Type& type, int numerator, int denominator, int offset) const {
    constexpr int kHighest = 64;  // halves
    const auto part = [&](int exponent) {
      const int product = exponent * numerator;
      if (product % denominator != 0 || std::abs(product / denominator) > kHighest) {
        fail("a root or power of " + describe(type.dimension) + " that has no unit",
             "expected whole or half powers of units, up to 32", offset);
      }
      return product / denominator;
    };
    const Dimension& d = type.dimension;
    return {Type::Kind::typed, {part(d.length), part(d.mass), part(d.time)}, 0.0};
  }

  [[nodiscard]] Type multiply(const Type& a, const Type& b, bool divide, int offset) const {
    if (a.kind == Type::Kind::any || b.kind == Type::Kind::any) return {Type::Kind::any, {}, 0.0};
    if (a.kind == Type::Kind::literal && b.kind == Type::Kind::literal) return a;
    const Type product{Type::Kind::typed,
                       divide ? a.dimension / b.dimension : a.dimension * b.dimension, 0.0};
    return scale(product, 1, 1, offset);
  }

  [[nodiscard]] Type raise_type(const Type& base, const Type& exponent, int offset) const {
    require_number(exponent, offset);
    if (base.kind != Type::Kind::typed || base.dimension == dimension::number) return base;
    const double doubled = 2.0 * exponent.value;
    constexpr double kHighest = 64.0;
    if (exponent.kind != Type::Kind::literal || doubled != std::round(doubled) ||
        !(std::abs(doubled) <= kHighest)) {
      fail("power of " + describe(base.dimension), "expected a whole or half number as exponent",
           offset);
    }
    return scale(base, static_cast<int>(doubled), 2, offset);
  }

  void require_number(const Type& x, int offset) const {
    if (x.kind == Type::Kind::typed && !(x.dimension == dimension::number)) {
      fail(describe(x.dimension) + " where no dimension is possible",
           "expected a plain number or an angle", offset);
    }
  }

  const std::string& text_;
  const SourcePlace& place_;
  std::vector<Type> stack_;
};

std::vector<std::string> list_function_names() {
  std::vector<std::string> names;
  for (const FunctionEntry& entry : kFunctions) names.emplace_back(entry.name);
  return names;
}

// Turns parsed names into values, indices and types, one step at a time.
class Resolver {
 public:
  Resolver(const std::string& text, const SourcePlace& place, const Scope& scope)
      : place_(place), scope_(scope), types_(text, place) {}

  Expression::Instruction resolve(const ParsedStep& step) {
    switch (step.operand) {
      case ParsedStep::Operand::number:
        return resolve_number(step);
      case ParsedStep::Operand::unit:
        return resolve_unit(step);
      case ParsedStep::Operand::name:
        return resolve_name(step);
      case ParsedStep::Operand::function:
        return resolve_function(step);
      default:
        types_.apply(step);
        return {step.operation, 0, 0.0, step.offset};
    }
  }

  [[nodiscard]] Type type() const { return types_.result(); }
  [[nodiscard]] bool uses_variables() const { return uses_variables_; }

 private:
  [[nodiscard]] SourcePlace place_at(int offset) const {
    return {place_.file, place_.line, place_.column + offset};
  }

  Expression::Instruction resolve_number(const ParsedStep& step) {
    if (!std::isfinite(step.value)) {
      throw InputError(place_at(step.offset), "number too large", "expected a finite number");
    }
    types_.push({Type::Kind::literal, {}, step.value});
    return {Operation::push, 0, step.value, step.offset};
  }

  Expression::Instruction resolve_unit(const ParsedStep& step) {
    const auto unit = find_unit(step.name);
    if (!unit) {
      throw InputError(place_at(step.offset), "unknown unit '" + step.name + "'",
                       suggest_name(step.name, list_unit_names()));
    }
    types_.push({Type::Kind::typed, unit->dimension, 0.0});
    return {Operation::push, 0, unit->factor, step.offset};
  }

  Expression::Instruction resolve_name(const ParsedStep& step) {
    if (step.name == "pi") {
      types_.push({Type::Kind::literal, {}, std::numbers::pi});
      return {Operation::push, 0, std::numbers::pi, step.offset};
    }
    if (find_unit(step.name)) return resolve_unit(step);  // `1/s`, `N/(m/s)`
    const Symbol symbol = scope_(step.name, place_at(step.offset));
    const bool known = symbol.kind == Symbol::Kind::constant;
    types_.push({symbol.typed ? Type::Kind::typed : Type::Kind::any, symbol.dimension,
                 known ? symbol.value : kUnknown});
    if (symbol.kind == Symbol::Kind::constant) {
      return {Operation::push, 0, symbol.value, step.offset};
    }
    uses_variables_ = true;
    return {Operation::load, symbol.index, 0.0, step.offset};
  }

  Expression::Instruction resolve_function(const ParsedStep& step) {
    const FunctionEntry* entry = find_function(step.name);
    if (entry == nullptr) {
      throw InputError(place_at(step.offset), "unknown function '" + step.name + "'",
                       suggest_name(step.name, list_function_names()));
    }
    if (entry->arguments != step.arguments) {
      throw InputError(
          place_at(step.offset),
          "'" + step.name + "' with " + std::to_string(step.arguments) + " argument(s)",
          "expected " + std::to_string(entry->arguments));
    }
    types_.call(*entry, step.offset);
    return {Operation::call, static_cast<int>(entry - kFunctions.data()), 0.0, step.offset};
  }

  const SourcePlace& place_;
  const Scope& scope_;
  TypeChecker types_;
  bool uses_variables_{false};
};

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
  Expression result;
  result.text_ = text;
  result.place_ = place;
  result.program_.clear();
  Resolver resolver(text, place, scope);
  for (const ParsedStep& step : parse_expression(text, place)) {
    result.program_.push_back(resolver.resolve(step));
  }
  result.is_constant_ = !resolver.uses_variables();
  result.typed_ = resolver.type().kind == Type::Kind::typed;
  result.dimension_ = resolver.type().dimension;
  return result;
}

void Expression::require_dimension(const Dimension& expected) const {
  if (!typed_ || dimension_ == expected) return;
  throw InputError(place_, "'" + text_ + "' is " + describe(dimension_),
                   "expected " + describe(expected));
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

}  // namespace globaldyn
