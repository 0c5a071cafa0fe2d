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
    if (!given) {
      limits.push_back({-kInfinity, kInfinity});
      continue;
    }
    const Interval motor = read_interval(
        *given, drive.rotary_motor ? dimension::torque : dimension::force, parameters);
    const double scale = drive.ratio * drive.efficiency;
    const Interval scaled{scale > 0.0 ? motor.low * scale : motor.high * scale,
                          scale > 0.0 ? motor.high * scale : motor.low * scale};
    limits.push_back(scaled);
  }
  return limits;
}

}  // namespace globaldyn
