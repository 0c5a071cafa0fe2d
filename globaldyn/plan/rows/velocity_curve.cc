#include "globaldyn/plan/rows/velocity_curve.h"

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"
#include "globaldyn/plan/rows/plane_program.h"
#include "globaldyn/plan/rows/root_line.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Straight sides at one p.
struct StraightSide {
  double a, c, d;
};

// The extreme x of what is accessible; infinite, or 0, if nothing stops it; NaN if nothing is
// accessible.
double find_extreme(const std::vector<StraightSide>& sides, double direction) {
  double steepest_a = 0.0, steepest_d = 0.0;
  for (const StraightSide& side : sides) {
    steepest_a = std::max(steepest_a, std::abs(side.a));
    steepest_d = std::max(steepest_d, std::abs(side.d));
  }
  // In units in which the steepest side has slope 1: beyond, x is infinite. u may be much larger.
  constexpr double kFar = 1e9;
  const double x_size = steepest_a > 0.0 ? 1.0 / steepest_a : 1.0;
  const double u_size = steepest_d > 0.0 ? 1.0 / steepest_d : 1.0;
  std::vector<HalfPlane> planes{
      {-1.0, 0.0, 0.0}, {1.0, 0.0, kFar}, {0.0, 1.0, 1e3 * kFar}, {0.0, -1.0, 1e3 * kFar}};
  planes.reserve(sides.size() + planes.size());
  for (const StraightSide& side : sides) {
    if (side.a == 0.0 && side.d == 0.0 && side.c <= 0.0) continue;
    planes.push_back({side.a * x_size, side.d * u_size, -side.c});
  }
  const CornerPair safe = direction > 0.0 ? CornerPair{1, 2} : CornerPair{0, 2};
  const auto [x, is_stuck] = find_extreme_x(planes, direction, safe, safe);
  if (!x) return is_stuck ? (direction > 0.0 ? kInfinity : 0.0) : std::nan("");
  return *x >= 0.5 * kFar ? kInfinity : std::max(0.0, *x * x_size);
}

// An x beyond which nothing is accessible, where only terms in its root limit it; infinite if there
// is none: for x >= X the coefficient before a root is at least its value at X.
double find_root_top(const GridSegment& segment, std::size_t end) {
  // From speeds a million times that at which the steepest root is 1, down by factors of four.
  constexpr double kFar = 1e6, kStep = 1.0 / 16.0;
  constexpr int kMostSteps = 24;  // to 3e-9 of that speed
  double steepest = 0.0;
  for (const Quadratic3& root : segment.curved->roots) steepest = std::max(steepest, root[end]);
  if (!(steepest > 0.0)) return kInfinity;
  double top = kInfinity, next = (kFar / steepest) * (kFar / steepest);
  std::vector<StraightSide> sides(segment.sides.size());
  for (int step = 0; step < kMostSteps; ++step) {
    const double m = std::sqrt(next);
    for (std::size_t k = 0; k < sides.size(); ++k) {
      const Side& side = segment.sides[k];
      const double b = segment.curved->roots[k][end];
      const RootLine line = b > 0.0 ? RootLine{0.0, m} : make_tangent(m);
      sides[k] = {side.a[end] + b * line.slope, side.c[end] + b * line.offset, side.d[end]};
    }
    if (find_extreme(sides, 1.0) >= next) break;
    top = next;
    next *= kStep;
  }
  return top;
}

// The x above which a x + b sqrt(x) + c, with a, b >= 0, is above 0.
double solve_flat(double a, double b, double c) {
  if (!(a >= 0.0 && b >= 0.0 && c < 0.0) || (a == 0.0 && b == 0.0)) return kInfinity;
  const double root = -2.0 * c / (b + std::sqrt(b * b - 4.0 * a * c));
  return root * root;
}

// The extreme x at an end of a segment with roots. Chords are more accurate on a narrow domain of
// x: domains are tried from the top down, narrower as they get closer.
class CurvedExtremes {
 public:
  CurvedExtremes(const GridSegment& segment, std::size_t end)
      : segment_(segment), end_(end), sides_(segment.sides.size() + 2) {}

  Interval find() {
    double steepest = 0.0;
    for (const Side& side : segment_.sides) steepest = std::max(steepest, std::abs(side.a[end_]));
    const double size = steepest > 0.0 ? 1.0 / steepest : 1.0;
    const double flat_top = find_flat_top();
    straighten({0.0, flat_top < kInfinity ? flat_top : find_root_top(segment_, end_)}, size);
    double top = std::min(domain_.high, find_extreme(sides_, 1.0));
    if (std::isnan(top)) return {top, top};
    const double least = find_extreme(sides_, -1.0);
    if (top == kInfinity || top == 0.0) return {std::min(least, top), top};
    top = lower(top, least);
    if (std::isnan(top)) return {top, top};
    straighten({least, top}, size);
    const double bottom = find_extreme(sides_, -1.0);
    return {std::isnan(bottom) ? least : std::min(std::max(least, bottom), top), top};
  }

 private:
  // The top of the sides that do not depend on d2.
  [[nodiscard]] double find_flat_top() const {
    const RowError& error = *segment_.error;
    double top = kInfinity;
    for (std::size_t k = 0; k < segment_.sides.size(); ++k) {
      const Side& side = segment_.sides[k];
      if (side.d[end_] != 0.0) continue;
      const double room = side.room[end_];
      const double b = segment_.curved->roots[k][end_] - error.per_root * room;
      // A term that vanishes everywhere has no error.
      const double a = side.a[end_] == 0.0 ? 0.0 : side.a[end_] - error.per_x * room;
      top = std::min(top, solve_flat(a, b, side.c[end_] - error.rest * room));
    }
    return top;
  }

  double lower(double top, double least) {
    constexpr int kMostTimes = 40;
    // The error of a chord is an eighth of the share's square: the next domain need not be much
    // wider.
    // At the narrowest it is 1e-11.
    constexpr double kFirst = 0.5, kNarrower = 0.125, kNarrow = 1e-5;
    double share = kFirst;
    for (int time = 0; time < kMostTimes; ++time) {
      const double low = std::max((1.0 - share) * top, least);
      straighten({low, top}, top);
      const double next = find_extreme(sides_, 1.0);
      if (std::isnan(next)) {
        if (low <= least) return next;
        top = low;
        continue;
      }
      // What rounding errors leave of an empty domain.
      top = std::clamp(next, low, top);
      if (share <= kNarrow) break;
      share = std::max(kNarrow, share * std::min(kNarrower, share));
    }
    return top;
  }

  // The domain, and sides that hold in it wherever those with roots hold.
  void straighten(const Interval& domain, double size) {
    domain_ = domain;
    const double m =
        std::sqrt(domain.high < kInfinity ? std::max(domain.high, round_off::kLeastSize) : size);
    const RowError& error = *segment_.error;
    const double rest = error.rest + error.per_root * m;
    const RootLine chord = make_chord(domain.low, domain.high), tangent = make_tangent(m);
    const std::size_t count = segment_.sides.size();
    for (std::size_t k = 0; k < count; ++k) {
      const Side& side = segment_.sides[k];
      const double b = segment_.curved->roots[k][end_];
      const RootLine line = b > 0.0 ? chord : tangent;
      sides_[k] = {side.a[end_] + b * line.slope - error.per_x * side.room[end_],
                   side.c[end_] + b * line.offset - rest * side.room[end_], side.d[end_]};
    }
    // As steep as sides of rows are, because planes are scaled by the steepest.
    const double by_x = 1.0 / (m * m);
    const bool has_end = domain.high < kInfinity;
    sides_[count] = {has_end ? by_x : 0.0, has_end ? -domain.high * by_x : 0.0, 0.0};
    sides_[count + 1] = {-by_x, domain.low * by_x, 0.0};
  }

  const GridSegment& segment_;
  std::size_t end_;
  Interval domain_{};
  std::vector<StraightSide> sides_;
};

}  // namespace

Interval find_admissible_speeds(const GridSegment& segment, SegmentEnd at) {
  const std::size_t end = at == SegmentEnd::begin ? 0 : 2;
  if (segment.curved) return CurvedExtremes(segment, end).find();
  std::vector<StraightSide> sides(segment.sides.size());
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const Side& side = segment.sides[k];
    sides[k] = {side.a[end] - segment.error->per_x * side.room[end],
                side.c[end] - segment.error->rest * side.room[end], side.d[end]};
  }
  return {find_extreme(sides, -1.0), find_extreme(sides, 1.0)};
}

}  // namespace plan
}  // namespace globaldyn::inside
