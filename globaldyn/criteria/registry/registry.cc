#include "globaldyn/criteria/registry/registry.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "core/expression/unit_product.h"
#include "globaldyn/criteria/path/path_criteria.h"
#include "globaldyn/criteria/pose/pose_criteria.h"
#include "globaldyn/criteria/region/region_criteria.h"

namespace globaldyn::inside {
inline namespace criteria {
namespace {

constexpr Dimension kAngularAcceleration{0, 0, -4};
constexpr Dimension kFrequency{0, 0, -2};
constexpr Dimension kAreaOfRegion{4, 0, -6};
constexpr Dimension kTimePerForce{-2, -2, 6}, kTimePerPower{-4, -2, 8};
constexpr Dimension kAreaOfCommonRegion{0, 0, -6};
constexpr Dimension kPower{4, 2, -6};

// To add one: docs/adding.md. Maps, paths, studies and `map --list-criteria` take it from here.
std::vector<Criterion> make_criteria() {
  using enum Better;
  return {
      {.name = "reachability",
       .unit = "1",
       .dimension = dimension::number,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "1 where the machine can be, 0 elsewhere",
       .of = OfPose{.calc = calc_reachability}},
      {.name = "dexterity",
       .unit = "1",
       .dimension = dimension::number,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "least over largest singular value of the Jacobian; 1 is isotropic",
       .of = OfPose{.calc = calc_dexterity}},
      {.name = "drive_margin",
       .unit = "1",
       .dimension = dimension::number,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "distance to a parallel singularity, where the drives lose control of a "
                      "degree of freedom",
       .of = OfPose{.calc = calc_drive_margin}},
      {.name = "motion_margin",
       .unit = "1",
       .dimension = dimension::number,
       .better = larger,
       .when_unreachable = 0.0,
       .description =
           "distance to a serial singularity, where bodies would have to move infinitely fast",
       .of = OfPose{.calc = calc_motion_margin}},
      {.name = "holding_share",
       .unit = "1",
       .dimension = dimension::number,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description =
           "share of the drives' limits that holds the machine at rest against gravity and loads",
       .of = OfPose{.calc = calc_holding_share}},
      {.name = "acceleration",
       .unit = "m/s^2",
       .dimension = dimension::acceleration,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "largest acceleration of the tool from rest possible in every direction",
       .of = OfPose{.calc = calc_acceleration, .takes_direction = true}},
      {.name = "angular_acceleration",
       .unit = "rad/s^2",
       .dimension = kAngularAcceleration,
       .better = larger,
       .when_unreachable = 0.0,
       .description =
           "largest angular acceleration of the tool from rest possible about every axis",
       .of = OfPose{.calc = calc_angular_acceleration, .takes_direction = true}},
      {.name = "force",
       .unit = "N",
       .dimension = dimension::force,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "largest force the tool can exert at rest in every direction",
       .of = OfPose{.calc = calc_force, .takes_direction = true}},
      {.name = "torque",
       .unit = "N m",
       .dimension = dimension::torque,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "largest torque the tool can exert at rest about every axis",
       .of = OfPose{.calc = calc_torque, .takes_direction = true}},
      {.name = "stiffness",
       .unit = "N/m",
       .dimension = dimension::stiffness,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "stiffness of the tool against forces where it is least",
       .of = OfPose{.calc = calc_stiffness, .takes_direction = true, .needs_compliance = true}},
      {.name = "rotary_stiffness",
       .unit = "N m/rad",
       .dimension = dimension::rotary_stiffness,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "stiffness of the tool against torques where it is least",
       .of =
           OfPose{
               .calc = calc_rotary_stiffness, .takes_direction = true, .needs_compliance = true}},
      {.name = "natural_frequency",
       .unit = "Hz",
       .dimension = kFrequency,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "lowest natural frequency, motors held",
       .of = OfPose{.calc = calc_natural_frequency, .needs_compliance = true}},
      {.name = "travel_reserve",
       .unit = "1",
       .dimension = dimension::number,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "what is left of the joints' travel where least is left; 1 in the middle",
       .of = OfPose{.calc = calc_travel_reserve}},
      {.name = "clearance",
       .unit = "m",
       .dimension = dimension::length,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "distance of the two nearest bodies that no joint joins",
       .of = OfPose{.calc = calc_clearance}},
      {.name = "d1max",
       .unit = "m/s",
       .dimension = dimension::speed,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "largest accessible speed",
       .of = OfRegion{calc_d1_max}},
      {.name = "d2max",
       .unit = "m/s^2",
       .dimension = dimension::acceleration,
       .better = larger,
       .when_unreachable = -kInfinity,
       .description = "largest accessible acceleration at the pattern's speed",
       .of = OfRegion{calc_d2_max}},
      {.name = "d2min",
       .unit = "m/s^2",
       .dimension = dimension::acceleration,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "least accessible acceleration at the pattern's speed: how hard it can brake",
       .of = OfRegion{calc_d2_min}},
      {.name = "d2range",
       .unit = "m/s^2",
       .dimension = dimension::acceleration,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "width of the accessible accelerations at the pattern's speed",
       .of = OfRegion{calc_d2_range}},
      {.name = "area",
       .unit = "m^2/s^3",
       .dimension = kAreaOfRegion,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "area of the region in d1 and d2",
       .of = OfRegion{calc_area}},
      {.name = "time",
       .unit = "s",
       .dimension = dimension::time,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "least time from the path's start to its end",
       .of = OfPath{.calc = calc_time, .need = PathNeed::time}},
      {.name = "constant_speed",
       .unit = "m/s",
       .dimension = dimension::speed,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "largest constant speed of the tool all along the path",
       .of = OfPath{.calc = calc_constant_speed, .needs_tool = true}},
      {.name = "constant_rate",
       .unit = "s^-1",
       .dimension = dimension::rotary_speed,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "largest constant d1 all along the path",
       .of = OfPath{.calc = calc_constant_rate}},
      {.name = "guaranteed_acceleration",
       .unit = "m/s^2",
       .dimension = dimension::acceleration,
       .better = larger,
       .when_unreachable = -kInfinity,
       .description = "acceleration of the tool along the path that is possible everywhere on it",
       .of = OfPath{.calc = calc_guaranteed_acceleration, .needs_tool = true}},
      {.name = "guaranteed_deceleration",
       .unit = "m/s^2",
       .dimension = dimension::acceleration,
       .better = larger,
       .when_unreachable = -kInfinity,
       .description = "deceleration of the tool along the path that is possible everywhere on it",
       .of = OfPath{.calc = calc_guaranteed_deceleration, .needs_tool = true}},
      {.name = "common_area",
       .unit = "s^-3",
       .dimension = kAreaOfCommonRegion,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "area in d1 and d2 of what is accessible all along the path",
       .of = OfPath{.calc = calc_common_area}},
      {.name = "least_time",
       .unit = "s",
       .dimension = dimension::time,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description =
           "least time of the path's law of motion within the limits; without a law as 'time'",
       .of = OfPath{.calc = calc_least_time, .need = PathNeed::law}},
      {.name = "time_within_rated",
       .unit = "s",
       .dimension = dimension::time,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "least time of a cycle along the path, stops and pause included, in which no "
                      "rms force is more than what its motor bears for ever",
       .of = OfPath{.calc = calc_time_within_rated, .need = PathNeed::rated}},
      {.name = "losses_at",
       .unit = "J",
       .dimension = dimension::torque,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "least that motors lose to heat on a motion along the path in a given time, "
                      "stops included",
       .of = OfPath{.calc = calc_losses_at, .need = PathNeed::losses}},
      {.name = "price_of_rated",
       .unit = "s/N",
       .dimension = kTimePerForce,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "by how much 'time_within_rated' falls with one more unit of a drive's rated "
                      "force",
       .of =
           OfPath{.calc = calc_price_of_rated,
                  .need = PathNeed::rated,
                  .takes_drive = true,
                  .rotary_unit = "s/(N m)",
                  .has_value = [](const Drive& drive) { return std::isfinite(drive.limit.rated); },
                  .key = "rated"}},
      {.name = "price_of_power",
       .unit = "s/W",
       .dimension = kTimePerPower,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "by how much the fastest motion's time falls with one more watt of a drive's "
                      "power",
       .of =
           OfPath{.calc = calc_price_of_power,
                  .need = PathNeed::prices,
                  .takes_drive = true,
                  .has_value = [](const Drive& drive) { return std::isfinite(drive.limit.power); },
                  .key = "power"}},
      {.name = "price_of_supply",
       .unit = "s/W",
       .dimension = kTimePerPower,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "by how much the fastest motion's time falls with one more watt of the "
                      "supply's power",
       .of = OfPath{.calc = calc_price_of_supply, .need = PathNeed::prices}},
      {.name = "peak_share",
       .unit = "1",
       .dimension = dimension::number,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest share of its force limit that any drive uses on the fastest motion",
       .of = OfPath{.calc = calc_peak_share, .need = PathNeed::forces}},
      {.name = "rms_share",
       .unit = "1",
       .dimension = dimension::number,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description =
           "largest root mean square of any drive's force on the fastest motion, as a share of its "
           "limit",
       .of = OfPath{.calc = calc_rms_share, .need = PathNeed::forces}},
      {.name = "peak_force",
       .unit = "N",
       .dimension = dimension::force,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest force of a drive on the fastest motion",
       .of = OfPath{.calc = calc_peak_force,
                    .need = PathNeed::forces,
                    .takes_drive = true,
                    .rotary_unit = "N m"}},
      {.name = "rms_force",
       .unit = "N",
       .dimension = dimension::force,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "root mean square of a drive's force on the fastest motion",
       .of = OfPath{.calc = calc_rms_force,
                    .need = PathNeed::forces,
                    .takes_drive = true,
                    .rotary_unit = "N m"}},
      {.name = "peak_drive_speed",
       .unit = "m/s",
       .dimension = dimension::speed,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest speed of a drive on the fastest motion",
       .of = OfPath{.calc = calc_peak_drive_speed,
                    .need = PathNeed::forces,
                    .takes_drive = true,
                    .rotary_unit = "rad/s"}},
      {.name = "peak_motor_force",
       .unit = "N",
       .dimension = dimension::force,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest force of a motor, in front of its gear, on the fastest motion",
       .of = OfPath{.calc = calc_peak_motor_force,
                    .need = PathNeed::forces,
                    .takes_drive = true,
                    .rotary_unit = "N m",
                    .is_of_motor = true}},
      {.name = "rms_motor_force",
       .unit = "N",
       .dimension = dimension::force,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description =
           "root mean square of a motor's force, in front of its gear, on the fastest motion",
       .of = OfPath{.calc = calc_rms_motor_force,
                    .need = PathNeed::forces,
                    .takes_drive = true,
                    .rotary_unit = "N m",
                    .is_of_motor = true}},
      {.name = "peak_motor_speed",
       .unit = "m/s",
       .dimension = dimension::speed,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest speed of a motor on the fastest motion",
       .of = OfPath{.calc = calc_peak_motor_speed,
                    .need = PathNeed::forces,
                    .takes_drive = true,
                    .rotary_unit = "rad/s",
                    .is_of_motor = true}},
      {.name = "rms_motor_speed",
       .unit = "m/s",
       .dimension = dimension::speed,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "root mean square of a motor's speed on the fastest motion",
       .of = OfPath{.calc = calc_rms_motor_speed,
                    .need = PathNeed::forces,
                    .takes_drive = true,
                    .rotary_unit = "rad/s",
                    .is_of_motor = true}},
      {.name = "least_motor_speed",
       .unit = "m/s",
       .dimension = dimension::speed,
       .better = larger,
       .when_unreachable = 0.0,
       .description = "smallest speed of a motor, of a free run say; 0 where it rests",
       .of = OfPath{.calc = calc_least_motor_speed,
                    .need = PathNeed::forces,
                    .takes_drive = true,
                    .rotary_unit = "rad/s",
                    .is_of_motor = true}},
      {.name = "speed_fluctuation",
       .unit = "1",
       .dimension = dimension::number,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest less smallest speed of a motor over its mean, of a free run say",
       .of = OfPath{.calc = calc_speed_fluctuation, .need = PathNeed::forces, .takes_drive = true}},
      {.name = "thermal_share",
       .unit = "1",
       .dimension = dimension::number,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "heat of a motor on the fastest motion over that of its rated force: mean of "
                      "(force/rated)^2",
       .of =
           OfPath{.calc = calc_thermal_share,
                  .need = PathNeed::forces,
                  .takes_drive = true,
                  .has_value = [](const Drive& drive) { return std::isfinite(drive.limit.rated); },
                  .key = "rated"}},
      {.name = "thermal_peak",
       .unit = "1",
       .dimension = dimension::number,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "highest temperature of a motor while the motion repeats, over that of its "
                      "rated force for ever",
       .of = OfPath{.calc = calc_thermal_peak,
                    .need = PathNeed::forces,
                    .takes_drive = true,
                    .has_value =
                        [](const Drive& drive) { return std::isfinite(drive.limit.thermal_time); },
                    .key = "thermal_time"}},
      {.name = "inertia_ratio",
       .unit = "1",
       .dimension = dimension::number,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "inertia that a motor moves over that of its own rotor, where it is largest",
       .of = OfPath{.calc = calc_inertia_ratio,
                    .need = PathNeed::inertias,
                    .takes_drive = true,
                    .has_value = [](const Drive& drive) { return drive.reflected_inertia > 0.0; },
                    .key = "rotor_inertia"}},
      {.name = "peak_power",
       .unit = "W",
       .dimension = kPower,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest power of a drive on the fastest motion",
       .of = OfPath{.calc = calc_peak_power, .need = PathNeed::forces, .takes_drive = true}},
      {.name = "rms_power",
       .unit = "W",
       .dimension = kPower,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "root mean square of a drive's power on the fastest motion",
       .of = OfPath{.calc = calc_rms_power, .need = PathNeed::forces, .takes_drive = true}},
      {.name = "peak_supply",
       .unit = "W",
       .dimension = kPower,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest power that all drives together take from their supply at a time",
       .of = OfPath{.calc = calc_peak_supply, .need = PathNeed::forces}},
      {.name = "peak_return",
       .unit = "W",
       .dimension = kPower,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest power that all drives together give back to it at a time",
       .of = OfPath{.calc = calc_peak_return, .need = PathNeed::forces}},
      {.name = "energy",
       .unit = "J",
       .dimension = dimension::torque,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "what all drives deliver on the fastest motion",
       .of = OfPath{.calc = calc_energy, .need = PathNeed::forces}},
      {.name = "braking_energy",
       .unit = "J",
       .dimension = dimension::torque,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "what all drives take back on the fastest motion",
       .of = OfPath{.calc = calc_braking_energy, .need = PathNeed::forces}},
      {.name = "robustness",
       .unit = "m",
       .dimension = dimension::length,
       .better = smaller,
       .when_unreachable = kInfinity,
       .description = "largest distance of the tool from its fastest motion, over the errors of "
                      "parameters that the file lists",
       .of = OfPath{.calc = calc_robustness, .need = PathNeed::tracking, .needs_tool = true}},
  };
}

}  // namespace

namespace {

// All that there ever will be have their places from the beginning: files hold pointers to what is
// in them, and whoever looks sees those that are whole.
struct Registry {
  static constexpr std::size_t kMost = 4096;
  std::vector<Criterion> places = std::vector<Criterion>(kMost);
  std::atomic<std::size_t> count{0};
  std::mutex adding;

  Registry() {
    for (Criterion& one : make_criteria()) places[count++] = std::move(one);
  }
};

Registry& refer_to_registry() {
  static Registry registry;
  return registry;
}

bool is_name(const std::string& name) {
  const auto is_letter = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), fits);
}

}  // namespace

std::span<const Criterion> list_criteria() {
  const Registry& registry = refer_to_registry();
  return {registry.places.data(), registry.count.load(std::memory_order_acquire)};
}

void add_criterion(Criterion criterion) {
  const SourcePlace where = whole_place("criterion '" + criterion.name + "'");
  if (!is_name(criterion.name)) {
    throw InputError(where, "no name for formulas", "expected letters, digits and _");
  }
  Registry& registry = refer_to_registry();
  const std::scoped_lock lock(registry.adding);
  if (find_criterion(criterion.name) != nullptr) {
    throw InputError(where, "there is one already", "expected another name");
  }
  const auto unit = try_unit(criterion.unit);
  if (criterion.unit != "1" && (!unit || unit->factor != 1.0)) {
    throw InputError(where, "unit '" + criterion.unit + "'",
                     "expected one of SI, or 1 for a plain number");
  }
  criterion.dimension = criterion.unit == "1" ? dimension::number : unit->dimension;
  const std::size_t place = registry.count.load(std::memory_order_relaxed);
  if (place == Registry::kMost) {
    throw InputError(where, "too many criteria", "expected fewer in one process");
  }
  registry.places[place] = std::move(criterion);
  registry.count.store(place + 1, std::memory_order_release);
}

const Criterion* find_criterion(const std::string& name) {
  const std::span<const Criterion> all = list_criteria();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Criterion& c) { return c.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace criteria
}  // namespace globaldyn::inside
