#include "globaldyn/limits/read_drive_limits.h"

#include <algorithm>
#include <cmath>

#include "core/description/patterns.h"
#include "core/description/quantities.h"
#include "globaldyn/limits/drive_limit_kinds.h"
#include "globaldyn/limits/read_motor_curve.h"

namespace globaldyn::inside {
inline namespace limits {

namespace {

// What is reported beside the rms force, and what a brake holds: no limits of motions.
constexpr const char *kRated = "rated", *kThermalTime = "thermal_time", *kBrake = "brake";
// What the kind of `speed_line` reads as well.
constexpr const char* kCurve = "speed_curve";

// At the drive's coordinate; infinite if it is not given.
double read_motor_force(const Node& node, const char* key, const Parameters& parameters,
                        const Drive& drive) {
  const auto given = node.find(key);
  if (!given) return DriveLimit::kNone;
  return std::abs(drive.ratio) *
         read_positive(*given, drive.rotary_motor ? dimension::torque : dimension::force,
                       parameters, key);
}

// One force, or its curve over speed.
void read_rated(const Node& node, const Parameters& parameters, Drive& drive) {
  const auto given = node.find(kRated);
  if (!given || !given->is_sequence()) {
    drive.limit.rated = read_motor_force(node, kRated, parameters, drive);
    return;
  }
  const double ratio = std::abs(drive.ratio);
  for (const CurvePoint& point : read_motor_curve(*given, drive, parameters)) {
    if (point.force == 0.0) given->fail("a rated force of zero", "expected more at all speeds");
    drive.limit.rated_over_speed.push_back({point.speed / ratio, point.force * ratio});
  }
  drive.limit.rated = drive.limit.rated_over_speed.front().force;
}

// How fast a motor warms up says something only beside what it bears.
void read_thermal_time(const Node& node, const Parameters& parameters, DriveLimit& limit) {
  const auto given = node.find(kThermalTime);
  if (!given) return;
  limit.thermal_time = read_positive(*given, dimension::time, parameters, "thermal time");
  if (std::isinf(limit.rated)) {
    given->fail("a thermal time without a rated force", "expected 'rated' as well");
  }
}

}  // namespace

std::vector<std::string> list_drive_limit_keys() {
  std::vector<std::string> keys;
  for (const DriveLimitKind& kind : list_drive_limit_kinds()) {
    if (std::find(keys.begin(), keys.end(), kind.key) == keys.end()) keys.push_back(kind.key);
  }
  keys.emplace_back(kCurve);
  keys.emplace_back(kRated);
  keys.emplace_back(kThermalTime);
  keys.emplace_back(kBrake);
  return keys;
}

void read_drive_limits(const Node& root, const Parameters& parameters, Drives& drives) {
  const auto given = root.find("drives");
  if (!given) return;
  auto drive = drives.begin();
  for (const auto& [key, node] : Patterns(root, parameters).entries(*given)) {
    for (const DriveLimitKind& kind : list_drive_limit_kinds()) {
      if (kind.read != nullptr) kind.read(node, *drive, parameters, drive->limit);
    }
    read_rated(node, parameters, *drive);
    read_thermal_time(node, parameters, drive->limit);
    drive->limit.brake = read_motor_force(node, kBrake, parameters, *drive);
    ++drive;
  }
}

}  // namespace limits
}  // namespace globaldyn::inside
