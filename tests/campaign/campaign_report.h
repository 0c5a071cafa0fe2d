#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/campaign/case_checks.h"

namespace globaldyn::inside::test {

/// Prints failures as they come, and figures at the end.
class CampaignReport {
 public:
  /// Prints one line per error.
  void add(const CampaignCase& c, const CaseResult& result);

  void print_summary() const;

  /// Cases of which anything was wrong.
  [[nodiscard]] std::size_t failed() const { return failed_; }

 private:
  // The largest value of a figure, and its case.
  struct Worst {
    double value{-1.0};
    std::string name;

    void add(double other, const std::string& of);
  };
  // All results of one tolerance.
  struct Column {
    std::map<std::string, int> statuses;
    std::map<std::string, int> planners;  // by method, and why regions were asked
    Worst seconds;
    Worst megabytes;
    Worst nodes;
    Worst excess;
    Worst variation;
    double all_seconds{0.0};
    std::vector<double> excesses;
    std::vector<double> variations;
  };

  std::size_t cases_{0};
  std::size_t failed_{0};
  std::map<double, Column> columns_;
};

}  // namespace globaldyn::inside::test
