#include "core/loops/loop_structure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

using Equations = std::vector<LoopEquation>;

// The columns between the two bodies of each pair: only those of one side, the others cancel.
void attach_columns(const SpanningTree& tree, const ScalarRow& row, LoopEquation& equation) {
  equation.more_signs.resize(row.more.size());
  const auto set = [&](std::vector<double>& signs, int column, double sign) {
    const auto known = std::find(equation.columns.begin(), equation.columns.end(), column);
    const auto k = static_cast<std::size_t>(known - equation.columns.begin());
    if (known == equation.columns.end()) {
      equation.columns.push_back(column);
      equation.signs.push_back(0.0);
      for (std::vector<double>& others : equation.more_signs) others.push_back(0.0);
    }
    signs[k] = sign;
  };
  const auto add_pair = [&](BodyId body_a, BodyId body_b, std::vector<double>& signs) {
    const std::vector<int> a = tree.list_columns_to(body_a), b = tree.list_columns_to(body_b);
    const auto add_missing = [&](const std::vector<int>& from, const std::vector<int>& in,
                                 double sign) {
      for (const int column : from) {
        if (!std::binary_search(in.begin(), in.end(), column)) set(signs, column, sign);
      }
    };
    add_missing(b, a, 1.0);
    add_missing(a, b, -1.0);
  };
  add_pair(row.body_a, row.body_b, equation.signs);
  for (std::size_t j = 0; j < row.more.size(); ++j) {
    add_pair(row.more.used()[j].body_a, row.more.used()[j].body_b, equation.more_signs[j]);
  }
}

Equations list_equations(const Mechanism& mechanism, const SpanningTree& tree, const Task& task) {
  using Of = LoopEquation::Of;
  Equations equations;
  for (int k = 0; k < task.size(); ++k) equations.push_back({Of::task, 0, k});
  for (const JointId j : mechanism.joints.ids()) {
    if (tree.is_tree_joint(j)) continue;
    const int count = count_constraint_rows(mechanism.joints[j]);
    for (int i = 0; i < count; ++i) equations.push_back({Of::joint, j.number(), i});
  }
  for (std::size_t c = 0; c < mechanism.couplings.size(); ++c) {
    equations.push_back({Of::coupling, static_cast<int>(c), 0});
  }
  for (LoopEquation& equation : equations) {
    attach_columns(tree, make_loop_row(mechanism, equation, task, {tree.pose(), nullptr}),
                   equation);
  }
  return equations;
}

// Equations where a tree is: dimensionless values, and how they change with all columns.
struct DenseEquations {
  MatrixXd jacobian;
  VectorXd values;
};

DenseEquations evaluate(const Mechanism& mechanism, const SpanningTree& tree,
                        const Equations& equations, const Task& task) {
  const Eigen::Index count = static_cast<Eigen::Index>(equations.size());
  DenseEquations made{MatrixXd::Zero(count, tree.column_count()), VectorXd(count)};
  std::vector<Screw> further;
  for (Eigen::Index i = 0; i < count; ++i) {
    const LoopEquation& equation = nth(equations, i);
    const ScalarRow row = make_loop_row(mechanism, equation, task, {tree.pose(), nullptr});
    const double scale = scale_of(mechanism, row);
    const Screw measure = make_measures(row, tree.pose(), further);
    made.values(i) = scale * row.value;
    for (std::size_t k = 0; k < equation.columns.size(); ++k) {
      made.jacobian(i, equation.columns[k]) =
          scale * calc_entry(equation, k, tree, measure, further);
    }
  }
  return made;
}

// The largest absolute values in a few arbitrary states, the current one among them.
DenseEquations find_largest(const Mechanism& mechanism, SpanningTree& tree,
                            const Equations& equations, const Task& task,
                            const DenseEquations& here) {
  // Steps of a third of a radian at most, no two alike: in three states an equation that is not
  // void would have to vanish three times by chance.
  constexpr int kTrials = 3;
  DenseEquations largest{here.jacobian.cwiseAbs(), here.values.cwiseAbs()};
  const std::vector<double> state = tree.state();
  std::vector<double> step(static_cast<std::size_t>(tree.column_count()));
  for (int trial = 1; trial <= kTrials; ++trial) {
    for (std::size_t k = 0; k < step.size(); ++k) {
      step[k] = 0.3 * std::sin(1.7 * static_cast<double>(k + 1) * trial + trial);
    }
    tree.move(step);
    tree.update();
    const DenseEquations there = evaluate(mechanism, tree, equations, task);
    largest.jacobian = largest.jacobian.cwiseMax(there.jacobian.cwiseAbs());
    largest.values = largest.values.cwiseMax(there.values.cwiseAbs());
  }
  tree.set_state(state);
  return largest;
}

// Joint equations that hold in every state of the tree (such as those that keep a planar machine in
// its plane) need not be evaluated again. They are analytic functions of the state: if they vanish
// with all derivatives in a few arbitrary states, they vanish everywhere. The same test tells which
// columns do not affect a row. What is left, with its Jacobian here, is returned.
MatrixXd drop_void(const Mechanism& mechanism, SpanningTree& tree, const Task& task,
                   Equations& equations) {
  // Zero: of dimensionless values and entries, which are about 1, less than found by iteration.
  const DenseEquations here = evaluate(mechanism, tree, equations, task);
  const DenseEquations largest = find_largest(mechanism, tree, equations, task, here);
  Equations kept;
  std::vector<Eigen::Index> rows;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const Eigen::Index row = static_cast<Eigen::Index>(i);
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k < equations[i].columns.size(); ++k) {
      if (largest.jacobian(row, equations[i].columns[k]) > round_off::kRoot) places.push_back(k);
    }
    if (places.empty() && largest.values(row) <= round_off::kRoot) continue;
    kept.push_back(equations[i].with(places));
    rows.push_back(row);
  }
  equations = std::move(kept);
  return here.jacobian(rows, Eigen::all);
}

// The rows or columns that pivoting finds first, as flags.
std::vector<bool> flag_first(const Eigen::ColPivHouseholderQR<MatrixXd>& pivoted,
                             Eigen::Index count) {
  std::vector<bool> is_first(static_cast<std::size_t>(pivoted.cols()), false);
  for (Eigen::Index k = 0; k < count; ++k) {
    nth(is_first, pivoted.colsPermutation().indices()(k)) = true;
  }
  return is_first;
}

// Divides the columns into those that the kept equations determine and those that stay free.
void divide_columns(const MatrixXd& kept, LoopStructure& structure) {
  const std::vector<bool> is_kept =
      flag_first(Eigen::ColPivHouseholderQR<MatrixXd>(kept), kept.rows());
  for (std::size_t c = 0; c < is_kept.size(); ++c) {
    std::vector<int>& among = is_kept[c] ? structure.kept_columns : structure.free_columns;
    structure.place.push_back(static_cast<int>(among.size()));
    among.push_back(static_cast<int>(c));
  }
}

// Brings the free columns of each equation behind the others, which become its unknowns.
void order_columns(LoopStructure& structure) {
  const auto is_free = [&](int column) {
    const auto& free = structure.free_columns;
    return std::binary_search(free.begin(), free.end(), column);
  };
  for (LoopEquation& equation : structure.equations) {
    std::vector<std::size_t> places;
    std::vector<int>& unknowns = structure.unknowns.emplace_back();
    for (const bool free : {false, true}) {
      for (std::size_t k = 0; k < equation.columns.size(); ++k) {
        if (is_free(equation.columns[k]) != free) continue;
        places.push_back(k);
        if (!free) unknowns.push_back(nth(structure.place, equation.columns[k]));
      }
    }
    equation = equation.with(places);
    equation.first_free = unknowns.size();
  }
}

}  // namespace

std::optional<LoopStructure> choose_loop_structure(const Mechanism& mechanism, SpanningTree& tree,
                                                   const Task& task, int idle_count) {
  Equations equations = list_equations(mechanism, tree, task);
  const MatrixXd jacobian = drop_void(mechanism, tree, task, equations);
  const Eigen::Index wanted = tree.column_count() - idle_count;
  if (jacobian.rows() < wanted) return std::nullopt;
  Eigen::ColPivHouseholderQR<MatrixXd> by_rows(jacobian.transpose());
  by_rows.setThreshold(kSurePivots);
  if (by_rows.rank() != wanted) return std::nullopt;
  const std::vector<bool> is_kept = flag_first(by_rows, wanted);
  LoopStructure structure;
  structure.mechanism = &mechanism;
  std::vector<Eigen::Index> rows;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    if (!is_kept[i] && equations[i].of == LoopEquation::Of::task) return std::nullopt;
    if (is_kept[i]) rows.push_back(static_cast<Eigen::Index>(i));
    (is_kept[i] ? structure.equations : structure.dependent).push_back(std::move(equations[i]));
  }
  divide_columns(jacobian(rows, Eigen::all), structure);
  order_columns(structure);
  return structure;
}

}  // namespace core
}  // namespace globaldyn::inside
