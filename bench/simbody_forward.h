#pragma once

#include "bench/simbody_model.h"
#include "core/bodies/pose.h"

namespace globaldyn::inside {

/// Accelerations under given drive forces as Simbody's integrators ask for them: the state is
/// realized to the stage of accelerations. One per thread; the model must outlive it.
class SimbodyForward {
 public:
  /// @throws NumericalError if the model has no force elements, or cables.
  explicit SimbodyForward(const SimbodyModel& model);

  /// The state with its q' and u', valid until the next call. Nothing is kept from the last one.
  /// @param forces of the drives, N or N m
  const SimTK::State& calc(const SimTK::Vector& q, const SimTK::Vector& u, const VectorXd& forces);

  /// From the last calc(): the bodies' accelerations (v', w').
  [[nodiscard]] Twists list_accelerations() const;

 private:
  const SimbodyModel& model_;
  SimTK::State state_;
  SimTK::Vector mobility_forces_;
};

}  // namespace globaldyn::inside
