#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <utility>
#include <vector>

namespace globaldyn::inside {
inline namespace core {

/// A symmetric, positive definite matrix of blocks of six, most of them zero, decomposed as L Lᵀ in
/// an order with little fill-in: the cost grows with the loops of the graph, not with the square of
/// its nodes. Allocates only during setup. (George and Liu, Computer Solution of Large Sparse
/// Positive Definite Systems, chapter 5: minimum degree.)
class BlockCholesky {
 public:
  static constexpr int kBlock = 6;
  using Block = Eigen::Matrix<double, kBlock, kBlock>;
  using Part = Eigen::Matrix<double, kBlock, 1>;

  /// @param pairs which off-diagonal blocks may be nonzero, in any order
  BlockCholesky(std::size_t size, const std::vector<std::pair<std::size_t, std::size_t>>& pairs);

  [[nodiscard]] std::size_t size() const { return order_.size(); }
  /// Number of off-diagonal blocks of the decomposition, including fill-in.
  [[nodiscard]] std::size_t block_count() const { return blocks_.size(); }

  void set_zero();
  void add_to_diagonal(std::size_t node, const Block& block) { diagonal_[place_[node]] += block; }
  /// Adds to the block at row i, column j, and the transpose to that at row j, column i.
  void add(std::size_t i, std::size_t j, const Block& block);

  /// Decomposes the matrix with `damping` added to its diagonal; the matrix itself is kept. False
  /// if it is not positive definite.
  [[nodiscard]] bool factorise(double damping);

  /// Solves for this right side, with the last factors. @param x of length 6 size
  void solve(Eigen::VectorXd& x) const;

 private:
  // A column of L: blocks [begin, end), with increasing rows.
  struct Column {
    std::size_t begin{0}, end{0};
  };

  void find_order(const std::vector<std::pair<std::size_t, std::size_t>>& pairs);
  [[nodiscard]] std::size_t find_block(std::size_t row, std::size_t column) const;

  std::vector<std::size_t> order_, place_;  // of nodes: the elimination order, and its inverse
  std::vector<Column> columns_;
  std::vector<std::size_t> rows_;     // of off-diagonal blocks, by columns
  std::vector<std::size_t> targets_;  // of the products of two blocks in a column, in their order
  std::vector<Block> diagonal_, blocks_;
  std::vector<Block> factors_diagonal_, factors_;
};

}  // namespace core
}  // namespace globaldyn::inside
