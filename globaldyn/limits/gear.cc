#include "globaldyn/limits/gear.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace limits {

bool has_gear_losses(const Drive& drive) {
  return drive.efficiency < 1.0 || drive.efficiency_back < 1.0;
}

bool is_self_locking(const Drive& drive) {
  return drive.efficiency_back <= 0.0;
}

double find_gear_slope(const Drive& drive, GearPart part) {
  switch (part) {
    case GearPart::driving:
      return 1.0 / drive.efficiency;
    case GearPart::locked:
      return drive.efficiency_back;
    case GearPart::held:
      break;
  }
  return std::max(drive.efficiency_back, 0.0);
}

Interval choose_sides(const Interval& limits, GearPart part, double rate) {
  if (part == GearPart::held) return limits;
  return {rate < 0.0 ? limits.low : -kInfinity, rate > 0.0 ? limits.high : kInfinity};
}

double calc_gear_loss(const Drive& drive, double force, double rotor, double rate) {
  if (!has_gear_losses(drive)) return 0.0;
  const double through = force - rotor;
  if (rate == 0.0) return (find_gear_slope(drive, GearPart::held) - 1.0) * through;
  const bool is_driving = through * rate > 0.0;
  return ((is_driving ? 1.0 / drive.efficiency : drive.efficiency_back) - 1.0) * through;
}

std::optional<double> find_force_behind_gear(const Drive& drive, double motor, double rotor,
                                             double rate) {
  if (!has_gear_losses(drive)) return motor;
  if (rate == 0.0) return std::nullopt;
  const double left = motor - rotor;
  if (left * rate > 0.0) return rotor + drive.efficiency * left;
  if (is_self_locking(drive)) return std::nullopt;
  return rotor + left / drive.efficiency_back;
}

Interval find_range_at_rest(const Drive& drive, const Interval& motor, double rotor) {
  const double slope = find_gear_slope(drive, GearPart::held);
  if (slope == 1.0) return motor;
  if (slope == 0.0) return {-kInfinity, kInfinity};
  return {rotor + (motor.low - rotor) / slope, rotor + (motor.high - rotor) / slope};
}

}  // namespace limits
}  // namespace globaldyn::inside
