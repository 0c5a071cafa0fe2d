#include "globaldyn/limits/drive_limits.h"

#include <cmath>
#include <limits>

namespace globaldyn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

DriveLimits read_drive_limits(const Node& root, const Parameters& parameters,
                              const Mechanism& mechanism) {
  DriveLimits limits;
  const auto drives = root.find("drives");
  if (!drives) return limits;
  for (const auto& [key, node] : drives->entries()) {
    const Drive& drive = mechanism.drives[limits.size()];
    const auto given = node.find("limits");
    const bool is_cable = drive.kind == Drive::Kind::cable;
    if (!given) {
      limits.push_back({is_cable ? 0.0 : -kInfinity, kInfinity});
      continue;
    }
    const Interval motor = read_interval(
        *given, drive.rotary_motor ? dimension::torque : dimension::force, parameters);
    constexpr double kMost = 1e30;
    if ((std::isfinite(motor.low) && motor.low < -kMost) ||
        (std::isfinite(motor.high) && motor.high > kMost)) {
      given->fail("a limit beyond 1e30", "expected a limit that a drive can have, or 'none'");
    }
    if (is_cable && motor.low < 0.0) {
      given->fail("a cable that could push", "expected [least, greatest] tension, least >= 0");
    }
    const double scale = drive.ratio * drive.efficiency;
    const Interval scaled{scale > 0.0 ? motor.low * scale : motor.high * scale,
                          scale > 0.0 ? motor.high * scale : motor.low * scale};
    limits.push_back(scaled);
  }
  return limits;
}

}  // namespace globaldyn
