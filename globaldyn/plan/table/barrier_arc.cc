#include "globaldyn/plan/table/barrier_arc.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/constants.h"

namespace globaldyn {
namespace {

// The smallest mean u, given a bend, for which no Bernstein coefficient of the row is negative.
std::optional<double> find_least_mean(const RowSide& r, double x, double h, double bend) {
  const double half = 0.5 * bend;
  const std::array<double, 4> slopes{r.d0, 2.0 * (r.a0 * h + r.d0) + r.d1,
                                     2.0 * (h * (r.a0 + r.a1) + r.d1) + r.d0,
                                     r.d1 + 2.0 * h * r.a1};
  const std::array<double, 4> constants{
      r.a0 * x + r.c0 - r.d0 * half,
      (2.0 * r.a0 + r.a1) * x + 2.0 * r.c0 + r.c1 - (2.0 * r.a0 * h + r.d1) * half,
      (r.a0 + 2.0 * r.a1) * x + r.c0 + 2.0 * r.c1 - (2.0 * r.a1 * h - r.d0) * half,
      r.a1 * x + r.c1 + r.d1 * half};
  double least = -kInfinity, most = kInfinity;
  // If d is zero at the start, the first one is not negative, except for rounding errors.
  for (std::size_t j = r.d0 > 0.0 ? 0 : 1; j < 4; ++j) {
    if (slopes[j] > 0.0) {
      least = std::max(least, -constants[j] / slopes[j]);
    } else if (slopes[j] < 0.0) {
      most = std::min(most, -constants[j] / slopes[j]);
    } else if (constants[j] < 0.0) {
      return std::nullopt;
    }
  }
  if (!(least <= most) || !std::isfinite(least)) return std::nullopt;
  return least;
}

BarrierArc draw(double x, double length, double mean, double bend) {
  const double end = x + 2.0 * length * mean;
  return {{x, 0.5 * (x + end) - 0.5 * length * bend, end}, bend};
}

}  // namespace

std::optional<BarrierArc> make_arc(const RowSide& side, double x, double length) {
  if (!side.is_stop()) return std::nullopt;
  const double u_begin = side.find_u_at_begin(x, length);
  if (u_begin == kInfinity) return std::nullopt;
  if (side.d0 == 0.0) x = std::max(x, -side.c0 / side.a0);
  const auto attempt = [&](double bend) -> std::optional<BarrierArc> {
    const std::optional<double> mean = find_least_mean(side, x, length, bend);
    if (!mean) return std::nullopt;
    return draw(x, length, *mean, bend);
  };
  // The row at its limit at both ends.
  const double slope = side.d1 + side.a1 * length;
  if (slope > 0.0) {
    const double u_end = -(side.c1 + side.a1 * (x + length * u_begin)) / slope;
    if (const auto arc = attempt(u_end - u_begin)) return arc;
  }
  return attempt(0.0);
}

std::optional<BarrierArc> find_arc(const CoefficientTable& table, std::size_t segment, Way way,
                                   double x) {
  const SegmentSides sides(table, segment, way);
  double u = 0.0;
  const std::optional<RowSide> first = sides.find_stop_at_begin(x, u);
  if (!first) return std::nullopt;
  std::optional<BarrierArc> arc = make_arc(*first, x, sides.length());
  const double x_end = arc ? arc->x.end : x + 2.0 * sides.length() * u;
  const std::optional<RowSide> last = sides.find_stop_at_end(x_end);
  if (last && *last != *first) {
    const std::optional<BarrierArc> other = make_arc(*last, x, sides.length());
    if (other && (!arc || other->x.end < arc->x.end)) arc = other;
  }
  if (arc && way == Way::backward) std::swap(arc->x.begin, arc->x.end);
  return arc;
}

std::optional<BarrierArc> find_ceiling(const CoefficientTable& table, std::size_t segment) {
  const SegmentSides sides(table, segment, Way::forward);
  std::optional<BarrierArc> best;
  for (std::size_t number = 0; number < 2 * sides.row_count(); ++number) {
    const RowSide side = sides.at(number / 2, number % 2 == 1);
    const bool is_ceiling = side.d0 == 0.0 && side.d1 == 0.0 && side.a0 > 0.0 && side.a1 > 0.0;
    if (!is_ceiling || !side.is_finite()) continue;
    double begin = -side.c0 / side.a0, end = -side.c1 / side.a1;
    const double lack = -(side.a0 * end + side.a1 * begin + side.c0 + side.c1);
    if (lack > 0.0) {
      begin += lack / (side.a0 + side.a1);
      end += lack / (side.a0 + side.a1);
    }
    if (!best || begin + end < best->x.begin + best->x.end) {
      best = BarrierArc{{begin, 0.5 * (begin + end), end}, 0.0};
    }
  }
  return best;
}

}  // namespace globaldyn
