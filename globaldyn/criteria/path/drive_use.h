#pragma once

#include "core/base/rotation.h"
#include "globaldyn/criteria/path/heat_trace.h"

namespace globaldyn::inside {
inline namespace criteria {

/// What a motion demands of the drives. Per drive, m; forces in N or N m, power in W. Forces n_k
/// are those of the motors, without the part that stiction takes while a drive rests under Coulomb
/// friction.
struct DriveUse {
  VectorXd peak_force;  ///< largest |n_k|
  VectorXd rms_force;   ///< root of the mean of n_k² over the whole time, stops included
  VectorXd peak_power;  ///< largest |n_k dq_k/dt|
  VectorXd rms_power;
  VectorXd peak_speed;         ///< largest |dq_k/dt|, m/s or rad/s
  VectorXd rms_speed;          ///< m/s or rad/s
  VectorXd least_speed;        ///< smallest |dq_k/dt|
  VectorXd mean_speed;         ///< mean of |dq_k/dt| over the whole time
  VectorXd energy_of;          ///< J: what each drive delivers, n_k dq_k/dt > 0
  VectorXd braking_energy_of;  ///< J: what it takes back
  VectorXd heat;  ///< mean of (n_k / rated force at that speed)² over the time; 0 without one
  HeatTrace heat_trace;        ///< if any drive has a thermal time
  double peak_supply{0.0};     ///< W: most that all drives together deliver at a time, >= 0
  double peak_return{0.0};     ///< W: most that they take back at a time, >= 0
  double energy{0.0};          ///< J: what all drives together deliver, n_k dq_k/dt > 0
  double braking_energy{0.0};  ///< J: what they take back, n_k dq_k/dt < 0
  double max_violation{0.0};   ///< of limits, relative, as found along the way
};

}  // namespace criteria
}  // namespace globaldyn::inside
