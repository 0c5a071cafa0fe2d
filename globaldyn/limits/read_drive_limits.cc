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
constexpr const char* kLossWeight = "loss_weight";
// What bounds a motion in more than one place, so that there is no row for it at one p.
constexpr const char *kPower = "power", *kRate = "rate", *kJerk = "max_jerk";
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

double read_positive_of(const Node& node, const char* key, const Dimension& dimension,
                        const Parameters& parameters, double otherwise) {
  const auto given = node.find(key);
  return given ? read_positive(*given, dimension, parameters, key) : otherwise;
}

// What motors lose, and what limits how they change; at the drive's coordinate.
void read_motion_limits(const Node& node, const Parameters& parameters, Drive& drive) {
  const double ratio = std::abs(drive.ratio);
  const bool turns = drive.rotary_motor;
  DriveLimit& limit = drive.limit;
  limit.loss_weight = read_positive_of(node, kLossWeight,
                                       turns ? dimension::loss_by_torque : dimension::loss_by_force,
                                       parameters, 0.0) /
                      (ratio * ratio);
  limit.power = read_positive_of(node, kPower, dimension::power, parameters, DriveLimit::kNone);
  limit.rate =
      ratio * read_positive_of(node, kRate, turns ? dimension::torque_rate : dimension::force_rate,
                               parameters, DriveLimit::kNone);
  limit.jerk = read_positive_of(node, kJerk, turns ? dimension::rotary_jerk : dimension::jerk,
                                parameters, DriveLimit::kNone) /
               ratio;
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
  for (const char* key : {kLossWeight, kPower, kRate, kJerk}) keys.emplace_back(key);
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
    read_motion_limits(node, parameters, *drive);
    drive->limit.brake = read_motor_force(node, kBrake, parameters, *drive);
    ++drive;
  }
}

}  // namespace limits
}  // namespace globaldyn::inside
