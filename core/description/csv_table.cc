#include "core/description/csv_table.h"

#include <boost/algorithm/string.hpp>
#include <charconv>
#include <cmath>
#include <sstream>

namespace globaldyn::inside {
inline namespace core {
namespace {

// Errors of the file itself are reported at the place where the other file names it.
std::string load(const std::string& path, const Node& named_by) {
  constexpr std::size_t kLargestCsvBytes = 16u << 20;          // some 100 000 points
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // spreadsheets write one
  try {
    std::string text = read_text_file(path, kLargestCsvBytes);
    if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
    return text;
  } catch (const InputError& error) {
    named_by.fail("'" + path + "' cannot be read",
                  "expected a CSV file (" + std::string(error.what()) + ")");
  }
}

// A cell that starts with a quote at `at`; `at` is moved behind the closing quote.
std::string take_quoted(const std::string& line, std::size_t& at, const SourcePlace& place) {
  std::string text;
  for (++at; at < line.size(); ++at) {
    if (line[at] != '"') {
      text += line[at];
    } else if (at + 1 < line.size() && line[at + 1] == '"') {
      text += line[++at];
    } else {
      ++at;
      return text;
    }
  }
  throw InputError(place, "a quote without end", "expected '\"' before the line's end");
}

std::vector<CsvCell> split(const std::string& line, const std::string& file, int number) {
  std::vector<CsvCell> cells;
  std::size_t at = 0;
  while (true) {
    if (cells.size() == kMostCsvColumns) {
      throw InputError({file, number, static_cast<int>(at) + 1},
                       "more than " + std::to_string(kMostCsvColumns) + " values in a line",
                       "expected fewer");
    }
    const std::size_t first = std::min(line.find_first_not_of(" \t", at), line.size());
    const SourcePlace place{file, number, static_cast<int>(first) + 1};
    std::string text;
    std::size_t end = std::min(line.find(',', at), line.size());
    if (first < line.size() && line[first] == '"') {
      at = first;
      text = take_quoted(line, at, place);
      end = std::min(line.find(',', at), line.size());
      if (!boost::trim_copy(line.substr(at, end - at)).empty()) {
        throw InputError(place, "text after a closing quote", "expected a comma");
      }
    } else {
      text = boost::trim_copy(line.substr(at, end - at));
    }
    cells.push_back({std::move(text), place});
    if (end == line.size()) return cells;
    at = end + 1;
  }
}

// As spreadsheets write where the decimal separator is a comma.
void refuse_other_separators(const std::vector<CsvCell>& header) {
  if (header.size() > 1) return;
  for (const auto& [separator, name] : {std::pair(';', "';'"), std::pair('\t', "tabs")}) {
    if (header.front().text.find(separator) == std::string::npos) continue;
    throw InputError(header.front().place, std::string("columns separated by ") + name,
                     "expected ',' between columns, and '.' in numbers");
  }
}

}  // namespace

CsvTable read_csv_table(const std::string& path, const Node& named_by) {
  std::istringstream stream(load(path, named_by));
  CsvTable table;
  table.file = path;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (boost::trim_copy(line).empty() || line[0] == '#') continue;
    std::vector<CsvCell> cells = split(line, path, number);
    if (table.header.empty()) {
      refuse_other_separators(cells);
      table.header = std::move(cells);
      continue;
    }
    if (cells.size() != table.header.size()) {
      throw InputError({path, number, 1}, std::to_string(cells.size()) + " values",
                       "expected " + std::to_string(table.header.size()) +
                           ", as the header has, with '.' in numbers");
    }
    if ((table.rows.size() + 2) * cells.size() > kMostCsvCells) {
      throw InputError({path, number, 1},
                       "more than " + std::to_string(kMostCsvCells) + " values up to here",
                       "expected a smaller file");
    }
    table.rows.push_back(std::move(cells));
  }
  if (table.header.empty()) {
    throw InputError(whole_place(path), "nothing in it", "expected a line of names, then rows");
  }
  return table;
}

double read_number(const CsvCell& cell) {
  double value = 0.0;
  const std::string& text = cell.text;
  const char* const end = text.data() + text.size();
  const bool has_plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  const auto result = std::from_chars(text.data() + (has_plus ? 1 : 0), end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) {
    throw InputError(cell.place, "'" + text + "'", "expected a finite number");
  }
  return value;
}

}  // namespace core
}  // namespace globaldyn::inside
