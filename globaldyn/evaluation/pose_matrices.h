#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/formulations/inertia/link_tree.h"
#include "core/loops/spanning_tree.h"
#include "globaldyn/criteria/pose/pose_model.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// The machine's matrices at one pose, n rows for the coordinates that a path prescribes, m columns
/// for the drives; SI.
struct PoseMatrices {
  MatrixXd M;  ///< n x n: inertia of bodies and rotors in the path's coordinates: kg, kg m, kg m²
  MatrixXd W;  ///< n x m: drive forces to forces of the coordinates; Wᵀ gives the drives' rates
  /// n x m: rates of the coordinates for those of the drives, J Wᵀ = I; of all such the smallest if
  /// there are more drives than degrees of freedom. None where drives do not determine the motion.
  std::optional<MatrixXd> jacobian;
  /// n x n: the coordinates' stiffness with motors held, of the drives, joints and springs whose
  /// stiffness the file gives: N/m, N, N m. None where nothing holds, or a direction is rigid.
  std::optional<MatrixXd> K;
  /// Of open machines of hinges and sliders: the bodies' inertia in the coordinates of
  /// list_links(), by direction cosines (Zou et al. 1997).
  std::optional<MatrixXd> joint_inertia;
};

/// Makes matrices of poses, one after the other. One per thread; the machine must outlive it.
class PoseMatrixMaker {
 public:
  explicit PoseMatrixMaker(const Machine& machine);

  /// @param follower where the pose was found, on `task`, at p
  [[nodiscard]] PoseMatrices make(const BranchFollower& follower, const Motion& motion,
                                  const Task& task, double p);

 private:
  PoseModeller modeller_;
  std::optional<LinkTree> links_;
  VectorXd directions_;  // of the links' joints: -1 if b is nearer the ground than a
  SpanningTree tree_;
};

/// The joints of PoseMatrices::joint_inertia; empty if the machine is another one.
[[nodiscard]] std::vector<std::string> list_links(const Machine& machine);

}  // namespace evaluation
}  // namespace globaldyn::inside
