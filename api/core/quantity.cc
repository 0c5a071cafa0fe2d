#include <globaldyn/error.h>
#include <globaldyn/quantity.h>

#include "core/base/errors.h"
#include "core/expression/expression.h"
#include "core/expression/unit_product.h"

namespace globaldyn {
namespace {

inside::Unit read_unit(const std::string& unit) {
  if (const auto found = inside::read_unit_product(unit, inside::whole_place(unit))) return *found;
  throw InputError(inside::whole_place(unit), "no unit", "expected one such as 'kg m^2/s'");
}

inside::Symbol make_symbol(const Quantity& quantity) {
  inside::Symbol symbol{.kind = inside::Symbol::Kind::constant, .value = quantity.value};
  symbol.typed = !quantity.unit.empty();
  if (symbol.typed && quantity.unit != "1") symbol.dimension = read_unit(quantity.unit).dimension;
  return symbol;
}

inside::Scope make_scope(const std::vector<NamedQuantity>& names) {
  return [&names](const std::string& name, const SourcePlace& place) {
    std::vector<std::string> known;
    for (const NamedQuantity& one : names) {
      if (one.name == name) return make_symbol(one.quantity);
      known.push_back(one.name);
    }
    if (known.empty()) return inside::units_only()(name, place);
    throw InputError(place, "unknown name '" + name + "'", inside::suggest_name(name, known));
  };
}

}  // namespace

Quantity evaluate_formula(const std::string& formula, const std::vector<NamedQuantity>& names) {
  const inside::Expression expression =
      inside::Expression::parse(formula, inside::whole_place(formula), make_scope(names));
  return {expression.evaluate(),
          expression.is_typed() ? inside::format_unit(expression.dimension()) : std::string()};
}

double read_quantity(const std::string& text, const std::string& unit, const std::string& name) {
  const inside::Expression expression = inside::Expression::parse(
      text, inside::whole_place(name.empty() ? text : name), inside::units_only());
  expression.require_dimension(unit == "1" ? inside::dimension::number : read_unit(unit).dimension);
  return expression.evaluate();
}

double show_in(double value, const std::string& unit) {
  return value / read_unit(unit).factor;
}

}  // namespace globaldyn
