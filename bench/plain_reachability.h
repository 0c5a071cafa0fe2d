#pragma once

#include <vector>

#include "globaldyn/plan/rows/coefficient_table.h"

namespace globaldyn::inside {

/// Reachability analysis the straightforward way, to compare with: at each node two linear programs
/// in (x, u) backwards and one in u forwards, by an incremental method (Seidel) that takes the half
/// planes one after the other, those active at the last node first. u is constant on segments;
/// limits hold at the start of each segment, and at its end if `at_both_ends`, but not in between.
class PlainReachability {
 public:
  PlainReachability(const CoefficientTable& table, bool at_both_ends);

  /// From rest to rest. @returns the time; infinite if there is no motion
  double run();

 private:
  struct Line {
    double a, b, limit;  // a x + b u <= limit
  };

  void list_lines(std::size_t segment);
  bool solve(double direction, int (&active)[2], double& x) const;
  bool solve_on(const Line& line, int count, const int* order, double direction, double& x,
                double& u, int& stop) const;

  const CoefficientTable& table_;
  bool at_both_ends_;
  std::vector<Line> lines_;
  mutable std::vector<int> order_;
  std::vector<double> least_, most_;
};

}  // namespace globaldyn::inside
