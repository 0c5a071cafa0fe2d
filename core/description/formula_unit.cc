#include "core/description/formula_unit.h"

#include <algorithm>
#include <cctype>

#include "core/expression/unit_product.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

[[noreturn]] void refuse(const Expression& formula, const Node& asked) {
  asked.fail("'" + asked.text() + "' beside a formula that gives " + describe(formula.dimension()),
             "expected a unit of that, in which it is shown");
}

// A quantity tells more than its dimension.
QuantityUnit name_unit(const Expression& formula, const QuantityOf& quantity_of) {
  if (quantity_of) {
    const auto quantity = find_quantity(formula.text(), formula.place(), quantity_of);
    if (quantity && quantity->dimension == formula.dimension()) return name_si_unit(*quantity);
  }
  return format_unit(formula.dimension());
}

}  // namespace

bool is_currency(const std::string& unit) {
  constexpr std::size_t kLetters = 3;  // of ISO 4217
  return unit.size() == kLetters && std::all_of(unit.begin(), unit.end(), [](char c) {
           return std::isupper(static_cast<unsigned char>(c)) != 0;
         });
}

QuantityUnit find_formula_unit(const Expression& formula, const std::optional<Node>& asked,
                               const QuantityOf& quantity_of) {
  const bool is_typed = formula.is_typed();
  if (!asked) return is_typed ? name_unit(formula, quantity_of) : QuantityUnit();
  const std::string text = asked->text();
  const bool is_plain = is_typed && formula.dimension() == dimension::number;
  const auto unit = try_unit(text);
  if (!unit) {
    if (is_typed && !is_plain && !is_currency(text)) refuse(formula, *asked);
    return text;
  }
  if (!is_typed || unit->dimension == formula.dimension()) {
    return {name_si_unit(kind_of(text, *unit)), text};
  }
  if (!is_plain) refuse(formula, *asked);
  return text;
}

}  // namespace core
}  // namespace globaldyn::inside
