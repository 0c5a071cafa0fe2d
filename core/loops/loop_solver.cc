#include "core/loops/loop_solver.h"

#include <cmath>

#include "core/base/round_off.h"
#include "core/loops/loop_closing.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// A given pose is already the solution, as its own solver's tolerance has it; moving further than
// this leads to a different one.
constexpr double kSamePose = 1e-6;

double sum_of_sizes(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += std::abs(value);
  return sum;
}

// Whether the tree is at the given pose: its joints are then closed there, as required.
bool is_same(const Pose& a, const Pose& b, double length) {
  for (const BodyId i : moving_bodies(a)) {
    if ((a[i].r - b[i].r).norm() > round_off::kSame * length ||
        (a[i].R - b[i].R).norm() > round_off::kSame)
      return false;
  }
  return true;
}

}  // namespace

LoopSolver::LoopSolver(const Mechanism& mechanism, const Topology& topology)
    : mechanism_(mechanism),
      state_(mechanism, topology),
      scratch_(mechanism, state_.tree.column_count()) {}

bool LoopSolver::prepare(const Task& task, const Pose& pose, int idle_count) {
  state_.history.forget();
  state_.tree.set_pose(pose);
  if (!is_same(state_.tree.pose(), pose, mechanism_.kinematic_length)) return false;
  structure_ = choose_loop_structure(mechanism_, state_.tree, task, idle_count);
  if (!structure_) return false;
  state_.prepare(*structure_, task.size());
  scratch_.prepare(*structure_, task.size());
  return state_.elimination.is_possible() && begin_here(task);
}

bool LoopSolver::go_to(const Task& task, const Pose& pose) {
  state_.history.forget();
  state_.tree.set_pose(pose);
  return begin_here(task) && is_same(state_.tree.pose(), pose, mechanism_.kinematic_length);
}

bool LoopSolver::begin_here(const Task& task) {
  if (!close_loops(*structure_, task, state_, scratch_)) return false;
  if (sum_of_sizes(scratch_.moved) > kSamePose) return false;
  record(task, 0.0, nullptr, 0.0);
  return true;
}

// Moves the tree as predicted, then to the task, over the step h: true if the motion leads there.
bool LoopSolver::try_move(const Task& task, double h, double reach) {
  const std::vector<double>& predicted = scratch_.predicted;
  std::vector<double>& moved = scratch_.moved;
  state_.tree.move(predicted);
  if (!close_loops(*structure_, task, state_, scratch_)) return false;
  if (sum_of_sizes(moved) > reach) return false;
  // The motion found must lead back to where it came from.
  double error = 0.0;
  for (std::size_t c = 0; c < predicted.size(); ++c) {
    const double back = h * state_.first[c] - 0.5 * h * h * state_.second[c];
    moved[c] += predicted[c];
    error += std::abs(moved[c] - back);
  }
  return error <= 2.0 * reach;
}

void LoopSolver::go_back_to(const TreeStation& station) {
  state_.tree.set_state(station.state);
  state_.first = station.first;
  state_.second = station.second;
}

// Predicts a step h from a station, by another one. The tree is at the first then.
void LoopSolver::predict(double h, const ColumnHistory::Guides& guides) {
  const TreeStation &from = *guides.from, &by = *guides.by;
  if (&from != &state_.history.here()) state_.tree.set_state(from.state);
  scratch_.by_first = by.local_first;
  scratch_.by_second = by.local_second;
  std::vector<double>& moved = scratch_.moved;
  for (std::size_t c = 0; c < moved.size(); ++c) moved[c] = from.way[c] - by.way[c];
  state_.tree.unroll(by.state, scratch_.by_first, scratch_.by_second, moved);
  predict_columns(from.at - by.at, h, scratch_.by_first, scratch_.by_second, moved, from.first,
                  from.second, scratch_.predicted);
}

// Where the tree is and how it moves there, `h` from the last station; what it moved is from
// `from`, which is `step` away.
void LoopSolver::record(const Task& task, double h, const TreeStation* from, double step) {
  std::vector<double>& moved = scratch_.moved;
  Motion& motion = state_.motion;
  if (from != nullptr) {
    for (std::size_t c = 0; c < moved.size(); ++c) moved[c] += from->way[c];
    scratch_.angles = from->angles;
    count_turns(mechanism_, task, step, scratch_.angles, motion);
  } else {
    take_prescribed_turns(mechanism_, task, motion.pose);
    write_angle_motion(mechanism_, motion, scratch_.angles);
  }
  state_.tree.set_angles(motion.pose.angles);
  TreeStation& station = state_.history.add(h);
  station.angles = scratch_.angles;
  if (from != nullptr) station.way = moved;
  station.state = state_.tree.state();
  station.first = station.local_first = state_.first;
  station.second = station.local_second = state_.second;
  state_.tree.to_parent_axes(station.local_first);
  state_.tree.to_parent_axes(station.local_second);
}

bool LoopSolver::advance(const Task& task, double h, double reach) {
  const ColumnHistory& history = state_.history;
  if (const auto guides = history.find_guides(h)) {
    const double step = h - (guides->from->at - history.here().at);
    predict(step, *guides);
    if (try_move(task, step, reach)) {
      record(task, h, guides->from, step);
      return true;
    }
    go_back_to(history.here());
  }
  for (std::size_t c = 0; c < scratch_.predicted.size(); ++c) {
    scratch_.predicted[c] = h * state_.first[c] + 0.5 * h * h * state_.second[c];
  }
  if (try_move(task, h, reach)) {
    record(task, h, &history.here(), h);
    return true;
  }
  go_back_to(history.here());
  return false;
}

}  // namespace core
}  // namespace globaldyn::inside
