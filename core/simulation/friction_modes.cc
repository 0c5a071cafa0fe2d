#include "core/simulation/friction_modes.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Where a drive sticks friction has something left: an event is a change of sign.
constexpr double kHeld = 1.0 + round_off::kSame;
// rad/s or m/s: a drive that moves back by less does so by rounding errors: it has just broken
// away, and its rate, projected, is not quite 0.
constexpr double kCreep = round_off::kSolved;
// Accelerations below, rad/s² or m/s², are rounding errors of a drive that is about to move.
constexpr double kMovesOff = 1e-6;

}  // namespace

FrictionModes::FrictionModes(const Mechanism& mechanism)
    : mechanism_(mechanism), modes_(mechanism.drives.size(), Friction::none) {
  for (const DriveId k : modes_.ids()) {
    if (mechanism.drives[k].coulomb > 0.0) drives_.push_back(k);
  }
}

void FrictionModes::calc_events(const ForwardDynamics& machine, double* values) const {
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    const DriveId k = drives_[i];
    const Friction mode = modes_[k];
    const double sign = mode == Friction::forward ? 1.0 : -1.0;
    values[i] = mode == Friction::stuck
                    ? kHeld * mechanism_.drives[k].coulomb - std::abs(machine.stiction(k))
                    : kCreep + sign * machine.drive_rate(k);
  }
}

bool FrictionModes::has_stuck() const {
  return std::find(modes_.begin(), modes_.end(), Friction::stuck) != modes_.end();
}

void FrictionModes::take_rates(const ForwardDynamics& machine, double least) {
  for (const DriveId k : drives_) {
    if (modes_[k] == Friction::stuck) continue;
    const double rate = machine.drive_rate(k);
    modes_[k] = std::abs(rate) <= least ? Friction::stuck
                : rate > 0.0            ? Friction::forward
                                        : Friction::backward;
  }
}

// It moves against the friction that held it.
void FrictionModes::release(DriveId drive, const ForwardDynamics& machine) {
  released_.push_back(drive);
  modes_[drive] = machine.stiction(drive) > 0.0 ? Friction::backward : Friction::forward;
}

void FrictionModes::stick(int event) {
  modes_[nth(drives_, event)] = Friction::stuck;
}

// Each at most once, so that this comes to an end.
bool FrictionModes::hold_one(const ForwardDynamics& machine) {
  for (auto at = released_.begin(); at != released_.end(); ++at) {
    const double sign = modes_[*at] == Friction::forward ? 1.0 : -1.0;
    if (sign * machine.drive_acceleration(*at) >= -kMovesOff) continue;
    modes_[*at] = Friction::stuck;
    released_.erase(at);
    return true;
  }
  return false;
}

bool FrictionModes::release_one(const ForwardDynamics& machine) {
  double worst = 1.0;
  std::optional<DriveId> found;
  for (const DriveId k : drives_) {
    if (modes_[k] != Friction::stuck) continue;
    const double use = std::abs(machine.stiction(k)) / mechanism_.drives[k].coulomb;
    if (use > worst) {
      worst = use;
      found = k;
    }
  }
  if (found) release(*found, machine);
  return found.has_value();
}

}  // namespace core
}  // namespace globaldyn::inside
