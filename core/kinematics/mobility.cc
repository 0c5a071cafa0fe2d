#include "core/kinematics/mobility.h"

#include <algorithm>
#include <set>

#include "core/kinematics/joint_rows.h"
#include "core/kinematics/motion.h"

namespace globaldyn {
namespace {

MatrixXd make_drive_matrix(const Mechanism& mechanism, const Pose& pose) {
  std::vector<ScalarRow> rows;
  for (const Drive& drive : mechanism.drives) {
    rows.push_back(make_drive_row(mechanism, drive, {pose, nullptr}));
  }
  return make_matrix(rows, mechanism);
}

MatrixXd make_coordinate_matrix(const Mechanism& mechanism,
                                const std::vector<TaskCoordinate>& coordinates, const Pose& pose) {
  const Eigen::Index count = static_cast<Eigen::Index>(coordinates.size());
  Task task{coordinates, {}};
  task.target.value = task.target.first = task.target.second = VectorXd::Zero(count);
  return make_matrix(make_task_rows(mechanism, task, {pose, nullptr}), mechanism);
}

MatrixXd stack(const MatrixXd& top, const MatrixXd& bottom) {
  MatrixXd result(top.rows() + bottom.rows(), top.cols());
  result << top, bottom;
  return result;
}

MatrixXd make_constraint_matrix(const Mechanism& mechanism, const Pose& pose) {
  return make_matrix(make_constraint_rows(mechanism, {pose, nullptr}), mechanism);
}

// Rank of a matrix restricted to a kernel; rows in such products can be all zero, so the scale
// is the matrix' own.
int calc_rank_on(const MatrixXd& matrix, const MatrixXd& kernel) {
  if (matrix.rows() == 0 || kernel.cols() == 0) return 0;
  const Eigen::BDCSVD<MatrixXd> svd(matrix * kernel);
  const double threshold = kRankTolerance * std::max(matrix.norm(), 1e-300);
  return static_cast<int>((svd.singularValues().array() > threshold).count());
}

MatrixXd make_kernel_on(const MatrixXd& matrix, const MatrixXd& kernel) {
  if (matrix.rows() == 0 || kernel.cols() == 0) return kernel;
  const Eigen::BDCSVD<MatrixXd> svd(matrix * kernel, Eigen::ComputeFullV);
  const double threshold = kRankTolerance * std::max(matrix.norm(), 1e-300);
  const Eigen::Index rank = (svd.singularValues().array() > threshold).count();
  return kernel * svd.matrixV().rightCols(kernel.cols() - rank);
}

std::vector<int> find_moving_bodies(const VectorXd& freedom) {
  constexpr double kMoves = 1e-6;
  std::vector<int> bodies;
  for (Eigen::Index body = 0; 6 * body < freedom.size(); ++body) {
    if (freedom.segment<6>(6 * body).norm() > kMoves) bodies.push_back(static_cast<int>(body) + 1);
  }
  return bodies;
}

// A basis of the kernel whose vectors involve few bodies each: reduced to echelon form.
MatrixXd make_sparse_basis(MatrixXd kernel) {
  Eigen::Index row = 0;
  for (Eigen::Index k = 0; k < kernel.cols() && row < kernel.rows(); ++row) {
    Eigen::Index pivot = k;
    const double size = kernel.row(row).tail(kernel.cols() - k).cwiseAbs().maxCoeff(&pivot);
    if (size < 1e-6) continue;
    kernel.col(k).swap(kernel.col(k + pivot));
    kernel.col(k) /= kernel(row, k);
    for (Eigen::Index other = 0; other < kernel.cols(); ++other) {
      if (other != k) kernel.col(other) -= kernel(row, other) * kernel.col(k);
    }
    ++k;
  }
  return kernel;
}

// The rows of the given joints only.
MatrixXd make_rows_of(const Mechanism& mechanism, const std::vector<int>& joints,
                      const Pose& pose) {
  std::vector<ScalarRow> rows;
  for (const int joint : joints) {
    append_constraint_rows(mechanism.joints[static_cast<std::size_t>(joint)], {pose, nullptr},
                           rows);
  }
  return make_matrix(rows, mechanism);
}

int count_dependent(const MatrixXd& matrix) {
  return static_cast<int>(matrix.rows()) - calc_rank(matrix);
}

std::vector<int> all_joints(const Mechanism& mechanism) {
  std::vector<int> joints(mechanism.joints.size());
  for (std::size_t j = 0; j < joints.size(); ++j) joints[j] = static_cast<int>(j);
  return joints;
}

// Loop by loop first: that names few joints. What only several loops together imply is left to
// a last entry with the joints of all loops.
std::vector<ConstraintDependency> find_dependencies(const Mechanism& mechanism,
                                                    const Topology& topology, const Pose& pose) {
  std::vector<ConstraintDependency> result;
  int explained = 0;
  std::set<int> in_loops;
  for (const std::vector<int>& loop : topology.loops) {
    std::vector<int> joints = loop;
    std::sort(joints.begin(), joints.end());
    in_loops.insert(joints.begin(), joints.end());
    const int count = count_dependent(make_rows_of(mechanism, joints, pose));
    if (count > 0) result.push_back({count, joints});
    explained += count;
  }
  const int total = count_dependent(make_rows_of(mechanism, all_joints(mechanism), pose));
  if (total > explained) {
    result.push_back({total - explained, std::vector<int>(in_loops.begin(), in_loops.end())});
  }
  return result;
}

std::string list_names(const Mechanism& mechanism, const std::vector<int>& bodies) {
  std::string names;
  for (const int body : bodies) {
    names += (names.empty() ? "" : ", ") + mechanism.bodies[static_cast<std::size_t>(body)].name;
  }
  return names;
}

// The pose a little further along some combination of all freedoms, closed again.
Pose make_nearby_pose(const Mechanism& mechanism, const Pose& pose, const MatrixXd& kernel) {
  Pose near = pose;
  VectorXd mix(kernel.cols());
  for (Eigen::Index k = 0; k < mix.size(); ++k) mix(k) = 1.0 / (1.7 + static_cast<double>(k));
  constexpr double kLittle = 0.02;
  step(near, make_twists(kLittle * (kernel * mix).normalized(), mechanism));
  const NewtonOutcome newton = solve_position(mechanism, {}, near);
  return newton.converged ? near : pose;
}

struct PrescribedRanks {
  int freedoms{0};
  int idle{0};
  int prescribed{0};
  MatrixXd kernel;
  MatrixXd task;
  MatrixXd free;  // freedoms that move no prescribed coordinate
};

PrescribedRanks calc_ranks(const Mechanism& mechanism,
                           const std::vector<TaskCoordinate>& coordinates, const Pose& pose) {
  PrescribedRanks ranks;
  ranks.kernel = make_kernel(make_constraint_matrix(mechanism, pose));
  ranks.task = make_coordinate_matrix(mechanism, coordinates, pose);
  ranks.free = make_kernel_on(ranks.task, ranks.kernel);
  ranks.freedoms = static_cast<int>(ranks.kernel.cols());
  ranks.prescribed = ranks.freedoms - static_cast<int>(ranks.free.cols());
  const MatrixXd drives = make_drive_matrix(mechanism, pose);
  ranks.idle = static_cast<int>(make_kernel_on(drives, ranks.free).cols());
  return ranks;
}

bool fits(const PrescribedRanks& ranks, const std::vector<TaskCoordinate>& coordinates) {
  return ranks.prescribed == static_cast<int>(coordinates.size()) &&
         ranks.prescribed == ranks.freedoms - ranks.idle;
}

// The prescribed coordinates that the others, or the joints, already fix.
std::string list_surplus(const Mechanism& mechanism, const std::vector<TaskCoordinate>& coordinates,
                         const PrescribedRanks& ranks) {
  std::string surplus;
  int rank = 0;
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    const Eigen::Index rows = static_cast<Eigen::Index>(k) + 1;
    const int next = calc_rank_on(ranks.task.topRows(rows), ranks.kernel);
    if (next == rank) {
      surplus += (surplus.empty() ? "" : ", ") + name_of(mechanism, coordinates[k]);
    }
    rank = next;
  }
  return surplus;
}

}  // namespace

std::vector<TaskCoordinate> list_tool_coordinates(const Mechanism& mechanism) {
  std::vector<TaskCoordinate> result;
  if (!mechanism.tool) return result;
  for (int i = 0; i < 3; ++i) result.push_back({TaskCoordinate::Kind::position, i, {}});
  for (int i = 0; i < 3; ++i) result.push_back({TaskCoordinate::Kind::rotation, i, {}});
  return result;
}

Mobility analyze_mobility(const Mechanism& mechanism, const Topology& topology,
                          const std::vector<TaskCoordinate>& watched, const Pose& pose) {
  Mobility mobility;
  const MatrixXd constraints = make_constraint_matrix(mechanism, pose);
  const MatrixXd kernel = make_kernel(constraints);
  mobility.constraint_rows = static_cast<int>(constraints.rows());
  mobility.constraint_rank = 6 * mechanism.body_count() - static_cast<int>(kernel.cols());
  const auto& coordinates = watched.empty() ? list_tool_coordinates(mechanism) : watched;
  const MatrixXd drives = make_drive_matrix(mechanism, pose);
  const MatrixXd seen = stack(make_coordinate_matrix(mechanism, coordinates, pose), drives);
  const MatrixXd idle = make_sparse_basis(make_kernel_on(seen, kernel));
  mobility.idle = static_cast<int>(idle.cols());
  for (Eigen::Index k = 0; k < idle.cols(); ++k) {
    mobility.idle_bodies.push_back(find_moving_bodies(idle.col(k)));
  }
  mobility.n_dof = static_cast<int>(kernel.cols()) - mobility.idle;
  mobility.drive_rank = calc_rank_on(drives, kernel);
  mobility.redundancy = mechanism.drive_count() - mobility.drive_rank;
  mobility.dependencies = find_dependencies(mechanism, topology, pose);
  return mobility;
}

int count_idle(const Mechanism& mechanism, const std::vector<TaskCoordinate>& prescribed,
               const Pose& pose) {
  return calc_ranks(mechanism, prescribed, pose).idle;
}

PrescriptionCheck check_prescription(const Mechanism& mechanism,
                                     const std::vector<TaskCoordinate>& coordinates,
                                     const Pose& pose) {
  PrescribedRanks ranks = calc_ranks(mechanism, coordinates, pose);
  if (!fits(ranks, coordinates)) {
    ranks = calc_ranks(mechanism, coordinates, make_nearby_pose(mechanism, pose, ranks.kernel));
  }
  if (fits(ranks, coordinates)) return {true, "", ""};
  const int n_dof = ranks.freedoms - ranks.idle;
  std::string wrong;
  const std::string surplus = list_surplus(mechanism, coordinates, ranks);
  if (!surplus.empty()) {
    wrong = "over-prescribed: " + surplus + " cannot be chosen freely";
  }
  if (ranks.prescribed < n_dof) {
    const MatrixXd left = make_sparse_basis(ranks.free);
    std::set<int> bodies;
    for (Eigen::Index k = 0; k < left.cols(); ++k) {
      for (const int body : find_moving_bodies(left.col(k))) bodies.insert(body);
    }
    wrong += (wrong.empty() ? "" : "; ") + std::string("under-prescribed: ") +
             std::to_string(n_dof - ranks.prescribed) + " freedom(s) left free, of " +
             list_names(mechanism, std::vector<int>(bodies.begin(), bodies.end()));
  }
  return {false, wrong,
          "expected " + std::to_string(n_dof) +
              " independent coordinates, as many as the machine has freedoms"};
}

}  // namespace globaldyn
