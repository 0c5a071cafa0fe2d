#include "core/kinematics/mobility.h"

#include <algorithm>
#include <set>

#include "core/base/nth.h"
#include "core/joints/joint_rows.h"
#include "core/kinematics/freedoms.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

MatrixXd stack(const MatrixXd& top, const MatrixXd& bottom) {
  MatrixXd result(top.rows() + bottom.rows(), top.cols());
  result << top, bottom;
  return result;
}

// The rows of the given joints only.
MatrixXd make_rows_of(const Mechanism& mechanism, const std::vector<JointId>& joints,
                      const Pose& pose) {
  std::vector<ScalarRow> rows;
  for (const JointId joint : joints) {
    append_constraint_rows(mechanism.joints[joint], {pose, nullptr}, rows);
  }
  return make_matrix(rows, mechanism);
}

int count_dependent(const MatrixXd& matrix) {
  return static_cast<int>(matrix.rows()) - calc_rank(matrix);
}

// Loop by loop first, so that few joints are named. Dependencies implied only by several loops
// together go into a last entry with the joints of all loops.
std::vector<ConstraintDependency> find_dependencies(const Mechanism& mechanism,
                                                    const Topology& topology, const Pose& pose) {
  std::vector<ConstraintDependency> result;
  int explained = 0;
  std::set<JointId> in_loops;
  for (const std::vector<JointId>& loop : topology.loops) {
    std::vector<JointId> joints = loop;
    std::sort(joints.begin(), joints.end());
    in_loops.insert(joints.begin(), joints.end());
    const int count = count_dependent(make_rows_of(mechanism, joints, pose));
    if (count > 0) result.push_back({count, joints});
    explained += count;
  }
  const int total = count_dependent(make_constraint_matrix(mechanism, pose));
  if (total > explained) {
    result.push_back({total - explained, std::vector<JointId>(in_loops.begin(), in_loops.end()),
                      !mechanism.couplings.empty()});
  }
  return result;
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

}  // namespace core
}  // namespace globaldyn::inside
