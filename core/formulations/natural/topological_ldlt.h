#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/pivoted_cholesky.h"
#include "core/formulations/state_coordinates.h"

namespace globaldyn::inside {
inline namespace core {

/// Of the moving bodies, on (v, w): the mass, and the inertia in global axes.
using BlockMasses = IdVector<BodyId, std::pair<double, Matrix3d>>;

/// The system [M Jᵀ; J -E] decomposed as L D Lᵀ in blocks, one per body and one per group of rows
/// between the same bodies, in an order that follows the topology (Kraus et al. 2001, section 6):
/// bodies from the ends of the tree to the ground, each followed by the rows whose bodies beyond
/// their common ancestor are done. A tree has no fill-in, a loop has it along itself only: the cost
/// is linear in the number of bodies as long as loops do not grow. Blocks of bodies are 6 x 6:
/// rigid-body constraints have been eliminated by their null space, which natural coordinates know
/// in closed form. In the block of a group, rows that depend on others have pivots of zero; they
/// are left out (section 8). Allocates only where the rows' bodies change.
class TopologicalLdlt {
 public:
  explicit TopologicalLdlt(const Topology& topology) : topology_(topology) {}

  void factorise(const BlockMasses& masses, const MotionRows& rows);

  /// Solves for wrenches, 6 rows a body, and right sides of the rows, in place: the bodies'
  /// accelerations, and multipliers (0 for rows left out).
  void solve(VectorXd& wrenches, VectorXd& right);

  [[nodiscard]] bool is_left_out(std::size_t row) const { return left_out_[row]; }

  /// See StateCoordinates.
  [[nodiscard]] double smallest_pivot() const { return smallest_pivot_; }

  /// Number of blocks below the diagonal, with fill-in.
  [[nodiscard]] std::size_t block_count() const { return blocks_.size(); }

 private:
  struct Node {
    bool is_body{false};
    Eigen::Index first{0};  // the body's first equation, or the group's first row
    Eigen::Index size{0};
    std::size_t begin{0}, end{0};  // of its column's blocks
  };
  // A block below the diagonal: row node, and where its values are.
  struct Block {
    std::size_t row{0};
    std::size_t values{0};
  };
  // What eliminating a column subtracts: block `values` -= block a times (block b)ᵀ.
  struct Update {
    std::size_t a{0}, b{0};
    std::size_t values{0};
  };

  // The bodies of rows, and nothing after each row.
  using Signature = std::vector<std::optional<BodyId>>;
  using Map = Eigen::Map<MatrixXd>;
  // Per node, the later nodes that it has a block with.
  using Neighbours = std::vector<std::set<std::size_t>>;

  [[nodiscard]] static Signature list_signature(const MotionRows& rows);
  [[nodiscard]] bool is_planned_for(const MotionRows& rows) const;
  void plan(const MotionRows& rows);
  [[nodiscard]] Neighbours order_nodes(const MotionRows& rows);  // without fill-in
  void add_body(BodyId body);
  void add_group(std::size_t first, std::size_t count);
  void plan_blocks(Neighbours neighbours);
  void plan_updates();
  void fill(const BlockMasses& masses, const MotionRows& rows);
  void eliminate(std::size_t k);
  void solve_diagonal(std::size_t k, Eigen::Ref<VectorXd> part);
  [[nodiscard]] Map block(std::size_t column, const Block& block);
  [[nodiscard]] Map diagonal(std::size_t k);
  [[nodiscard]] double* place_of(std::size_t row, std::size_t column);

  const Topology& topology_;
  Signature signature_;      // of the rows it is planned for
  std::vector<Node> nodes_;  // in the order of elimination
  IdVector<BodyId, std::size_t> node_of_body_;
  std::vector<std::size_t> node_of_row_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> diagonals_;        // per node, where its values are
  std::vector<std::vector<Update>> updates_;  // per column
  std::vector<double> values_, scratch_;
  double smallest_pivot_{1.0};
  std::vector<Eigen::LLT<Eigen::Matrix<double, 6, 6>>> bodies_;  // per node
  std::vector<PivotedCholesky> groups_;                          // per node
  std::vector<VectorXd> sizes_;                                  // per node: rows' own responses
  std::vector<bool> left_out_;
};

}  // namespace core
}  // namespace globaldyn::inside
