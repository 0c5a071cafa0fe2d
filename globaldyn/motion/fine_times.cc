#include "globaldyn/motion/fine_times.h"

#include <algorithm>

namespace globaldyn {

std::vector<double> list_fine_times(const Trajectory& trajectory) {
  constexpr std::size_t kPerSegment = 10, kMost = 100'000;
  const std::size_t segments = std::max<std::size_t>(1, trajectory.node_count() - 1);
  const std::size_t count = std::clamp<std::size_t>(kMost / segments, 1, kPerSegment);
  return trajectory.list_times(static_cast<int>(count));
}

}  // namespace globaldyn
