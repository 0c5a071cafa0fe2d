#pragma once

#include "globaldyn/criteria/criterion.h"

namespace globaldyn::inside {
inline namespace criteria {

// The criteria of paths, as list_criteria() has them. If the machine cannot follow the whole path,
// or there is no motion along it, their values are those given in the registry.

/// Of the fastest motion.
[[nodiscard]] double calc_time(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_least_time(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_time_within_rated(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_losses_at(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_price_of_rated(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_price_of_power(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_price_of_supply(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_peak_share(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_rms_share(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_peak_force(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_rms_force(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_peak_drive_speed(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_peak_motor_force(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_rms_motor_force(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_peak_motor_speed(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_rms_motor_speed(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_least_motor_speed(const PathModel& model, const PathSettings& settings);
/// Largest less smallest speed of a motor, of its mean.
[[nodiscard]] double calc_speed_fluctuation(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_thermal_share(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_thermal_peak(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_peak_power(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_rms_power(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_peak_supply(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_peak_return(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_energy(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_braking_energy(const PathModel& model, const PathSettings& settings);
/// Of the machine alone.
[[nodiscard]] double calc_inertia_ratio(const PathModel& model, const PathSettings& settings);
[[nodiscard]] double calc_robustness(const PathModel& model, const PathSettings& settings);

/// The largest v such that the tool can run through the whole path at the speed v: at every place
/// (d1, d2) = (v / speed, -bend d1²) is accessible. Exact at the places.
[[nodiscard]] double calc_constant_speed(const PathModel& model, const PathSettings& settings);

/// The largest d1 with which (d1, 0) is accessible at every place.
[[nodiscard]] double calc_constant_rate(const PathModel& model, const PathSettings& settings);

/// The acceleration, or deceleration, of the tool along the path that is possible at every place
/// at the speed given in the settings; negative if it cannot even keep the speed.
[[nodiscard]] double calc_guaranteed_acceleration(const PathModel& model,
                                                  const PathSettings& settings);
[[nodiscard]] double calc_guaranteed_deceleration(const PathModel& model,
                                                  const PathSettings& settings);

/// The area of the intersection of all places' regions in the (d1, d2) plane.
[[nodiscard]] double calc_common_area(const PathModel& model, const PathSettings& settings);

}  // namespace criteria
}  // namespace globaldyn::inside
