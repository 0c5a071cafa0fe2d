#include "core/expression/formula_quantity.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/expression/expression_grammar.h"
#include "core/expression/unit_product.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

using Operation = Expression::Operation;

constexpr UnitKind kPlain{};
constexpr UnitKind kAngle{dimension::number, UnitFamily::plain, 1};

// What is known of an operand.
struct KnownOperand {
  std::optional<UnitKind> quantity{};
  bool is_of_units{false};  // made of numbers and units alone: products of these are units
  bool is_bare{false};      // a number without unit, which in a sum is of what the other is
  double value{0.0};        // of a bare number
};

bool is_plain(const KnownOperand& one) {
  return one.quantity == kPlain;
}

std::optional<UnitKind> find_common(const KnownOperand& a, const KnownOperand& b) {
  if (a.is_bare) return b.quantity;
  if (b.is_bare) return a.quantity;
  return a.quantity == b.quantity ? a.quantity : std::nullopt;
}

// The product of two units, or the quotient: as kind_of() reads what is written so.
std::optional<UnitKind> join(const KnownOperand& a, const KnownOperand& b, int sign) {
  if (!a.is_of_units || !b.is_of_units || !a.quantity || !b.quantity) return std::nullopt;
  const UnitKind &left = *a.quantity, &right = *b.quantity;
  const Dimension dimension =
      sign > 0 ? left.dimension * right.dimension : left.dimension / right.dimension;
  const UnitFamily family = right.family == UnitFamily::plain ? left.family : right.family;
  return UnitKind{dimension, family, left.turns + sign * right.turns};
}

std::optional<UnitKind> raise_unit(const KnownOperand& base, const KnownOperand& exponent) {
  const bool is_whole = exponent.is_bare && exponent.value == std::round(exponent.value);
  if (!base.quantity || !is_whole || is_plain(base)) return base.quantity;
  if (!base.is_of_units) return std::nullopt;
  const int power = static_cast<int>(exponent.value);
  const Dimension& d = base.quantity->dimension;
  return UnitKind{{d.length * power, d.mass * power, d.time * power},
                  base.quantity->family,
                  base.quantity->turns * power};
}

// A formula's steps one after the other, on a stack.
class QuantityWalk {
 public:
  explicit QuantityWalk(const QuantityOf& quantity_of) : quantity_of_(quantity_of) {}

  void take(const ParsedStep& step) {
    switch (step.operand) {
      case ParsedStep::Operand::number:
        stack_.push_back({kPlain, true, true, step.value});
        return;
      case ParsedStep::Operand::unit:
      case ParsedStep::Operand::name:
        stack_.push_back(find(step.name));
        return;
      case ParsedStep::Operand::function:
        call(step);
        return;
      default:
        apply(step.operation);
    }
  }

  [[nodiscard]] std::optional<UnitKind> result() const { return stack_.back().quantity; }

 private:
  [[nodiscard]] KnownOperand find(const std::string& name) const {
    if (name == "pi") return {kPlain, true, true, std::numbers::pi};
    if (const auto unit = find_unit(name)) return {kind_of(name, *unit), true};
    return {quantity_of_(name)};
  }

  KnownOperand pop() {
    const KnownOperand top = stack_.back();
    stack_.pop_back();
    return top;
  }

  void apply(Operation operation) {
    if (operation == Operation::negate) {
      stack_.back().value = -stack_.back().value;
      return;
    }
    const KnownOperand right = pop(), left = pop();
    KnownOperand result{{}, left.is_of_units && right.is_of_units, left.is_bare && right.is_bare};
    result.quantity = combine(operation, left, right);
    // Exponents that are worked out are not looked into.
    result.value = std::numeric_limits<double>::quiet_NaN();
    stack_.push_back(result);
  }

  static std::optional<UnitKind> combine(Operation operation, const KnownOperand& left,
                                         const KnownOperand& right) {
    switch (operation) {
      case Operation::add:
      case Operation::subtract:
        return find_common(left, right);
      case Operation::multiply:
        if (is_plain(left)) return right.quantity;
        if (is_plain(right)) return left.quantity;
        return join(left, right, 1);
      case Operation::divide:
        if (is_plain(right)) return left.quantity;
        return join(left, right, -1);
      default:
        return raise_unit(left, right);
    }
  }

  void call(const ParsedStep& step) {
    const KnownOperand last = pop();
    const std::string& name = step.name;
    if (step.arguments == 2) {
      const KnownOperand first = pop();
      stack_.push_back({name == "atan2" ? kAngle : find_common(first, last)});
    } else if (name == "abs") {
      stack_.push_back({last.quantity});
    } else if (name == "sqrt") {
      stack_.push_back({is_plain(last) ? last.quantity : std::nullopt});
    } else {
      const bool is_angle = name == "asin" || name == "acos" || name == "atan";
      stack_.push_back({is_angle ? kAngle : kPlain});
    }
  }

  const QuantityOf& quantity_of_;
  std::vector<KnownOperand> stack_;
};

}  // namespace

std::optional<UnitKind> find_quantity(const std::string& text, const SourcePlace& place,
                                      const QuantityOf& quantity_of) {
  QuantityWalk walk(quantity_of);
  for (const ParsedStep& step : parse_expression(text, place)) walk.take(step);
  return walk.result();
}

std::optional<UnitKind> kind_of(const QuantityUnit& unit) {
  if (unit.si == "1") return kPlain;
  const auto own = try_unit(unit.si);
  return own ? std::optional(kind_of(unit.si, *own)) : std::nullopt;
}

}  // namespace core
}  // namespace globaldyn::inside
