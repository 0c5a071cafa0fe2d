// The coefficients of explicit formulas, by the conditions of order (J. C. Butcher): one for each
// rooted tree, 200 up to order 8. A digit that is wrong breaks many of them.
#include "core/simulation/explicit_formula.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

namespace globaldyn::inside::test {
namespace {

// By its branches, sorted.
struct RootedTree {
  std::vector<RootedTree> branches;

  bool operator<(const RootedTree& other) const { return branches < other.branches; }

  [[nodiscard]] int order() const {
    int order = 1;
    for (const RootedTree& one : branches) order += one.order();
    return order;
  }
  [[nodiscard]] double density() const {
    double density = order();
    for (const RootedTree& one : branches) density *= one.density();
    return density;
  }
};

// All of an order, each once: a leaf is hung on every place of every smaller one.
void hang_leaf(const RootedTree& tree, const std::function<void(const RootedTree&)>& take) {
  RootedTree grown = tree;
  grown.branches.push_back({});
  std::sort(grown.branches.begin(), grown.branches.end());
  take(grown);
  for (std::size_t i = 0; i < tree.branches.size(); ++i) {
    hang_leaf(tree.branches[i], [&](const RootedTree& branch) {
      RootedTree other = tree;
      other.branches[i] = branch;
      std::sort(other.branches.begin(), other.branches.end());
      take(other);
    });
  }
}

std::vector<std::set<RootedTree>> list_trees(int most) {
  std::vector<std::set<RootedTree>> trees{{RootedTree{}}};
  while (static_cast<int>(trees.size()) < most) {
    std::set<RootedTree> larger;
    for (const RootedTree& tree : trees.back()) {
      hang_leaf(tree, [&](const RootedTree& grown) { larger.insert(grown); });
    }
    trees.push_back(std::move(larger));
  }
  return trees;
}

VectorXd weigh(const RootedTree& tree, const MatrixXd& A) {
  VectorXd weights = VectorXd::Ones(A.rows());
  for (const RootedTree& one : tree.branches) weights.array() *= (A * weigh(one, A)).array();
  return weights;
}

// Of b · weights = 1 / density.
double find_largest_defect(const std::set<RootedTree>& trees, const MatrixXd& A,
                           const VectorXd& b) {
  double largest = 0.0;
  for (const RootedTree& tree : trees) {
    largest = std::max(largest, std::abs(b.dot(weigh(tree, A)) - 1.0 / tree.density()));
  }
  return largest;
}

TEST(ExplicitFormula, HasTheOrdersItSays) {
  const ExplicitFormula& formula = prince_dormand_8();
  const std::vector<std::set<RootedTree>> trees = list_trees(9);
  EXPECT_EQ(trees[7].size(), 115u);
  EXPECT_EQ(trees[8].size(), 286u);
  EXPECT_LE((formula.A.rowwise().sum() - formula.c).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_TRUE(formula.A.isLowerTriangular());
  EXPECT_EQ(formula.A.diagonal().norm(), 0.0);
  for (int order = 1; order <= 9; ++order) {
    SCOPED_TRACE(order);
    const auto& all = trees[static_cast<std::size_t>(order - 1)];
    const double of_b = find_largest_defect(all, formula.A, formula.b);
    const double of_embedded = find_largest_defect(all, formula.A, formula.embedded);
    EXPECT_EQ(of_b <= 1e-14, order <= formula.order) << of_b;
    EXPECT_EQ(of_embedded <= 1e-14, order <= formula.embedded_order) << of_embedded;
  }
}

// The estimate for y' = t^k, which Fehlberg's of order 8 gives as 0 whatever k.
TEST(ExplicitFormula, SeesForcesThatActInTime) {
  const ExplicitFormula& formula = prince_dormand_8();
  const VectorXd powers = formula.c.array().pow(7).matrix();
  EXPECT_GE(std::abs((formula.b - formula.embedded).dot(powers)), 1e-5);
}

}  // namespace
}  // namespace globaldyn::inside::test
