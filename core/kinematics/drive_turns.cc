#include "core/kinematics/drive_turns.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/joints/joint_type.h"
#include "core/kinematics/acting_rows.h"

namespace globaldyn::inside {
inline namespace core {

namespace {

bool is_counted(const Mechanism& mechanism, const CoordinateIndex& index) {
  const Joint& joint = mechanism.joints[index.joint];
  if (!nth(type_of(joint).coordinates, index.coordinate).periodic) return true;
  return !joint.counted.empty() && nth(joint.counted, index.coordinate) >= 0;
}

// Whether poses tell the turns themselves: see Pose::angles.
bool are_turns_known(const Mechanism& mechanism, const ActingCoordinate& coordinate) {
  if (const auto* index = std::get_if<CoordinateIndex>(&coordinate)) {
    return is_counted(mechanism, *index);
  }
  const auto* sum = std::get_if<CoordinateSum>(&coordinate);
  if (sum == nullptr) return true;
  return std::all_of(sum->terms.begin(), sum->terms.end(),
                     [&](const CoordinateTerm& term) { return is_counted(mechanism, term.of); });
}

}  // namespace

void take_out_turns(const Mechanism& mechanism, const VectorXd& near, VectorXd& positions) {
  if (near.size() == 0) return;
  for (const DriveId id : mechanism.drives.ids()) {
    const Eigen::Index k = row_of(id);
    const ActingCoordinate& coordinate = mechanism.drives[id].coordinate;
    if (are_turns_known(mechanism, coordinate)) continue;
    const double period = find_period(mechanism, coordinate);
    if (period == 0.0) continue;
    positions(k) += period * std::round((near(k) - positions(k)) / period);
  }
}

}  // namespace core
}  // namespace globaldyn::inside
