#include "core/description/csv_heading.h"

#include <algorithm>
#include <boost/algorithm/string/trim.hpp>
#include <cctype>
#include <cmath>

namespace globaldyn {
namespace {

void check_name(const std::string& name, const SourcePlace& place) {
  const bool fits = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
                    std::all_of(name.begin(), name.end(), [](char c) {
                      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                    });
  if (!fits) {
    throw InputError(place, "'" + name + "' is no name of a column",
                     "expected letters, digits and underscores, such as 'peak_force [N]'");
  }
}

// Signs belong to exponents only: `[m + 5]` would be a number, not a unit.
bool is_unit(const std::string& text) {
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text[0])) == 0) return false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if ((text[i] == '+' || text[i] == '-') && text[i - 1] != '^') return false;
  }
  return true;
}

[[noreturn]] void refuse(const CsvCell& cell, const std::string& unit) {
  throw InputError(cell.place, "'" + unit + "' is no unit",
                   "expected one in brackets: 'mass [kg]'");
}

}  // namespace

Scope units_only() {
  return [](const std::string& name, const SourcePlace& place) -> Symbol {
    throw InputError(place, "'" + name + "' is no unit", suggest_name(name, list_unit_names()));
  };
}

CsvHeading read_heading(const CsvCell& cell) {
  const std::size_t open = cell.text.find('[');
  CsvHeading heading{boost::trim_copy(cell.text.substr(0, open)), {}};
  check_name(heading.name, cell.place);
  if (open == std::string::npos) return heading;
  if (cell.text.back() != ']') {
    throw InputError(cell.place, "'" + cell.text + "'", "expected a unit in brackets: 'mass [kg]'");
  }
  heading.unit = boost::trim_copy(cell.text.substr(open + 1, cell.text.size() - open - 2));
  if (heading.unit.empty()) refuse(cell, heading.unit);
  return heading;
}

CsvUnit read_unit(const CsvCell& cell, const CsvHeading& heading) {
  if (!is_unit(heading.unit)) refuse(cell, heading.unit);
  const Expression one = Expression::parse("1 " + heading.unit, cell.place, units_only());
  const double factor = one.evaluate();
  if (!(factor > 0.0) || !std::isfinite(factor)) refuse(cell, heading.unit);
  return {factor, one.dimension()};
}

}  // namespace globaldyn
