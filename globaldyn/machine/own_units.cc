#include "globaldyn/machine/own_units.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "core/base/constants.h"
#include "core/expression/unit_product.h"

namespace globaldyn::inside {
inline namespace machine {

std::optional<std::string> find_own_unit(const Node& value) {
  const Node figure = value.is_map() ? value.require("value") : value;
  return find_unit_of_number(figure.text());
}

std::optional<std::string> write_in_unit(const std::string& unit, double value) {
  const auto read = [&](const std::string& text) {
    return Expression::parse(text, whole_place("design"), units_only()).evaluate();
  };
  try {
    const double nearest = value / read("1 " + unit);
    // Few digits, if they will do, and all of its neighbours.
    std::vector<std::string> numbers{fmt::format("{:.15g}", nearest)};
    for (const double number :
         {nearest, std::nextafter(nearest, kInfinity), std::nextafter(nearest, -kInfinity)}) {
      numbers.push_back(fmt::format("{}", number));
    }
    for (const std::string& number : numbers) {
      const std::string text = number + " " + unit;
      if (read(text) == value) return text;
    }
  } catch (const InputError&) {  // a formula
  }
  return std::nullopt;
}

}  // namespace machine
}  // namespace globaldyn::inside
