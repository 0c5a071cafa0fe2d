#pragma once

#include <vector>

#include "core/formulations/loads.h"

namespace globaldyn::inside {
inline namespace core {

/// What one body demands of whatever moves it, M z̈ - g of Horáček et al. 2013, eq. (3): the force
/// at its centre of mass and the moment about it, in the global frame; a column per MotionColumn.
struct BodyDemand {
  Eigen::Matrix<double, 3, kMotionColumns> force{Eigen::Matrix<double, 3, 4>::Zero()};
  Eigen::Matrix<double, 3, kMotionColumns> moment{Eigen::Matrix<double, 3, 4>::Zero()};
  Eigen::Vector4d force_size{Eigen::Vector4d::Zero()};   ///< N, of the terms before they cancel
  Eigen::Vector4d moment_size{Eigen::Vector4d::Zero()};  ///< N m, likewise
};

/// The demands of all bodies, summed up part by part. Allocates nothing if cleared for as many
/// bodies as before.
class BodyDemands {
 public:
  /// Zero for all bodies of the mechanism.
  void clear(const Mechanism& mechanism);

  /// Newton and Euler: inertia with the gyroscopic moments.
  void add_inertia(const Mechanism& mechanism, const Motion& motion, const MotionSize& size);
  void add_gravity(const Mechanism& mechanism);
  /// Wrenches on the tool, springs and dampers. `p` is only used by loads that depend on it.
  /// @throws InputError where the tool load is not finite.
  void add_loads(const Mechanism& mechanism, const Motion& motion, const MotionSize& size,
                 double p);

  /// Takes a column as zero.
  void drop(MotionColumn column) { has_column_[column] = false; }

  [[nodiscard]] const IdVector<BodyId, BodyDemand>& bodies() const { return bodies_; }

  /// Forces and moments of the moving bodies, and their sizes: 6 n_b x 4.
  [[nodiscard]] MatrixXd matrix() const;
  [[nodiscard]] MatrixXd sizes() const;

  /// Whether anything was added to a column: most machines have no term linear in d1.
  [[nodiscard]] bool has_column(int column) const { return has_column_[column]; }

 private:
  void add(BodyId body, MotionColumn column, const Vector3d& force, const Vector3d& moment,
           double force_size, double moment_size);

  IdVector<BodyId, BodyDemand> bodies_;
  bool has_column_[kMotionColumns]{};
};

}  // namespace core
}  // namespace globaldyn::inside
