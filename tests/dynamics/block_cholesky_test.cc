#include "core/kinematics/block_cholesky.h"

#include <gtest/gtest.h>

#include <random>

namespace globaldyn::inside {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

constexpr Eigen::Index kBlock = BlockCholesky::kBlock;

// Random rows, each between two blocks, summed in both ways.
struct BlockSystem {
  BlockSystem(std::size_t size, const Pairs& pairs, unsigned seed)
      : sparse(size, pairs), dense(MatrixXd::Zero(rows_of(size), rows_of(size))) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    const auto draw = [&] { return normal(random); };
    for (const auto& [i, j] : pairs) {
      for (int row = 0; row < 4; ++row) {
        const BlockCholesky::Part a = BlockCholesky::Part::NullaryExpr(draw);
        const BlockCholesky::Part b = BlockCholesky::Part::NullaryExpr(draw);
        sparse.add_to_diagonal(i, a * a.transpose());
        sparse.add_to_diagonal(j, b * b.transpose());
        sparse.add(i, j, a * b.transpose());
        VectorXd all = VectorXd::Zero(dense.rows());
        all.segment<kBlock>(rows_of(i)) = a;
        all.segment<kBlock>(rows_of(j)) = b;
        dense += all * all.transpose();
      }
    }
    right = VectorXd::NullaryExpr(dense.rows(), draw);
  }

  static Eigen::Index rows_of(std::size_t blocks) {
    return kBlock * static_cast<Eigen::Index>(blocks);
  }

  BlockCholesky sparse;
  MatrixXd dense;
  VectorXd right;
};

void expect_solved(const Pairs& pairs, std::size_t size, unsigned seed) {
  BlockSystem sample(size, pairs, seed);
  for (const double damping : {1.0, 1e-3}) {
    ASSERT_TRUE(sample.sparse.factorise(damping));
    VectorXd x = sample.right;
    sample.sparse.solve(x);
    const MatrixXd damped =
        sample.dense + damping * MatrixXd::Identity(sample.dense.rows(), sample.dense.cols());
    const VectorXd expected = damped.ldlt().solve(sample.right);
    // A damping of 1e-3 compared with entries of some ten: condition numbers of 1e5 at most.
    EXPECT_LE((x - expected).norm(), 1e-10 * expected.norm()) << size << " blocks, " << damping;
  }
}

TEST(BlockCholesky, SolvesWhatADenseDecompositionDoes) {
  expect_solved({}, 3, 1);
  expect_solved({{0, 1}}, 2, 2);
  expect_solved({{1, 0}, {1, 2}, {3, 2}}, 4, 3);
  expect_solved({{0, 1}, {1, 2}, {2, 3}, {3, 0}}, 4, 4);
  std::mt19937 random(5);
  for (unsigned seed = 10; seed < 40; ++seed) {
    const std::size_t size = 2 + random() % 10;
    Pairs pairs;
    for (std::size_t k = 0; k < 2 * size; ++k) {
      const std::size_t i = random() % size, j = random() % size;
      if (i != j) pairs.emplace_back(i, j);
    }
    expect_solved(pairs, size, seed);
  }
}

TEST(BlockCholesky, FillsInAlongLoopsOnly) {
  constexpr std::size_t kLength = 50;
  Pairs chain;
  for (std::size_t i = 0; i + 1 < kLength; ++i) chain.emplace_back(i, i + 1);
  EXPECT_EQ(BlockCholesky(kLength, chain).block_count(), kLength - 1);
  Pairs star;
  for (std::size_t i = 1; i < kLength; ++i) star.emplace_back(0, i);
  EXPECT_EQ(BlockCholesky(kLength, star).block_count(), kLength - 1);
  Pairs ring = chain;
  ring.emplace_back(kLength - 1, 0);
  // One more for each node except the last three, which are all connected.
  EXPECT_EQ(BlockCholesky(kLength, ring).block_count(), 2 * kLength - 3);
}

TEST(BlockCholesky, TellsWhatIsNotPositiveDefinite) {
  BlockCholesky matrix(2, {{0, 1}});
  EXPECT_FALSE(matrix.factorise(0.0));
  EXPECT_TRUE(matrix.factorise(1e-9));
  matrix.add_to_diagonal(1, -BlockCholesky::Block::Identity());
  EXPECT_FALSE(matrix.factorise(0.5));
  EXPECT_TRUE(matrix.factorise(1.5));
}

}  // namespace
}  // namespace globaldyn::inside
