#pragma once

#include <functional>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace core {

/// An initial value problem y' = f(t, y), with events where functions of (t, y) change their sign.
struct OdeProblem {
  using State = Eigen::Ref<const VectorXd>;

  Eigen::Index size{0};
  /// False: f does not exist here; a shorter step is tried.
  std::function<bool(double t, const State& y, Eigen::Ref<VectorXd> rates)> calc_rates;
  /// Moves y onto invariants that exact solutions have, after each step; false: it cannot. Empty:
  /// there are none. Adams' formulas have no use for it.
  std::function<bool(double t, Eigen::Ref<VectorXd> y)> project;
  int event_count{0};
  std::function<void(double t, const State& y, double* values)> calc_events;
};

}  // namespace core
}  // namespace globaldyn::inside
