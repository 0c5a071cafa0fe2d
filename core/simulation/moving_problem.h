#pragma once

#include "core/kinematics/travel.h"
#include "core/simulation/friction_modes.h"
#include "core/simulation/ode_problem.h"
#include "core/simulation/simulation.h"

namespace globaldyn::inside {
inline namespace core {

/// A machine moved by its forces as an initial value problem: the state of its coordinates, and
/// behind it the work done so far by all that is in neither of its energies, J. Events: one that
/// says that coordinates are worn, one of all ends of travel, one per drive with friction.
class MovingProblem {
 public:
  enum : int { kWorn, kTravelEnd, kFriction };  // the first of several

  /// All three must outlive it.
  MovingProblem(const Mechanism& mechanism, const Topology& topology, const ForceLaw& law,
                const SimulationOptions& options);
  MovingProblem(const MovingProblem&) = delete;
  MovingProblem& operator=(const MovingProblem&) = delete;

  /// For an integrator; refers to this.
  [[nodiscard]] OdeProblem make_ode();

  /// Per component of y, what errors are measured by.
  [[nodiscard]] VectorXd sizes() const;

  /// The state at a pose in which joints close. @throws NumericalError if they do not
  void start(const Pose& pose, const Twists& twists, VectorXd& y);

  /// Asks the law what happens from t on: where forces jump, and at the start.
  void sample_law(double t, const VectorXd& y);
  /// The next time at which that is due.
  [[nodiscard]] double next_break() const { return next_break_; }
  /// Where the step from y at t must end at the latest.
  [[nodiscard]] double find_next_stop(double t, const VectorXd& y);

  /// Finds which drives stick, and projects y.
  void settle(double t, VectorXd& y);

  /// Chooses coordinates anew where they are worn.
  void renew(VectorXd& y);

  /// The drive of an event came to rest, or breaks away.
  void stick(int event) { modes_.stick(event - kFriction); }

  /// Moves y onto the constraints, if it leaves them by more than is tolerated. False: it cannot.
  bool project(Eigen::Ref<VectorXd> y);

  /// Moves the machine to a state. A state where it already is costs nothing.
  void go_to(const Eigen::Ref<const VectorXd>& y);
  /// The same with accelerations under the forces at t. No right-hand side of an integrator's.
  void accelerate(double t, const Eigen::Ref<const VectorXd>& y);

  /// The machine where it is.
  [[nodiscard]] ForwardDynamics& dynamics() { return dynamics_; }
  [[nodiscard]] const Actuation& actuation() const { return actuation_; }
  [[nodiscard]] const FrictionModes& modes() const { return modes_; }

  /// Work of y, J.
  [[nodiscard]] double work_of(const VectorXd& y) const { return y(size_); }

  /// The joint nearest to an end of its travel, where the machine is; none if they do not matter.
  [[nodiscard]] TravelEnd find_nearest_end() const;
  /// Whether a joint is beyond an end. A machine may start at one.
  [[nodiscard]] bool is_beyond_an_end() const;

  [[nodiscard]] bool is_singular() const { return is_singular_; }  ///< where last evaluated
  [[nodiscard]] bool is_used_up() const { return is_used_up_; }
  [[nodiscard]] bool is_cancelled() const { return is_cancelled_; }

  /// Right-hand sides worked out so far.
  [[nodiscard]] long right_sides() const { return right_sides_; }

 private:
  bool calc_rates(double t, const OdeProblem::State& y, Eigen::Ref<VectorXd> rates);
  void evaluate(double t, const OdeProblem::State& y);
  void calc_events(double t, const OdeProblem::State& y, double* values);
  [[nodiscard]] bool is_remembered(double t, const OdeProblem::State& y) const;
  bool may_evaluate();
  void set_forces(double t);
  void forget();
  [[nodiscard]] double find_bend(const Spring& spring) const;

  const Mechanism& mechanism_;
  const ForceLaw& law_;
  const SimulationOptions& options_;
  ForwardDynamics dynamics_;
  FrictionModes modes_;
  Actuation actuation_;
  Eigen::Index size_;  // of the machine's state; the work follows it
  double t_{0.0};      // where the law was sampled
  double next_break_{kInfinity};

  // Integrators ask for the same again: the rates of the last evaluation are remembered, and where
  // the machine was taken.
  struct {
    bool is_valid{false};
    double t{0.0};
    VectorXd y, rates;
    bool done{false};
  } memo_;
  VectorXd place_, scratch_;
  bool is_placed_{false};  // the machine is at place_
  double accelerated_t_{0.0};
  bool has_accelerations_{false};  // it is, and accelerates under the forces then

  bool is_singular_{false};
  bool is_used_up_{false};
  bool is_cancelled_{false};
  long right_sides_{0};
};

}  // namespace core
}  // namespace globaldyn::inside
