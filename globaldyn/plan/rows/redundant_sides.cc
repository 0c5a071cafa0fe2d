#include "globaldyn/plan/rows/redundant_sides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Largest possible error of a side's constant and sqrt(x) terms.
double find_margin(const GridSegment& s, double root) {
  // Errors of two sides may add up; and however well rows are known, rounding errors remain.
  constexpr double kSafety = 2.0, kLeast = 1e-9;
  const double error = s.error->rest + s.misfit_c + (s.error->per_root + s.misfit_b) * root;
  return std::max(kLeast, kSafety * error);
}

// c + b r <= 0 for 0 <= r <= root: linear in r, and with no coefficient above 0 in p.
bool is_below(const Quadratic3& c, const Quadratic3& b, double root, double margin) {
  for (std::size_t j = 0; j < 3; ++j) {
    if (c[j] + std::max(0.0, b[j]) * root + margin > 0.0) return false;
  }
  return true;
}

// The terms of a side in d2 and x, and the largest of them: of those in d2, if there are any.
struct Terms {
  std::array<double, 6> of;
  std::size_t largest{0};
  std::array<double, 2> nothing{};  // of terms in d2, in x
  double mark{0.0};  // the same for all sides whose terms are equal up to a factor above 0
};

Terms list_terms(const Side& side) {
  Terms terms{{side.d[0], side.d[1], side.d[2], side.a[0], side.a[1], side.a[2]}};
  const std::size_t begin = side.d == Quadratic3{} ? 3 : 0;
  terms.largest = begin;
  double sum = 0.0, sum_of_sizes = 0.0;
  for (std::size_t j = 0; j < terms.of.size(); ++j) {
    const double size = std::abs(terms.of[j]);
    terms.nothing[j / 3] = std::max(terms.nothing[j / 3], round_off::kRank * size);
    if (j / 3 != begin / 3) continue;
    sum += terms.of[j];
    sum_of_sizes += size;
    if (size > std::abs(terms.of[terms.largest])) terms.largest = j;
  }
  terms.mark = sum_of_sizes > 0.0 ? sum / sum_of_sizes : 0.0;
  return terms;
}

// The factor by which the terms of one side are those of another; 0 if there is none.
double find_scale(const Terms& side, const Terms& other) {
  const double scale = side.of[other.largest] / other.of[other.largest];
  if (!(scale > 0.0)) return 0.0;
  for (std::size_t j = 0; j < side.of.size(); ++j) {
    if (!(std::abs(side.of[j] - scale * other.of[j]) <= side.nothing[j / 3])) return 0.0;
  }
  return scale;
}

class NeededSides {
 public:
  NeededSides(const GridSegment& segment, double most)
      : s_(segment), most_(most), root_(std::sqrt(most)), margin_(find_margin(segment, root_)) {}

  std::vector<std::uint32_t> list() {
    const std::size_t count = s_.sides.size();
    terms_.resize(count);
    is_needed_.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      terms_[k] = list_terms(s_.sides[k]);
      is_needed_[k] = !holds_anyway(k);
    }
    drop_followers();
    std::vector<std::uint32_t> needed;
    needed.reserve(static_cast<std::size_t>(std::ranges::count(is_needed_, true)));
    for (std::size_t k = 0; k < count; ++k) {
      if (is_needed_[k]) needed.push_back(static_cast<std::uint32_t>(k));
    }
    return needed;
  }

 private:
  // Only sides with the same mark can follow from each other.
  void drop_followers() {
    std::vector<std::size_t> order(terms_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return terms_[a].mark < terms_[b].mark; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = i + 1; j < order.size() && are_alike(order[i], order[j]); ++j) {
        const std::size_t a = order[i], b = order[j];
        if (!is_needed_[a] || !is_needed_[b]) continue;
        if (follows(a, b)) {
          is_needed_[a] = false;
        } else if (follows(b, a)) {
          is_needed_[b] = false;
        }
      }
    }
  }

  [[nodiscard]] bool are_alike(std::size_t a, std::size_t b) const {
    constexpr double kAlike = 1e-6;  // many times the rounding errors of marks; cost only
    return terms_[b].mark - terms_[a].mark <= kAlike;
  }

  // Whether a side holds whatever d2 is.
  [[nodiscard]] bool holds_anyway(std::size_t k) const {
    const Side& side = s_.sides[k];
    if (!(side.d == Quadratic3{})) return false;
    Quadratic3 c = side.c;
    for (std::size_t j = 0; j < 3; ++j) {
      c[j] += std::max(0.0, side.a[j] + s_.error->per_x + s_.misfit_a) * most_;
    }
    return is_below(c, s_.curved->roots[k], root_, margin_);
  }

  // Whether one side holds wherever another does.
  [[nodiscard]] bool follows(std::size_t k, std::size_t other) const {
    const double scale = find_scale(terms_[k], terms_[other]);
    if (scale == 0.0) return false;
    Quadratic3 c = s_.sides[k].c, b = s_.curved->roots[k];
    for (std::size_t j = 0; j < 3; ++j) {
      c[j] -= scale * s_.sides[other].c[j];
      b[j] -= scale * s_.curved->roots[other][j];
    }
    return is_below(c, b, root_, (1.0 + scale) * margin_);
  }

  const GridSegment& s_;
  double most_, root_, margin_;
  std::vector<Terms> terms_;
  std::vector<bool> is_needed_;
};

struct Point {
  double x, u;
};

// A side at one place, x and u in units of their sizes.
struct Line {
  double a, c, d;

  [[nodiscard]] double at(const Point& point) const { return a * point.x + c + d * point.u; }
};

// Clips a convex polygon to a line's side.
void clip(const Line& line, std::vector<Point>& polygon, std::vector<Point>& scratch) {
  const auto is_outside = [&](const Point& point) { return line.at(point) > 0.0; };
  if (std::none_of(polygon.begin(), polygon.end(), is_outside)) return;
  scratch.clear();
  double next = line.at(polygon.front());
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Point& from = polygon[k];
    const Point& to = polygon[k + 1 < polygon.size() ? k + 1 : 0];
    const double here = next;
    next = line.at(to);
    if (here <= 0.0) scratch.push_back(from);
    if ((here < 0.0 && next > 0.0) || (here > 0.0 && next < 0.0)) {
      const double r = here / (here - next);
      scratch.push_back({from.x + r * (to.x - from.x), from.u + r * (to.u - from.u)});
    }
  }
  polygon.swap(scratch);
}

class FarSides {
 public:
  explicit FarSides(const GridSegment& segment) : s_(segment), is_far_(segment.sides.size(), true) {
    const Steepness steepest = find_steepest(segment);
    if (steepest.a > 0.0) x_size_ = 1.0 / steepest.a;
    if (steepest.d > 0.0) u_size_ = 1.0 / steepest.d;
  }

  std::vector<int> list() {
    for (const double r : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      if (!look(r)) return {};
    }
    std::vector<int> numbers;
    for (std::size_t k = 0; k < is_far_.size(); ++k) {
      if (is_far_[k]) numbers.push_back(s_.sides[k].number);
    }
    return numbers;
  }

 private:
  // False if nothing is left there.
  bool look(double r) {
    constexpr double kBox = 1e6;  // of the sizes of x and u: beyond all that rows allow
    lines_.clear();
    polygon_ = {{0.0, -kBox}, {kBox, -kBox}, {kBox, kBox}, {0.0, kBox}};
    for (const Side& side : s_.sides) {
      lines_.push_back({side.a.at(r) * x_size_, side.c.at(r), side.d.at(r) * u_size_});
      clip(lines_.back(), polygon_, scratch_);
    }
    if (polygon_.empty()) return false;
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      if (!is_far_[k]) continue;
      for (const Point& point : polygon_) {
        if (lines_[k].at(point) <= -find_spare(point)) continue;
        is_far_[k] = false;
        break;
      }
    }
    return true;
  }

  // Larger where quadratics are far from the rows.
  [[nodiscard]] double find_spare(const Point& point) const {
    constexpr double kSpare = 0.005;  // of limits: what may change between the places
    constexpr double kSafety = 4.0;   // the misfit is an estimate
    return kSpare + kSafety * (s_.misfit_c + s_.misfit_a * x_size_ * point.x +
                               s_.misfit_d * u_size_ * std::abs(point.u));
  }

  const GridSegment& s_;
  std::vector<bool> is_far_;
  double x_size_{1.0}, u_size_{1.0};
  std::vector<Line> lines_;
  std::vector<Point> polygon_, scratch_;
};

}  // namespace

std::vector<std::uint32_t> list_needed_sides(const GridSegment& segment, double most) {
  return NeededSides(segment, most).list();
}

std::vector<int> list_far_sides(const GridSegment& segment) {
  // Fewer cost less than the polygon.
  constexpr std::size_t kFew = 12;
  if (segment.sides.size() <= kFew || segment.curved) return {};
  return FarSides(segment).list();
}

}  // namespace plan
}  // namespace globaldyn::inside
