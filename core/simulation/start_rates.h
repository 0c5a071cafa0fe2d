#pragma once

#include <vector>

#include "core/bodies/pose.h"
#include "core/mechanism/mechanism.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside {
inline namespace core {

/// A drive's speed q'_k, rad/s or m/s.
struct DriveSpeed {
  DriveId drive;
  double speed{0.0};
};

/// Of all rates of the bodies that keep the joints closed and give drives these speeds, those of
/// least kinetic energy. @throws InputError if the joints do not allow the speeds together
[[nodiscard]] Twists find_twists(const Mechanism& mechanism, const Topology& topology,
                                 const Pose& pose, const std::vector<DriveSpeed>& speeds);

}  // namespace core
}  // namespace globaldyn::inside
