#include "core/expression/unit_product.h"

#include <cctype>
#include <cmath>

namespace globaldyn {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

bool is_unit_product(const std::string& text) {
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text[0])) == 0) return false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i], before = text[i - 1];
    const bool is_exponent = before == '^' || before == '-' || is_digit(before);
    if (is_digit(c) ? !is_exponent : c == '-' ? before != '^' : c == '+' || c == '.') return false;
  }
  return true;
}

Scope units_only() {
  return [](const std::string& name, const SourcePlace& place) -> Symbol {
    throw InputError(place, "'" + name + "' is no unit", suggest_name(name, list_unit_names()));
  };
}

std::optional<Unit> read_unit_product(const std::string& text, const SourcePlace& place) {
  if (!is_unit_product(text)) return std::nullopt;
  constexpr int kBefore = 2;  // characters
  const SourcePlace begin{place.file, place.line, place.column - kBefore, place.member};
  const Expression one = Expression::parse("1 " + text, begin, units_only());
  const double factor = one.evaluate();
  if (!(factor > 0.0) || !std::isfinite(factor)) return std::nullopt;
  return Unit{factor, one.dimension()};
}

std::optional<Unit> try_unit(const std::string& text) {
  try {
    return read_unit_product(text, {});
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace globaldyn
