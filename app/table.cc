#include "app/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/colour.h"

namespace globaldyn::inside::app {
namespace {

// In characters: all bytes of UTF-8 but those that continue one.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  }));
}

std::string pad(const std::string& cell, std::size_t width, char align) {
  const std::string blanks(width - std::min(width, width_of(cell)), ' ');
  return align == 'l' ? cell + blanks : blanks + cell;
}

std::string drop_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string spell(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.5g}", value);
}

std::string tell(const ShownUnits& units, double number, const QuantityUnit& unit) {
  const Shown shown = units.show(number, unit);
  if (shown.unit.rfind("1/", 0) == 0) return spell(shown.value) + shown.unit.substr(1);  // "5/s"
  return shown.unit.empty() ? spell(shown.value) : spell(shown.value) + " " + shown.unit;
}

std::string tell_number(const ShownUnits& units, double number, const QuantityUnit& unit) {
  return spell(units.show(number, unit).value);
}

void print_table(const std::vector<std::vector<std::string>>& rows, std::string_view align) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width_of(row[k]));
  }
  bool is_heading = true;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      line += "  " + pad(row[k], widths[k], align[std::min(k, align.size() - 1)]);
    }
    line = drop_blanks(line);
    fmt::print("{}\n", is_heading ? in_bold(line) : line);
    is_heading = false;
  }
}

}  // namespace globaldyn::inside::app
