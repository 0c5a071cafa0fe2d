#include "globaldyn/path/csv.h"

#include <algorithm>
#include <boost/algorithm/string.hpp>
#include <charconv>
#include <cmath>
#include <sstream>

namespace globaldyn {
namespace {

struct Cell {
  std::string text;
  int column;  // of its first character, from 1
};

std::vector<Cell> split(const std::string& line) {
  std::vector<std::string> parts;
  boost::split(parts, line, boost::is_any_of(","));
  std::vector<Cell> cells;
  int column = 1;
  for (const std::string& part : parts) {
    const std::size_t blanks = std::min(part.find_first_not_of(" \t"), part.size());
    cells.push_back({boost::trim_copy(part), column + static_cast<int>(blanks)});
    column += static_cast<int>(part.size()) + 1;
  }
  return cells;
}

double read_cell(const std::string& text, const SourcePlace& place) {
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const bool has_plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  const auto result = std::from_chars(text.data() + (has_plus ? 1 : 0), end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) {
    throw InputError(place, "'" + text + "'", "expected a finite number");
  }
  return value;
}

void check_header(const std::vector<Cell>& header, const std::vector<std::string>& allowed,
                  SourcePlace place) {
  std::vector<std::string> seen;
  for (const Cell& cell : header) {
    place.column = cell.column;
    if (std::find(allowed.begin(), allowed.end(), cell.text) == allowed.end()) {
      throw InputError(place, "unknown column '" + cell.text + "'",
                       suggest_name(cell.text, allowed));
    }
    if (std::find(seen.begin(), seen.end(), cell.text) != seen.end()) {
      throw InputError(place, "column '" + cell.text + "' twice", "expected it once");
    }
    seen.push_back(cell.text);
  }
}

// What is wrong with the file itself is said where the machine file names it.
std::string load(const std::string& path, const Node& named_by) {
  constexpr std::size_t kLargestCsvBytes = 16u << 20;          // some 100 000 points
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // spreadsheets begin with one
  try {
    std::string text = read_text_file(path, kLargestCsvBytes);
    if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
    return text;
  } catch (const InputError& error) {
    named_by.fail("'" + path + "' cannot be read",
                  "expected a CSV file (" + std::string(error.what()) + ")");
  }
}

}  // namespace

CsvColumns read_csv(const std::string& path, const std::vector<std::string>& allowed,
                    const Node& named_by) {
  std::istringstream stream(load(path, named_by));
  std::vector<Cell> header;
  CsvColumns columns;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (boost::trim_copy(line).empty() || line[0] == '#') continue;
    const std::vector<Cell> cells = split(line);
    if (header.empty()) {
      header = cells;
      check_header(header, allowed, {path, number, 1});
      continue;
    }
    if (cells.size() != header.size()) {
      throw InputError({path, number, 1}, std::to_string(cells.size()) + " values",
                       "expected " + std::to_string(header.size()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      columns[header[i].text].push_back(read_cell(cells[i].text, {path, number, cells[i].column}));
    }
  }
  if (columns.empty() || columns.begin()->second.size() < 2) {
    throw InputError({path, 0, 0}, "fewer than two points", "expected at least two");
  }
  return columns;
}

}  // namespace globaldyn
