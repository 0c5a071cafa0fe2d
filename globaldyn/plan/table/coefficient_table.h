#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace globaldyn {

/// Limits along a path, given at the nodes p_0 < ... < p_N of a grid: m rows
///     low <= a x + c + d u <= high,   x = (dp/dt)² >= 0,   u = d²p/dt²,   dx/dp = 2 u,
/// whose a, c, d, low and high are linear in p between nodes: the table is exact everywhere.
///
/// A limit that is infinite at a node is infinite on both adjacent segments, except at their other
/// ends. Entry k of node i is at [i m + k].
struct CoefficientTable {
  std::size_t rows{0};    ///< m
  std::vector<double> p;  ///< N + 1 nodes, increasing
  std::vector<double> a, c, d, low, high;

  [[nodiscard]] std::size_t segment_count() const { return p.empty() ? 0 : p.size() - 1; }
};

/// @throws Error unless there are at least two nodes and one row, p increases, all arrays have (N +
///   1) m entries, a, c, d are finite and low <= high.
void check_table(const CoefficientTable& table);

/// The same motions reversed in time: p from -p_N to -p_0, same x, u with opposite sign.
[[nodiscard]] CoefficientTable reverse(const CoefficientTable& table);

/// A node to be added.
struct NewNode {
  std::size_t segment;
  double share;  ///< of the segment that lies before the node, within (0, 1)
  std::optional<std::size_t> zero = {};  ///< row whose d is known to vanish at the node
};

/// The same table on more nodes. @param nodes increasing in segment and share
[[nodiscard]] CoefficientTable insert_nodes(const CoefficientTable& table,
                                            std::span<const NewNode> nodes);

/// Rough sizes of rows and motions of a table, to recognise rounding errors.
struct TableSizes {
  std::vector<double> weights;  ///< one over the size of the row's largest limit or c
  double x{0.0};  ///< a size of x at which a row stops, or that is reached over the whole path
};

[[nodiscard]] TableSizes find_sizes(const CoefficientTable& table);

}  // namespace globaldyn
