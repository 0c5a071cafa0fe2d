#include "globaldyn/criteria/path/path_criteria.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/criteria/path/path_model.h"
#include "globaldyn/region/intersection.h"
#include "globaldyn/region/speeds_along.h"

namespace globaldyn::inside {
inline namespace criteria {
namespace {

// The value for the drive asked for.
double pick(const PathModel& model, const PathSettings& settings, VectorXd DriveUse::*values) {
  return model.time ? (model.use.*values)(row_of(*settings.drive)) : kInfinity;
}

double find_largest_share(const PathModel& model, const VectorXd& forces) {
  double largest = 0.0;
  for (Eigen::Index k = 0; k < forces.size(); ++k) {
    const double limit = model.limits(k);
    if (forces(k) > 0.0) largest = std::max(largest, limit > 0.0 ? forces(k) / limit : kInfinity);
  }
  return largest;
}

double find_end(const SpeedSet& set) {
  return set.empty() ? 0.0 : set.back().high;
}

// The minimum over all places of the largest acceleration (sign 1) or deceleration (-1).
double find_guaranteed(const PathModel& model, double speed, double sign) {
  if (!model.is_followed) return -kInfinity;
  double least = kInfinity;
  for (const PathPlace& place : model.places) {
    if (place.speed <= 0.0) return -kInfinity;
    const double d1 = speed / place.speed;
    const auto range = place.region.d2_range(d1);
    if (!range) return -kInfinity;
    const double d2 = sign > 0.0 ? range->high : range->low;
    least = std::min(least, sign * place.speed * (d2 + place.bend * d1 * d1));
  }
  return least;
}

}  // namespace

double calc_time(const PathModel& model, const PathSettings& /*settings*/) {
  return model.time.value_or(kInfinity);
}

double calc_least_time(const PathModel& model, const PathSettings& /*settings*/) {
  return model.least_time.value_or(kInfinity);
}

double calc_time_within_rated(const PathModel& model, const PathSettings& /*settings*/) {
  return model.time_within_rated.value_or(kInfinity);
}

double calc_losses_at(const PathModel& model, const PathSettings& /*settings*/) {
  return model.losses.value_or(kInfinity);
}

double calc_price_of_rated(const PathModel& model, const PathSettings& settings) {
  return model.time_within_rated ? model.rated_prices(row_of(*settings.drive)) : kInfinity;
}

double calc_price_of_power(const PathModel& model, const PathSettings& settings) {
  if (!model.time) return kInfinity;
  return model.power_prices.size() > 0 ? model.power_prices(row_of(*settings.drive)) : 0.0;
}

double calc_price_of_supply(const PathModel& model, const PathSettings& /*settings*/) {
  return model.time ? model.supply_price : kInfinity;
}

double calc_peak_share(const PathModel& model, const PathSettings& /*settings*/) {
  return model.time ? find_largest_share(model, model.use.peak_force) : kInfinity;
}

double calc_rms_share(const PathModel& model, const PathSettings& /*settings*/) {
  return model.time ? find_largest_share(model, model.use.rms_force) : kInfinity;
}

double calc_peak_force(const PathModel& model, const PathSettings& settings) {
  return pick(model, settings, &DriveUse::peak_force);
}

double calc_rms_force(const PathModel& model, const PathSettings& settings) {
  return pick(model, settings, &DriveUse::rms_force);
}

double calc_peak_drive_speed(const PathModel& model, const PathSettings& settings) {
  return pick(model, settings, &DriveUse::peak_speed);
}

double calc_peak_motor_force(const PathModel& model, const PathSettings& settings) {
  return calc_peak_force(model, settings) / model.ratios(row_of(*settings.drive));
}

double calc_rms_motor_force(const PathModel& model, const PathSettings& settings) {
  return calc_rms_force(model, settings) / model.ratios(row_of(*settings.drive));
}

double calc_peak_motor_speed(const PathModel& model, const PathSettings& settings) {
  return calc_peak_drive_speed(model, settings) * model.ratios(row_of(*settings.drive));
}

double calc_rms_motor_speed(const PathModel& model, const PathSettings& settings) {
  return pick(model, settings, &DriveUse::rms_speed) * model.ratios(row_of(*settings.drive));
}

double calc_least_motor_speed(const PathModel& model, const PathSettings& settings) {
  if (!model.time) return 0.0;
  return pick(model, settings, &DriveUse::least_speed) * model.ratios(row_of(*settings.drive));
}

double calc_speed_fluctuation(const PathModel& model, const PathSettings& settings) {
  if (!model.time) return kInfinity;
  const double mean = pick(model, settings, &DriveUse::mean_speed);
  if (mean == 0.0) return 0.0;
  return (pick(model, settings, &DriveUse::peak_speed) -
          pick(model, settings, &DriveUse::least_speed)) /
         mean;
}

double calc_thermal_share(const PathModel& model, const PathSettings& settings) {
  return pick(model, settings, &DriveUse::heat);
}

double calc_thermal_peak(const PathModel& model, const PathSettings& settings) {
  if (!model.time) return kInfinity;
  const Eigen::Index drive = row_of(*settings.drive);
  return find_hottest(model.use.heat_trace, drive, model.thermal_times(drive));
}

double calc_inertia_ratio(const PathModel& model, const PathSettings& settings) {
  return model.inertia_ratios(row_of(*settings.drive));
}

double calc_peak_power(const PathModel& model, const PathSettings& settings) {
  return pick(model, settings, &DriveUse::peak_power);
}

double calc_rms_power(const PathModel& model, const PathSettings& settings) {
  return pick(model, settings, &DriveUse::rms_power);
}

double calc_peak_supply(const PathModel& model, const PathSettings& /*settings*/) {
  return model.time ? model.use.peak_supply : kInfinity;
}

double calc_peak_return(const PathModel& model, const PathSettings& /*settings*/) {
  return model.time ? model.use.peak_return : kInfinity;
}

double calc_energy(const PathModel& model, const PathSettings& /*settings*/) {
  return model.time ? model.use.energy : kInfinity;
}

double calc_braking_energy(const PathModel& model, const PathSettings& /*settings*/) {
  return model.time ? model.use.braking_energy : kInfinity;
}

double calc_robustness(const PathModel& model, const PathSettings& /*settings*/) {
  return model.tracking_error.value_or(kInfinity);
}

double calc_constant_speed(const PathModel& model, const PathSettings& /*settings*/) {
  if (!model.is_followed || model.stops) return 0.0;
  SpeedSet common{{0.0, kInfinity}};
  for (const PathPlace& place : model.places) {
    if (place.speed <= 0.0) return 0.0;
    SpeedSet here = list_speeds_along(place.region, -place.bend);
    for (Interval& interval : here) {
      interval = {interval.low * place.speed, interval.high * place.speed};
    }
    common = intersect(common, here);
  }
  return find_end(common);
}

double calc_constant_rate(const PathModel& model, const PathSettings& /*settings*/) {
  if (!model.is_followed || model.stops) return 0.0;
  SpeedSet common{{0.0, kInfinity}};
  for (const PathPlace& place : model.places) {
    common = intersect(common, list_speeds_along(place.region, 0.0));
  }
  return find_end(common);
}

double calc_guaranteed_acceleration(const PathModel& model, const PathSettings& settings) {
  return find_guaranteed(model, settings.speed, 1.0);
}

double calc_guaranteed_deceleration(const PathModel& model, const PathSettings& settings) {
  return find_guaranteed(model, settings.speed, -1.0);
}

double calc_common_area(const PathModel& model, const PathSettings& /*settings*/) {
  if (!model.is_followed) return 0.0;
  std::vector<const Region*> regions;
  for (const PathPlace& place : model.places) regions.push_back(&place.region);
  return intersect(regions).area_d1_d2().value_or(kInfinity);
}

}  // namespace criteria
}  // namespace globaldyn::inside
