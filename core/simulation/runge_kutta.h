#pragma once

#include "core/simulation/sundials.h"

namespace globaldyn::inside {
inline namespace core {

/// y between the ends of a step, from y and y' there and y' at places between: a polynomial of
/// degree 3 at first, whose states at some places tell y' there well enough for one of a higher
/// degree, and so on, in sweeps. The error of each is that of the last times (step / time in which
/// y' changes); how far the two differ is known, and is what its accuracy is judged by.
class StepPolynomial {
 public:
  static constexpr int kSweeps = 8;
  /// Where sweep number 0 … kSweeps - 1 looks, as shares of the step: at 1, 2, 4, 4 and then 8
  /// places, for degrees 4, 5, 7, 7 and 11. Each sweep knows y' by one order better than the one
  /// before.
  [[nodiscard]] static const std::vector<double>& places(int sweep);

  /// Of degree 3.
  void set_ends(double begin, double length, const VectorXd& y_begin, const VectorXd& rates_begin,
                const VectorXd& y_end, const VectorXd& rates_end);
  /// From now on of this sweep's degree. @param rates y' at its places, a column each
  void take_sweep(int sweep, const MatrixXd& rates);

  void evaluate(double t, VectorXd& y) const;

  /// By how much the last sweep changed y at t: the largest component, each divided by what the
  /// tolerances allow.
  [[nodiscard]] double find_change(double t, double tolerance, const VectorXd& absolute) const;

 private:
  [[nodiscard]] double share_at(double t) const { return (t - begin_) / length_; }
  [[nodiscard]] VectorXd find_missing_slope(double s, const VectorXd& rates) const;

  double begin_{0.0}, length_{1.0};
  VectorXd y_, slope_, square_, cube_;  // y = y_ + s slope_ + s² square_ + s³ cube_
  MatrixXd bulge_, last_bulge_;  //     + (s (1 - s))² bulge_ (1, s - 1/2, (s - 1/2)², …)ᵀ
};

/// Explicit formulas with control of errors, by ARKODE.
class RungeKutta final : public Integrator {
 public:
  RungeKutta(const OdeProblem& problem, const IntegratorOptions& options);
  ~RungeKutta() override;

  void start(double t, const VectorXd& y) override;
  IntegrationOutcome step(double limit) override;
  [[nodiscard]] const VectorXd& y() const override { return main_.vectors.y(); }
  /// By a polynomial where that is accurate enough, else by steps of their own.
  [[nodiscard]] bool interpolate(double t, VectorXd& y) override;
  [[nodiscard]] long steps() const override { return done_ + count_now(); }

 private:
  // One run of ARKODE.
  struct Run {
    Run(OdeProblem problem, const IntegratorOptions& options);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    /// @param step the first; 0: ARKODE finds one
    void start(double t, const VectorXd& y, double step, const IntegratorOptions& options);
    [[nodiscard]] int evolve(double limit, double& t, int task);

    Callee callee;
    SundialsVectors vectors;
    void* memory{nullptr};
  };

  [[nodiscard]] double propose_step();
  [[nodiscard]] int evolve(double limit);
  [[nodiscard]] bool repeat_shorter(double limit);
  [[nodiscard]] bool look_between();
  [[nodiscard]] bool go_to(double t, VectorXd& y);
  [[nodiscard]] long count_now() const;

  IntegratorOptions options_;
  Run main_;
  Run side_;  // within the last step of the main one
  double t_{0.0};
  double begin_{0.0};  // of the last step
  VectorXd begin_y_, begin_rates_;
  double side_t_{0.0};  // where the side run is, if it is within the last step
  bool has_side_{false};
  bool can_look_{false};  // y' is known at the last step's begin, and not unknown elsewhere
  int sweeps_{0};         // of the polynomial of the last step
  int misses_{0};         // samples of the last step that took steps of their own
  StepPolynomial polynomial_;
  VectorXd rates_, scratch_;
  MatrixXd rates_between_;
  double proposed_{0.0};  // first step at the last start
  double longest_{0.0};   // step so far
  long done_{0};          // steps before the last start
  StallWatch stalls_;
};

}  // namespace core
}  // namespace globaldyn::inside
