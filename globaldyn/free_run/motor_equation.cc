#include "globaldyn/free_run/motor_equation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/limits/gear.h"

namespace globaldyn::inside {
inline namespace free_run {
namespace {

int count_freedoms(const DriveForceMap& map) {
  return map.drive_count() - map.redundancy() + map.unbalanced();
}

void require_motor(const Drive& drive, const MotorForce& motor, const SourcePlace& place) {
  if (is_self_locking(drive)) {
    throw InputError(place, "'" + drive.name + "' with a gear that locks itself, running free",
                     "expected 'efficiency_back' above 0, or another law");
  }
  const auto [low, high] = calc_force_range_at_rest(drive.limit);
  if (std::isfinite(motor.force) || (std::isfinite(low) && std::isfinite(high))) return;
  throw InputError(place, "all that '" + drive.name + "' has, which has no limit",
                   "expected 'limits' of the drive, or a force");
}

}  // namespace

MotorEquation::MotorEquation(const Machine& machine, const FreeRun& run, PathSurvey& survey)
    : machine_(machine), survey_(survey) {
  const Drives& drives = machine.mechanism.drives;
  for (const MotorForce& one : run.motors) {
    for (const DriveId id : drives.ids()) {
      if (drives[id].name != one.drive) continue;
      motors_.push_back({id, one.force});
      has_losses_ = has_losses_ || has_gear_losses(drives[id]);
      require_motor(drives[id], one, run.place);
    }
  }
  const int freedoms = count_freedoms(survey_.visit(0.0).map);
  if (freedoms == 1) return;
  throw InputError(
      run.place,
      fmt::format("a machine of {} degrees of freedom that its motors alone lead along "
                  "a path",
                  freedoms),
      "expected one degree of freedom");
}

PowerTerms MotorEquation::find_terms(double p) {
  const DriveForceMap& map = survey_.visit(p).map;
  PowerTerms terms{.p = p, .rates = {}, .seconds = {}};
  for (const Motor& motor : motors_) {
    terms.rates.push_back(map.drive_rate(row_of(motor.drive)));
    terms.seconds.push_back(map.drive_second(row_of(motor.drive)));
  }
  Eigen::RowVector4d power = map.drive_rate.transpose() * map.forces;
  // At a dead point no drive works, and the map says what the motion itself must obey. There
  // motors have no part in it.
  if (map.unbalanced() > 0) {
    power = map.equalities.row(0);
    if (power(kAcceleration) < 0.0) power = -power;
    std::fill(terms.rates.begin(), terms.rates.end(), 0.0);
  }
  terms.alpha = power(kSquare);
  terms.beta = power(kLinear);
  terms.gamma = power(kConstant);
  terms.delta = power(kAcceleration);
  return terms;
}

// `share` is q', which says where the drive goes, also at rest.
double MotorEquation::find_force(const Motor& motor, double share, double rate) const {
  const Interval range = calc_force_range(machine_.mechanism.drives[motor.drive].limit, rate);
  if (std::isfinite(motor.force)) return std::clamp(motor.force, range.low, range.high);
  return share > 0.0 ? range.high : share < 0.0 ? range.low : 0.0;
}

double MotorEquation::calc_surplus(const PowerTerms& terms, double square, double d2) const {
  const double d1 = std::sqrt(std::max(square, 0.0));
  double surplus = -(terms.alpha * square + terms.beta * d1 + terms.gamma + terms.delta * d2);
  for (std::size_t i = 0; i < motors_.size(); ++i) {
    const double share = terms.rates[i];
    if (share == 0.0) continue;
    const Drive& drive = machine_.mechanism.drives[motors_[i].drive];
    double force = find_force(motors_[i], share, share * d1);
    if (has_gear_losses(drive)) {
      const double rotor = drive.reflected_inertia * (terms.seconds[i] * square + share * d2);
      force = find_force_behind_gear(drive, force, rotor, share).value_or(force);
    }
    surplus += force * share;
  }
  return surplus;
}

std::optional<double> MotorEquation::calc_change(const PowerTerms& terms, double square) const {
  if (!(terms.delta > 0.0)) return std::nullopt;
  double d2 = calc_surplus(terms, square, 0.0) / terms.delta;
  // With losses the surplus falls by straight pieces, one more for each gear, as d2 grows.
  const int most = has_losses_ ? 2 * static_cast<int>(motors_.size()) + 2 : 0;
  for (int i = 0; i < most; ++i) {
    const double here = calc_surplus(terms, square, d2);
    const double step = std::max(std::abs(d2), std::abs(square)) * round_off::kSame;
    if (step == 0.0) break;
    const double slope = (calc_surplus(terms, square, d2 + std::copysign(step, here)) - here) /
                         std::copysign(step, here);
    if (!(slope < 0.0)) break;
    const double next = d2 - here / slope;
    const bool is_known = std::abs(next - d2) <= round_off::kSum * std::abs(d2);
    d2 = next;
    if (is_known) break;
  }
  return 2.0 * d2;
}

std::optional<double> MotorEquation::find_idle_speed(const PowerTerms& terms) const {
  std::optional<double> idle;
  for (std::size_t i = 0; i < motors_.size(); ++i) {
    if (std::isfinite(motors_[i].force) || terms.rates[i] == 0.0) continue;
    for (const SpeedLine& line : machine_.mechanism.drives[motors_[i].drive].limit.lines) {
      if (line.slope <= 0.0) continue;
      const double d1 = line.stall / line.slope / std::abs(terms.rates[i]);
      idle = idle ? std::min(*idle, d1) : d1;
    }
  }
  return idle;
}

}  // namespace free_run
}  // namespace globaldyn::inside
