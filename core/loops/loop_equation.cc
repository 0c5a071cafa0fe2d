#include "core/loops/loop_equation.h"

#include "core/base/nth.h"
#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {

LoopEquation LoopEquation::with(const std::vector<std::size_t>& places) const {
  LoopEquation some{of, number, index};
  some.more_signs.resize(more_signs.size());
  for (const std::size_t k : places) {
    some.columns.push_back(columns[k]);
    some.signs.push_back(signs[k]);
    for (std::size_t j = 0; j < more_signs.size(); ++j) {
      some.more_signs[j].push_back(more_signs[j][k]);
    }
  }
  return some;
}

ScalarRow make_loop_row(const Mechanism& mechanism, const LoopEquation& equation, const Task& task,
                        const KinematicState& state) {
  switch (equation.of) {
    case LoopEquation::Of::joint:
      return make_constraint_row(mechanism.joints[JointId(equation.number)], equation.index, state);
    case LoopEquation::Of::coupling:
      return make_coupling_row(mechanism.joints, nth(mechanism.couplings, equation.number), state);
    case LoopEquation::Of::task:
      break;
  }
  return make_task_row(mechanism, nth(task.coordinates, equation.index), task.target,
                       equation.index, state);
}

void write_further_measures(const ScalarRow& row, const Pose& pose, std::vector<Screw>& further) {
  further.clear();
  for (const RowPair& pair : row.more.used()) {
    further.push_back(make_measure(pair.body_b, pair.jacobian_b, pose));
  }
}

double calc_further_entry(const LoopEquation& equation, std::size_t k, const Screw& axis,
                          const std::vector<Screw>& further) {
  double rate = 0.0;
  for (std::size_t j = 0; j < equation.more_signs.size(); ++j) {
    rate += equation.more_signs[j][k] * further[j].dot(axis);
  }
  return rate;
}

}  // namespace core
}  // namespace globaldyn::inside
