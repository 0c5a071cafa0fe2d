#pragma once

#include <string>
#include <vector>

#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace choice {

/// What was chosen for the paths that a cycle runs along.
struct CycleChoice {
  Machine machine;                          ///< with the values: nothing the cycle asks for is open
  std::vector<ParameterOverride> settings;  ///< that give the same when the file is read with them
  int plans{0};                             ///< of cycles made on the way
  double constant_time{0.0};  ///< s: the least with constant values; infinite: none is possible
  double time{0.0};           ///< s: of the shortest cycle with those chosen
};

/// Whether a path of the cycle leaves something to choose.
[[nodiscard]] bool is_open(const Machine& machine, const Cycle& cycle);

/// The values of what the cycle's paths leave open with which the cycle, without its period, takes
/// the least time: as choose_fastest(), by plans of the whole cycle. Where one step leads on to the
/// next, what both leave open is the same in both: the values that meet there are one. What the
/// other path prescribes, the first ends with.
/// @throws InputError as plan_cycle(); for more than four coordinates that do not depend on each
///   other
[[nodiscard]] CycleChoice choose_fastest(const Machine& machine, const Cycle& cycle,
                                         const PlannedMotionOptions& options, int threads = 1);

/// For people, a line each.
[[nodiscard]] std::vector<std::string> tell_choice(const CycleChoice& choice);

/// The machine itself if nothing in the cycle is open, else with what is chosen.
[[nodiscard]] Machine close_cycle(const Machine& machine, const Cycle& cycle,
                                  const PlannedMotionOptions& options, int threads = 1);

}  // namespace choice
}  // namespace globaldyn::inside
