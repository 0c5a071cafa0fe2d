#include "core/expression/unit_product.h"

#include <cctype>
#include <cmath>

namespace globaldyn {
namespace {

// Signs belong to exponents only: `m + 5` would be a number, not a unit.
bool may_be_unit(const std::string& text) {
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text[0])) == 0) return false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if ((text[i] == '+' || text[i] == '-') && text[i - 1] != '^') return false;
  }
  return true;
}

}  // namespace

Scope units_only() {
  return [](const std::string& name, const SourcePlace& place) -> Symbol {
    throw InputError(place, "'" + name + "' is no unit", suggest_name(name, list_unit_names()));
  };
}

std::optional<Unit> read_unit_product(const std::string& text, const SourcePlace& place) {
  if (!may_be_unit(text)) return std::nullopt;
  constexpr int kBefore = 2;  // characters
  const SourcePlace begin{place.file, place.line, place.column - kBefore, place.member};
  const Expression one = Expression::parse("1 " + text, begin, units_only());
  const double factor = one.evaluate();
  if (!(factor > 0.0) || !std::isfinite(factor)) return std::nullopt;
  return Unit{factor, one.dimension()};
}

}  // namespace globaldyn
