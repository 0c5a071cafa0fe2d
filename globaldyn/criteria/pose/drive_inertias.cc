#include "globaldyn/criteria/pose/drive_inertias.h"

#include <Eigen/LU>

#include "core/base/round_off.h"
#include "globaldyn/criteria/pose/pose_criteria.h"

namespace globaldyn::inside {
inline namespace criteria {

// Rates of the drives are Wᵀ times those of the task: what is M there is W⁻¹ M W⁻ᵀ for the drives.
std::optional<VectorXd> calc_drive_inertias(const PoseModel& model) {
  if (calc_drive_margin(model, {}) < round_off::kRank) return std::nullopt;
  const MatrixXd inverse = model.W.inverse();
  return (inverse * model.mass() * inverse.transpose()).diagonal();
}

}  // namespace criteria
}  // namespace globaldyn::inside
