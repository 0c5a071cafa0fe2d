#include "core/kinematics/block_cholesky.h"

#include <algorithm>
#include <set>

namespace globaldyn::inside {
inline namespace core {

BlockCholesky::BlockCholesky(std::size_t size,
                             const std::vector<std::pair<std::size_t, std::size_t>>& pairs)
    : order_(size), place_(size), columns_(size), diagonal_(size), factors_diagonal_(size) {
  find_order(pairs);
  blocks_.resize(rows_.size());
  factors_.resize(rows_.size());
  for (const Column& column : columns_) {
    for (std::size_t b = column.begin; b < column.end; ++b) {
      for (std::size_t a = b + 1; a < column.end; ++a) {
        targets_.push_back(find_block(rows_[a], rows_[b]));
      }
    }
  }
  set_zero();
}

// Takes, of the remaining nodes, the one with the fewest neighbours, which become mutual
// neighbours.
void BlockCholesky::find_order(const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  const std::size_t size = order_.size();
  std::vector<std::set<std::size_t>> neighbours(size);
  for (const auto& [i, j] : pairs) {
    if (i == j) continue;
    neighbours[i].insert(j);
    neighbours[j].insert(i);
  }
  std::vector<bool> is_done(size, false);
  std::vector<std::set<std::size_t>> columns(size);
  for (std::size_t next = 0; next < size; ++next) {
    std::size_t node = size;
    for (std::size_t k = 0; k < size; ++k) {
      if (is_done[k]) continue;
      if (node == size || neighbours[k].size() < neighbours[node].size()) node = k;
    }
    is_done[node] = true;
    order_[next] = node;
    place_[node] = next;
    columns[next] = neighbours[node];
    for (const std::size_t a : columns[next]) {
      neighbours[a].erase(node);
      for (const std::size_t b : columns[next]) {
        if (a != b) neighbours[a].insert(b);
      }
    }
  }
  for (std::size_t next = 0; next < size; ++next) {
    std::vector<std::size_t> rows;
    for (const std::size_t node : columns[next]) rows.push_back(place_[node]);
    std::sort(rows.begin(), rows.end());
    columns_[next] = {rows_.size(), rows_.size() + rows.size()};
    rows_.insert(rows_.end(), rows.begin(), rows.end());
  }
}

std::size_t BlockCholesky::find_block(std::size_t row, std::size_t column) const {
  const auto [begin, end] = columns_[column];
  const auto first = rows_.begin();
  const auto at = std::lower_bound(first + static_cast<std::ptrdiff_t>(begin),
                                   first + static_cast<std::ptrdiff_t>(end), row);
  return static_cast<std::size_t>(at - first);
}

void BlockCholesky::set_zero() {
  for (auto* blocks : {&diagonal_, &blocks_}) {
    for (Block& block : *blocks) block.setZero();
  }
}

void BlockCholesky::add(std::size_t i, std::size_t j, const Block& block) {
  const std::size_t row = place_[i], column = place_[j];
  if (row > column) {
    blocks_[find_block(row, column)] += block;
  } else {
    blocks_[find_block(column, row)] += block.transpose();
  }
}

bool BlockCholesky::factorise(double damping) {
  factors_diagonal_ = diagonal_;
  factors_ = blocks_;
  auto target = targets_.begin();
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    factors_diagonal_[k].diagonal().array() += damping;
    const Eigen::LLT<Block> own(factors_diagonal_[k]);
    if (own.info() != Eigen::Success) return false;
    factors_diagonal_[k] = own.matrixL();
    const auto [begin, end] = columns_[k];
    const auto upper = own.matrixL().transpose();
    for (std::size_t b = begin; b < end; ++b) {
      upper.solveInPlace<Eigen::OnTheRight>(factors_[b]);
    }
    for (std::size_t b = begin; b < end; ++b) {
      factors_diagonal_[rows_[b]].noalias() -= factors_[b].lazyProduct(factors_[b].transpose());
      for (std::size_t a = b + 1; a < end; ++a) {
        factors_[*target++].noalias() -= factors_[a].lazyProduct(factors_[b].transpose());
      }
    }
  }
  return true;
}

void BlockCholesky::solve(Eigen::VectorXd& x) const {
  const auto part = [&](std::size_t k) {
    return x.segment<kBlock>(kBlock * static_cast<Eigen::Index>(order_[k]));
  };
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    Part own = part(k);
    factors_diagonal_[k].triangularView<Eigen::Lower>().solveInPlace(own);
    part(k) = own;
    for (std::size_t b = columns_[k].begin; b < columns_[k].end; ++b) {
      part(rows_[b]) -= factors_[b].lazyProduct(own);
    }
  }
  for (std::size_t k = columns_.size(); k-- > 0;) {
    Part own = part(k);
    for (std::size_t b = columns_[k].begin; b < columns_[k].end; ++b) {
      own -= factors_[b].transpose().lazyProduct(part(rows_[b]));
    }
    factors_diagonal_[k].transpose().triangularView<Eigen::Upper>().solveInPlace(own);
    part(k) = own;
  }
}

}  // namespace core
}  // namespace globaldyn::inside
