#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace core {

/// How a motion is integrated, by SUNDIALS.
enum class IntegrationMethod {
  runge_kutta,  ///< explicit, of order 5, of order 6 at tight tolerances (ARKODE)
  adams,        ///< Adams-Moulton of variable order, without Jacobian (CVODE)
  bdf,          ///< backward differences of variable order, for stiff machines (CVODE)
};

/// A key of --integrator.
[[nodiscard]] const char* to_string(IntegrationMethod method);

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

/// Steps taken so far.
struct IntegrationCount {
  long steps{0};
  long right_sides{0};  ///< evaluations of f, with those for Jacobians

  IntegrationCount& operator+=(const IntegrationCount& other) {
    steps += other.steps;
    right_sides += other.right_sides;
    return *this;
  }
};

/// How far an integration came.
struct [[nodiscard]] IntegrationOutcome {
  enum class Status { reached, event, failed };
  Status status{Status::failed};
  double t{0.0};
  std::vector<int> events;  ///< those that happened
  std::string reason;       ///< if failed
};

/// Integrates one problem, from start to start. One per thread.
class Integrator {
 public:
  /// @param tolerance relative, per step
  /// @param absolute per component of y: errors below do not matter
  Integrator(OdeProblem problem, IntegrationMethod method, double tolerance,
             const VectorXd& absolute);
  ~Integrator();
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  /// Begins, or begins again behind a discontinuity.
  void start(double t, const VectorXd& y);

  /// Goes to t_end, to the first event before, or as far as it comes. @param t_end not before t
  [[nodiscard]] IntegrationOutcome advance(double t_end);

  /// Where it is.
  [[nodiscard]] const VectorXd& y() const;

  [[nodiscard]] IntegrationCount count() const;

 private:
  class Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace core
}  // namespace globaldyn::inside
