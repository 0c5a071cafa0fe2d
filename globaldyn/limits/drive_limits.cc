#include "globaldyn/limits/drive_limits.h"

#include <cmath>

namespace globaldyn {
namespace {

Interval read_force(const Node& node, const Drive& drive, const Parameters& parameters) {
  const bool is_cable = drive.kind == Drive::Kind::cable;
  const auto given = node.find("limits");
  if (!given) return {is_cable ? 0.0 : -DriveLimit::kNone, DriveLimit::kNone};
  const Interval motor =
      read_interval(*given, drive.rotary_motor ? dimension::torque : dimension::force, parameters);
  constexpr double kMost = 1e30;
  if ((std::isfinite(motor.low) && motor.low < -kMost) ||
      (std::isfinite(motor.high) && motor.high > kMost)) {
    given->fail("a limit beyond 1e30", "expected a limit that a drive can have, or 'none'");
  }
  if (is_cable && motor.low < 0.0) {
    given->fail("a cable that could push", "expected [least, greatest] tension, least >= 0");
  }
  const double scale = drive.ratio * drive.efficiency;
  return {scale > 0.0 ? motor.low * scale : motor.high * scale,
          scale > 0.0 ? motor.high * scale : motor.low * scale};
}

// The force left falls with speed, from the stall force to nothing at the no-load speed.
void read_line(const Node& node, const Drive& drive, const Parameters& parameters,
               DriveLimit& limit) {
  const auto line = node.find("speed_line");
  if (!line) return;
  line->allow_only({"stall", "no_load_speed"});
  const double stall =
      read_positive(line->require("stall"),
                    drive.rotary_motor ? dimension::torque : dimension::force, parameters, "stall");
  const double no_load = read_positive(
      line->require("no_load_speed"),
      drive.rotary_motor ? dimension::rotary_speed : dimension::speed, parameters, "no_load_speed");
  const double ratio = std::abs(drive.ratio);
  limit.stall = stall * ratio * drive.efficiency;
  limit.line_slope = limit.stall / (no_load / ratio);
}

}  // namespace

DriveLimits read_drive_limits(const Node& root, const Parameters& parameters,
                              const Mechanism& mechanism) {
  DriveLimits limits;
  const auto drives = root.find("drives");
  if (!drives) return limits;
  for (const auto& [key, node] : drives->entries()) {
    const Drive& drive = mechanism.drives[limits.size()];
    DriveLimit limit;
    limit.force = read_force(node, drive, parameters);
    read_line(node, drive, parameters, limit);
    if (const auto speed = node.find("max_speed")) {
      limit.speed =
          read_positive(*speed, drive.rotary_motor ? dimension::rotary_speed : dimension::speed,
                        parameters, "max_speed") /
          std::abs(drive.ratio);
    }
    limits.push_back(limit);
  }
  return limits;
}

}  // namespace globaldyn
