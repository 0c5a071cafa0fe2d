#pragma once

#include <vector>

#include "core/base/thread_team.h"
#include "core/bodies/scalar_row.h"
#include "core/mechanism/topology.h"

namespace globaldyn {

/// Rows that a machine's accelerations must meet: J z̈ + E lambda = right. E is zero for
/// constraints; a rotor's row has the inverse of its inertia, so that lambda is its inertia force.
struct MotionRows {
  std::vector<ScalarRow> rows;
  std::vector<double> compliance;  ///< E, per row

  void clear() {
    rows.clear();
    compliance.clear();
  }
};

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

  /// Starts from a pose in which the joints are closed, and rates that keep them closed.
  virtual void begin(const Pose& pose, const Twists& twists) = 0;
  virtual void write_state(Eigen::Ref<VectorXd> y) const = 0;
  virtual void read_state(const Eigen::Ref<const VectorXd>& y) = 0;

  /// Whether y is soon near a singularity of the coordinates themselves: begin() again here.
  [[nodiscard]] virtual bool is_worn() const { return false; }

  /// Whether the coordinates keep a joint closed by themselves: it needs no rows.
  [[nodiscard]] virtual bool keeps_closed(int joint) const = 0;

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

  /// The bodies' accelerations if those of the coordinates are zero.
  [[nodiscard]] const Twists& biases() const { return biases_; }

  /// Adds the last solution to the positions, as a finite step; or to the velocities.
  virtual void move_positions() = 0;
  virtual void move_velocities();

  /// From here on branches may be worked out on several threads, where that pays.
  virtual void set_thread_team(const ThreadTeam& /*team*/) {}

  /// y' from the last solution, as accelerations.
  virtual void write_rates(Eigen::Ref<VectorXd> rates) const = 0;

  [[nodiscard]] const Pose& pose() const { return pose_; }
  [[nodiscard]] const Twists& twists() const { return twists_; }

 protected:
  /// Of a body, in the metric of which equations are solved: a vanishing mass or moment of inertia
  /// is raised to 1e-9 of the machine's, so that what is not held and has no inertia does not move
  /// at once, nor prevent the rest from moving.
  [[nodiscard]] const MassProperties& mass_of(std::size_t body) const { return masses_[body]; }

  const Mechanism& mechanism_;
  const Topology& topology_;
  Pose pose_;
  Twists twists_;
  Twists motion_;
  Twists biases_;
  VectorXd multipliers_;
  std::vector<bool> dependent_;  // per row

 private:
  std::vector<MassProperties> masses_;
};

}  // namespace globaldyn
