#include "core/expression/unit_product.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace globaldyn::inside {
inline namespace core {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// "1/min": the only number that may stand before units.
bool is_reciprocal(const std::string& text) {
  return text.rfind("1/", 0) == 0;
}

}  // namespace

bool is_unit_product(const std::string& text) {
  if (text == "%") return true;
  const std::size_t first = is_reciprocal(text) ? 2 : 0;
  if (text.size() <= first) return false;
  if (std::isalpha(static_cast<unsigned char>(text[first])) == 0) return false;
  for (std::size_t i = first + 1; i < text.size(); ++i) {
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
  const std::string before = is_reciprocal(text) ? "" : "1 ";
  const SourcePlace begin{place.file, place.line, place.column - static_cast<int>(before.size()),
                          place.member};
  const Expression one = Expression::parse(before + text, begin, units_only());
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

std::optional<std::string> find_unit_of_number(const std::string& text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::size_t begin =
      text.find_first_not_of(' ', static_cast<std::size_t>(end - text.data()));
  const std::string unit = text.substr(std::min(begin, text.size()));
  const bool is_one = error == std::errc() && std::isfinite(number) && is_unit_product(unit) &&
                      !is_reciprocal(unit);
  return is_one ? std::optional(unit) : std::nullopt;
}

}  // namespace core
}  // namespace globaldyn::inside
