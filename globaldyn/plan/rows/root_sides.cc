#include "globaldyn/plan/rows/root_sides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/base/memory.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/rows/redundant_sides.h"
#include "globaldyn/plan/rows/root_line.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// The smallest or the largest x, and its root.
struct RootedSpeed {
  double x, root;
};

struct RootDomain {
  RootedSpeed low, high;
};

RootDomain make_domain(double low, double high) {
  return {{low, std::sqrt(low)}, {high, std::sqrt(high)}};
}

// The maximum by which b sqrt(x) is above the line or, for outer sides, below it.
double find_root_error(double b, const RootLine& line, const RootDomain& domain, bool is_inner) {
  const auto miss = [&](const RootedSpeed& at) {
    const double value = b * at.root - line.slope * at.x - line.offset;
    return is_inner ? value : -value;
  };
  double worst = std::max(miss(domain.low), miss(domain.high));
  // The root's own extremum, if it lies between.
  const double root = 0.5 * b / line.slope;
  if (root > domain.low.root && root < domain.high.root) {
    worst = std::max(worst, miss({root * root, root}));
  }
  return worst;
}

// Lines for the roots on a segment, about its guess of x: tangents at the guess, chords over a
// range.
class RootLines {
 public:
  RootLines(const RootGuess& guess, double beyond) : guess_(guess), beyond_(beyond) {
    for (std::size_t j = 0; j < kLooks; ++j) {
      at_[j] = find_x_at(guess.x, 0.25 * static_cast<double>(j));
    }
    for (std::size_t j = 0; j < kLooks; j += 2) tangents_[j / 2] = make_tangent(std::sqrt(at_[j]));
  }

  void choose(RootRange range) {
    for (std::size_t j = 0; j < kLooks; ++j) domains_[j] = find_domain(at_[j], range);
    for (std::size_t j = 0; j < kLooks; j += 2) {
      const auto& [low, high] = domains_[j];
      chords_[j / 2] = make_chord_of_roots(low.root, high.root);
    }
  }

  // Adds b sqrt(x) as a line on the chosen range: where the inner side holds, so does the side with
  // the root; where that holds, so does the outer one.
  void add(const Quadratic3& b, bool is_inner, Side& side) const {
    const double before = b[0], middle = b.middle(), after = b[2];
    const auto line = [&](std::size_t j, double value) {
      return (value > 0.0) == is_inner ? tangents_[j] : chords_[j];
    };
    const RootLine l0 = line(0, before), l2 = line(1, middle), l4 = line(2, after);
    const Quadratic3 slope =
        Quadratic3::through(before * l0.slope, middle * l2.slope, after * l4.slope);
    const Quadratic3 offset =
        Quadratic3::through(before * l0.offset, middle * l2.offset, after * l4.offset);
    double misfit = 0.0;
    for (const std::size_t j : {std::size_t{1}, std::size_t{3}}) {
      const double r = 0.25 * static_cast<double>(j);
      misfit = std::max(misfit, kMisfit * find_root_error(b.at(r), {slope.at(r), offset.at(r)},
                                                          domains_[j], is_inner));
    }
    for (std::size_t j = 0; j < 3; ++j) {
      side.a[j] += slope[j];
      side.c[j] += offset[j] + (is_inner ? misfit : -misfit);
    }
  }

 private:
  static constexpr std::size_t kLooks = 5;

  [[nodiscard]] RootDomain find_domain(double at, RootRange range) const {
    const double low = (1.0 - guess_.spread) * at, high = (1.0 + guess_.spread) * at;
    switch (range) {
      case RootRange::near:
        return make_domain(low, high);
      case RootRange::below:
        return make_domain(0.0, low);
      case RootRange::above:
        return make_domain(high, beyond_);
      case RootRange::all:
        break;
    }
    return make_domain(0.0, beyond_);
  }

  const RootGuess& guess_;
  double beyond_;
  std::array<double, kLooks> at_;
  std::array<RootDomain, kLooks> domains_;
  std::array<RootLine, 3> tangents_, chords_;  // at the start, half-way, and at the end
};

bool has_any(const Quadratic3& b, double sign) {
  return sign * b[0] > 0.0 || sign * b.middle() > 0.0 || sign * b[2] > 0.0;
}

double find_most(const CubicSpeed& x) {
  return std::max({x[0], x[1], x[2], x[3]});
}

// Where x changes a lot, and near rest, one line for the whole segment is better.
RootGuess settle(const RootGuess& guess) {
  constexpr double kMuch = 4.0;  // as from a quarter of the way from rest to all of it
  const auto& [x, spread] = guess;
  const double most = find_most(x), least = std::min({x[0], x[1], x[2], x[3]});
  if (most <= kMuch * least) return guess;
  RootGuess wide;
  wide.x.fill(0.5 * (1.0 + spread) * most);
  return wide;
}

// Calls `call` with the number of each side that is needed.
template <typename Call>
void for_each_needed(const RootSides& curved, const Call& call) {
  if (!curved.needed.empty()) {
    for (const std::uint32_t k : curved.needed) call(std::size_t{k});
  } else {
    for (std::size_t k = 0; k < curved.roots.size(); ++k) call(k);
  }
}

}  // namespace

std::size_t RootSides::calc_bytes() const {
  // As long as any x may occur, the sides that matter are listed.
  const std::size_t listed = reach == kInfinity ? roots.size() : 0;
  return sizeof(RootSides) + roots.size() * sizeof(Quadratic3) + listed * sizeof(std::uint32_t) +
         3 * kBlockOverhead;
}

bool RootSides::is_within(const CubicSpeed& x) const {
  if (!is_bounded) return true;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto& [guess, spread] = of_bounds;
    if (x[k] > (1.0 + spread) * guess[k] * (1.0 + round_off::kSolved)) return false;
    if (x[k] < (1.0 - spread) * guess[k] * (1.0 - round_off::kSolved)) return false;
  }
  return true;
}

void set_guess(GridSegment& segment, const RootGuess& of_motions, const RootGuess& of_bounds) {
  if (segment.is_straight()) return;
  RootSides& curved = *segment.curved;
  curved.of_motions = settle(of_motions);
  curved.of_bounds = settle(of_bounds);
  constexpr double kBeyond = 4.0;  // of the largest x of guesses: motions are hardly twice as fast
  curved.beyond = 0.0;
  for (const RootGuess* guess : {&curved.of_motions, &curved.of_bounds}) {
    curved.beyond = std::max(curved.beyond, kBeyond * (1.0 + guess->spread) * find_most(guess->x));
  }
  curved.beyond = std::min(curved.beyond, curved.reach);
  curved.needed = curved.reach == kInfinity ? list_needed_sides(segment, curved.beyond)
                                            : std::vector<std::uint32_t>();
  curved.is_bounded = false;
  for_each_needed(curved, [&](std::size_t k) {
    curved.is_bounded = curved.is_bounded || has_any(curved.roots[k], 1.0);
  });
}

void limit_speed(GridSegment& segment, double most) {
  if (segment.is_straight() || !(most < segment.curved->reach)) return;
  RootSides& curved = *segment.curved;
  curved.reach = most;
  const std::vector<std::uint32_t> needed = list_needed_sides(segment, most);
  // Without any side the barrier would not know what is beyond it.
  if (needed.empty() || needed.size() == segment.sides.size()) return;
  std::vector<Side> sides;
  std::vector<Quadratic3> roots;
  sides.reserve(needed.size());
  roots.reserve(needed.size());
  for (const std::uint32_t k : needed) {
    sides.push_back(segment.sides[k]);
    roots.push_back(curved.roots[k]);
  }
  segment.sides = std::move(sides);
  curved.roots = std::move(roots);
}

// The polyline of chords below sqrt(x) is concave: it is their minimum, so all chords are imposed.
std::span<const Side> StraightSides::inner(const GridSegment& segment) {
  if (segment.is_straight()) return segment.sides;
  const RootSides& curved = *segment.curved;
  RootLines lines(curved.of_motions, curved.beyond);
  sides_.clear();
  const auto add = [&](RootRange range, bool is_for_all) {
    lines.choose(range);
    for_each_needed(curved, [&](std::size_t k) {
      const Quadratic3& b = curved.roots[k];
      if (is_for_all || has_any(b, -1.0)) lines.add(b, true, sides_.emplace_back(segment.sides[k]));
    });
  };
  add(RootRange::near, true);
  add(RootRange::above, false);
  if (curved.of_motions.spread < 1.0) add(RootRange::below, false);
  return sides_;
}

std::span<const Side> StraightSides::make_outer(const GridSegment& segment, RootRange range) {
  const RootSides& curved = *segment.curved;
  RootLines lines(curved.of_bounds, curved.beyond);
  lines.choose(range);
  sides_.clear();
  for_each_needed(curved, [&](std::size_t k) {
    lines.add(curved.roots[k], false, sides_.emplace_back(segment.sides[k]));
  });
  return sides_;
}

std::span<const Side> StraightSides::outer(const GridSegment& segment) {
  if (segment.is_straight()) return segment.sides;
  return make_outer(segment, RootRange::near);
}

std::span<const Side> StraightSides::outermost(const GridSegment& segment) {
  if (segment.is_straight()) return segment.sides;
  return make_outer(segment, RootRange::all);
}

}  // namespace plan
}  // namespace globaldyn::inside
