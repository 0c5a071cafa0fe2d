#pragma once

#include <vector>

#include "core/bodies/scalar_row.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// Springs that close a machine's loops instead of constraints (Raoofian et al. 2017, eqs. (13),
/// (20)): each row of a cut joint is the elongation of one, and the spring's force takes the
/// multiplier's place, K c for lambda. Elongations, and the errors of what moves, fall as 1/K.
struct LoopSprings {
  /// N/m; for rows that are angles, times the square of the kinematic length, N m/rad.
  double stiffness{0.0};
  /// Of the mean of the bodies' masses on one spring; the paper has none.
  double damping_ratio{1.0};
};

/// The forces of such springs on a machine.
class LoopSpringForces {
 public:
  /// Without springs it exerts none.
  LoopSpringForces() = default;
  LoopSpringForces(const Mechanism& mechanism, const LoopSprings& springs);

  [[nodiscard]] bool has_springs() const { return stiffness_ > 0.0; }

  /// Takes the rows of the cut joints, where the machine is, for what follows.
  void take(const std::vector<ScalarRow>& rows, const Twists& twists);

  /// What the joint exerts along each row, as a multiplier would: N, or N m. Shape: rows.
  [[nodiscard]] const std::vector<double>& forces() const { return forces_; }
  [[nodiscard]] const std::vector<ScalarRow>& rows() const { return rows_; }

  [[nodiscard]] double calc_potential_energy() const;  ///< J
  [[nodiscard]] double calc_power() const;             ///< W, of the dampers

 private:
  [[nodiscard]] double size_of(const ScalarRow& row) const;

  double stiffness_{0.0};
  double damping_{0.0};        // N s/m
  double square_length_{1.0};  // m², of rows that are angles
  std::vector<ScalarRow> rows_;
  std::vector<double> rates_, forces_;
};

}  // namespace core
}  // namespace globaldyn::inside
