#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace path {

struct Path;

/// What a motor exerts while a machine runs as its motors move it.
struct MotorForce {
  std::string drive;
  /// In front of its gear, at the drive's coordinate, N or N m, as far as the motor can; infinite:
  /// all that it has in the direction of the motion.
  double force{kInfinity};
};

/// What their motion is called where laws have names.
inline constexpr const char* kLawOfMotors = "motors";

/// A path that the machine passes as its motors move it: how is found by its dynamics.
struct FreeRun {
  std::vector<MotorForce> motors;  ///< all others exert nothing
  /// d1 at the path's start, 1/s; none: the one that comes back at the path's end.
  std::optional<double> start;
  SourcePlace place{};
  std::string failure{};  ///< one line: why there is no such motion, once that is known
};

/// Reads a law `{motors: {M: full, …}, start: 75 rpm, of: CRANK}` of the path.
/// @throws InputError, also for unknown drives and where what the speed is of stands still at the
///   path's start
[[nodiscard]] FreeRun read_free_run(const Node& law, const Parameters& parameters,
                                    const Mechanism& mechanism, const Path& path);

}  // namespace path
}  // namespace globaldyn::inside
