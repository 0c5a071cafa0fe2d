#pragma once

#include <vector>

#include "core/kinematics/motion.h"
#include "core/loops/spanning_tree.h"

namespace globaldyn::inside {
inline namespace core {

/// One equation in the rates of a tree: of the task, of a joint (index into its rows) or of a
/// coupling.
struct LoopEquation {
  enum class Of { task, joint, coupling };
  Of of{Of::task};
  int number{0};  ///< of the joint or coupling
  int index{0};
  std::vector<int> columns;
  std::vector<double> signs;  ///< of the columns: -1 on the side of body a, 0 on neither
  std::vector<std::vector<double>> more_signs;  ///< likewise for the row's further pairs of bodies
  std::size_t first_free{0};                    ///< the free columns come last

  /// The same with only some of the columns, by their indices in `columns`.
  [[nodiscard]] LoopEquation with(const std::vector<std::size_t>& places) const;
};

/// The equation as a function of poses.
[[nodiscard]] ScalarRow make_loop_row(const Mechanism& mechanism, const LoopEquation& equation,
                                      const Task& task, const KinematicState& state);

/// What makes values and entries of a row dimensionless.
[[nodiscard]] inline double scale_of(const Mechanism& mechanism, const ScalarRow& row) {
  return row.rotational ? 1.0 : 1.0 / mechanism.kinematic_length;
}

/// What a row measures, as a screw about the origin on body b's side; a's side is the negative.
[[nodiscard]] inline Screw make_measure(BodyId body_b, const Vector6d& jacobian_b,
                                        const Pose& pose) {
  const Vector3d force = jacobian_b.head<3>();
  const Vector3d& r = pose[body_b].r;
  return {force, jacobian_b.tail<3>() + r.cross(force)};
}

void write_further_measures(const ScalarRow& row, const Pose& pose, std::vector<Screw>& further);

/// Nearly all rows know one pair of bodies: its measure is returned, those of further pairs are
/// written to `further`, which is not touched otherwise.
[[nodiscard]] inline Screw make_measures(const ScalarRow& row, const Pose& pose,
                                         std::vector<Screw>& further) {
  if (!row.more.empty()) write_further_measures(row, pose, further);
  return make_measure(row.body_b, row.jacobian_b, pose);
}

[[nodiscard]] double calc_further_entry(const LoopEquation& equation, std::size_t k,
                                        const Screw& axis, const std::vector<Screw>& further);

/// How a row changes with the equation's k-th column; measures as from make_measures().
[[nodiscard]] inline double calc_entry(const LoopEquation& equation, std::size_t k,
                                       const SpanningTree& tree, const Screw& first,
                                       const std::vector<Screw>& further) {
  const Screw& axis = tree.axis(equation.columns[k]);
  const double rate = equation.signs[k] * first.dot(axis);
  return equation.more_signs.empty() ? rate : rate + calc_further_entry(equation, k, axis, further);
}

}  // namespace core
}  // namespace globaldyn::inside
