#include "globaldyn/rows/row_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/constants.h"
#include "core/base/interval.h"
#include "globaldyn/rows/needed_sides.h"
#include "globaldyn/rows/plane_pair.h"

namespace globaldyn {
namespace {

// Beside a row's largest d on its part one so small is round-off, or what interpolation is off by.
constexpr double kNoPush = 1e-9;
// A cubic through three values differs from the quadratic by no more than this times what it does
// at a quarter.
constexpr double kMisfit = 1.1;

double find_size(const std::array<double, 3>& low, const std::array<double, 3>& high,
                 const std::array<double, 3>& c) {
  double size = 0.0, offset = 0.0;
  for (std::size_t j = 0; j < 3; ++j) {
    size = std::max(size, calc_row_size(low[j], high[j], c[j]));
    offset = std::max(offset, std::abs(c[j]));
  }
  return size > 1e-9 * offset ? size : offset > 0.0 ? offset : 1.0;
}

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
  constexpr double kFar = 1e9;
  const double x_size = steepest_a > 0.0 ? 1.0 / steepest_a : 1.0;
  const double u_size = steepest_d > 0.0 ? 1.0 / steepest_d : 1.0;
  PlaneList planes;
  planes.add(-1.0, 0.0, 0.0);
  planes.add(1.0, 0.0, kFar);
  planes.add(0.0, 1.0, 1e3 * kFar);
  planes.add(0.0, -1.0, 1e3 * kFar);
  for (const StraightSide& side : sides) {
    if (side.a == 0.0 && side.d == 0.0 && side.c <= 0.0) continue;
    planes.add(side.a * x_size, side.d * u_size, -side.c);
  }
  const CornerPair safe = direction > 0.0 ? CornerPair{1, 2} : CornerPair{0, 2};
  CornerPair pair = safe;
  Corner corner;
  PlaneProgram<PlaneList> program(planes, direction);
  if (!program.solve(pair, safe, corner)) {
    if (program.is_stuck()) return direction > 0.0 ? kInfinity : 0.0;
    return std::nan("");
  }
  if (corner.x >= 0.5 * kFar) return kInfinity;
  return std::max(0.0, corner.x * x_size);
}

// A line that sqrt(x) is nowhere above: its tangent at x = m².
struct RootLine {
  double slope;
  double offset;
};
RootLine make_tangent(double m) {
  return {0.5 / m, 0.5 * m};
}
// One that it is nowhere below for low <= x <= high: its chord.
RootLine make_chord(double low, double high) {
  if (!(high > 0.0) || high == kInfinity) return {0.0, 0.0};
  const double sum = std::sqrt(low) + std::sqrt(high);
  return {1.0 / sum, std::sqrt(low * high) / sum};
}

// An x that nothing is accessible beyond, where only terms in its root limit it; infinite if there
// is none: for x >= X what stands before a root is at least what it is at X.
double find_root_top(const GridSegment& segment, std::size_t end) {
  constexpr double kFar = 1e6, kStep = 1.0 / 16.0;
  constexpr int kMostSteps = 24;
  double steepest = 0.0;
  for (const Quadratic3& root : segment.roots) steepest = std::max(steepest, root[end]);
  if (!(steepest > 0.0)) return kInfinity;
  double top = kInfinity, next = (kFar / steepest) * (kFar / steepest);
  std::vector<StraightSide> sides(segment.sides.size());
  for (int step = 0; step < kMostSteps; ++step) {
    const double m = std::sqrt(next);
    for (std::size_t k = 0; k < sides.size(); ++k) {
      const Side& side = segment.sides[k];
      const double b = segment.roots[k][end];
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

// The extreme x at an end of a segment with roots. The chords of a narrow domain of x are the
// better: from the top down domains are looked at, the narrower the nearer.
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
  // Of the sides that do not depend on d2.
  [[nodiscard]] double find_flat_top() const {
    const RowError& error = segment_.error;
    double top = kInfinity;
    for (std::size_t k = 0; k < segment_.sides.size(); ++k) {
      const Side& side = segment_.sides[k];
      if (side.d[end_] != 0.0) continue;
      const double room = side.room[end_];
      const double b = segment_.roots[k][end_] - error.per_root * room;
      // What vanishes everywhere is not off by anything.
      const double a = side.a[end_] == 0.0 ? 0.0 : side.a[end_] - error.per_x * room;
      top = std::min(top, solve_flat(a, b, side.c[end_] - error.rest * room));
    }
    return top;
  }

  double lower(double top, double least) {
    constexpr int kMostTimes = 40;
    // A chord is off by an eighth of the share's square.
    constexpr double kFirst = 0.5, kNarrower = 0.125, kNarrow = 1e-5;
    double share = kFirst;
    for (int time = 0; time < kMostTimes && share > kNarrow; ++time) {
      const double low = std::max((1.0 - share) * top, least);
      straighten({low, top}, top);
      const double next = find_extreme(sides_, 1.0);
      if (std::isnan(next)) {
        if (low <= least) return next;
        top = low;
        continue;
      }
      // What round-off leaves of a domain without a point.
      top = std::clamp(next, low, top);
      share *= kNarrower;
    }
    return top;
  }

  // The sides that whoever keeps those with roots keeps in the domain, and the domain.
  void straighten(const Interval& domain, double size) {
    domain_ = domain;
    const double m = std::sqrt(domain.high < kInfinity ? std::max(domain.high, 1e-300) : size);
    const RowError& error = segment_.error;
    const double rest = error.rest + error.per_root * m;
    const std::size_t count = segment_.sides.size();
    for (std::size_t k = 0; k < count; ++k) {
      const Side& side = segment_.sides[k];
      const double b = segment_.roots[k][end_];
      const RootLine line = b > 0.0 ? make_chord(domain.low, domain.high) : make_tangent(m);
      sides_[k] = {side.a[end_] + b * line.slope - error.per_x * side.room[end_],
                   side.c[end_] + b * line.offset - rest * side.room[end_], side.d[end_]};
    }
    const bool has_end = domain.high < kInfinity;
    sides_[count] = {has_end ? 1.0 : 0.0, has_end ? -domain.high : 0.0, 0.0};
    sides_[count + 1] = {-1.0, domain.low, 0.0};
  }

  const GridSegment& segment_;
  std::size_t end_;
  Interval domain_{};
  std::vector<StraightSide> sides_;
};

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

// Which x are accessible at an end.
Interval find_accessible(const GridSegment& segment, std::size_t end) {
  if (!segment.roots.empty()) return CurvedExtremes(segment, end).find();
  std::vector<StraightSide> sides(segment.sides.size());
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const Side& side = segment.sides[k];
    sides[k] = {side.a[end] - segment.error.per_x * side.room[end],
                side.c[end] - segment.error.rest * side.room[end], side.d[end]};
  }
  return {find_extreme(sides, -1.0), find_extreme(sides, 1.0)};
}

Interval get_begin(const GridSegment& segment) {
  return {segment.bottom_begin, segment.top_begin};
}
Interval get_end(const GridSegment& segment) {
  return {segment.bottom_end, segment.top_end};
}
void set_begin(GridSegment& segment, const Interval& accessible) {
  segment.bottom_begin = accessible.low;
  segment.top_begin = accessible.high;
}
void set_end(GridSegment& segment, const Interval& accessible) {
  segment.bottom_end = accessible.low;
  segment.top_end = accessible.high;
}

// The part of a quadratic between two shares, about its mean.
QuadraticPush cut_shape(const QuadraticPush& shape, double from, double to) {
  const Quadratic3 q{shape};
  return take_out_mean(
      Quadratic3::through(q.at(from), q.at(0.5 * (from + to)), q.at(to)).at_control);
}

}  // namespace

RowGrid::RowGrid(const RowField& field, const std::vector<double>& nodes, std::size_t pieces)
    : field_(field) {
  const auto& parts = field.parts();
  range_ = parts.back().end - parts.front().begin;
  const double step = range_ / static_cast<double>(pieces);
  find_largest_d();
  for (std::size_t i = 0; i < parts.size(); ++i) add_part(i, nodes, step);
}

void RowGrid::add_part(std::size_t part, const std::vector<double>& nodes, double longest) {
  const SmoothPart& of = field_.parts()[part];
  std::vector<double> bounds{of.begin};
  for (const double node : nodes) {
    if (node > of.begin && node < of.end) bounds.push_back(node);
  }
  bounds.push_back(of.end);
  Beside beside = Beside::none;
  for (std::size_t k = 0; k + 1 < bounds.size(); ++k) {
    const double length = bounds[k + 1] - bounds[k];
    const double count = std::max(1.0, std::ceil(length / longest - 1e-9));
    for (double j = 0.0; j < count; ++j) {
      const double from = j == 0.0 ? bounds[k] : bounds[k] + length * j / count;
      const double to = j + 1.0 == count ? bounds[k + 1] : bounds[k] + length * (j + 1.0) / count;
      GridSegment segment;
      segment.part = part;
      segment.p = from;
      segment.h = to - from;
      fill(segment, beside);
      set_begin(segment,
                beside == Beside::before ? get_end(segments_.back()) : find_accessible(segment, 0));
      set_end(segment, find_accessible(segment, 2));
      segments_.push_back(std::move(segment));
      beside = Beside::before;
    }
  }
}

void RowGrid::fill(GridSegment& segment, Beside beside) {
  if (beside != Beside::none) std::swap(rows_[0], rows_[4]);
  for (std::size_t j = 0; j < 5; ++j) {
    if (j == (beside == Beside::before ? 0 : 4) && beside != Beside::none) continue;
    const double end = segment.p + segment.h;
    const double p = j == 4 ? end : segment.p + segment.h * 0.25 * static_cast<double>(j);
    field_.write(segment.part, p, rows_[j]);
    ++looks_;
  }
  segment.error = field_.error(segment.part);
  add_sides(segment);
}

void RowGrid::add_sides(GridSegment& segment) {
  sides_.clear();
  roots_.clear();
  segment.misfit_a = segment.misfit_b = segment.misfit_c = segment.misfit_d = 0.0;
  const std::size_t rows = field_.row_count();
  std::vector<double>& sizes = sizes_;
  sizes.assign(rows, 0.0);
  for (std::size_t k = 0; k < rows; ++k) {
    const auto pick = [&](std::vector<double> RowsAt::*entry) {
      return std::array<double, 3>{(rows_[0].*entry)[k], (rows_[2].*entry)[k],
                                   (rows_[4].*entry)[k]};
    };
    const auto low = pick(&RowsAt::low), high = pick(&RowsAt::high);
    const bool has_low = std::isfinite(low[0]) && std::isfinite(low[1]) && std::isfinite(low[2]);
    const bool has_high =
        std::isfinite(high[0]) && std::isfinite(high[1]) && std::isfinite(high[2]);
    if (!has_low && !has_high) continue;
    const double by_size = 1.0 / find_size(low, high, pick(&RowsAt::c));
    sizes[k] = by_size;
    const auto fit = [&](std::vector<double> RowsAt::*entry, double& misfit) {
      const auto values = pick(entry);
      const Quadratic3 q = Quadratic3::through(values[0], values[1], values[2]);
      const double before = std::abs((rows_[1].*entry)[k] - q.at(0.25));
      const double after = std::abs((rows_[3].*entry)[k] - q.at(0.75));
      misfit = std::max(misfit, kMisfit * by_size * std::max(before, after));
      return Quadratic3{{by_size * q[0], by_size * q[1], by_size * q[2]}};
    };
    const Quadratic3 a = fit(&RowsAt::a, segment.misfit_a);
    const Quadratic3 c = fit(&RowsAt::c, segment.misfit_c);
    const Quadratic3 d = fit(&RowsAt::d, segment.misfit_d);
    const Quadratic3 b = field_.is_straight() ? Quadratic3{} : fit(&RowsAt::b, segment.misfit_b);
    // Where limits vanish within the segment there is no room for what is added for safety's sake.
    Quadratic3 room{{1.0, 1.0, 1.0}};
    if (has_low && has_high) {
      std::array<double, 3> width{};
      for (std::size_t j = 0; j < 3; ++j) width[j] = 0.5 * by_size * (high[j] - low[j]);
      const Quadratic3 q = Quadratic3::through(width[0], width[1], width[2]);
      for (std::size_t j = 0; j < 3; ++j) room[j] = std::clamp(q[j], 0.0, 1.0);
    }
    const auto add = [&](std::vector<double> RowsAt::*entry, double sign, int number) {
      const Quadratic3 limit = fit(entry, segment.misfit_c);
      Side side;
      for (std::size_t j = 0; j < 3; ++j) {
        side.a[j] = sign * a[j];
        side.c[j] = sign * (c[j] - limit[j]);
        side.d[j] = sign * d[j];
      }
      side.room = room;
      side.number = number;
      sides_.push_back(side);
      if (!field_.is_straight()) roots_.push_back({{sign * b[0], sign * b[1], sign * b[2]}});
    };
    if (has_low) add(&RowsAt::low, -1.0, static_cast<int>(2 * k));
    if (has_high) add(&RowsAt::high, 1.0, static_cast<int>(2 * k + 1));
  }
  // Beside a over the whole path as little is nothing, too.
  constexpr double kNothing = 1e-11, kOfError = 2.0;
  for (Side& side : sides_) {
    const std::size_t k = static_cast<std::size_t>(side.number / 2);
    const double largest = sizes[k] * largest_d_[segment.part * rows + k];
    const double steepest = std::max(std::abs(side.a[0]), std::abs(side.a[2])) * range_;
    const double nothing =
        std::max(std::max(kNoPush, kOfError * segment.error.rest) * largest, kNothing * steepest);
    const bool is_nothing = std::abs(side.d[0]) <= nothing && std::abs(side.d[2]) <= nothing &&
                            std::abs(side.d[1]) <= nothing;
    for (std::size_t j = 0; j < 3; ++j) {
      const bool is_end = j != 1;
      if (!is_nothing && !(is_end && std::abs(side.d[j]) <= nothing)) continue;
      // It may count all the same where d2 is large.
      segment.misfit_d = std::max(segment.misfit_d, std::abs(side.d[j]));
      side.d[j] = 0.0;
    }
  }
  // No more room than they take.
  segment.sides.assign(sides_.begin(), sides_.end());
  segment.roots.assign(roots_.begin(), roots_.end());
}

// Of every row on every part.
void RowGrid::find_largest_d() {
  constexpr int kLooks = 5;
  const auto& parts = field_.parts();
  const std::size_t rows = field_.row_count();
  largest_d_.assign(parts.size() * rows, 0.0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (int j = 0; j < kLooks; ++j) {
      const double share = static_cast<double>(j) / (kLooks - 1);
      field_.write(i, (1.0 - share) * parts[i].begin + share * parts[i].end, rows_[0]);
      for (std::size_t k = 0; k < rows; ++k) {
        double& largest = largest_d_[i * rows + k];
        largest = std::max(largest, std::abs(rows_[0].d[k]));
      }
    }
  }
  looks_ += kLooks * parts.size();
}

bool GridSegment::is_within(const CubicSpeed& x) const {
  if (roots.empty() || !is_bounded) return true;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto& [guess, spread] = outer_guess;
    if (x[k] > (1.0 + spread) * guess[k] * (1.0 + 1e-12)) return false;
    if (x[k] < (1.0 - spread) * guess[k] * (1.0 - 1e-12)) return false;
  }
  return true;
}

namespace {

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

}  // namespace

namespace {

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

void RowGrid::set_guess(GridSegment& segment, const RootGuess& inner, const RootGuess& outer) {
  if (segment.roots.empty()) return;
  segment.inner_guess = settle(inner);
  segment.outer_guess = settle(outer);
  constexpr double kBeyond = 4.0;
  segment.beyond = 0.0;
  for (const RootGuess* guess : {&segment.inner_guess, &segment.outer_guess}) {
    segment.beyond =
        std::max(segment.beyond, kBeyond * (1.0 + guess->spread) * find_most(guess->x));
  }
  segment.beyond = std::min(segment.beyond, segment.reach);
  // What sqrt(x) is above is concave, so that all chords hold at once.
  std::vector<std::size_t> needed(segment.sides.size());
  std::iota(needed.begin(), needed.end(), std::size_t{0});
  if (segment.reach == kInfinity) needed = list_needed_sides(segment, segment.beyond);
  const bool is_near = segment.inner_guess.spread < 1.0;
  const std::size_t chords = is_near ? 2 : 1;
  std::size_t room = needed.size();
  for (const std::size_t k : needed) room += has_any(segment.roots[k], -1.0) ? chords : 0;
  const auto make_room = [](std::vector<Side>& sides, std::size_t room) {
    if (sides.capacity() > 2 * room) sides = std::vector<Side>();
    sides.clear();
    sides.reserve(room);
  };
  make_room(segment.inner, room);
  make_room(segment.outer, needed.size());
  segment.is_bounded = false;
  const StraightRoots lines(segment.inner_guess, segment.beyond);
  const StraightRoots outer_lines(segment.outer_guess, segment.beyond);
  for (const std::size_t k : needed) {
    const Side& side = segment.sides[k];
    const Quadratic3& b = segment.roots[k];
    lines.add(b, true, StraightRoots::kNear, segment.inner.emplace_back(side));
    outer_lines.add(b, false, StraightRoots::kNear, segment.outer.emplace_back(side));
    if (has_any(b, 1.0)) segment.is_bounded = true;
    if (!has_any(b, -1.0)) continue;
    lines.add(b, true, StraightRoots::kAbove, segment.inner.emplace_back(side));
    if (is_near) {
      lines.add(b, true, StraightRoots::kBelow, segment.inner.emplace_back(side));
    }
  }
}

void RowGrid::limit_speed(GridSegment& segment, double most) {
  if (segment.roots.empty() || !(most < segment.reach)) return;
  segment.reach = most;
  const std::vector<std::size_t> needed = list_needed_sides(segment, most);
  // With none left it would seem to be one without roots.
  if (needed.empty() || needed.size() == segment.sides.size()) return;
  std::vector<Side> sides;
  std::vector<Quadratic3> roots;
  sides.reserve(needed.size());
  roots.reserve(needed.size());
  for (const std::size_t k : needed) {
    sides.push_back(segment.sides[k]);
    roots.push_back(segment.roots[k]);
  }
  segment.sides = std::move(sides);
  segment.roots = std::move(roots);
}

// The outer sides are as the sides, but for those that are missing.
void RowGrid::write_outermost(const GridSegment& segment, std::vector<Side>& sides) {
  const StraightRoots lines(segment.outer_guess, segment.beyond);
  sides.clear();
  std::size_t k = 0;
  for (const Side& outer : segment.outer) {
    while (segment.sides[k].number != outer.number) ++k;
    lines.add(segment.roots[k], false, StraightRoots::kAll, sides.emplace_back(segment.sides[k]));
  }
}

std::size_t GridSegment::calc_bytes() const {
  constexpr std::size_t kOfAllocator = 16;
  const std::size_t count = sides.size();
  std::size_t bytes = sizeof(GridSegment) + count * sizeof(Side) + kOfAllocator;
  if (roots.empty()) return bytes;
  bytes += count * sizeof(Quadratic3) + kOfAllocator;
  if (outer.empty()) {
    // What there will be at most.
    std::size_t chords = 0;
    for (const Quadratic3& b : roots) chords += has_any(b, -1.0) ? 2 : 0;
    return bytes + (2 * count + chords) * sizeof(Side) + 2 * kOfAllocator;
  }
  return bytes + (inner.capacity() + outer.capacity()) * sizeof(Side) + 2 * kOfAllocator;
}

std::size_t RowGrid::calc_bytes() const {
  std::size_t bytes = largest_d_.size() * sizeof(double);
  for (const GridSegment& segment : segments_) bytes += segment.calc_bytes();
  return bytes;
}

// Either when all are there, or, where few are added, when they move to where there is room.
std::size_t RowGrid::foresee_bytes(std::size_t added) const {
  const std::size_t held = calc_bytes(), count = segments_.size() + added;
  const double each = static_cast<double>(held) / static_cast<double>(segments_.size());
  const auto after = static_cast<std::size_t>(each * static_cast<double>(count));
  return added == 0 ? held : std::max(after, held + count * sizeof(GridSegment));
}

// From the back, in place: what is divided is never there twice.
void RowGrid::divide(const std::vector<std::vector<double>>& shares) {
  const std::size_t before = segments_.size();
  std::size_t next = before;
  for (const std::vector<double>& cuts : shares) next += cuts.size();
  segments_.reserve(next);
  segments_.resize(next);
  for (std::size_t i = before; i-- > 0;) {
    GridSegment old = std::move(segments_[i]);
    if (shares[i].empty()) {
      segments_[--next] = std::move(old);
      continue;
    }
    double to = old.p + old.h;
    Interval at_end = get_end(old);
    Beside beside = Beside::none;
    for (std::size_t j = shares[i].size() + 1; j-- > 0;) {
      const double from = j > 0 ? old.p + shares[i][j - 1] * old.h : old.p;
      GridSegment segment = cut_out(old, from, to, beside);
      set_end(segment, at_end);
      set_begin(segment, j > 0 ? find_accessible(segment, 0) : get_begin(old));
      at_end = get_begin(segment);
      segments_[--next] = std::move(segment);
      to = from;
      beside = Beside::after;
    }
  }
}

GridSegment RowGrid::cut_out(const GridSegment& old, double from, double to, Beside beside) {
  GridSegment segment;
  segment.part = old.part;
  segment.p = from;
  segment.h = to - from;
  segment.x_level = old.x_level;
  segment.u_level = old.u_level;
  segment.last_shape = cut_shape(old.last_shape, (from - old.p) / old.h, (to - old.p) / old.h);
  fill(segment, beside);
  if (!segment.roots.empty()) {
    limit_speed(segment, old.reach);
    const double by_h = 1.0 / old.h;
    const double begin = (from - old.p) * by_h, end = std::min(1.0, (to - old.p) * by_h);
    const auto cut_guess = [&](const RootGuess& guess) {
      return RootGuess{cut(guess.x, begin, end), guess.spread};
    };
    set_guess(segment, cut_guess(old.inner_guess), cut_guess(old.outer_guess));
  }
  return segment;
}

}  // namespace globaldyn
