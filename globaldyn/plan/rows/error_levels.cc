#include "globaldyn/plan/rows/error_levels.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// The |d2| up to which its effect on the rows is known; may be infinite.
double find_sure_push(const GridSegment& s) {
  constexpr double kSure = 1e-2;  // of limits: errors of d are told within them
  const double per_u = s.error->per_u + s.misfit_d;
  return per_u > 0.0 ? kSure / per_u : kInfinity;
}

// By how much x may rise on a segment before the effect of d2 on the rows is no longer known.
double find_sure_rise(const GridSegment& s) {
  return 2.0 * s.h * find_sure_push(s);
}

// Lowers the barrier at nodes to this many times the motion next to them.
void lower_to(const Plan& kept, double times, const std::vector<GridSegment>& segments,
              std::vector<double>& most) {
  std::size_t of = 0;
  double before = 0.0;
  for (std::size_t i = 0; i <= segments.size(); ++i) {
    const bool is_end = i == segments.size();
    while (!is_end && of + 1 < kept.segments.size() && kept.p[of + 1] <= segments[i].p) ++of;
    const double here = is_end ? before : std::max(kept.x[of], kept.x[of + 1]);
    most[i] = std::min(most[i], times * std::max(before, here));
    before = here;
  }
}

}  // namespace

void take_levels(RowGrid& grid, const SpeedBarrier& barrier) {
  auto& segments = grid.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const double begin = barrier.most[i], end = barrier.most[i + 1];
    const bool is_known = begin < kInfinity && end < kInfinity;
    segments[i].x_level = is_known ? std::max(begin, end) : 0.0;
    segments[i].u_level = 0.0;
  }
}

void take_levels(GridSegment& segment, const SegmentMotion& motion) {
  // Motions become faster as the grid becomes finer; those that are faster by more are refused
  // once.
  constexpr double kMore = 1.25;
  double u = 0.0;
  for (const double value : push_of(motion)) u = std::max(u, std::abs(value));
  segment.x_level = kMore * std::max(motion.x_begin, motion.x_at(motion.length));
  segment.u_level = kMore * u;
}

SpeedBarrier lower_barrier(const RowGrid& grid, const SpeedBarrier& barrier, const Plan* kept) {
  // In x: speeds up to 2.8 times the last ones. Closer, the motion would come up in many rounds.
  constexpr double kFaster = 8.0;
  const auto& segments = grid.segments();
  SpeedBarrier low = barrier;
  if (kept != nullptr) lower_to(*kept, kFaster, segments, low.most);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    low.most[i + 1] = std::min(low.most[i + 1], low.most[i] + find_sure_rise(segments[i]));
  }
  for (std::size_t i = segments.size(); i-- > 0;) {
    low.most[i] = std::min(low.most[i], low.most[i + 1] + find_sure_rise(segments[i]));
  }
  for (std::size_t i = 0; i < low.most.size(); ++i) {
    low.most[i] = std::max(low.most[i], low.least[i]);
  }
  return low;
}

void lower_levels(RowGrid& grid, const SpeedBarrier& low) {
  auto& segments = grid.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    GridSegment& s = segments[i];
    s.x_level = std::min(s.x_level, std::max(low.most[i], low.most[i + 1]));
    s.u_level = std::min(s.u_level, find_sure_push(s));
  }
}

std::optional<std::size_t> find_beyond_levels(const RowGrid& grid,
                                              const std::vector<double>& means) {
  constexpr double kMore = 4.0;  // as segments divided into that many parts may have
  const auto& segments = grid.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const GridSegment& s = segments[i];
    const double most = kMore * std::max(s.u_level, find_sure_push(s));
    for (const double u : s.shape.about(means[i])) {
      if (std::abs(u) > most) return i;
    }
  }
  return std::nullopt;
}

}  // namespace plan
}  // namespace globaldyn::inside
