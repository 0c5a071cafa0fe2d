#include "core/loops/block_elimination.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <boost/graph/strong_components.hpp>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Per row, an unknown of its own (-1 if there is none).
std::vector<int> match(const std::vector<std::vector<int>>& columns) {
  const std::size_t count = columns.size();
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> graph(2 * count);
  for (std::size_t row = 0; row < count; ++row) {
    for (const int column : columns[row]) {
      boost::add_edge(row, count + static_cast<std::size_t>(column), graph);
    }
  }
  std::vector<std::size_t> mate(2 * count);
  boost::edmonds_maximum_cardinality_matching(graph, mate.data());
  std::vector<int> result(count, -1);
  for (std::size_t row = 0; row < count; ++row) {
    if (mate[row] < 2 * count) result[row] = static_cast<int>(mate[row] - count);
  }
  return result;
}

// Block numbers of the rows: rows of a block need each other's unknowns, and each block needs only
// its own unknowns and those of earlier blocks.
std::vector<int> find_blocks(const std::vector<std::vector<int>>& columns,
                             const std::vector<int>& own) {
  const std::size_t count = columns.size();
  std::vector<std::size_t> owner(count);
  for (std::size_t row = 0; row < count; ++row) nth(owner, own[row]) = row;
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> needs(count);
  for (std::size_t row = 0; row < count; ++row) {
    for (const int column : columns[row]) {
      boost::add_edge(row, nth(owner, column), needs);
    }
  }
  std::vector<int> block(count);
  if (count > 0) boost::strong_components(needs, block.data());
  return block;
}

}  // namespace

BlockElimination::BlockElimination(const std::vector<std::vector<int>>& columns) {
  first_entry_.push_back(0);
  for (const auto& row : columns) {
    columns_.insert(columns_.end(), row.begin(), row.end());
    first_entry_.push_back(columns_.size());
  }
  entries_.assign(columns_.size(), 0.0);
  place_.assign(columns_.size(), -1);
  const std::vector<int> own = match(columns);
  is_possible_ = std::find(own.begin(), own.end(), -1) == own.end();
  if (!is_possible_) return;
  const std::vector<int> block = find_blocks(columns, own);
  const int block_count = block.empty() ? 0 : *std::max_element(block.begin(), block.end()) + 1;
  blocks_.resize(static_cast<std::size_t>(block_count));
  for (std::size_t row = 0; row < columns.size(); ++row) {
    Block& b = nth(blocks_, block[row]);
    b.rows.push_back(static_cast<int>(row));
    b.columns.push_back(own[row]);
    ++b.size;
  }
  std::size_t matrices = 0;
  for (Block& b : blocks_) {
    b.matrix = matrices;
    matrices += static_cast<std::size_t>(b.size * b.size);
    largest_block_ = std::max(largest_block_, b.size);
    for (const int row : b.rows) {
      for (std::size_t e = nth(first_entry_, row);
           e < first_entry_[static_cast<std::size_t>(row) + 1]; ++e) {
        const auto found = std::find(b.columns.begin(), b.columns.end(), columns_[e]);
        if (found != b.columns.end()) place_[e] = static_cast<int>(found - b.columns.begin());
      }
    }
  }
  factors_.assign(matrices, 0.0);
  pivot_rows_.assign(columns.size(), 0);
}

double BlockElimination::factorise() {
  double least = kInfinity, largest = 0.0;
  std::size_t first_pivot = 0;
  orientation_ = 0;
  bool is_turned = false;
  for (const Block& block : blocks_) {
    const int n = block.size;
    double* const lu = factors_.data() + block.matrix;
    int* const pivots = pivot_rows_.data() + first_pivot;
    first_pivot += static_cast<std::size_t>(n);
    std::fill_n(lu, n * n, 0.0);
    for (int i = 0; i < n; ++i) {
      pivots[i] = i;
      const std::size_t row = static_cast<std::size_t>(nth(block.rows, i));
      for (std::size_t e = first_entry_[row]; e < first_entry_[row + 1]; ++e) {
        if (place_[e] >= 0) lu[i * n + place_[e]] = entries_[e];
      }
    }
    for (int k = 0; k < n; ++k) {
      int best = k;
      for (int i = k + 1; i < n; ++i) {
        if (std::abs(lu[i * n + k]) > std::abs(lu[best * n + k])) best = i;
      }
      const double pivot = lu[best * n + k];
      least = std::min(least, std::abs(pivot));
      largest = std::max(largest, std::abs(pivot));
      if (pivot == 0.0) return 0.0;
      if ((pivot < 0.0) != (best != k)) is_turned = !is_turned;
      if (best != k) {
        std::swap_ranges(lu + k * n, lu + k * n + n, lu + best * n);
        std::swap(pivots[k], pivots[best]);
      }
      const double inverse = 1.0 / pivot;
      for (int i = k + 1; i < n; ++i) {
        const double factor = lu[i * n + k] *= inverse;
        if (factor == 0.0) continue;
        for (int j = k + 1; j < n; ++j) lu[i * n + j] -= factor * lu[k * n + j];
      }
    }
  }
  orientation_ = is_turned ? -1 : 1;
  return largest > 0.0 ? least / largest : 1.0;
}

void BlockElimination::solve(std::span<const double> right, std::span<double> solution, int count) {
  scratch_.resize(static_cast<std::size_t>(largest_block_ * count));
  // Common numbers of right sides are compiled in: position, planar, spatial tasks.
  switch (count) {
    case 1:
      return solve_for<1>(right.data(), solution.data(), 1);
    case 3:
      return solve_for<3>(right.data(), solution.data(), 3);
    case 6:
      return solve_for<6>(right.data(), solution.data(), 6);
    default:
      return solve_for<0>(right.data(), solution.data(), count);
  }
}

template <int Count>
void BlockElimination::solve_for(const double* right, double* solution, int any_count) {
  const int count = Count > 0 ? Count : any_count;
  const auto subtract = [&](double* from, double factor, const double* what) {
    for (int k = 0; k < count; ++k) from[k] -= factor * what[k];
  };
  const int* pivots = pivot_rows_.data();
  double* const x = scratch_.data();
  for (const Block& block : blocks_) {
    const int n = block.size;
    const double* const lu = factors_.data() + block.matrix;
    for (int i = 0; i < n; ++i) {
      const int row = nth(block.rows, pivots[i]);
      double* const xi = x + i * count;
      for (int k = 0; k < count; ++k) xi[k] = right[row * count + k];
      const std::size_t end = first_entry_[static_cast<std::size_t>(row) + 1];
      for (std::size_t e = nth(first_entry_, row); e < end; ++e) {
        if (place_[e] < 0) subtract(xi, entries_[e], solution + columns_[e] * count);
      }
      for (int j = 0; j < i; ++j) subtract(xi, lu[i * n + j], x + j * count);
    }
    for (int i = n - 1; i >= 0; --i) {
      double* const xi = x + i * count;
      for (int j = i + 1; j < n; ++j) subtract(xi, lu[i * n + j], x + j * count);
      const double inverse = 1.0 / lu[i * n + i];
      double* const out = solution + nth(block.columns, i) * count;
      for (int k = 0; k < count; ++k) out[k] = xi[k] *= inverse;
    }
    pivots += n;
  }
}

}  // namespace core
}  // namespace globaldyn::inside
