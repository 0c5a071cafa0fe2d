#pragma once

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

#include "core/simulation/sundials.h"

namespace globaldyn::inside {
inline namespace core {

/// Linear multistep formulas of variable order, by CVODE: Adams-Moulton's, whose equations are
/// solved by iteration, or backward differences, by Newton's method.
class Multistep final : public Integrator {
 public:
  Multistep(const OdeProblem& problem, const IntegratorOptions& options);
  ~Multistep() override;

  void start(double t, const VectorXd& y) override;
  IntegrationOutcome step(double limit) override;
  [[nodiscard]] const VectorXd& y() const override { return vectors_.y(); }
  /// By the polynomial that the formula is made of.
  [[nodiscard]] bool interpolate(double t, VectorXd& y) override;
  [[nodiscard]] long steps() const override { return done_ + count_now(); }

 private:
  [[nodiscard]] bool is_bdf() const { return options_.method == IntegrationMethod::bdf; }
  void make(double t);
  void make_linear_solver();
  [[nodiscard]] long count_now() const;

  Callee callee_;
  IntegratorOptions options_;
  SundialsVectors vectors_;
  double t_{0.0};
  long done_{0};  // steps before the last start
  StallWatch stalls_;
  void* memory_{nullptr};
  SUNMatrix matrix_{nullptr};
  SUNLinearSolver linear_{nullptr};
  SUNNonlinearSolver nonlinear_{nullptr};
  N_Vector between_{nullptr};
};

}  // namespace core
}  // namespace globaldyn::inside
