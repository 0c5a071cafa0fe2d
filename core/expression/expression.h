#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/base/jet.h"
#include "core/expression/dimension.h"

namespace globaldyn::inside {
inline namespace core {

/// What a name in an expression stands for.
struct Symbol {
  enum class Kind {
    constant,  ///< `value`, of `dimension` if `typed`
    variable,  ///< the argument number `index` of Expression::evaluate()
  };
  Kind kind{Kind::constant};
  double value{0.0};
  int index{0};
  bool typed{false};  ///< false: fits any dimension (a parameter given without unit)
  Dimension dimension{};
};

/// Finds what names mean; throws InputError at `place` for an unknown one.
using Scope = std::function<Symbol(const std::string& name, const SourcePlace& place)>;

/// A formula of the machine file, compiled to a postfix program that is evaluated on doubles
/// or, for exact derivatives with respect to one variable, on jets.
///
/// Grammar: + - * / ^, parentheses, comparison-free; numbers may carry units (`850 mm`,
/// `60 N s/m`); sin cos tan asin acos atan atan2 sqrt exp log abs min max hypot; pi.
/// All numbers and units are converted to SI. Copies share nothing mutable; evaluation is const and
/// safe to run concurrently.
class Expression {
 public:
  /// The constant 0.
  Expression() : Expression(0.0) {}
  /// A constant.
  explicit Expression(double value);

  /// Variable number `index` alone, shown as `text`.
  [[nodiscard]] static Expression make_variable(int index, const std::string& text);

  /// Compiles `text`, which stands at `place`.
  /// @throws InputError at the place of the first mistake: syntax, unknown name or unit,
  ///   incompatible dimensions, a text longer than 1000 characters or nested deeper than 100.
  [[nodiscard]] static Expression parse(const std::string& text, const SourcePlace& place,
                                        const Scope& scope);

  /// @throws InputError unless the result has the dimension `expected`. Bare numbers take the
  ///   SI unit of the expected dimension.
  void require_dimension(const Dimension& expected) const;

  /// True if no variable occurs.
  [[nodiscard]] bool is_constant() const { return is_constant_; }

  /// The value with variable i at `variables[i]`; NaN or infinite where undefined.
  [[nodiscard]] double evaluate(std::span<const double> variables = {}) const;

  /// The value and the exact derivatives with the variables given as jets.
  [[nodiscard]] Jet evaluate(std::span<const Jet> variables) const;

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const SourcePlace& place() const { return place_; }

  /// Whether the dimension follows from units in the expression.
  [[nodiscard]] bool is_typed() const { return typed_; }
  [[nodiscard]] const Dimension& dimension() const { return dimension_; }

  /// The steps, in postfix order.
  enum class Operation : unsigned char {
    push,
    load,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    call
  };
  struct Instruction {
    Operation operation{Operation::push};
    int index{0};       ///< variable (load) or function (call)
    double value{0.0};  ///< constant (push)
    int offset{0};      ///< where in the text, from 0

    bool operator==(const Instruction&) const = default;
  };
  [[nodiscard]] const std::vector<Instruction>& program() const { return program_; }

  /// The same formula of the user, text and place, worked out by other steps.
  [[nodiscard]] Expression with_program(std::vector<Instruction> program) const;

 private:
  std::string text_;
  SourcePlace place_;
  std::vector<Instruction> program_;
  bool is_constant_{true};
  bool typed_{false};
  Dimension dimension_{};
};

/// Names with a meaning of their own in expressions: functions, pi and p.
[[nodiscard]] std::vector<std::string> list_reserved_names();

}  // namespace core
}  // namespace globaldyn::inside
