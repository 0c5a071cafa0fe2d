#include "core/kinematics/linear_system.h"

#include <algorithm>

#include "core/base/nth.h"
#include "core/base/svd.h"
#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

double scale_of(const ScalarRow& row, double length) {
  return row.rotational ? 1.0 : 1.0 / length;
}

template <class Pick>
VectorXd collect(const std::vector<ScalarRow>& rows, const Mechanism& mechanism, const Pick& pick) {
  VectorXd result(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result(static_cast<Eigen::Index>(i)) =
        pick(rows[i]) * scale_of(rows[i], mechanism.kinematic_length);
  }
  return result;
}

struct BodySide {
  BodyId body;
  Vector6d jacobian;
};

// The row's Jacobian on each of its bodies, once each.
std::vector<BodySide> sum_sides(const ScalarRow& row) {
  std::vector<BodySide> sides;
  row.visit_sides([&](BodyId body, const Vector6d& jacobian) {
    const auto known = std::find_if(sides.begin(), sides.end(),
                                    [&](const BodySide& side) { return side.body == body; });
    if (known == sides.end()) {
      sides.push_back({body, jacobian});
    } else {
      known->jacobian += jacobian;
    }
  });
  return sides;
}

std::size_t block_of(BodyId body) {
  return static_cast<std::size_t>(moving_number(body));
}

void add_product(const BodySide& a, const BodySide& b, BlockCholesky& matrix) {
  if (a.body == kGround || b.body == kGround) return;
  matrix.add(block_of(a.body), block_of(b.body), a.jacobian * b.jacobian.transpose());
}

}  // namespace

std::vector<ScalarRow> make_constraint_rows(const Mechanism& mechanism,
                                            const KinematicState& state) {
  std::vector<ScalarRow> rows;
  for (const Joint& joint : mechanism.joints) append_constraint_rows(joint, state, rows);
  for (const Coupling& coupling : mechanism.couplings) {
    rows.push_back(make_coupling_row(mechanism.joints, coupling, state));
  }
  return rows;
}

std::vector<ScalarRow> make_task_rows(const Mechanism& mechanism, const Task& task,
                                      const KinematicState& state) {
  std::vector<ScalarRow> rows;
  for (int k = 0; k < task.size(); ++k) {
    rows.push_back(make_task_row(mechanism, nth(task.coordinates, k), task.target, k, state));
  }
  return rows;
}

std::vector<ScalarRow> make_all_rows(const Mechanism& mechanism, const Task& task,
                                     const KinematicState& state) {
  std::vector<ScalarRow> rows = make_constraint_rows(mechanism, state);
  const std::vector<ScalarRow> task_rows = make_task_rows(mechanism, task, state);
  rows.insert(rows.end(), task_rows.begin(), task_rows.end());
  return rows;
}

MatrixXd make_matrix(const std::vector<ScalarRow>& rows, const Mechanism& mechanism) {
  const double length = mechanism.kinematic_length;
  MatrixXd matrix =
      MatrixXd::Zero(static_cast<Eigen::Index>(rows.size()), 6 * mechanism.body_count());
  const auto fill = [&](Eigen::Index i, BodyId body, const Vector6d& jacobian, double scale) {
    if (body == kGround) return;
    matrix.block<1, 3>(i, first_row_of(body)) += (scale * length) * jacobian.head<3>().transpose();
    matrix.block<1, 3>(i, first_row_of(body) + 3) += scale * jacobian.tail<3>().transpose();
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double scale = scale_of(rows[i], length);
    rows[i].visit_sides([&](BodyId body, const Vector6d& jacobian) {
      fill(static_cast<Eigen::Index>(i), body, jacobian, scale);
    });
  }
  return matrix;
}

VectorXd make_values(const std::vector<ScalarRow>& rows, const Mechanism& mechanism) {
  return collect(rows, mechanism, [](const ScalarRow& row) { return row.value; });
}

VectorXd make_biases(const std::vector<ScalarRow>& rows, const Mechanism& mechanism) {
  return collect(rows, mechanism, [](const ScalarRow& row) { return row.bias; });
}

NormalEquations make_normal_equations(const std::vector<ScalarRow>& rows,
                                      const Mechanism& mechanism) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  const auto add = [&](BodyId a, BodyId b) {
    if (a == kGround || b == kGround) return;
    pairs.emplace_back(block_of(a), block_of(b));
  };
  for (const ScalarRow& row : rows) {
    if (row.more.empty()) {
      add(row.body_a, row.body_b);
      continue;
    }
    const std::vector<BodySide> sides = sum_sides(row);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) add(sides[j].body, sides[i].body);
    }
  }
  const int bodies = mechanism.body_count();
  return {BlockCholesky(static_cast<std::size_t>(bodies), pairs), VectorXd(6 * bodies)};
}

void set_normal_equations(const std::vector<ScalarRow>& rows, const Mechanism& mechanism,
                          NormalEquations& equations) {
  const double length = mechanism.kinematic_length;
  equations.matrix.set_zero();
  equations.gradient.setZero();
  for (const ScalarRow& row : rows) {
    const double scale = scale_of(row, length);
    const auto add = [&](BodyId body, const Vector6d& jacobian) {
      if (body == kGround) return;
      equations.gradient.segment<6>(first_row_of(body)) += (scale * row.value) * jacobian;
      equations.matrix.add_to_diagonal(block_of(body), jacobian * jacobian.transpose());
    };
    if (!row.more.empty()) {
      std::vector<BodySide> sides = sum_sides(row);
      for (BodySide& side : sides) {
        side.jacobian *= scale;
        side.jacobian.head<3>() *= length;
        add(side.body, side.jacobian);
      }
      for (std::size_t i = 0; i < sides.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) add_product(sides[j], sides[i], equations.matrix);
      }
      continue;
    }
    Vector6d of_a = scale * row.jacobian_a, of_b = scale * row.jacobian_b;
    of_a.head<3>() *= length;
    of_b.head<3>() *= length;
    if (row.body_a == row.body_b) {
      add(row.body_a, of_a + of_b);
      continue;
    }
    add(row.body_a, of_a);
    add(row.body_b, of_b);
    add_product({row.body_a, of_a}, {row.body_b, of_b}, equations.matrix);
  }
}

Twists make_twists(const VectorXd& unknowns, const Mechanism& mechanism) {
  Twists twists(mechanism.bodies.size());
  for (const BodyId body : moving_bodies(mechanism.bodies)) {
    Twist& twist = twists[body];
    twist.v = mechanism.kinematic_length * unknowns.segment<3>(first_row_of(body));
    twist.w = unknowns.segment<3>(first_row_of(body) + 3);
  }
  return twists;
}

void move_by(Pose& pose, const Twists& twists) {
  for (const BodyId body : moving_bodies(pose)) {
    pose[body].r += twists[body].v;
    if (twists[body].w.isZero(0.0)) continue;
    pose[body].R = orthonormalize(make_rotation(twists[body].w) * pose[body].R);
  }
}

int calc_rank(const MatrixXd& matrix) {
  if (matrix.rows() == 0 || matrix.cols() == 0) return 0;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(kRankTolerance);
  decomposition.compute(matrix);
  return static_cast<int>(decomposition.rank());
}

MatrixXd make_kernel(const MatrixXd& matrix) {
  if (matrix.rows() == 0) return MatrixXd::Identity(matrix.cols(), matrix.cols());
  const Svd svd = calc_full_svd(matrix);
  Eigen::Index rank = 0;
  while (rank < svd.sigma.size() && svd.sigma(rank) > kRankTolerance * svd.sigma(0)) ++rank;
  return svd.V.rightCols(matrix.cols() - rank);
}

}  // namespace core
}  // namespace globaldyn::inside
