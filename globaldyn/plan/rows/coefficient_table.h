#pragma once

#include <cstddef>
#include <vector>

namespace globaldyn::inside {
inline namespace plan {

/// Limits along a path, given at the nodes p_0 < ... < p_N of a grid: m rows
///     low <= a x + b sqrt(x) + c + d u <= high,   x = (dp/dt)² >= 0,   u = d²p/dt²,   dx/dp = 2 u,
/// whose a, b, c, d, low and high are linear in p between nodes: the table is exact everywhere.
///
/// A limit holds on the segments at both ends of which it is finite. Entry k of node i is at
/// [i m + k]. `b` may be empty, which means zeros.
struct CoefficientTable {
  std::size_t rows{0};    ///< m
  std::vector<double> p;  ///< N + 1 nodes, increasing
  std::vector<double> a, b, c, d, low, high;

  [[nodiscard]] std::size_t segment_count() const { return p.empty() ? 0 : p.size() - 1; }
};

/// @throws Error unless there are at least two nodes and one row, p increases, all arrays have (N +
///   1) m entries, a, b, c, d are finite and low <= high; and where a limit is finite at a node but
///   at neither of its neighbours, where it would hold nowhere.
void check_table(const CoefficientTable& table);

}  // namespace plan
}  // namespace globaldyn::inside
