#include "core/simulation/start_rates.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/formulations/natural/natural_state.h"
#include "core/kinematics/acting_rows.h"
#include "core/kinematics/linear_system.h"

namespace globaldyn::inside {
inline namespace core {

Twists find_twists(const Mechanism& mechanism, const Topology& topology, const Pose& pose,
                   const std::vector<DriveSpeed>& speeds) {
  const Twists rest(pose.size());
  if (speeds.empty()) return rest;
  const KinematicState state{pose, nullptr};
  MotionRows rows;
  rows.rows = make_constraint_rows(mechanism, state);
  const std::size_t first = rows.rows.size();
  for (const DriveSpeed& one : speeds) {
    rows.rows.push_back(make_drive_row(mechanism, mechanism.drives[one.drive], state));
  }
  const std::size_t wanted = rows.rows.size();
  rows.compliance.assign(wanted, 0.0);
  for (const Drive& drive : mechanism.drives) {
    if (drive.reflected_inertia == 0.0) continue;
    rows.rows.push_back(make_drive_row(mechanism, drive, state));
    rows.compliance.push_back(1.0 / drive.reflected_inertia);
  }
  VectorXd right = VectorXd::Zero(static_cast<Eigen::Index>(rows.rows.size()));
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    right(static_cast<Eigen::Index>(first + i)) = speeds[i].speed;
  }
  NaturalState coordinates(mechanism, topology);
  coordinates.begin(pose, rest);
  coordinates.factorise(rows);
  coordinates.solve(VectorXd::Zero(6 * mechanism.body_count()), right);
  // Where speeds contradict each other some row was left out: any of them.
  const double length = mechanism.kinematic_length;
  double size = 0.0, error = 0.0;
  for (const Twist& twist : coordinates.motion()) {
    size = std::max({size, twist.v.norm() / length, twist.w.norm()});
  }
  for (std::size_t i = 0; i < wanted; ++i) {
    const ScalarRow& row = rows.rows[i];
    const double miss = row.calc_rate(coordinates.motion()) - right(static_cast<Eigen::Index>(i));
    const double per = row.rotational ? 1.0 : length;
    size = std::max(size, std::abs(right(static_cast<Eigen::Index>(i))) / per);
    error = std::max(error, std::abs(miss) / per);
  }
  if (is_zero(error, size, round_off::kSame)) return coordinates.motion();
  throw InputError(option_place("--rate"), "speeds that the joints do not allow together",
                   "expected speeds of drives that do not depend on each other");
}

}  // namespace core
}  // namespace globaldyn::inside
