#include "globaldyn/record/motion_course.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace record {
namespace {

constexpr std::size_t kOfIntegrals = 3;

// How many parts a segment is divided into.
std::size_t count_parts(std::size_t segments, std::size_t enough) {
  constexpr std::size_t kMost = 10;
  constexpr std::size_t kLeast = 1;
  const std::size_t wanted = enough / std::max<std::size_t>(1, segments);
  return std::clamp(wanted - std::min(wanted, kOfIntegrals), kLeast, kMost);
}

void sort(std::vector<WeightedState>& states) {
  std::stable_sort(
      states.begin(), states.end(),
      [](const WeightedState& a, const WeightedState& b) { return a.state.t < b.state.t; });
  // Places next to each other are only as different as times are known.
  for (std::size_t i = 1; i < states.size(); ++i) {
    states[i].state.p = std::max(states[i].state.p, states[i - 1].state.p);
  }
}

// A stop with a duration, forces at which count as well.
void add_rest(const Trajectory& trajectory, std::size_t node, std::vector<WeightedState>& states) {
  const double begin = trajectory.arrives_at(node), end = trajectory.leaves_at(node);
  if (!(end > begin)) return;
  states.push_back({trajectory.at(begin), 0.0});
  states.push_back({trajectory.at(0.5 * (begin + end)), end - begin});
  states.push_back({trajectory.at(std::nextafter(end, 0.0)), 0.0});
}

}  // namespace

MotionCourse make_course(const Trajectory& trajectory, std::size_t enough) {
  const std::size_t nodes = trajectory.node_count(), segments = nodes - 1;
  const std::size_t parts = count_parts(segments, enough);
  MotionCourse course;
  course.duration = trajectory.duration();
  course.at = [&trajectory](double t) { return trajectory.at(t); };
  for (const WeightedTime& one : trajectory.list_weighted_times()) {
    course.states.push_back({trajectory.at(one.t), one.weight});
  }
  course.states.push_back({trajectory.at(0.0), 0.0});
  for (std::size_t i = 0; i < segments; ++i) {
    course.states.push_back({trajectory.just_after_begin(i), 0.0});
    course.states.push_back({trajectory.just_before_end(i), 0.0});
    add_rest(trajectory, i, course.states);
    for (std::size_t k = 1; k < parts; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(parts);
      course.states.push_back({trajectory.at_share(i, share), 0.0});
    }
  }
  add_rest(trajectory, segments, course.states);
  course.states.push_back({trajectory.at(course.duration), 0.0});
  sort(course.states);
  return course;
}

}  // namespace record
}  // namespace globaldyn::inside
