#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/campaign_simulation/case_verdict.h"

namespace globaldyn::inside::test {

/// A machine with what came of all its runs.
struct JudgedCase {
  std::uint64_t seed{0};
  RandomAssembly assembly;
  std::string error;  ///< why it was not simulated at all
  double tolerance{0.0};
  Reference reference;
  std::vector<JudgedRun> runs;

  [[nodiscard]] bool disagrees() const;
};

/// Simulates a machine in all ways. The tolerance, 1e-4 to 1e-10, is the seed's, too.
[[nodiscard]] JudgedCase judge_case(std::uint64_t seed, long work);

/// The machine file, headed by the command for each run that disagrees.
[[nodiscard]] std::string write_disagreement(const JudgedCase& judged);

/// Counts.
class SimulationReport {
 public:
  /// @param is_detailed prints a line for every run that does not agree
  explicit SimulationReport(bool is_detailed) : is_detailed_(is_detailed) {}

  /// Prints a line for each run that disagrees.
  void add(const JudgedCase& judged);
  void print() const;

  [[nodiscard]] int count(Verdict verdict) const;
  [[nodiscard]] int unassembled() const { return unassembled_; }

 private:
  struct Line {
    std::map<Verdict, int> verdicts;
    std::vector<double> errors;
  };
  void print_line(const std::string& name, const Line& line) const;

  std::map<std::string, Line> by_choice_, by_kind_, by_tolerance_;
  std::map<std::string, int> endings_;  // reasons without their times
  std::map<std::string, int> references_;
  int unassembled_{0};
  bool is_detailed_;
};

}  // namespace globaldyn::inside::test
