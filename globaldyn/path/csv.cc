#include "globaldyn/path/csv.h"

#include <algorithm>
#include <boost/algorithm/string.hpp>
#include <charconv>
#include <cmath>
#include <fstream>

namespace globaldyn {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  boost::split(cells, line, boost::is_any_of(","));
  for (std::string& cell : cells) boost::trim(cell);
  return cells;
}

double read_cell(const std::string& text, const SourcePlace& place) {
  double value = 0.0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() ||
      !std::isfinite(value)) {
    throw InputError(place, "'" + text + "'", "expected a finite number");
  }
  return value;
}

}  // namespace

CsvColumns read_csv(const std::string& path, const std::vector<std::string>& allowed,
                    const Node& named_by) {
  std::ifstream stream(path);
  if (!stream) named_by.fail("'" + path + "' cannot be read", "expected a CSV file");
  std::vector<std::string> header;
  CsvColumns columns;
  std::string line;
  constexpr int kMostLines = 100'000;
  for (int number = 1; std::getline(stream, line); ++number) {
    boost::trim(line);
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = split(line);
    if (number > kMostLines) throw InputError({path, number, 1}, "too many lines", "expected fewer");
    if (header.empty()) {
      header = cells;
      for (const std::string& name : header) {
        if (std::find(allowed.begin(), allowed.end(), name) == allowed.end()) {
          throw InputError({path, number, 1}, "unknown column '" + name + "'",
                           suggest_name(name, allowed));
        }
        if (std::count(header.begin(), header.end(), name) > 1) {
          throw InputError({path, number, 1}, "column '" + name + "' twice", "expected it once");
        }
      }
      continue;
    }
    if (cells.size() != header.size()) {
      throw InputError({path, number, 1}, std::to_string(cells.size()) + " values",
                       "expected " + std::to_string(header.size()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      columns[header[i]].push_back(read_cell(cells[i], {path, number, static_cast<int>(i) + 1}));
    }
  }
  if (columns.empty() || columns.begin()->second.size() < 2) {
    throw InputError({path, 0, 0}, "fewer than two points", "expected at least two");
  }
  return columns;
}

}  // namespace globaldyn
