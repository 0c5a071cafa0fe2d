#include "core/loops/loop_state.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace core {

LoopState::LoopState(const Mechanism& mechanism, const Topology& topology)
    : tree(mechanism, topology),
      history(static_cast<std::size_t>(tree.column_count()), tree.state().size(),
              static_cast<std::size_t>(mechanism.counted_angles)) {
  const auto columns = static_cast<std::size_t>(tree.column_count());
  for (auto* values : {&first, &second}) values->assign(columns, 0.0);
  for (auto* twists : {&motion.first, &motion.second}) twists->resize(mechanism.bodies.size());
}

void LoopState::prepare(const LoopStructure& structure, int tasks) {
  elimination = BlockElimination(structure.unknowns);
  const std::size_t idle = structure.free_columns.size();
  task_rates.resize(tree.column_count(), tasks);
  idle_columns.assign(idle, std::vector<double>(first.size()));
  idle_bodies.assign(idle, Screws(motion.first.size()));
}

LoopScratch::LoopScratch(const Mechanism& mechanism, int columns) {
  for (auto* screws : {&rates, &accelerations, &biases, &bodies}) {
    screws->resize(mechanism.bodies.size());
  }
  for (auto* numbers : {&step, &moved, &predicted, &by_first, &by_second}) {
    numbers->assign(static_cast<std::size_t>(columns), 0.0);
  }
}

void LoopScratch::prepare(const LoopStructure& structure, int tasks) {
  const std::size_t rows = structure.equations.size(), free = structure.free_columns.size();
  const std::size_t widest = std::max<std::size_t>({1, static_cast<std::size_t>(tasks), free});
  for (auto* numbers : {&values, &scales}) numbers->resize(rows);
  for (auto* numbers : {&right, &solution}) numbers->resize(rows * widest);
  free_entries.assign(rows * free, 0.0);
}

}  // namespace core
}  // namespace globaldyn::inside
