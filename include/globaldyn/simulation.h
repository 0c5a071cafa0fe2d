#pragma once

#include <globaldyn/evaluation.h>
#include <globaldyn/machine.h>
#include <globaldyn/plan.h>
#include <globaldyn/work.h>

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace globaldyn {

/// How a motion in time is computed, as the command `simulate` has it.
struct SimulationOptions {
  double duration{0.0};  ///< s; 0: 1 s, or of a plan its time
  enum class Integrator { runge_kutta, adams, bdf };
  Integrator integrator{Integrator::runge_kutta};
  double tolerance{1e-6};  ///< most that the energy balance may lack, as a share of the largest
                           ///< kinetic energy; and the error of each step, relative
  std::string formulation{"auto"};  ///< see list_formulations()
  double projection{0.0};  ///< drift of constraints beyond which the machine is put back onto them;
                           ///< infinite: never
  double baumgarte_alpha{0.0};  ///< 1/s: c'' + 2 alpha c' + beta² c = 0
  double baumgarte_beta{0.0};   ///< 1/s
  double loop_springs{0.0};     ///< N/m: > 0: springs close the loops instead of constraints
  double spring_damping{1.0};   ///< their damping ratio
  int samples{501};             ///< at equal distances in time
  bool reactions{false};        ///< also give the reactions in all joints
  long work{20'000'000};        ///< right-hand sides after which it ends where it is; 0: no limit
  Work run;                     ///< on one thread whatever it says: more do not pay
};

/// How a controller keeps a machine on its planned motion (computed torque).
struct Feedback {
  double bandwidth{0.0};  ///< rad/s
  double damping{1.0};
  double period{0.0};  ///< s, from one measurement to the next; 0: all the time
  double delay{0.0};   ///< s, from a measurement to its forces; needs a period
};

/// By what share a parameter of the machine that moves is off what its file says.
struct ParameterError {
  std::string name;
  double share{0.0};
};

struct ReplayOptions {
  SimulationOptions simulation;
  std::optional<Feedback> feedback;
  std::vector<ParameterError> errors;
  double band{1e-4};  ///< m: nearer, the tool counts as on its path
};

/// What a drive exerts in time.
struct DriveForce {
  std::string drive;
  std::string force;  ///< a formula of the time t: "0.01 N m * exp(-t / 1 s)"
};

/// A controller of one's own.
struct Controller {
  double period{0.0};  ///< s, > 0: from one call to the next
  /// At every multiple of the period from 0 on: what drives exert until the next one, m numbers, N
  /// or N m, from their positions and speeds, m or rad and m/s or rad/s. Motors exert what they
  /// can. A simulation that is done again with smaller steps calls it from t = 0 on again. What it
  /// throws ends the simulation.
  std::function<Eigen::VectorXd(double t, const Eigen::VectorXd& positions,
                                const Eigen::VectorXd& speeds)>
      control;
};

/// How fast a drive is at the start, rad/s or m/s.
struct DriveSpeed {
  std::string drive;
  double speed{0.0};
};

/// A joint's coordinate, JOINT or JOINT.COORDINATE, rad or m.
struct JointValue {
  std::string joint;
  double value{0.0};
};

/// How a machine begins to move.
struct MotionStart {
  std::string path;                ///< at whose start it stands; empty: as its joints allow
  std::vector<JointValue> held;    ///< without a path: coordinates that have these values there
  std::vector<DriveSpeed> speeds;  ///< of all motions with these, the one of least energy
};

enum class SimulationStatus {
  done,        ///< it reached its end
  singular,    ///< it met a pose where the equations are singular
  travel_end,  ///< a joint met an end of its travel
  failed,      ///< the integrator could not go on
  cancelled,
};

/// done, singular, travel_end, failed, cancelled.
[[nodiscard]] const char* to_string(SimulationStatus status);

/// A machine's motion in time. A value; copies share what they hold.
class Simulation {
 public:
  struct Impl;
  explicit Simulation(std::shared_ptr<const Impl> impl);
  Simulation(const Simulation&) = default;
  Simulation& operator=(const Simulation&) = default;
  ~Simulation() = default;

  [[nodiscard]] SimulationStatus status() const;
  /// One line, if not done.
  [[nodiscard]] const std::string& reason() const;
  /// s: how far it came.
  [[nodiscard]] double time() const;
  [[nodiscard]] long steps() const;
  [[nodiscard]] long right_sides() const;
  /// Largest violation of a constraint, dimensionless.
  [[nodiscard]] double constraint_drift() const;
  /// J: the most that is missing in the energy balance, and the largest kinetic energy; and whether
  /// the one keeps to the tolerance as a share of the other.
  [[nodiscard]] double energy_error() const;
  [[nodiscard]] double largest_kinetic_energy() const;
  [[nodiscard]] bool energy_is_bounded() const;
  /// m, rad: the most that the tool is off its plan; none without a plan or tool.
  [[nodiscard]] std::optional<double> tracking_error() const;
  [[nodiscard]] std::optional<double> orientation_error() const;
  [[nodiscard]] const std::vector<std::string>& drives() const;
  /// Per drive: the share of the time that it was asked for more than it can.
  [[nodiscard]] const std::vector<double>& saturated_shares() const;

  // Samples: vectors with a number, matrices with a row for each.

  [[nodiscard]] Eigen::VectorXd t() const;
  /// samples x drives: m or rad, m/s or rad/s, N or N m.
  [[nodiscard]] Eigen::MatrixXd positions() const;
  [[nodiscard]] Eigen::MatrixXd speeds() const;
  [[nodiscard]] Eigen::MatrixXd forces() const;
  /// Likewise what of them reaches the machine: less the drives' friction and what their rotors
  /// take. Of a cable its tension.
  [[nodiscard]] Eigen::MatrixXd transmitted() const;
  /// Names of reactions, if asked for, and samples x reactions, N or N m; NaN where redundant
  /// constraints leave them undetermined. JOINT.x … JOINT.mz: what body a exerts on body b, in a's
  /// joint frame.
  [[nodiscard]] const std::vector<std::string>& reaction_names() const;
  [[nodiscard]] Eigen::MatrixXd reactions() const;
  /// J; done by all that is in neither energy.
  [[nodiscard]] Eigen::VectorXd kinetic() const;
  [[nodiscard]] Eigen::VectorXd potential() const;
  [[nodiscard]] Eigen::VectorXd work() const;
  /// m: of the tool from its plan.
  [[nodiscard]] Eigen::VectorXd tracking() const;
  /// Where the tool is; empty without one.
  [[nodiscard]] std::vector<Frame> tool() const;

  /// simulation.json, simulation.csv.
  [[nodiscard]] std::string json() const;
  [[nodiscard]] std::string csv() const;
  /// Writes these and simulation.h5 to a folder, which is made if needed, and keeps there what they
  /// were computed from. @throws Error if they cannot be written
  void write(const std::string& folder) const;

  [[nodiscard]] const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// That of the machine file, if it has one.
[[nodiscard]] std::optional<Feedback> find_feedback(const Machine& machine);

/// Moves a machine by forces that are functions of time; drives that are not named exert none.
/// @throws InputError for unknown drives, formulas that are no forces, speeds that the joints do
///   not allow, loads that depend on p; Error if the machine cannot be assembled
[[nodiscard]] Simulation simulate(const Machine& machine, const std::vector<DriveForce>& forces,
                                  const MotionStart& start = {},
                                  const SimulationOptions& options = {});

/// Moves a machine by a controller. @throws as above, and Error for a period that is not positive,
/// or forces that are not m finite numbers
[[nodiscard]] Simulation simulate_controlled(const Machine& machine, const Controller& controller,
                                             const MotionStart& start = {},
                                             const SimulationOptions& options = {});

/// Moves a machine by the forces of a plan, from its start, and compares where the tool is with
/// where it was planned to be.
/// @throws InputError for the plan of another machine, path or settings, one without a motion,
///   or one whose forces change least; and as the command does for its options
[[nodiscard]] Simulation replay(const Machine& machine, const Plan& plan,
                                const ReplayOptions& options = {});

/// The same with a plan.json.
[[nodiscard]] Simulation replay(const Machine& machine, const std::string& plan_file,
                                const ReplayOptions& options = {});

}  // namespace globaldyn
