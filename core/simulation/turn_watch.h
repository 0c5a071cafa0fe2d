#pragma once

#include "core/formulations/forward_dynamics.h"

namespace globaldyn::inside {
inline namespace core {

/// Positions of rotary drives without jumps by full turns: a pose tells them up to these only. They
/// are followed from step to step, by the mean of the rates at both ends, so that samples, which
/// may be any number of turns apart, have no part in it. Half a turn of error is room enough: a
/// step turns that far only where rates hardly change. Allocates only in its constructor.
class TurnWatch {
 public:
  explicit TurnWatch(const Mechanism& mechanism);

  /// Of the drives: q_k, rad or m, and their rates. Shapes: m.
  struct Instant {
    double t{0.0};
    VectorXd positions, rates;
  };

  /// The machine is where a step has ended. Until go_on() positions follow from the step's begin.
  void end_step(double t, const ForwardDynamics& dynamics);
  /// The step that has ended is the last one from here on.
  void go_on();

  /// Where the machine is at t, within the step or at its end. Stays valid until the next call.
  [[nodiscard]] const Instant& look(double t, const ForwardDynamics& dynamics);

 private:
  void find(double t, const ForwardDynamics& dynamics, Instant& instant);

  const Mechanism& mechanism_;
  bool has_begun_{false};
  Instant begin_, end_, here_;
  VectorXd near_;
};

}  // namespace core
}  // namespace globaldyn::inside
