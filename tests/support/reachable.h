#pragma once

#include <optional>
#include <random>

#include "core/kinematics/assembly.h"
#include "core/kinematics/guess.h"
#include "core/kinematics/travel.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// A value that the coordinate has in some pose of the machine, found by assembling it from a
/// random guess; none where that leads nowhere, or beyond travel.
[[nodiscard]] inline std::optional<double> draw_reachable(const Machine& machine,
                                                          const CoordinateIndex& index,
                                                          std::mt19937_64& random) {
  const Mechanism& mechanism = machine.mechanism;
  const AssemblyOutcome other =
      assemble_near(mechanism, {}, make_random_guess(mechanism, machine.topology, random));
  if (other.status != AssemblyStatus::ok) return std::nullopt;
  if (!find_travel_violations(mechanism, other.pose).empty()) return std::nullopt;
  return calc_coordinate(mechanism, index, other.pose);
}

}  // namespace globaldyn::inside::test
