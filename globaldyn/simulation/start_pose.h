#pragma once

#include <string>
#include <vector>

#include "core/simulation/start_rates.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace simulation {

/// A joint coordinate that has a given value where a simulation starts.
struct HeldCoordinate {
  CoordinateIndex coordinate;
  double value{0.0};  ///< rad or m
};

/// Where a machine starts with these joint coordinates: assembled as the file guesses, and from
/// there to the values given in small steps, each of which moves everything else no more than it
/// must, so that the machine stays assembled the same way. Where there is no such way, as from
/// guesses alone. Each value is met to 1e-12 rad or kinematic lengths; one of an angle whose turns
/// are counted says in which turn the joint is. Without any: assembled as the file guesses.
/// @throws InputError if the joints cannot have these values together, or not within their travel
/// @throws Error if the machine cannot be assembled without any
[[nodiscard]] Pose find_start_pose(const Machine& machine, const std::vector<HeldCoordinate>& held);

/// How a machine begins to move under forces of time.
struct SimulationStart {
  std::string path;                  ///< at whose start it stands; empty: as its joints allow
  std::vector<HeldCoordinate> held;  ///< without a path
  std::vector<DriveSpeed> speeds;    ///< of all motions with these, the one of least energy
};

/// Its pose, and the rates of its bodies.
struct StartState {
  Pose pose;
  Twists twists;
};
/// @throws InputError, Error as find_start_pose(); if there is no such path; if drives cannot have
///   these speeds
[[nodiscard]] StartState find_start(const Machine& machine, const SimulationStart& start);

}  // namespace simulation
}  // namespace globaldyn::inside
