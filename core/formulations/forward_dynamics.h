#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/formulations/loads.h"
#include "core/formulations/loop_springs.h"
#include "core/formulations/state_coordinates.h"

namespace globaldyn::inside {
inline namespace core {

/// What Coulomb friction does to a drive.
enum class Friction {
  none,      ///< the drive has no Coulomb friction, or it is left out
  forward,   ///< it slips with q'_k > 0
  backward,  ///< it slips with q'_k < 0
  stuck,     ///< it stands still, held with whatever that takes
};

/// What acts on a machine at an instant, besides what its pose and rates bring about.
struct Actuation {
  VectorXd forces;  ///< m: n_k of the motors on the drives' coordinates, N or N m
  /// Of each drive; empty: none has any.
  IdVector<DriveId, Friction> friction;
  double p{0.0};  ///< for loads that depend on the path
};

/// How violated constraints are drawn back (Malczyk and Frączek 2008, eqs. (6), (7)): c'' + 2 alpha
/// c' + beta² c = 0.
struct Stabilisation {
  double alpha{0.0};  ///< 1/s
  double beta{0.0};   ///< 1/s
};

/// A machine's accelerations under given forces, in the coordinates of one formulation. Allocates
/// nothing after a few calls. One per thread; mechanism and topology must outlive it.
class ForwardDynamics {
 public:
  ForwardDynamics(const Mechanism& mechanism, std::unique_ptr<StateCoordinates> coordinates);

  /// The coordinates' state, and behind it the joint angles whose turns are counted (see
  /// Pose::angles): a step may make any number of turns.
  [[nodiscard]] Eigen::Index state_size() const {
    return coordinates_->state_size() + mechanism_.counted_angles;
  }
  /// See StateCoordinates::sizes().
  [[nodiscard]] VectorXd sizes() const;

  /// Starts from a pose in which the joints are closed; the rates are projected onto what joints,
  /// couplings and stuck drives allow.
  void start(const Pose& pose, const Twists& twists, const Actuation& actuation,
             Eigen::Ref<VectorXd> y);

  /// Goes to a state, for what follows here.
  void take(const Eigen::Ref<const VectorXd>& y);

  /// The state's derivative where it is. False: the equations are singular there, that is, more or
  /// fewer rows depend on each other than where drives last stuck or broke away.
  /// @throws InputError where forces push a motion that has no inertia at all
  [[nodiscard]] bool calc_rates(const Actuation& actuation, Eigen::Ref<VectorXd> rates);

  /// Moves the state taken to the nearest one, in the metric of the masses, that meets the
  /// constraints to rounding errors, and writes it. False if there is none near.
  [[nodiscard]] bool project(const Actuation& actuation, Eigen::Ref<VectorXd> y);

  void set_stabilisation(const Stabilisation& stabilisation) { stabilisation_ = stabilisation; }

  /// From here on springs close the loops; to be set before start(), in coordinates of a tree.
  void set_loop_springs(const LoopSprings& springs) { springs_ = {mechanism_, springs}; }

  /// From the last calc_rates(): what cut joints and couplings exert along the rows of their
  /// constraint equations, N or N m: multipliers, or the springs' forces. Where equations depend on
  /// each other the multipliers of some of them are 0.
  [[nodiscard]] VectorXd calc_closing_forces() const;

  /// Names of these rows: a joint's or coupling's, with a number for each of its rows: "C_1".
  [[nodiscard]] std::vector<std::string> list_closing_rows() const;

  /// Whether where the equations were last decomposed they were nearly singular, much more so than
  /// elsewhere: branches of the motion meet nearby, and errors grow.
  [[nodiscard]] bool is_near_singular() const;

  /// See StateCoordinates.
  [[nodiscard]] bool is_worn() const { return coordinates_->is_worn(); }
  void renew(Eigen::Ref<VectorXd> y);

  [[nodiscard]] const Mechanism& mechanism() const { return mechanism_; }
  [[nodiscard]] const Pose& pose() const { return coordinates_->pose(); }
  [[nodiscard]] const Twists& twists() const { return coordinates_->twists(); }

  /// From the last calc_rates(): the bodies' accelerations (v', w').
  [[nodiscard]] const Twists& accelerations() const { return accelerations_; }

  /// From the last calc_rates(): what holds a stuck drive besides its motor, N or N m; 0 otherwise.
  [[nodiscard]] double stiction(DriveId drive) const;

  /// From the last calc_rates(), m: what of the drives' forces reaches the mechanism, N or N m:
  /// less their friction and what their rotors take. Of a cable its tension.
  [[nodiscard]] VectorXd calc_transmitted_forces(const Actuation& actuation) const;

  /// The drive's position q_k, rad or m; angles up to full turns.
  [[nodiscard]] double drive_position(DriveId drive) const { return drive_rows_[drive].value; }
  /// The drive's speed q'_k, rad/s or m/s.
  [[nodiscard]] double drive_rate(DriveId drive) const { return drive_rates_[drive]; }

  /// From the last calc_rates(): its change q''_k, rad/s² or m/s².
  [[nodiscard]] double drive_acceleration(DriveId drive) const;

  /// Largest violation of any constraint equation, made dimensionless: rad, or lengths divided by
  /// the kinematic length.
  [[nodiscard]] double calc_drift();

  /// Kinetic energy of bodies and rotors, J.
  [[nodiscard]] double calc_kinetic_energy() const;
  /// Of gravity and springs, J; zero somewhere.
  [[nodiscard]] double calc_potential_energy() const;
  /// What drives, their friction, dampers and wrenches on the tool do, W.
  [[nodiscard]] double calc_power(const Actuation& actuation) const;

  /// From the last calc_rates(): joints and couplings some of whose equations depend on others.
  [[nodiscard]] std::vector<std::string> list_dependent() const;

 private:
  void update();
  void write_state(Eigen::Ref<VectorXd> y);
  /// Calls visit(name, rows) for every joint and coupling that the coordinates leave open.
  template <class Visit>
  void visit_open(const Visit& visit) const;
  void append_cut_rows(bool with_biases, std::vector<ScalarRow>& rows) const;
  void collect_rows(const Actuation& actuation, bool with_biases);
  void collect_wrenches(const Actuation& actuation);
  [[nodiscard]] double calc_drive_force(DriveId drive, const Actuation& actuation) const;
  [[nodiscard]] double size_of(const ScalarRow& row) const;
  [[nodiscard]] double calc_largest_value(std::span<const ScalarRow> rows) const;
  [[noreturn]] void refuse_pushed(const Twists& motion) const;
  void factorise();
  [[nodiscard]] bool project_positions(const Actuation& actuation);
  void project_velocities();
  void add_wrench(BodyId body, const Vector6d& wrench);

  const Mechanism& mechanism_;
  std::unique_ptr<StateCoordinates> coordinates_;
  Stabilisation stabilisation_;
  LoopSpringForces springs_;
  std::vector<ScalarRow> cut_rows_;  // of springs, and of the last drift
  MotionRows rows_;                  // cut joints and couplings, rotors, stuck drives
  std::size_t constraint_count_{0};  // of the first
  bool has_factors_{false};          // of rows where project_positions() has led, or near there
  IdVector<DriveId, std::optional<std::size_t>> stuck_rows_;
  IdVector<DriveId, ScalarRow> drive_rows_;  // with biases, where the machine is
  IdVector<DriveId, double> drive_rates_;    // likewise
  VectorXd wrenches_, right_;
  Twists accelerations_;
  IdVector<DriveId, Friction> friction_;  // that the count is for
  std::optional<int> dependent_count_;    // of the rows, when their friction was new
  double regular_pivot_{0.0};             // the largest of all smallest pivots so far
};

}  // namespace core
}  // namespace globaldyn::inside
