#include <algorithm>

#include "globaldyn/criteria/path_criteria.h"
#include "globaldyn/criteria/pose_criteria.h"
#include "globaldyn/criteria/region_criteria.h"

namespace globaldyn {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr Dimension kAngularAcceleration{0, 0, -4};
constexpr Dimension kFrequency{0, 0, -2};
constexpr Dimension kAreaOfRegion{4, 0, -6};
constexpr Dimension kAreaOfCommonRegion{0, 0, -6};
constexpr Dimension kPower{4, 2, -6};

std::vector<Criterion> make_criteria() {
  using enum Better;
  return {
      {"reachability", "1", dimension::number, larger, 0.0,
       "1 where the machine can be, 0 elsewhere", false, false, calc_reachability},
      {"dexterity", "1", dimension::number, larger, 0.0,
       "least over largest singular value of the Jacobian; 1 is isotropic", false, false,
       calc_dexterity},
      {"drive_margin", "1", dimension::number, larger, 0.0,
       "distance to a parallel singularity, where the drives lose hold of a freedom", false, false,
       calc_drive_margin},
      {"motion_margin", "1", dimension::number, larger, 0.0,
       "distance to a serial singularity, where bodies would have to move infinitely fast", false,
       false, calc_motion_margin},
      {"holding_share", "1", dimension::number, smaller, kNever,
       "share of the drives' limits that holds the machine at rest against gravity and loads",
       false, false, calc_holding_share},
      {"acceleration", "m/s^2", dimension::acceleration, larger, 0.0,
       "largest acceleration of the tool from rest possible in every direction", true, false,
       calc_acceleration},
      {"angular_acceleration", "rad/s^2", kAngularAcceleration, larger, 0.0,
       "largest angular acceleration of the tool from rest possible about every axis", true, false,
       calc_angular_acceleration},
      {"force", "N", dimension::force, larger, 0.0,
       "largest force the tool can exert at rest in every direction", true, false, calc_force},
      {"torque", "N m", dimension::torque, larger, 0.0,
       "largest torque the tool can exert at rest about every axis", true, false, calc_torque},
      {"stiffness", "N/m", dimension::stiffness, larger, 0.0,
       "stiffness of the tool against forces where it is least", true, true, calc_stiffness},
      {"rotary_stiffness", "N m/rad", dimension::rotary_stiffness, larger, 0.0,
       "stiffness of the tool against torques where it is least", true, true,
       calc_rotary_stiffness},
      {"natural_frequency", "Hz", kFrequency, larger, 0.0, "lowest natural frequency, motors held",
       false, true, calc_natural_frequency},
      {"travel_reserve", "1", dimension::number, larger, 0.0,
       "what is left of the joints' travel where least is left; 1 in the middle", false, false,
       calc_travel_reserve},
      {"clearance", "m", dimension::length, larger, 0.0,
       "distance of the two nearest bodies that no joint joins", false, false, calc_clearance},
      {"d1max", "m/s", dimension::speed, larger, 0.0, "largest accessible speed", false, false,
       calc_d1_max},
      {"d2max", "m/s^2", dimension::acceleration, larger, -kNever,
       "largest accessible acceleration at the pattern's speed", false, false, calc_d2_max},
      {"d2min", "m/s^2", dimension::acceleration, smaller, kNever,
       "least accessible acceleration at the pattern's speed: how hard it can brake", false, false,
       calc_d2_min},
      {"d2range", "m/s^2", dimension::acceleration, larger, 0.0,
       "width of the accessible accelerations at the pattern's speed", false, false, calc_d2_range},
      {"area", "m^2/s^3", kAreaOfRegion, larger, 0.0, "area of the region in d1 and d2", false,
       false, calc_area},
      {"time", "s", dimension::time, smaller, kNever, "least time from the path's begin to its end",
       false, false, calc_time, PathNeed::time},
      {"constant_speed", "m/s", dimension::speed, larger, 0.0,
       "largest constant speed of the tool all along the path", false, false, calc_constant_speed,
       PathNeed::regions, true},
      {"constant_rate", "s^-1", dimension::rotary_speed, larger, 0.0,
       "largest constant d1 all along the path", false, false, calc_constant_rate},
      {"guaranteed_acceleration", "m/s^2", dimension::acceleration, larger, -kNever,
       "acceleration of the tool along the path that is possible everywhere on it", false, false,
       calc_guaranteed_acceleration, PathNeed::regions, true},
      {"guaranteed_deceleration", "m/s^2", dimension::acceleration, larger, -kNever,
       "deceleration of the tool along the path that is possible everywhere on it", false, false,
       calc_guaranteed_deceleration, PathNeed::regions, true},
      {"common_area", "s^-3", kAreaOfCommonRegion, larger, 0.0,
       "area in d1 and d2 of what is accessible all along the path", false, false,
       calc_common_area},
      {"peak_share", "1", dimension::number, smaller, kNever,
       "largest share of its force limit that any drive uses on the fastest motion", false, false,
       calc_peak_share, PathNeed::forces},
      {"rms_share", "1", dimension::number, smaller, kNever,
       "largest root mean square of any drive's force on the fastest motion, as a share of its "
       "limit",
       false, false, calc_rms_share, PathNeed::forces},
      {"peak_force", "N", dimension::force, smaller, kNever,
       "largest force of a drive on the fastest motion", false, false, calc_peak_force,
       PathNeed::forces, false, true, "N m"},
      {"rms_force", "N", dimension::force, smaller, kNever,
       "root mean square of a drive's force on the fastest motion", false, false, calc_rms_force,
       PathNeed::forces, false, true, "N m"},
      {"peak_drive_speed", "m/s", dimension::speed, smaller, kNever,
       "largest speed of a drive on the fastest motion", false, false, calc_peak_drive_speed,
       PathNeed::forces, false, true, "rad/s"},
      {"peak_power", "W", kPower, smaller, kNever, "largest power of a drive on the fastest motion",
       false, false, calc_peak_power, PathNeed::forces, false, true},
      {"rms_power", "W", kPower, smaller, kNever,
       "root mean square of a drive's power on the fastest motion", false, false, calc_rms_power,
       PathNeed::forces, false, true},
      {"energy", "J", dimension::torque, smaller, kNever,
       "what all drives deliver on the fastest motion", false, false, calc_energy,
       PathNeed::forces},
      {"braking_energy", "J", dimension::torque, smaller, kNever,
       "what all drives take back on the fastest motion", false, false, calc_braking_energy,
       PathNeed::forces},
  };
}

}  // namespace

const std::vector<Criterion>& list_criteria() {
  static const std::vector<Criterion> criteria = make_criteria();
  return criteria;
}

const Criterion* find_criterion(const std::string& name) {
  const auto& all = list_criteria();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Criterion& c) { return c.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace globaldyn
