#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/expression/dimension.h"
#include "core/expression/expression_grammar.h"
#include "core/expression/functions.h"

namespace globaldyn::inside {
inline namespace core {

/// What is known about an operand before anything is evaluated. A literal number is dimensionless
/// but takes any dimension in a sum or as a whole; an operand from an untyped parameter or variable
/// takes any dimension anywhere.
struct OperandType {
  enum class Kind { literal, any, typed } kind{Kind::literal};
  Dimension dimension{};
  double value{0.0};  ///< of a literal, for exponents; kUnknownValue where it depends on variables
};

inline constexpr double kUnknownValue = std::numeric_limits<double>::quiet_NaN();

/// Dimensional analysis of an expression, step by step of its postfix program.
class TypeChecker {
 public:
  TypeChecker(const std::string& text, const SourcePlace& place) : text_(text), place_(place) {}

  void push(const OperandType& type) { stack_.push_back(type); }

  /// Applies an arithmetic operation to the last one or two operands.
  /// @throws InputError at the step if their dimensions are incompatible.
  void apply(const ParsedStep& step);

  /// Calls a function on the last operands; `offset` is where in the text.
  /// @throws InputError as apply().
  void call(const FunctionEntry& function, int offset);

  [[nodiscard]] OperandType result() const { return stack_.back(); }

 private:
  OperandType pop();
  [[nodiscard]] OperandType unify(const OperandType& a, const OperandType& b, int offset) const;
  [[nodiscard]] OperandType combine(const ParsedStep& step, const OperandType& left,
                                    const OperandType& right) const;
  [[nodiscard]] OperandType type_of_call(Function function, const OperandType& argument,
                                         int offset) const;
  [[nodiscard]] OperandType scale(const OperandType& type, int numerator, int denominator,
                                  int offset) const;
  [[nodiscard]] OperandType multiply(const OperandType& a, const OperandType& b, bool divide,
                                     int offset) const;
  [[nodiscard]] OperandType raise(const OperandType& base, const OperandType& exponent,
                                  int offset) const;
  void require_number(const OperandType& x, int offset) const;
  [[noreturn]] void fail(const std::string& wrong, const std::string& expected, int offset) const;

  const std::string& text_;
  const SourcePlace& place_;
  std::vector<OperandType> stack_;
};

}  // namespace core
}  // namespace globaldyn::inside
