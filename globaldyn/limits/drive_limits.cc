#include "globaldyn/limits/drive_limits.h"

#include <cmath>
#include <limits>

namespace globaldyn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A rotary motor on a sliding joint is limited in torque; its ratio is in rad/m.
bool has_torque_limits(const Node& drive, const Drive& read, const Parameters& parameters) {
  if (read.rotational) return true;
  const auto gear = drive.find("gear");
  if (!gear) return false;
  const Node ratio = gear->require("ratio");
  const Expression expression =
      Expression::parse(ratio.text(), ratio.place(), parameters.make_scope());
  return expression.is_typed() && expression.dimension() == dimension::inverse_length;
}

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
        *given, has_torque_limits(node, drive, parameters) ? dimension::torque : dimension::force,
        parameters);
    const double scale = drive.ratio * drive.efficiency;
    const Interval scaled{scale > 0.0 ? motor.low * scale : motor.high * scale,
                          scale > 0.0 ? motor.high * scale : motor.low * scale};
    limits.push_back(scaled);
  }
  return limits;
}

}  // namespace globaldyn
