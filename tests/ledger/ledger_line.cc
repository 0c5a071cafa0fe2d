#include "tests/ledger/ledger_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>

namespace globaldyn::inside::test {
namespace {

constexpr const char* kSeparator = " | ";

// Where a grid is divided differs by rounding errors between compilers, and what follows with it.
double calc_count_margin(std::size_t value) {
  constexpr double kShare = 0.02, kLeast = 2.0;
  return std::max(kLeast, kShare * static_cast<double>(value));
}

std::map<std::string, std::string> read_entries(const std::string& written) {
  std::map<std::string, std::string> entries;
  const std::size_t separator = written.find(kSeparator);
  std::istringstream words(separator == std::string::npos ? "" : written.substr(separator + 3));
  for (std::string word; words >> word;) {
    const std::size_t equal = word.find('=');
    if (equal != std::string::npos) entries[word.substr(0, equal)] = word.substr(equal + 1);
  }
  return entries;
}

}  // namespace

std::string read_ledger_name(const std::string& written) {
  return written.substr(0, written.find(kSeparator));
}

void LedgerLine::word(const std::string& key, const std::string& value) {
  std::string text = value.empty() ? "-" : value;
  std::replace(text.begin(), text.end(), ' ', '_');
  entries_.push_back({key, text});
}

void LedgerLine::exact(const std::string& key, std::size_t value) {
  word(key, std::to_string(value));
}

void LedgerLine::count(const std::string& key, std::size_t value) {
  entries_.push_back(
      {key, std::to_string(value), true, static_cast<double>(value), calc_count_margin(value)});
}

void LedgerLine::number(const std::string& key, double value, double margin) {
  entries_.push_back({key, fmt::format("{:.12g}", value), true, value, margin});
}

std::string LedgerLine::write() const {
  std::string text = name_ + kSeparator;
  for (const Entry& entry : entries_) {
    if (&entry != &entries_.front()) text += ' ';
    text += entry.key + '=' + entry.text;
  }
  return text;
}

std::vector<std::string> LedgerLine::compare(const std::string& written) const {
  std::vector<std::string> differences;
  std::map<std::string, std::string> expected = read_entries(written);
  for (const Entry& entry : entries_) {
    const std::string other = expected[entry.key];
    expected.erase(entry.key);
    if (entry.text == other) continue;
    const bool is_near =
        entry.is_number && !other.empty() &&
        std::abs(entry.value - std::strtod(other.c_str(), nullptr)) <= entry.margin;
    if (is_near) continue;
    differences.push_back(fmt::format("{}: {}, expected {}", entry.key, entry.text, other));
  }
  for (const auto& [key, value] : expected) {
    differences.push_back(fmt::format("{}: nothing, expected {}", key, value));
  }
  return differences;
}

}  // namespace globaldyn::inside::test
