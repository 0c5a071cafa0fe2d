#pragma once

#include <optional>
#include <vector>

#include "core/expression/expression.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace simulation {

/// What a drive is to exert, as a function of time: an expression in t (s).
struct DriveForce {
  DriveId drive;
  Expression force;  ///< behind the gear's losses, N or N m; variable 0 is t
  /// What the gear takes of the motor's force in front of it; none: up to what it may take.
  std::optional<double> gear_loss{};
};

/// Times that steps should end at, so that none passes over a force that acts for a while: error
/// control sees forces where a step looks for them only. Forces are looked at 512 times a run;
/// where a polynomial tells them from a few of these looks, steps may be as long as it does.
class ForceLooks {
 public:
  /// @param duration s
  ForceLooks(const std::vector<DriveForce>& forces, double duration);

  /// The first such time after t, s.
  [[nodiscard]] double find_next(double t) const;

 private:
  std::vector<double> ends_;  // s, ascending
};

}  // namespace simulation
}  // namespace globaldyn::inside
