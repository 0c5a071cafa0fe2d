#include "globaldyn/rows/root_sides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "globaldyn/rows/misfit.h"
#include "globaldyn/rows/needed_sides.h"
#include "globaldyn/rows/root_line.h"

namespace globaldyn {
namespace {

// What the sides with roots are at a place between: the largest error of the straight ones, which
// must be on their side of them for low <= x <= high.
double find_root_error(double b, double slope, double offset, const Interval& domain,
                       bool is_inner) {
  const auto [low, high] = domain;
  const auto miss = [&](double x) {
    const double value = b * std::sqrt(x) - slope * x - offset;
    return is_inner ? value : -value;
  };
  double worst = std::max(miss(low), miss(high));
  // The root's own extreme, where that is between.
  if (b * slope > 0.0) {
    const double x = 0.25 * b * b / (slope * slope);
    if (x > low && x < high) worst = std::max(worst, miss(x));
  }
  return worst;
}

// Lines for the roots on a segment, about its guess of x: tangents at the guess; chords of ranges
// of x about it: near, below, above, and all there may be.
class StraightRoots {
 public:
  enum Range : std::size_t { kNear, kBelow, kAbove, kAll, kRanges };

  StraightRoots(const RootGuess& guess, double beyond) {
    for (std::size_t j = 0; j < kLooks; ++j) {
      const double at = find_x_at(guess.x, 0.25 * static_cast<double>(j));
      const double low = (1.0 - guess.spread) * at, high = (1.0 + guess.spread) * at;
      tangents_[j] = make_tangent(std::sqrt(at));
      domains_[kNear][j] = {low, high};
      domains_[kBelow][j] = {0.0, low};
      domains_[kAbove][j] = {high, beyond};
      domains_[kAll][j] = {0.0, beyond};
      for (std::size_t range = 0; range < kRanges; ++range) {
        chords_[range][j] = make_chord(domains_[range][j].low, domains_[range][j].high);
      }
    }
  }

  // Adds b sqrt(x) as a line: whoever keeps the inner side keeps the one with the root, whoever
  // keeps that keeps the outer one.
  void add(const Quadratic3& b, bool is_inner, Range range, Side& side) const {
    const double before = b[0], middle = b.middle(), after = b[2];
    const auto line = [&](std::size_t j, double value) {
      return (value > 0.0) == is_inner ? tangents_[j] : chords_[range][j];
    };
    const RootLine l0 = line(0, before), l2 = line(2, middle), l4 = line(4, after);
    const Quadratic3 slope =
        Quadratic3::through(before * l0.slope, middle * l2.slope, after * l4.slope);
    const Quadratic3 offset =
        Quadratic3::through(before * l0.offset, middle * l2.offset, after * l4.offset);
    double misfit = 0.0;
    for (const std::size_t j : {std::size_t{1}, std::size_t{3}}) {
      const double r = 0.25 * static_cast<double>(j);
      misfit = std::max(misfit, kMisfit * find_root_error(b.at(r), slope.at(r), offset.at(r),
                                                          domains_[range][j], is_inner));
    }
    for (std::size_t j = 0; j < 3; ++j) {
      side.a[j] += slope[j];
      side.c[j] += offset[j] + (is_inner ? misfit : -misfit);
    }
  }

 private:
  static constexpr std::size_t kLooks = 5;

  std::array<RootLine, kLooks> tangents_;
  std::array<std::array<RootLine, kLooks>, kRanges> chords_;
  std::array<std::array<Interval, kLooks>, kRanges> domains_;
};

bool has_any(const Quadratic3& b, double sign) {
  return sign * b[0] > 0.0 || sign * b.middle() > 0.0 || sign * b[2] > 0.0;
}

double find_most(const CubicSpeed& x) {
  return std::max({x[0], x[1], x[2], x[3]});
}

// Where x changes by much, and near rest, one line for the whole segment is better.
RootGuess settle(const RootGuess& guess) {
  constexpr double kMuch = 4.0;
  const auto& [x, spread] = guess;
  const double most = find_most(x), least = std::min({x[0], x[1], x[2], x[3]});
  if (most <= kMuch * least) return guess;
  RootGuess wide;
  wide.x.fill(0.5 * (1.0 + spread) * most);
  return wide;
}

}  // namespace

std::size_t RootSides::calc_bytes() const {
  const std::size_t count = roots.size();
  std::size_t lines = inner.capacity() + outer.capacity();
  if (outer.empty()) {
    // What there will be at most.
    lines = 2 * count;
    for (const Quadratic3& b : roots) lines += has_any(b, -1.0) ? 2 : 0;
  }
  return sizeof(RootSides) + count * sizeof(Quadratic3) + lines * sizeof(Side) + 4 * kOfAllocator;
}

bool RootSides::is_within(const CubicSpeed& x) const {
  if (!is_bounded) return true;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto& [guess, spread] = of_bounds;
    if (x[k] > (1.0 + spread) * guess[k] * (1.0 + 1e-12)) return false;
    if (x[k] < (1.0 - spread) * guess[k] * (1.0 - 1e-12)) return false;
  }
  return true;
}

void set_guess(GridSegment& segment, const RootGuess& of_motions, const RootGuess& of_bounds) {
  if (segment.is_straight()) return;
  RootSides& curved = *segment.curved;
  curved.of_motions = settle(of_motions);
  curved.of_bounds = settle(of_bounds);
  constexpr double kBeyond = 4.0;
  curved.beyond = 0.0;
  for (const RootGuess* guess : {&curved.of_motions, &curved.of_bounds}) {
    curved.beyond = std::max(curved.beyond, kBeyond * (1.0 + guess->spread) * find_most(guess->x));
  }
  curved.beyond = std::min(curved.beyond, curved.reach);
  // What sqrt(x) is above is concave, so that all chords hold at once.
  std::vector<std::size_t> needed(segment.sides.size());
  std::iota(needed.begin(), needed.end(), std::size_t{0});
  if (curved.reach == kInfinity) needed = list_needed_sides(segment, curved.beyond);
  const bool is_near = curved.of_motions.spread < 1.0;
  const std::size_t chords = is_near ? 2 : 1;
  std::size_t room = needed.size();
  for (const std::size_t k : needed) room += has_any(curved.roots[k], -1.0) ? chords : 0;
  const auto make_room = [](std::vector<Side>& sides, std::size_t room) {
    if (sides.capacity() > 2 * room) sides = std::vector<Side>();
    sides.clear();
    sides.reserve(room);
  };
  make_room(curved.inner, room);
  make_room(curved.outer, needed.size());
  curved.is_bounded = false;
  const StraightRoots lines(curved.of_motions, curved.beyond);
  const StraightRoots outer_lines(curved.of_bounds, curved.beyond);
  for (const std::size_t k : needed) {
    const Side& side = segment.sides[k];
    const Quadratic3& b = curved.roots[k];
    lines.add(b, true, StraightRoots::kNear, curved.inner.emplace_back(side));
    outer_lines.add(b, false, StraightRoots::kNear, curved.outer.emplace_back(side));
    if (has_any(b, 1.0)) curved.is_bounded = true;
    if (!has_any(b, -1.0)) continue;
    lines.add(b, true, StraightRoots::kAbove, curved.inner.emplace_back(side));
    if (is_near) {
      lines.add(b, true, StraightRoots::kBelow, curved.inner.emplace_back(side));
    }
  }
}

void limit_speed(GridSegment& segment, double most) {
  if (segment.is_straight() || !(most < segment.curved->reach)) return;
  RootSides& curved = *segment.curved;
  curved.reach = most;
  const std::vector<std::size_t> needed = list_needed_sides(segment, most);
  // Without any the barrier would not know what is beyond it.
  if (needed.empty() || needed.size() == segment.sides.size()) return;
  std::vector<Side> sides;
  std::vector<Quadratic3> roots;
  sides.reserve(needed.size());
  roots.reserve(needed.size());
  for (const std::size_t k : needed) {
    sides.push_back(segment.sides[k]);
    roots.push_back(curved.roots[k]);
  }
  segment.sides = std::move(sides);
  curved.roots = std::move(roots);
}

// The outer sides are as the sides, but for those that are missing.
void write_outermost(const GridSegment& segment, std::vector<Side>& sides) {
  const RootSides& curved = *segment.curved;
  const StraightRoots lines(curved.of_bounds, curved.beyond);
  sides.clear();
  std::size_t k = 0;
  for (const Side& outer : curved.outer) {
    while (segment.sides[k].number != outer.number) ++k;
    lines.add(curved.roots[k], false, StraightRoots::kAll, sides.emplace_back(segment.sides[k]));
  }
}

}  // namespace globaldyn
