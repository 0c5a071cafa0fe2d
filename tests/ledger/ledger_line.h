#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace globaldyn::inside::test {

/// What was counted and found in one case, as a line of the ledger: "name | key=value key=value".
class LedgerLine {
 public:
  explicit LedgerLine(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] const std::string& name() const { return name_; }

  /// What has to be the same: a status, a name.
  void word(const std::string& key, const std::string& value);
  /// A count of what has to be the same, such as breaks.
  void exact(const std::string& key, std::size_t value);
  /// A count of work, which rounding errors may change a little: see calc_count_margin().
  void count(const std::string& key, std::size_t value);
  /// A number that may differ by this.
  void number(const std::string& key, double value, double margin);

  [[nodiscard]] std::string write() const;

  /// What differs from a line written before: "key: 12, expected 10", one each.
  [[nodiscard]] std::vector<std::string> compare(const std::string& written) const;

 private:
  struct Entry {
    std::string key, text;
    bool is_number{false};
    double value{0.0}, margin{0.0};
  };

  std::string name_;
  std::vector<Entry> entries_;
};

/// The name on a line that was written.
[[nodiscard]] std::string read_ledger_name(const std::string& written);

}  // namespace globaldyn::inside::test
