#include "globaldyn/plan/rows/far_sides.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace globaldyn {
namespace {

constexpr std::size_t kFew = 12;
constexpr double kBox = 1e6;      // of the sizes of x and u
constexpr double kSpare = 0.005;  // of limits

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
  scratch.clear();
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Point& from = polygon[k];
    const Point& to = polygon[(k + 1) % polygon.size()];
    const double here = line.at(from), next = line.at(to);
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
    double steepest_a = 0.0, steepest_d = 0.0;
    for (const Side& side : s_.sides) {
      for (std::size_t j = 0; j < 3; ++j) {
        steepest_a = std::max(steepest_a, std::abs(side.a[j]));
        steepest_d = std::max(steepest_d, std::abs(side.d[j]));
      }
    }
    if (steepest_a > 0.0) x_size_ = 1.0 / steepest_a;
    if (steepest_d > 0.0) u_size_ = 1.0 / steepest_d;
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
    constexpr double kSafety = 4.0;
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

std::vector<int> list_far_sides(const GridSegment& segment) {
  if (segment.sides.size() <= kFew || segment.curved) return {};
  return FarSides(segment).list();
}

}  // namespace globaldyn
