#pragma once

#include <string>
#include <vector>

#include "globaldyn/limits/limit_rows.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// The greatest acceleration of a joint's coordinate, m/s² or rad/s².
struct JointAcceleration {
  CoordinateIndex coordinate;
  double most{0.0};
};

/// Those that the machine file gives, in the order of joints and their coordinates.
[[nodiscard]] std::vector<JointAcceleration> list_joint_accelerations(const Mechanism& mechanism);

/// The labels of all rows that a machine has at a pose: of its drives, its joints and its
/// reactions.
[[nodiscard]] LimitLabels make_machine_labels(const Machine& machine);

/// Fills in the rows of joints, which stand before the `reactions` last ones of the system:
/// -most <= q_j'' d1² + q_j' d2 <= most.
/// @param motion q_j' and q_j'' by p
void write_joint_accelerations(const std::vector<JointAcceleration>& limits,
                               const Mechanism& mechanism, const Motion& motion,
                               std::size_t reactions, LimitSystem& system);

}  // namespace evaluation
}  // namespace globaldyn::inside
