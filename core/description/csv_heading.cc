#include "core/description/csv_heading.h"

#include <algorithm>
#include <boost/algorithm/string/trim.hpp>
#include <cctype>

namespace globaldyn::inside {
inline namespace core {
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

[[noreturn]] void refuse(const CsvCell& cell, const std::string& unit) {
  throw InputError(cell.place, "'" + unit + "' is no unit",
                   "expected one in brackets: 'mass [kg]'");
}

}  // namespace

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

Unit read_unit(const CsvCell& cell, const CsvHeading& heading) {
  const std::optional<Unit> unit = read_unit_product(heading.unit, cell.place);
  if (!unit) refuse(cell, heading.unit);
  return *unit;
}

}  // namespace core
}  // namespace globaldyn::inside
