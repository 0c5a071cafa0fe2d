#include "globaldyn/plan/rows/root_guesses.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/plan/rows/error_levels.h"
#include "globaldyn/plan/rows/root_sides.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Of guesses from something similar to the motion, in x: speeds of 0.7 to 1.2 of it.
constexpr double kSpread = 0.5;
// Between nodes an arc may be above both ends; one that is by more is not followed.
constexpr double kBetweenNodes = 4.0;

// Any x up to this.
RootGuess guess_up_to(double most) {
  RootGuess guess;
  guess.x.fill(0.5 * most);
  return guess;
}

// On a segment, from a barrier that is finite at both ends. An arc may be above both.
double find_highest_bound(const SpeedBarrier& barrier, std::size_t i) {
  double most = std::max(barrier.most[i], barrier.most[i + 1]);
  for (const auto* arc : {&barrier.forward[i], &barrier.backward[i]}) {
    if (!*arc) continue;
    for (const double x : **arc) most = std::max(most, std::min(x, kBetweenNodes * most));
  }
  return most;
}

// The barrier may be far above the motion: lines about the motion would keep it there.
RootGuess guess_bound(const SpeedBarrier& barrier, std::size_t i, const RootGuess& motion) {
  constexpr double kNear = kSpread;  // one set of lines serves both
  const double begin = barrier.most[i], end = barrier.most[i + 1];
  const bool is_known = begin > 0.0 && end > 0.0 && begin < kInfinity && end < kInfinity;
  if (motion.spread <= kNear || !is_known) return motion;
  const double most = find_highest_bound(barrier, i);
  const double within = (1.0 + motion.spread) * *std::max_element(motion.x.begin(), motion.x.end());
  return most <= within ? motion : guess_up_to(most);
}

// How far the barrier is above a motion at a node, relative to the motion.
double find_gap(double most, double x) {
  return most == kInfinity ? 0.0 : std::max(0.0, most - x) / x;
}

}  // namespace

void guess_from_extremes(RowGrid& grid) {
  // Where nothing else bounds x: far above where rows change; the barrier brings it down.
  constexpr double kFar = 1e4;
  for (GridSegment& s : grid.segments()) {
    double most = 0.0, steepest = 0.0;
    bool is_endless = false;
    for (const double top : {s.at_begin.high, s.at_end.high}) {
      if (top < kInfinity) {
        most = std::max(most, top);
      } else {
        is_endless = true;
      }
    }
    for (const Side& side : s.sides) {
      const double d = std::max(std::abs(side.d[0]), std::abs(side.d[2]));
      steepest = std::max({steepest, std::abs(side.a[0]), std::abs(side.a[2]), d / grid.range()});
    }
    if (is_endless) most = std::max(most, steepest > 0.0 ? kFar / steepest : 1.0);
    const RootGuess guess = guess_up_to(most);
    set_guess(s, guess, guess);
  }
}

void guess_from_speeds(RowGrid& grid, const std::vector<RoughSpeeds>& speeds) {
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const RoughSpeeds& x = speeds[i];
    const double inner = (4.0 * (x[1] + x[3]) - x[0] - x[4]) / 6.0;
    set_guess(grid.segments()[i], {x[0], inner, inner, x[4]}, kSpread);
  }
}

void guess_from_barrier(RowGrid& grid, const SpeedBarrier& barrier, double share) {
  for (std::size_t i = 0; i < grid.segments().size(); ++i) {
    GridSegment& s = grid.segments()[i];
    if (s.is_straight()) continue;
    const double begin = barrier.most[i], end = barrier.most[i + 1];
    if (begin == kInfinity || end == kInfinity || std::max(begin, end) == 0.0) continue;
    const RootGuess guess = guess_up_to(share * find_highest_bound(barrier, i));
    set_guess(s, guess, guess);
  }
}

void guess_from_motion(RowGrid& grid, const SpeedBarrier& barrier, const GridMotion& motion,
                       double tolerance) {
  constexpr double kRoom = 1.5;  // for what the next motion gains
  // The error of a chord is an eighth of the square: a smaller error needs no narrower one.
  const double least_spread = std::min(0.5, 0.5 * std::sqrt(tolerance));
  for (std::size_t i = 0; i < grid.segments().size(); ++i) {
    GridSegment& s = grid.segments()[i];
    if (s.is_straight()) continue;
    const double begin = motion.x[i], end = motion.x[i + 1];
    limit_speed(s, kBetweenNodes * std::max(barrier.most[i], barrier.most[i + 1]));
    double spread = 1.0;
    if (std::min(begin, end) > 0.0) {
      spread =
          kRoom * std::max(find_gap(barrier.most[i], begin), find_gap(barrier.most[i + 1], end));
    }
    const RootGuess guess{integrate(begin, push_of(motion.segments[i]), s.h),
                          std::clamp(spread, least_spread, 1.0)};
    set_guess(s, guess, guess_bound(barrier, i, guess));
  }
}

void guess_above_motion(RowGrid& grid, const SpeedBarrier& barrier, const GridMotion& motion,
                        double tolerance, double share) {
  constexpr double kFar = 4.0;  // of x: twice the speed
  guess_from_motion(grid, barrier, motion, tolerance);
  for (std::size_t i = 0; i < grid.segments().size(); ++i) {
    const double begin = barrier.most[i], end = barrier.most[i + 1];
    if (begin == kInfinity || end == kInfinity) continue;
    if (!(begin > kFar * motion.x[i] && end > kFar * motion.x[i + 1])) continue;
    const double most = find_highest_bound(barrier, i);
    const double ratio = std::max(motion.x[i], motion.x[i + 1]) / most;
    set_guess(grid.segments()[i], guess_up_to(most * std::pow(ratio, 1.0 - share)),
              guess_up_to(most));
  }
}

void guess_from_plan(RowGrid& grid, const Plan& plan) {
  std::size_t of = 0;
  for (GridSegment& s : grid.segments()) {
    while (of + 1 < plan.segments.size() && plan.p[of + 1] <= s.p) ++of;
    const SegmentMotion& m = plan.segments[of];
    take_levels(s, m);
    if (s.is_straight()) continue;
    const double from = std::max(0.0, s.p - plan.p[of]), to = std::min(m.length, from + s.h);
    const double begin = m.d2_at(from), middle = m.d2_at(0.5 * (from + to)), end = m.d2_at(to);
    const QuadraticPush u{begin, 2.0 * middle - 0.5 * (begin + end), end};
    set_guess(s, integrate(m.x_at(from), u, s.h), kSpread);
  }
}

}  // namespace plan
}  // namespace globaldyn::inside
