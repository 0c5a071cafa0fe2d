#include "globaldyn/record/motor_use.h"

#include <fmt/format.h>

#include <cmath>

#include "globaldyn/record/inertia_ratio.h"

namespace globaldyn::inside {
inline namespace record {

MotorSide find_motor_side(const Drive& drive) {
  return {1.0 / drive.ratio, drive.ratio};
}

IdVector<DriveId, MotorUse> find_motor_use(const Machine& machine, const PlannedMotion& motion) {
  if (!motion.plan.has_motion()) return {};
  return find_motor_use(machine, motion,
                        find_inertia_ratios(machine, find_path(machine, motion.plan.path)));
}

IdVector<DriveId, MotorUse> find_motor_use(const Machine& machine, const PlannedMotion& motion,
                                           const InertiaRatios& inertia_ratios) {
  IdVector<DriveId, MotorUse> result;
  const DriveUse& use = motion.use;
  for (const DriveId k : machine.mechanism.drives.ids()) {
    const Drive& drive = machine.mechanism.drives[k];
    const MotorSide side = find_motor_side(drive);
    const double force = std::abs(side.force), speed = std::abs(side.speed);
    const Eigen::Index at = row_of(k);
    MotorUse one;
    one.drive = drive.name;
    one.is_rotary = drive.rotary_motor;
    one.peak_force = force * use.peak_force(at);
    one.rms_force = force * use.rms_force(at);
    one.peak_speed = speed * use.peak_speed(at);
    one.rms_speed = speed * use.rms_speed(at);
    one.peak_power = use.peak_power(at);
    one.energy = use.energy_of(at);
    one.braking_energy = use.braking_energy_of(at);
    const double rated = drive.limit.rated;
    if (std::isfinite(rated)) {
      one.rated_force = force * rated;
      one.thermal_share = use.heat(at);
    }
    one.inertia_ratio = inertia_ratios[k];
    result.push_back(one);
  }
  return result;
}

std::string to_csv(const IdVector<DriveId, MotorUse>& use, const std::string& load_case) {
  std::string csv =
      "drive,force_unit,peak_force,rms_force,rated_force,thermal_share,speed_unit,peak_speed,rms_"
      "speed,"
      "peak_power [W],energy [J],braking_energy [J],inertia_ratio";
  csv += load_case.empty() ? "\n" : ",load_case\n";
  const std::string end = load_case.empty() ? "\n" : "," + load_case + "\n";
  const auto write = [](const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : std::string();
  };
  for (const MotorUse& one : use) {
    csv += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{}{}", one.drive, one.is_rotary ? "N m" : "N",
        one.peak_force, one.rms_force, write(one.rated_force), write(one.thermal_share),
        one.is_rotary ? "rad/s" : "m/s", one.peak_speed, one.rms_speed, one.peak_power, one.energy,
        one.braking_energy, write(one.inertia_ratio), end);
  }
  return csv;
}

}  // namespace record
}  // namespace globaldyn::inside
