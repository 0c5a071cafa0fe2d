#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "globaldyn/plan/rows/root_guesses.h"
#include "globaldyn/plan/rows/rough_motion.h"
#include "globaldyn/plan/rows/stages.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Where the speed of a rough motion changes so much within a segment that one line for sqrt(x) will
// not do, the segment is halved; not next to rest, where that would never end: from 0.3 of x to x a
// chord misses sqrt(x) by 4 %, and a hundredth of the speed takes hardly any of the time.
Cuts list_steep(const std::vector<RoughSpeeds>& speeds) {
  constexpr double kSteep = 0.3, kSlow = 1e-4;
  double fastest = 0.0;
  for (const RoughSpeeds& x : speeds) {
    fastest = std::max(fastest, *std::max_element(x.begin(), x.end()));
  }
  Cuts cuts(speeds.size());
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const auto [least, most] = std::minmax_element(speeds[i].begin(), speeds[i].end());
    if (*least < kSteep * *most && *most >= kSlow * fastest) cuts[i] = {0.5};
  }
  return cuts;
}

// From a rough motion; segments are divided until they follow it. False if there is none.
bool guess_roughly(PlanState& state) {
  constexpr int kMostTimes = 8;     // by then segments are 256 times shorter
  constexpr std::size_t kFew = 64;  // one segment in this many may stay as it is
  std::vector<RoughSpeeds> speeds;
  for (int time = 0; time < kMostTimes; ++time) {
    if (!state.budget.spend_within(state.budget.calc_pass())) return false;
    speeds = find_rough_motion(state.grid, state.options.gates);
    if (speeds.empty()) return false;
    const Cuts cuts = list_steep(speeds);
    const std::size_t added = count_cuts(cuts);
    const bool is_enough = kFew * added < speeds.size();
    if (is_enough || !state.budget.has_room(added) || time + 1 == kMostTimes) break;
    divide(state, cuts);
  }
  guess_from_speeds(state.grid, speeds);
  return true;
}

// How high a barrier is: the geometric mean of x where it is known.
struct BarrierHeight {
  double mean{kInfinity};
  std::size_t nodes{0};
};

BarrierHeight measure_height(const SpeedBarrier& barrier) {
  double sum = 0.0;
  std::size_t nodes = 0;
  for (const double x : barrier.most) {
    if (x == kInfinity || x == 0.0) continue;
    sum += std::log(x);
    ++nodes;
  }
  return {nodes > 0 ? std::exp(sum / static_cast<double>(nodes)) : 0.0, nodes};
}

// The better the guess of x, the lower the barrier: both come down together until they hardly do.
Step settle_guesses(PlanState& state) {
  constexpr double kMuch = 0.7;
  constexpr int kLeastRounds = 2;
  BarrierHeight height;
  for (int count = 1;; ++count) {
    Round round;
    Step step = find_bound(state, round);
    if (step.next != Next::go_on) return step;
    guess_from_barrier(state.grid, round.barrier, 1.0);
    if (!state.budget.has_rounds_left()) return {Next::give_up};
    const BarrierHeight before = std::exchange(height, measure_height(round.barrier));
    const bool has_come_down = height.nodes != before.nodes || height.mean < kMuch * before.mean;
    if (count >= kLeastRounds && !has_come_down) return {};
  }
}

}  // namespace

Step guess_first(PlanState& state) {
  if (state.field.is_straight()) return {};
  state.has_rough_guess = guess_roughly(state);
  if (state.has_rough_guess) return {};
  guess_from_extremes(state.grid);
  return settle_guesses(state);
}

}  // namespace plan
}  // namespace globaldyn::inside
