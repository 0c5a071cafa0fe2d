#include "core/formulations/topological_ldlt.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// The moving bodies of a row.
void append_bodies(const ScalarRow& row, std::vector<BodyId>& bodies) {
  row.visit_sides([&](BodyId body, const Vector6d& /*jacobian*/) {
    if (body != kGround) bodies.push_back(body);
  });
}

// Rows of a joint stand together and are between the same two bodies; no joint has more.
constexpr std::size_t kMostRows = 6;

bool belong_together(const ScalarRow& a, const ScalarRow& b) {
  return a.more.empty() && b.more.empty() && a.body_a == b.body_a && a.body_b == b.body_b;
}

// The bodies between a body and the ground, itself first; the ground is not among them.
std::vector<BodyId> list_ancestors(const Topology& topology, BodyId body) {
  std::vector<BodyId> ancestors;
  while (body != kGround) {
    ancestors.push_back(body);
    const auto& attached = topology.attachment[body];
    body = attached ? attached->parent : kGround;
  }
  return ancestors;
}

// The bodies on the ways from these to their common ancestor, without that.
std::vector<BodyId> list_below_common(const Topology& topology, const std::vector<BodyId>& bodies,
                                      bool with_ground) {
  std::vector<BodyId> all, common;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    std::vector<BodyId> ancestors = list_ancestors(topology, bodies[i]);
    std::sort(ancestors.begin(), ancestors.end());
    std::vector<BodyId> in_all;
    std::set_intersection(common.begin(), common.end(), ancestors.begin(), ancestors.end(),
                          std::back_inserter(in_all));
    common = i == 0 ? ancestors : in_all;
    all.insert(all.end(), ancestors.begin(), ancestors.end());
  }
  if (with_ground) return all;
  std::erase_if(
      all, [&](BodyId body) { return std::binary_search(common.begin(), common.end(), body); });
  return all;
}

// Rows that are eliminated together, and their moving bodies.
struct RowGroup {
  std::size_t first, count;
  std::vector<BodyId> bodies;
};

// The rows from `first` on that belong together.
RowGroup take_group(const MotionRows& rows, std::size_t first) {
  RowGroup group{first, 1, {}};
  while (group.count < kMostRows && first + group.count < rows.rows.size() &&
         belong_together(rows.rows[first], rows.rows[first + group.count])) {
    ++group.count;
  }
  append_bodies(rows.rows[first], group.bodies);
  return group;
}

bool is_on_ground(const ScalarRow& row) {
  bool on_ground = false;
  row.visit_sides([&](BodyId body, const Vector6d& /*jacobian*/) { on_ground |= body == kGround; });
  return on_ground;
}

// When bodies are eliminated, from 1: those at the ends of the tree first.
IdVector<BodyId, std::size_t> list_turns(const Topology& topology) {
  IdVector<BodyId, std::size_t> turns(topology.attachment.size(), 0);
  for (std::size_t i = 0; i < topology.order.size(); ++i) {
    turns[topology.order[i]] = topology.order.size() - i;
  }
  return turns;
}

// The groups of rows by the turn of the body after which they are eliminated: the last of those
// beyond their bodies' common ancestor. 0: before all bodies.
std::vector<std::vector<RowGroup>> list_groups_by_turn(const Topology& topology,
                                                       const MotionRows& rows) {
  const IdVector<BodyId, std::size_t> turns = list_turns(topology);
  std::vector<std::vector<RowGroup>> groups(topology.order.size() + 1);
  for (std::size_t i = 0; i < rows.rows.size();) {
    RowGroup group = take_group(rows, i);
    i += group.count;
    std::size_t last = 0;
    for (const BodyId body :
         list_below_common(topology, group.bodies, is_on_ground(rows.rows[group.first]))) {
      last = std::max(last, turns[body]);
    }
    groups[last].push_back(std::move(group));
  }
  return groups;
}

using Matrix6d = Eigen::Matrix<double, 6, 6>;

// Gauss and Jordan's elimination of one unknown in place, of a symmetric matrix: once it is done
// for some rows, these hold minus the inverse of their part.
void sweep(Matrix6d& A, Eigen::Index k) {
  const double inverse = 1.0 / A(k, k);
  const Vector6d column = A.col(k);
  const Vector6d share = inverse * column;
  for (Eigen::Index j = 0; j < 6; ++j) A.col(j) -= column(j) * share;
  A.col(k) = share;
  A.row(k) = share.transpose();
  A(k, k) = -inverse;
}

// Of the rows not yet kept the one with the largest share of its size left; none if these are
// rounding errors.
std::optional<Eigen::Index> find_pivot(const Matrix6d& A, const Vector6d& sizes,
                                       const std::array<bool, kMostRows>& is_kept) {
  std::optional<Eigen::Index> pivot;
  double largest = round_off::kRank;
  for (Eigen::Index i = 0; i < 6; ++i) {
    if (nth(is_kept, i) || !(A(i, i) > largest * sizes(i)) || sizes(i) == 0.0) continue;
    largest = A(i, i) / sizes(i);
    pivot = i;
  }
  return pivot;
}

// The one eliminated first knows the other.
void connect(std::size_t a, std::size_t b, std::vector<std::set<std::size_t>>& neighbours) {
  if (a != b) neighbours[std::min(a, b)].insert(std::max(a, b));
}

}  // namespace

TopologicalLdlt::Signature TopologicalLdlt::list_signature(const MotionRows& rows) {
  Signature signature;
  for (const ScalarRow& row : rows.rows) {
    row.visit_sides([&](BodyId body, const Vector6d& /*jacobian*/) { signature.push_back(body); });
    signature.push_back(std::nullopt);
  }
  return signature;
}

bool TopologicalLdlt::is_planned_for(const MotionRows& rows) const {
  std::size_t at = 0;
  bool same = true;
  for (const ScalarRow& row : rows.rows) {
    const auto take = [&](const std::optional<BodyId>& body) {
      same = same && at < signature_.size() && signature_[at] == body;
      ++at;
    };
    row.visit_sides([&](BodyId body, const Vector6d& /*jacobian*/) { take(body); });
    take(std::nullopt);
  }
  return same && at == signature_.size() && !nodes_.empty();
}

void TopologicalLdlt::plan(const MotionRows& rows) {
  signature_ = list_signature(rows);
  plan_blocks(order_nodes(rows));
  plan_updates();
  sizes_.assign(nodes_.size(), Vector6d::Zero());
  largest_sizes_.assign(nodes_.size(), Vector6d::Zero());
  parts_.resize(nodes_.size());
  left_out_.assign(rows.rows.size(), false);
}

TopologicalLdlt::Neighbours TopologicalLdlt::order_nodes(const MotionRows& rows) {
  nodes_.clear();
  node_of_body_.assign(topology_.attachment.size(), 0);
  node_of_row_.assign(rows.rows.size(), 0);
  const std::vector<std::vector<RowGroup>> groups = list_groups_by_turn(topology_, rows);
  std::vector<std::pair<std::size_t, std::vector<BodyId>>> bodies_of_groups;  // by node
  for (std::size_t turn = 0; turn < groups.size(); ++turn) {
    if (turn > 0) add_body(topology_.order[topology_.order.size() - turn]);
    for (const RowGroup& group : groups[turn]) {
      bodies_of_groups.emplace_back(nodes_.size(), group.bodies);
      add_group(group.first, group.count);
    }
  }
  Neighbours neighbours(nodes_.size());
  for (const auto& [node, bodies] : bodies_of_groups) {
    for (const BodyId body : bodies) connect(node, node_of_body_[body], neighbours);
  }
  return neighbours;
}

void TopologicalLdlt::add_body(BodyId body) {
  node_of_body_[body] = nodes_.size();
  nodes_.push_back({.is_body = true, .first = first_row_of(body), .size = 6});
}

void TopologicalLdlt::add_group(std::size_t first, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) node_of_row_[first + k] = nodes_.size();
  nodes_.push_back(
      {.first = static_cast<Eigen::Index>(first), .size = static_cast<Eigen::Index>(count)});
}

// Eliminating a node joins all of its later neighbours: that is the fill-in.
void TopologicalLdlt::plan_blocks(Neighbours neighbours) {
  blocks_.clear();
  diagonals_.resize(nodes_.size());
  std::size_t most = 0;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    nodes_[k].begin = blocks_.size();
    for (const std::size_t row : neighbours[k]) {
      blocks_.push_back({row, Matrix6d::Zero()});
      for (const std::size_t other : neighbours[k]) connect(row, other, neighbours);
    }
    nodes_[k].end = blocks_.size();
    most = std::max(most, neighbours[k].size());
  }
  columns_.resize(most);
}

void TopologicalLdlt::plan_updates() {
  updates_.assign(nodes_.size(), {});
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    for (std::size_t a = nodes_[k].begin; a < nodes_[k].end; ++a) {
      for (std::size_t b = nodes_[k].begin; b <= a; ++b) {
        updates_[k].push_back({a, b, &block(blocks_[a].row, blocks_[b].row)});
      }
    }
  }
}

std::size_t TopologicalLdlt::count_updates(const MotionRows& rows) {
  plan(rows);
  std::size_t count = 0;
  for (const std::vector<Update>& updates : updates_) count += updates.size();
  return count;
}

// At row >= column.
TopologicalLdlt::Matrix6d& TopologicalLdlt::block(std::size_t row, std::size_t column) {
  if (row == column) return diagonals_[row];
  const auto begin = blocks_.begin() + static_cast<std::ptrdiff_t>(nodes_[column].begin);
  const auto end = blocks_.begin() + static_cast<std::ptrdiff_t>(nodes_[column].end);
  return std::lower_bound(begin, end, row,
                          [](const Block& block, std::size_t wanted) { return block.row < wanted; })
      ->values;
}

void TopologicalLdlt::fill(const BlockMasses& masses, const MotionRows& rows) {
  for (Block& block : blocks_) block.values.setZero();
  for (Matrix6d& diagonal : diagonals_) diagonal.setZero();
  for (const BodyId b : moving_bodies(masses)) {
    Matrix6d& diagonal = diagonals_[node_of_body_[b]];
    diagonal.topLeftCorner<3, 3>().diagonal().setConstant(masses[b].first);
    diagonal.bottomRightCorner<3, 3>() = masses[b].second;
    inverse_inertias_[b] = masses[b].second.inverse();
  }
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const std::size_t node = node_of_row_[i];
    const Eigen::Index at = static_cast<Eigen::Index>(i) - nodes_[node].first;
    diagonals_[node](at, at) = -rows.compliance[i];
    double size = rows.compliance[i];
    rows.rows[i].visit_sides([&](BodyId body, const Vector6d& jacobian) {
      if (body == kGround) return;
      const std::size_t of_body = node_of_body_[body];
      if (of_body < node) {
        block(node, of_body).row(at) += jacobian.transpose();
      } else {
        block(of_body, node).col(at) += jacobian;
      }
      const Vector3d moment = jacobian.tail<3>();
      size += jacobian.head<3>().squaredNorm() / masses[body].first +
              moment.dot(inverse_inertias_[body] * moment);
    });
    sizes_[node](at) = size;
  }
}

// Of bodies D is positive; of groups -D is, and rows that depend on others have none in the
// inverse.
void TopologicalLdlt::invert_diagonal(std::size_t k) {
  const Node& node = nodes_[k];
  Matrix6d& diagonal = diagonals_[k];
  if (node.is_body) {
    for (Eigen::Index i = 0; i < 6; ++i) sweep(diagonal, i);
    diagonal = -diagonal;
    return;
  }
  diagonal = -diagonal;
  std::array<bool, kMostRows> is_kept{};
  largest_sizes_[k] = largest_sizes_[k].cwiseMax(sizes_[k]);
  for (auto pivot = find_pivot(diagonal, sizes_[k], is_kept); pivot;
       pivot = find_pivot(diagonal, sizes_[k], is_kept)) {
    nth(is_kept, *pivot) = true;
    smallest_pivot_ =
        std::min(smallest_pivot_, diagonal(*pivot, *pivot) / largest_sizes_[k](*pivot));
    sweep(diagonal, *pivot);
  }
  for (Eigen::Index i = 0; i < 6; ++i) {
    if (i < node.size) nth(left_out_, node.first + i) = !nth(is_kept, i);
    if (nth(is_kept, i)) continue;
    diagonal.row(i).setZero();
    diagonal.col(i).setZero();
  }
}

void TopologicalLdlt::eliminate(std::size_t k) {
  const Node& node = nodes_[k];
  invert_diagonal(k);
  for (std::size_t a = node.begin; a < node.end; ++a) {
    columns_[a - node.begin] = blocks_[a].values;
    blocks_[a].values.noalias() = columns_[a - node.begin] * diagonals_[k];
  }
  for (const Update& update : updates_[k]) {
    update.target->noalias() -=
        blocks_[update.a].values * columns_[update.b - node.begin].transpose();
  }
}

void TopologicalLdlt::factorise(const BlockMasses& masses, const MotionRows& rows) {
  if (!is_planned_for(rows)) plan(rows);
  inverse_inertias_.resize(masses.size());
  fill(masses, rows);
  smallest_pivot_ = 1.0;
  for (std::size_t k = 0; k < nodes_.size(); ++k) eliminate(k);
}

// Of [M Jᵀ; J -E] [a; -lambda].
void TopologicalLdlt::solve(VectorXd& wrenches, VectorXd& right) {
  const auto part = [&](const Node& node) {
    return (node.is_body ? wrenches : right).segment(node.first, node.size);
  };
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    parts_[k].setZero();
    parts_[k].head(nodes_[k].size) = part(nodes_[k]);
  }
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    for (std::size_t a = nodes_[k].begin; a < nodes_[k].end; ++a) {
      parts_[blocks_[a].row].noalias() -= blocks_[a].values * parts_[k];
    }
  }
  for (std::size_t k = nodes_.size(); k-- > 0;) {
    parts_[k] = diagonals_[k] * parts_[k];
    for (std::size_t a = nodes_[k].begin; a < nodes_[k].end; ++a) {
      parts_[k].noalias() -= blocks_[a].values.transpose() * parts_[blocks_[a].row];
    }
    part(nodes_[k]) = parts_[k].head(nodes_[k].size);
  }
  right = -right;
}

}  // namespace core
}  // namespace globaldyn::inside
