#include "core/expression/resolver.h"

#include <cmath>
#include <numbers>

#include "core/base/count_of.h"
#include "core/expression/expression_grammar.h"
#include "core/expression/functions.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

using Operation = Expression::Operation;

// Converts parsed names to values, indices and types, one step at a time.
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

  [[nodiscard]] OperandType type() const { return types_.result(); }
  [[nodiscard]] bool uses_variables() const { return uses_variables_; }

 private:
  [[nodiscard]] SourcePlace place_at(int offset) const {
    return {place_.file, place_.line, place_.column + offset, place_.member};
  }

  Expression::Instruction resolve_number(const ParsedStep& step) {
    if (!std::isfinite(step.value)) {
      throw InputError(place_at(step.offset), "number too large", "expected a finite number");
    }
    types_.push({OperandType::Kind::literal, {}, step.value});
    return {Operation::push, 0, step.value, step.offset};
  }

  Expression::Instruction resolve_unit(const ParsedStep& step) {
    const auto unit = find_unit(step.name);
    if (!unit) {
      throw InputError(place_at(step.offset), "unknown unit '" + step.name + "'",
                       suggest_name(step.name, list_unit_names()));
    }
    types_.push({OperandType::Kind::typed, unit->dimension, 0.0});
    return {Operation::push, 0, unit->factor, step.offset};
  }

  Expression::Instruction resolve_name(const ParsedStep& step) {
    if (step.name == "pi") {
      types_.push({OperandType::Kind::literal, {}, std::numbers::pi});
      return {Operation::push, 0, std::numbers::pi, step.offset};
    }
    if (find_unit(step.name)) return resolve_unit(step);  // `1/s`, `N/(m/s)`
    const Symbol symbol = scope_(step.name, place_at(step.offset));
    const bool known = symbol.kind == Symbol::Kind::constant;
    types_.push({symbol.typed ? OperandType::Kind::typed : OperandType::Kind::any, symbol.dimension,
                 known ? symbol.value : kUnknownValue});
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
          "'" + step.name + "' with " + count_of(step.arguments, "argument", "arguments"),
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

ResolvedExpression resolve_expression(const std::string& text, const SourcePlace& place,
                                      const Scope& scope) {
  ResolvedExpression result;
  Resolver resolver(text, place, scope);
  for (const ParsedStep& step : parse_expression(text, place)) {
    result.program.push_back(resolver.resolve(step));
  }
  result.type = resolver.type();
  result.uses_variables = resolver.uses_variables();
  return result;
}

}  // namespace core
}  // namespace globaldyn::inside
