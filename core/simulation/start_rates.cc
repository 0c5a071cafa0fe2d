#include "core/simulation/start_rates.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/formulations/natural/natural_state.h"
#include "core/kinematics/acting_rows.h"
#include "core/kinematics/linear_system.h"

namespace globaldyn {

Twists find_twists(const Mechanism& mechanism, const Topology& topology, const Pose& pose,
                   const std::vector<DriveSpeed>& speeds) {
  const Twists rest(pose.size());
  if (speeds.empty()) return rest;
  const KinematicState state{pose, nullptr};
  MotionRows rows;
  rows.rows = make_constraint_rows(mechanism, state);
  const std::size_t first = rows.rows.size();
  for (const DriveSpeed& one : speeds) {
    rows.rows.push_back(make_drive_row(mechanism, nth(mechanism.drives, one.drive), state));
  }
  rows.compliance.assign(rows.rows.size(), 0.0);
  VectorXd right = VectorXd::Zero(static_cast<Eigen::Index>(rows.rows.size()));
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    right(static_cast<Eigen::Index>(first + i)) = speeds[i].speed;
  }
  NaturalState coordinates(mechanism, topology);
  coordinates.begin(pose, rest);
  coordinates.factorise(rows);
  coordinates.solve(VectorXd::Zero(6 * mechanism.body_count()), right);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const double speed = rows.rows[first + i].calc_rate(coordinates.motion());
    if (std::abs(speed - speeds[i].speed) <= round_off::kRoot * std::abs(speeds[i].speed)) continue;
    throw InputError({"--rate", 0, 0},
                     fmt::format("drive {} cannot have this speed beside the others",
                                 nth(mechanism.drives, speeds[i].drive).name),
                     "expected speeds of drives that do not depend on each other");
  }
  return coordinates.motion();
}

}  // namespace globaldyn
