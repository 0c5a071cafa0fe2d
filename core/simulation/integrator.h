#pragma once

#include <memory>
#include <vector>

#include "core/simulation/ode_problem.h"

namespace globaldyn::inside {
inline namespace core {

/// How a motion is integrated, by SUNDIALS.
enum class IntegrationMethod {
  runge_kutta,  ///< explicit, of order 5, of order 8 at tight tolerances (ARKODE)
  adams,        ///< Adams-Moulton of variable order, without Jacobian (CVODE)
  bdf,          ///< backward differences of variable order, for stiff machines (CVODE)
};

/// A key of --integrator.
[[nodiscard]] const char* to_string(IntegrationMethod method);

struct IntegratorOptions {
  IntegrationMethod method{IntegrationMethod::runge_kutta};
  double tolerance{1e-6};  ///< relative, of each step
  VectorXd absolute;       ///< per component of y: errors below do not matter
};

/// How a step ended.
struct [[nodiscard]] IntegrationOutcome {
  enum class Status { stepped, event, failed };
  Status status{Status::failed};
  double t{0.0};            ///< where
  std::vector<int> events;  ///< those that happened
  std::string reason;       ///< if failed
};

/// Integrates one problem, from start to start, step by step. One per thread.
class Integrator {
 public:
  Integrator() = default;
  virtual ~Integrator() = default;
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  /// Begins, or begins again behind a discontinuity.
  virtual void start(double t, const VectorXd& y) = 0;

  /// Makes one step, as long as errors allow, which does not go beyond `limit` and ends at the
  /// first event. If it fails, it stays where it is. @param limit behind t
  virtual IntegrationOutcome step(double limit) = 0;

  /// Where it is.
  [[nodiscard]] virtual const VectorXd& y() const = 0;

  /// y at a time within the last step, as accurately as at its end, but not projected. Times are
  /// asked for in order. Does not change how the integration goes on. False: it cannot be found.
  [[nodiscard]] virtual bool interpolate(double t, VectorXd& y) = 0;

  /// Steps taken so far.
  [[nodiscard]] virtual long steps() const = 0;
};

/// @param problem copied
[[nodiscard]] std::unique_ptr<Integrator> make_integrator(const OdeProblem& problem,
                                                          const IntegratorOptions& options);

}  // namespace core
}  // namespace globaldyn::inside
