#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/formulations/state_coordinates.h"

namespace globaldyn::inside {
inline namespace core {

/// Of the moving bodies, on (v, w): the mass, and the inertia in global axes.
using BlockMasses = IdVector<BodyId, std::pair<double, Matrix3d>>;

/// The system [M Jᵀ; J -E] decomposed as L D Lᵀ in blocks, one per body and one per group of rows
/// between the same bodies, in an order that follows the topology (Kraus et al. 2001, section 6):
/// bodies from the ends of the tree to the ground, each followed by the rows whose bodies beyond
/// their common ancestor are done. A tree has no fill-in, a loop has it along itself only: the cost
/// is linear in the number of bodies as long as loops do not grow. Any coordinates of bodies lead
/// to this system once their own constraints and rates are eliminated, which each does in closed
/// form. Every block is 6 x 6, with zeros where a group has fewer rows: loops of known length are
/// several times as fast. In the block of a group, rows that depend on others have pivots of zero;
/// they are left out (section 8). Allocates only where the rows' bodies change.
class TopologicalLdlt {
 public:
  explicit TopologicalLdlt(const Topology& topology) : topology_(topology) {}
  TopologicalLdlt(const TopologicalLdlt&) = delete;  // updates point to its blocks
  TopologicalLdlt& operator=(const TopologicalLdlt&) = delete;

  void factorise(const BlockMasses& masses, const MotionRows& rows);

  /// Solves for wrenches, 6 rows a body, and right sides of the rows, in place: the bodies'
  /// accelerations, and multipliers (0 for rows left out).
  void solve(VectorXd& wrenches, VectorXd& right);

  [[nodiscard]] bool is_left_out(std::size_t row) const { return left_out_[row]; }

  /// See StateCoordinates.
  [[nodiscard]] double smallest_pivot() const { return smallest_pivot_; }

  /// How many products of blocks decomposing for these rows subtracts, those of fill-in among them.
  [[nodiscard]] std::size_t count_updates(const MotionRows& rows);

 private:
  using Matrix6d = Eigen::Matrix<double, 6, 6>;
  struct Node {
    bool is_body{false};
    Eigen::Index first{0};  // the body's first equation, or the group's first row
    Eigen::Index size{0};
    std::size_t begin{0}, end{0};  // of its column's blocks
  };
  // A block below the diagonal, of its column's node and this one.
  struct Block {
    std::size_t row{0};
    Matrix6d values;
  };
  // What eliminating a column subtracts: target -= block a times D⁻¹ (block b)ᵀ.
  struct Update {
    std::size_t a{0}, b{0};
    Matrix6d* target{nullptr};
  };

  // The bodies of rows, and nothing after each row.
  using Signature = std::vector<std::optional<BodyId>>;
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
  void invert_diagonal(std::size_t k);
  void eliminate(std::size_t k);
  [[nodiscard]] Matrix6d& block(std::size_t row, std::size_t column);

  const Topology& topology_;
  Signature signature_;      // of the rows it is planned for
  std::vector<Node> nodes_;  // in the order of elimination
  IdVector<BodyId, std::size_t> node_of_body_;
  std::vector<std::size_t> node_of_row_;
  std::vector<Block> blocks_;
  std::vector<Matrix6d> diagonals_;           // D per node, then D⁻¹
  std::vector<std::vector<Update>> updates_;  // per column
  IdVector<BodyId, Matrix3d> inverse_inertias_;
  std::vector<Matrix6d> columns_;  // scratch: a column's blocks before D⁻¹
  double smallest_pivot_{1.0};
  std::vector<Vector6d> sizes_;          // per node: rows' own responses
  std::vector<Vector6d> largest_sizes_;  // so far
  std::vector<Vector6d> parts_;          // per node: of the solution
  std::vector<bool> left_out_;
};

}  // namespace core
}  // namespace globaldyn::inside
