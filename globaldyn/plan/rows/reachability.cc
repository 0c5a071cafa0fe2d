#include "globaldyn/plan/rows/reachability.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// In place of a bound that is infinite, in units of x within reach: far beyond all, and small
// enough for the rounding errors of plane programs.
constexpr double kFarAbove = 1e9;

// A shape that leaves so much of the x that the barrier allows is as good as any: others would have
// to be tried at the cost of a linear program each.
constexpr double kEnough = 0.995;

// A level of x so far above all that is bounded that it takes no time to pass at it; infinite if
// nothing is bounded. Where nothing bounds x it is kept below: growing by kFarAbove from segment to
// segment it would get beyond all numbers.
double find_ceiling(const std::vector<double>& bounds) {
  constexpr double kAbove = 1e60;  // a path of 1e30 times the time would not notice
  double most = 0.0;
  for (const double x : bounds) {
    if (x < kInfinity) most = std::max(most, x);
  }
  return most > 0.0 ? kAbove * most : kInfinity;
}

}  // namespace

bool Reachability::run(RowGrid& grid, const SpeedBarrier& barrier) {
  std::vector<GridSegment>& segments = grid.segments();
  const std::size_t last = segments.size();
  high_ = barrier.most;
  low_ = barrier.least;
  ceiling_ = find_ceiling(high_);
  controllable_.assign(last + 1, {0.0, 0.0});
  x_.assign(last + 1, 0.0);
  mean_.assign(last, 0.0);
  kept_of_.resize(last);
  inner_segment_.reset();
  // Gates apply on both sides of a node, so they are in the barrier's bounds except for their
  // minimum.
  controllable_[last] = {low_[last], high_[last]};
  if (!is_closed_) {
    if (!find_controllable(segments)) return false;
    x_[0] = controllable_[0].high;
    return go_fastest(segments);
  }
  // Repeated laps, until the motion ends as it started: each takes x at the seam down to where the
  // last one ended, after half of them without regard to the least there.
  constexpr int kMostLaps = 60;
  for (int lap = 0; lap < kMostLaps; ++lap) {
    if (!find_controllable(segments)) return false;
    x_[0] = controllable_[0].high;
    if (!go_fastest(segments)) return false;
    const double begin = x_.front(), end = x_.back();
    if (std::abs(begin - end) <= round_off::kSum * begin) return true;
    // The smaller of the two is the maximum at the seam.
    const double seam = std::min(begin, end);
    high_.front() = high_.back() = seam;
    controllable_.back().high = seam;
    if (lap + 1 == kMostLaps / 2) low_.front() = low_.back() = controllable_.back().low = 0.0;
  }
  blocked_ = 0;
  return false;
}

// The rough size of x.
double Reachability::find_scale(const GridSegment& s, std::size_t i) const {
  const double begin = high_[i], end = controllable_[i + 1].high;
  double scale = 0.0;
  if (begin < kInfinity) scale = std::max(scale, begin);
  if (end < kInfinity) scale = std::max(scale, end);
  if (scale > 0.0) return scale;
  // At rest all along, or nothing is known.
  const double size = find_speed_size(s);
  return size > 0.0 ? size : 1.0;
}

// The sides are the same whatever the shape is.
std::span<const Side> Reachability::inner_of(const GridSegment& segment, std::size_t i) {
  if (inner_segment_ != i) {
    inner_ = straight_.inner(segment);
    inner_segment_ = i;
  }
  return inner_;
}

// In X = x_begin / scale and U = 2 h mean / scale, so that x_end / scale = X + U. Rows that hold
// in the whole box add nothing to its sides.
void Reachability::build(const GridSegment& s, std::size_t i, double scale, const Box& box) {
  const auto add = [&](double by_begin, double by_rise, double limit) {
    if (box.may_exceed(by_begin, by_rise, limit)) planes_.push_back({by_begin, by_rise, limit});
  };
  const bool is_bent = !(s.shape == PushShape{});
  const QuadraticPush w = s.shape.about(0.0);
  const SideEase ease = s.find_ease();
  // x = scale (X + j U / 3) + parts of the shape.
  const CubicSpeed bent = integrate(0.0, w, s.h);
  // No x below 0.
  add(-1.0, -1.0 / 3.0, bent[1] / scale);
  add(-1.0, -2.0 / 3.0, bent[2] / scale);
  const double per_mean = scale / (2.0 * s.h);
  // Only up to there are the straight sides known to be within those with roots.
  if (s.curved) {
    for (std::size_t k = 0; k < bent.size(); ++k) {
      add(1.0, static_cast<double>(k) / 3.0, (s.curved->beyond - bent[k]) / scale);
    }
  }
  for (const Side& given : inner_of(s, i)) {
    const Side side = widen(given, -ease);
    RowCurve constant = raise(side.c);
    const bool is_flat = side.d == Quadratic3{} && given.a == Quadratic3{};
    if (is_flat) {
      const double worst = *std::max_element(constant.begin(), constant.end());
      if (worst > 0.0) planes_.push_back({0.0, 0.0, -worst});
      continue;
    }
    const RowCurve by_x = raise(side.a), ramp = multiply_by_ramp(side.a), push = raise(side.d);
    if (is_bent) {
      const RowCurve bend = multiply(side.a, bent, side.d, w);
      for (std::size_t j = 0; j < bend.size(); ++j) constant[j] += bend[j];
    }
    RowCurve by_begin, by_rise;
    std::array<bool, 6> is_needed;
    for (std::size_t j = 0; j < by_x.size(); ++j) {
      by_begin[j] = scale * by_x[j];
      by_rise[j] = scale * ramp[j] + per_mean * push[j];
      is_needed[j] = box.may_exceed(by_begin[j], by_rise[j], -constant[j]);
    }
    for (std::size_t j = 0; j < by_x.size(); ++j) {
      if (is_needed[j]) planes_.push_back({by_begin[j], by_rise[j], -constant[j]});
    }
  }
}

// Bounds of x may be far above everything within reach: then solves again, scaled to what is.
bool Reachability::find_interval(const GridSegment& s, std::size_t i) {
  // Half planes lose three digits at most.
  constexpr double kFarBelow = 1e-3, kBeyond = 2.0;
  double scale = find_scale(s, i), high = high_[i];
  for (;;) {
    if (!find_interval(s, i, scale, high)) return false;
    const double size = std::max(controllable_[i].high, controllable_[i + 1].high);
    if (!(size > 0.0) || size >= kFarBelow * scale) return true;
    scale = size;
    high = std::min(high, kBeyond * controllable_[i].high);
  }
}

bool Reachability::find_interval(const GridSegment& s, std::size_t i, double scale, double high) {
  ++work_;
  const auto scaled = [&](double x) {
    return x == kInfinity ? kFarAbove : std::min(kFarAbove, x / scale);
  };
  const Box box{low_[i] / scale, scaled(high), controllable_[i + 1].low / scale,
                scaled(controllable_[i + 1].high)};
  scale_ = scale;
  planes_ = {{-1.0, 0.0, -box.begin_low},
             {1.0, 0.0, box.begin_high},
             {1.0, 1.0, box.end_high},
             {-1.0, -1.0, -box.end_low}};
  build(s, i, scale, box);
  constexpr CornerPair kMost{kBeginHigh, kEndHigh}, kLeast{kBeginLow, kEndHigh};
  const auto largest = find_extreme_x(planes_, 1.0, kMost, kMost).x;
  if (!largest) return false;
  const double top = high < kInfinity ? high : ceiling_;
  controllable_[i].high = std::clamp(*largest * scale, low_[i], std::max(low_[i], top));
  const auto smallest = find_extreme_x(planes_, -1.0, kLeast, kLeast).x;
  controllable_[i].low = smallest ? std::clamp(*smallest * scale, low_[i], controllable_[i].high)
                                  : controllable_[i].high;
  return true;
}

// Keeps the planes of as many segments as there is room for.
void Reachability::keep(std::size_t i) {
  constexpr std::size_t kMost = 20'000;  // half a megabyte, small beside a grid
  Kept& kept = kept_of_[i];
  kept_.resize(kept.begin);
  const std::size_t end = kept.begin + planes_.size();
  if (end > kMost) {
    kept.end = kept.begin;
    return;
  }
  kept.end = static_cast<std::uint32_t>(end);
  kept_.insert(kept_.end(), planes_.begin(), planes_.end());
  kept.scale = scale_;
}

bool Reachability::find_controllable(std::vector<GridSegment>& segments) {
  kept_.clear();
  std::size_t lowest = segments.size(), around = 1;
  for (std::size_t i = segments.size(); i-- > 0;) {
    blocked_ = i;
    if (is_spent()) return false;
    if (i < lowest) {
      lowest = i;
      around = 1;
    }
    if (find_controllable_at(segments[i], i)) continue;
    // No shape here reaches what the following segments require, which may require less without
    // their shapes.
    const std::optional<std::size_t> from = drop_shapes(segments, i, around);
    if (!from) return false;
    around *= 2;
    kept_.resize(kept_of_[*from].begin);
    i = *from + 1;
  }
  return true;
}

// Removes the shapes of this many segments after the given one, or of more if these have none;
// returns the last of them, or nothing if there are none to remove.
std::optional<std::size_t> Reachability::drop_shapes(std::vector<GridSegment>& segments,
                                                     std::size_t after, std::size_t count) {
  constexpr std::size_t kMost = 1024;  // what comes later hardly matters here
  const std::size_t end = std::min(segments.size(), after + 1 + kMost);
  bool is_any = false;
  for (std::size_t i = after + 1; i < end; ++i) {
    GridSegment& s = segments[i];
    is_any = is_any || !(s.shape == PushShape{}) || !(s.last_shape == PushShape{});
    s.shape = s.last_shape = {};
    if (is_any && i >= after + count) return i;
  }
  return is_any ? std::optional(end - 1) : std::nullopt;
}

// With the shape that leaves most room: its own, that of the previous motion, or none.
bool Reachability::find_controllable_at(GridSegment& s, std::size_t i) {
  kept_of_[i].begin = static_cast<std::uint32_t>(kept_.size());
  bool is_open = find_interval(s, i);
  keep(i);
  const double enough = kEnough * high_[i];
  const std::array<PushShape, 2> others{s.last_shape, PushShape{}};
  for (const PushShape& other : others) {
    if (is_open && controllable_[i].high >= enough) break;
    if (other == s.shape) continue;
    const PushShape shape = std::exchange(s.shape, other);
    const Interval before = controllable_[i];
    const bool is_other_open = find_interval(s, i);
    if (is_other_open && (!is_open || controllable_[i].high > before.high)) {
      is_open = true;
      keep(i);
      continue;
    }
    s.shape = shape;
    controllable_[i] = before;
  }
  return is_open;
}

// The largest rise from the x at the start of a segment within planes of that scale; nothing if
// there is none.
std::optional<double> Reachability::find_highest(std::span<const HalfPlane> planes, double begin,
                                                 double scale) {
  // Fractions of limits. Allowed besides are rounding errors: of terms that are far larger and
  // nearly cancel, and of x at the end, as d2 on a short segment is a small difference of large x;
  // of these at most kMostBroken, a tenth of the allowed violation of limits.
  constexpr double kBroken = 1e-11, kMostBroken = 1e-10;
  const auto is_broken = [&](const HalfPlane& plane, double x, double rise) {
    const double by_x = plane.normal_x * x, by_rise = plane.normal_y * rise;
    const double terms = std::abs(by_x) + std::abs(by_rise) + std::abs(plane.limit);
    const double by_end =
        std::min(kMostBroken, 2.0 * round_off::kEpsilon * std::abs(plane.normal_y) * x);
    return by_x + by_rise - plane.limit > std::max({kBroken, round_off::kEntry * terms, by_end});
  };
  const double x = begin / scale;
  double most = kInfinity, least = -kInfinity;
  for (const HalfPlane& plane : planes) {
    const double room = plane.limit - plane.normal_x * x;
    if (plane.normal_y > 0.0) {
      most = std::min(most, room / plane.normal_y);
    } else if (plane.normal_y < 0.0) {
      least = std::max(least, room / plane.normal_y);
    } else if (is_broken(plane, x, 0.0)) {
      return std::nullopt;
    }
  }
  if (least <= most) return most * scale;
  // Rounding errors, unless rows are violated.
  const double middle = 0.5 * (least + most);
  const bool are_kept = std::none_of(planes.begin(), planes.end(), [&](const HalfPlane& plane) {
    return is_broken(plane, x, middle);
  });
  if (!are_kept) return std::nullopt;
  return middle * scale;
}

// With the same shape as in the backward pass: only what mattered then matters now.
std::optional<double> Reachability::find_highest_as_kept(const GridSegment& s, std::size_t i) {
  const auto [begin, end, scale] = kept_of_[i];
  if (begin == end) return find_highest_anew(s, i);
  return find_highest(std::span(kept_).subspan(begin, end - begin), x_[i], scale);
}

std::optional<double> Reachability::find_highest_anew(const GridSegment& s, std::size_t i) {
  ++work_;
  double scale = std::max(x_[i], std::min(controllable_[i + 1].high, kFarAbove * x_[i]));
  if (!(scale > 0.0) || scale == kInfinity) scale = find_scale(s, i);
  const double x = x_[i] / scale;
  const double most_at_end =
      controllable_[i + 1].high == kInfinity ? kFarAbove : controllable_[i + 1].high / scale;
  const Box box{x, x, controllable_[i + 1].low / scale, most_at_end};
  planes_ = {{1.0, 1.0, box.end_high}, {-1.0, -1.0, -box.end_low}};
  build(s, i, scale, box);
  return find_highest(planes_, x_[i], scale);
}

bool Reachability::go_fastest(std::vector<GridSegment>& segments) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    GridSegment& s = segments[i];
    blocked_ = i;
    if (is_spent()) return false;
    std::optional<double> highest = find_highest_as_kept(s, i);
    const auto end = [&] { return highest ? x_[i] + *highest : -kInfinity; };
    // A motion not held back by what follows may rise with another shape.
    constexpr double kHeld = 1.0 - 1e-12;
    const std::array<PushShape, 3> others{s.rising_shape, s.last_shape, PushShape{}};
    for (std::size_t k = 0; k < others.size(); ++k) {
      const PushShape& other = others[k];
      const bool is_rising = k == 0;
      if (highest && end() >= (is_rising ? kHeld : kEnough) * controllable_[i + 1].high) break;
      if (other == s.shape) continue;
      const PushShape shape = std::exchange(s.shape, other);
      const std::optional<double> next = find_highest_anew(s, i);
      if (next && (!highest || *next > *highest)) {
        highest = next;
      } else {
        s.shape = shape;
      }
    }
    if (!highest) return false;
    x_[i + 1] = std::clamp(end(), controllable_[i + 1].low, controllable_[i + 1].high);
    mean_[i] = (x_[i + 1] - x_[i]) / (2.0 * s.h);
  }
  return true;
}

}  // namespace plan
}  // namespace globaldyn::inside
