#pragma once

#include <vector>

#include "core/formulations/dense_system.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside {
inline namespace core {

/// The coordinates in which one formulation describes a machine that moves in time, and the
/// solution of its equations in them:
///     M z̈ - Jᵀ lambda = forces,   J z̈ + E lambda = right
/// A state y holds positions, then velocities. Allocates nothing after a few calls. One per thread;
/// mechanism and topology must outlive it.
class StateCoordinates {
 public:
  StateCoordinates(const Mechanism& mechanism, const Topology& topology);
  virtual ~StateCoordinates() = default;
  StateCoordinates(const StateCoordinates&) = delete;
  StateCoordinates& operator=(const StateCoordinates&) = delete;

  [[nodiscard]] virtual Eigen::Index state_size() const = 0;

  /// What the state's entries are measured by, for tolerances: lengths by the kinematic length,
  /// angles by a radian, velocities by those per second. Shape: state_size().
  [[nodiscard]] virtual VectorXd sizes() const = 0;

  /// Before begin(): chooses how equations are solved, by which motions lack inertia at this pose.
  void choose_equations(const Pose& pose);

  /// Starts from a pose in which the joints are closed, and rates that keep them closed.
  virtual void begin(const Pose& pose, const Twists& twists) = 0;
  virtual void write_state(Eigen::Ref<VectorXd> y) const = 0;
  virtual void read_state(const Eigen::Ref<const VectorXd>& y) = 0;

  /// Whether y is soon near a singularity of the coordinates themselves: begin() again here.
  [[nodiscard]] virtual bool is_worn() const { return false; }

  /// Whether the coordinates keep a joint closed by themselves: it needs no rows.
  [[nodiscard]] virtual bool keeps_closed(JointId joint) const = 0;

  /// Decomposes the equations at the present pose. Rows that depend on others are found, and left
  /// out until the next call. The rows of a joint stand together; they must stay until the last
  /// solve().
  virtual void factorise(const MotionRows& rows) = 0;

  /// Of the rows that the last factorise() kept, as a share of the row's own response; 1 without
  /// rows.
  [[nodiscard]] virtual double smallest_pivot() const = 0;

  /// The last factorise() found that the row depends on others.
  [[nodiscard]] bool is_dependent(std::size_t row) const { return dependent_[row]; }
  [[nodiscard]] int count_dependent() const;

  /// Solves for forces and moments on the bodies (6 rows a body), with the last factors. The result
  /// is motion() and multipliers().
  virtual void solve(const VectorXd& wrenches, const VectorXd& right) = 0;

  /// The last solution: the bodies' (v, w), without biases().
  [[nodiscard]] const Twists& motion() const { return motion_; }
  /// lambda; 0 for dependent rows.
  [[nodiscard]] const VectorXd& multipliers() const { return multipliers_; }

  /// If the wrenches of the last solve() push a motion that has no inertia at all, so that nothing
  /// determines it: that motion, (v, w) of the bodies. Empty: they do not.
  [[nodiscard]] const Twists& pushed() const { return pushed_; }

  /// The bodies' accelerations if those of the coordinates are zero.
  [[nodiscard]] const Twists& biases() const { return biases_; }

  /// Adds the last solution to the positions, as a finite step; or to the velocities.
  virtual void move_positions() = 0;
  virtual void move_velocities();

  /// Sets in which turns joints stand: see Pose::angles. Reading a state leaves them.
  void set_angles(const Eigen::Ref<const VectorXd>& angles) {
    pose_.angles.assign(angles.begin(), angles.end());
  }

  /// y' from the last solution, as accelerations.
  virtual void write_rates(Eigen::Ref<VectorXd> rates) const = 0;

  [[nodiscard]] const Pose& pose() const { return pose_; }
  [[nodiscard]] const Twists& twists() const { return twists_; }

 protected:
  /// Of a body. In machines of very many bodies a vanishing mass or moment of inertia is raised to
  /// 1e-9 of the machine's where joints let nothing move that lacks it, as the thin rods of a
  /// planar machine out of their plane.
  [[nodiscard]] const MassProperties& mass_of(BodyId body) const { return masses_[body]; }

  /// Whether bodies lack mass or moments of inertia, so that equations are solved with what
  /// constraints leave of the others': by the functions below.
  [[nodiscard]] bool lacks_inertia() const { return lacks_inertia_; }

  /// factorise() and solve() in the bodies' (v, w), for any formulation in coordinates of bodies.
  void factorise_bodies(const MotionRows& rows);
  void solve_bodies(const VectorXd& wrenches, const VectorXd& right);

  /// What forces are compared with that push what has no inertia: see DenseSystem::find_pushed().
  [[nodiscard]] double calc_force_size(const VectorXd& wrenches) const;

  /// How large rows' inertias are, for DenseSystem: that of the whole machine.
  [[nodiscard]] VectorXd list_row_sizes(const MotionRows& rows) const;
  /// Sets which rows depend on others, as found by `dense`.
  void take_dependent(const DenseSystem& dense, std::size_t rows);

  const Mechanism& mechanism_;
  const Topology& topology_;
  Pose pose_;
  Twists twists_;
  Twists motion_;
  Twists biases_;
  VectorXd multipliers_;
  std::vector<bool> dependent_;  // per row
  DenseSystem dense_;            // if bodies lack inertia
  Twists pushed_;
  double machine_mass_{1.0};  // kg; of all bodies, 1 if none has any
  MatrixXd dense_inertia_, dense_jacobian_;

 private:
  void take_own_masses();
  [[nodiscard]] bool moves_without_inertia(const Pose& pose) const;

  IdVector<BodyId, MassProperties> masses_;
  bool lacks_inertia_{false};
  VectorXd dense_solution_;
};

}  // namespace core
}  // namespace globaldyn::inside
