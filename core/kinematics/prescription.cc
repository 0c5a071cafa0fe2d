#include "core/kinematics/prescription.h"

#include <Eigen/QR>
#include <algorithm>
#include <optional>
#include <set>

#include "core/base/count_of.h"
#include "core/base/round_off.h"
#include "core/joints/joint_rows.h"
#include "core/kinematics/freedoms.h"
#include "core/kinematics/motion.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

std::string list_names(const Mechanism& mechanism, const std::set<BodyId>& bodies) {
  std::string names;
  for (const BodyId body : bodies) {
    names += (names.empty() ? "" : ", ") + mechanism.bodies[body].name;
  }
  return names;
}

// The pose slightly further along some combination of all degrees of freedom, closed again.
Pose make_nearby_pose(const Mechanism& mechanism, const Pose& pose, const MatrixXd& kernel) {
  Pose near = pose;
  VectorXd mix(kernel.cols());
  for (Eigen::Index k = 0; k < mix.size(); ++k) mix(k) = 1.0 / (1.7 + static_cast<double>(k));
  constexpr double kLittle = 0.02;
  move_by(near, make_twists(kLittle * (kernel * mix).normalized(), mechanism));
  const NewtonOutcome newton = solve_position(mechanism, {}, near);
  return newton.converged ? near : pose;
}

struct PrescribedRanks {
  int freedoms{0};
  int idle{0};
  int prescribed{0};
  MatrixXd kernel;
  MatrixXd task;
  MatrixXd free;  // degrees of freedom that move no prescribed coordinate
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

// The rank, if it is beyond doubt: no pivot is between rounding errors and 1e-6 of the largest.
std::optional<int> find_sure_rank(const MatrixXd& matrix) {
  constexpr double kSure = 1e-6;
  if (matrix.size() == 0) return std::nullopt;
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(matrix);
  const auto pivots = qr.matrixQR().diagonal().array().abs();
  const Eigen::Index rank = (pivots > kSure * qr.maxPivot()).count();
  if (rank != (pivots > round_off::kSum * qr.maxPivot()).count()) return std::nullopt;
  return static_cast<int>(rank);
}

// How many degrees of freedom the machine has, if it is beyond doubt that the coordinates prescribe
// all of them. Costs a fraction of computing bases of what is left free.
std::optional<int> find_surely_prescribed(const Mechanism& mechanism,
                                          const std::vector<TaskCoordinate>& coordinates,
                                          const Pose& pose) {
  const MatrixXd constraints = make_constraint_matrix(mechanism, pose);
  const MatrixXd task = make_coordinate_matrix(mechanism, coordinates, pose);
  MatrixXd all(constraints.rows() + task.rows(), constraints.cols());
  all << constraints, task;
  const int columns = static_cast<int>(all.cols());
  if (find_sure_rank(all) != columns) return std::nullopt;
  const std::optional<int> rank = find_sure_rank(constraints);
  if (!rank) return std::nullopt;
  return columns - *rank;
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

// Degrees of freedom in which all drives stand still, but not all of what is prescribed.
MatrixXd find_undriven(const Mechanism& mechanism, const std::vector<TaskCoordinate>& prescribed,
                       const Pose& pose) {
  const MatrixXd kernel = make_kernel(make_constraint_matrix(mechanism, pose));
  const MatrixXd still = make_kernel_on(make_drive_matrix(mechanism, pose), kernel);
  const MatrixXd task = make_coordinate_matrix(mechanism, prescribed, pose);
  const MatrixXd idle = make_kernel_on(task, still);
  return make_kernel_on(idle.transpose(), still);
}

}  // namespace

int count_idle(const Mechanism& mechanism, const std::vector<TaskCoordinate>& prescribed,
               const Pose& pose) {
  if (find_surely_prescribed(mechanism, prescribed, pose)) return 0;
  return calc_ranks(mechanism, prescribed, pose).idle;
}

PrescriptionCheck check_prescription(const Mechanism& mechanism,
                                     const std::vector<TaskCoordinate>& coordinates,
                                     const Pose& pose) {
  if (find_surely_prescribed(mechanism, coordinates, pose) ==
      static_cast<int>(coordinates.size())) {
    return {true, "", ""};
  }
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
    std::set<BodyId> bodies;
    for (Eigen::Index k = 0; k < left.cols(); ++k) {
      for (const BodyId body : find_moving_bodies(left.col(k))) bodies.insert(body);
    }
    wrong += (wrong.empty() ? "" : "; ") + std::string("under-prescribed: ") +
             count_of(n_dof - ranks.prescribed, "degree of freedom", "degrees of freedom") +
             " left free, of " + list_names(mechanism, bodies);
  }
  return {false, wrong,
          "expected " + std::to_string(n_dof) +
              " independent coordinates, as many as the machine has degrees of freedom"};
}

std::vector<std::string> list_undriven(const Mechanism& mechanism,
                                       const std::vector<TaskCoordinate>& prescribed,
                                       const Pose& pose) {
  MatrixXd free = find_undriven(mechanism, prescribed, pose);
  if (free.cols() == 0) return {};
  // At a single pose drives may push against each other, or stand at a dead point.
  const MatrixXd kernel = make_kernel(make_constraint_matrix(mechanism, pose));
  const Pose nearby = make_nearby_pose(mechanism, pose, kernel);
  free = find_undriven(mechanism, prescribed, nearby);
  if (free.cols() == 0) return {};
  constexpr double kMoves = 1e-6;
  std::vector<std::string> names;
  for (const JointId j : mechanism.joints.ids()) {
    const Joint& joint = mechanism.joints[j];
    const int count = static_cast<int>(type_of(joint).coordinates.size());
    for (int c = 0; c < count; ++c) {
      const MatrixXd row =
          make_matrix({make_coordinate_row(joint, c, {nearby, nullptr})}, mechanism);
      if ((row * free).norm() <= kMoves * row.norm()) continue;
      names.push_back(name_of(mechanism, CoordinateIndex{j, c}));
    }
  }
  if (!names.empty()) return names;
  for (Eigen::Index k = 0; k < free.cols(); ++k) {
    for (const BodyId body : find_moving_bodies(free.col(k))) {
      const std::string& name = mechanism.bodies[body].name;
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

}  // namespace core
}  // namespace globaldyn::inside
