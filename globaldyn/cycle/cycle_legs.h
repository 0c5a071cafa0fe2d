#pragma once

#include <memory>
#include <vector>

#include "globaldyn/machine/machine.h"
#include "globaldyn/survey/path_failure.h"

namespace globaldyn::inside {
inline namespace cycle {

/// A part of a cycle from rest to rest, ready to be moved: along a path, or waiting on one.
struct CycleLeg {
  std::vector<CycleStep> steps;  ///< one; several that go on into each other without rest
  std::vector<double> ends;      ///< of them, in the p of `path`; of a dwell where it waits
  std::shared_ptr<const Machine> machine;  ///< under its load, whose loads over p are over the p of
                                           ///< `path`
  Path path;  ///< from 0 on; where the machine is is known at its start

  [[nodiscard]] bool is_dwell() const { return steps.front().is_dwell(); }
  /// Of a dwell.
  [[nodiscard]] double place() const { return ends.front(); }
};

/// The same pose of the machine under another load: poses are of centres of mass, which a payload
/// moves.
[[nodiscard]] Pose move_pose(const Mechanism& from, const Pose& pose, const Mechanism& to);

/// Where a machine cannot follow a step's path.
class CycleLegError : public Error {
 public:
  CycleLegError(const std::string& what, std::size_t which, PathFailure why)
      : Error(what), step(which), failure(std::move(why)) {}
  std::size_t step;  ///< from 0
  PathFailure failure;
};

/// The legs of a cycle, each beginning where the one before ended: a dwell is on the path that led
/// there, a first one on the path that leads away.
/// @throws InputError where a step begins elsewhere than the one before ended, or a cycle that
///   repeats ends elsewhere than it began; for steps that go on into one another but not smoothly
/// @throws CycleLegError where the machine cannot follow a path to its end
[[nodiscard]] std::vector<CycleLeg> make_cycle_legs(const Machine& machine, const Cycle& cycle);

}  // namespace cycle
}  // namespace globaldyn::inside
