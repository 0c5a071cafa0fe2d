#pragma once

#include <vector>

#include "core/formulations/forward_dynamics.h"

namespace globaldyn::inside {
inline namespace core {

/// Which drives stick and which slip under Coulomb friction. A drive that comes to rest sticks if
/// friction can hold it, and breaks away when it no longer can.
class FrictionModes {
 public:
  explicit FrictionModes(const Mechanism& mechanism);

  [[nodiscard]] const IdVector<DriveId, Friction>& modes() const { return modes_; }

  /// Drives with friction: each has an event.
  [[nodiscard]] int event_count() const { return static_cast<int>(drives_.size()); }

  /// Values that fall through zero where modes end, of a machine whose accelerations are known: the
  /// rate of a slipping drive in its direction, and what friction of a stuck one has left.
  void calc_events(const ForwardDynamics& machine, double* values) const;

  /// Whether calc_events() needs the accelerations.
  [[nodiscard]] bool has_stuck() const;

  /// Drives that do not stick slip as they move now, or stick if that is slower than `least`, rad/s
  /// or m/s: several may come to rest at once, of which an event tells one.
  void take_rates(const ForwardDynamics& machine, double least);

  /// An event happened to a drive: it came to rest, or friction may no longer hold it. From now on
  /// it sticks, unless release_one() lets it go.
  void stick(int event);

  /// Sticks a drive again that was just released and does not move off in its direction, as another
  /// one was released since; false if there is none.
  [[nodiscard]] bool hold_one(const ForwardDynamics& machine);

  /// All drives that were released move from here on.
  void settle() { released_.clear(); }

  /// Lets the drive break away that friction holds least, if any cannot be held; false if all can.
  [[nodiscard]] bool release_one(const ForwardDynamics& machine);

 private:
  void release(DriveId drive, const ForwardDynamics& machine);

  const Mechanism& mechanism_;
  std::vector<DriveId> drives_;  // with friction
  IdVector<DriveId, Friction> modes_;
  std::vector<DriveId> released_;  // at rest, since settle()
};

}  // namespace core
}  // namespace globaldyn::inside
