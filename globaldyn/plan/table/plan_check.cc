#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "globaldyn/plan/table/table_plan.h"

namespace globaldyn {
namespace {

// Bernstein coefficients of degree three.
using Cubic = std::array<double, 4>;

Cubic multiply(double begin, double end, const QuadraticSpeed& x) {
  return {begin * x.begin, (2.0 * begin * x.middle + end * x.begin) / 3.0,
          (begin * x.end + 2.0 * end * x.middle) / 3.0, end * x.end};
}

Cubic multiply(double begin, double end, double u_begin, double u_end) {
  const double first = begin * u_begin, last = end * u_end;
  const double cross = begin * u_end + end * u_begin;
  return {first, (first + cross) / 3.0, (cross + last) / 3.0, last};
}

Cubic raise(double begin, double end) {
  return {begin, (2.0 * begin + end) / 3.0, (begin + 2.0 * end) / 3.0, end};
}

double exceed(double value, double limit, double size) {
  if (std::isinf(limit)) return -1.0;
  const double all = size + std::abs(limit);
  return all > 0.0 ? (value - limit) / all : 0.0;
}

}  // namespace

double find_largest_excess(const CoefficientTable& table, const TablePlan& plan) {
  double worst = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < plan.p.size(); ++i) {
    const QuadraticSpeed x = plan.speed(i);
    worst = std::max(worst, -x.middle / (x.begin + x.end + std::abs(x.middle)));
    for (std::size_t k = i * table.rows; k < (i + 1) * table.rows; ++k) {
      const std::size_t l = k + table.rows;
      const Cubic ax = multiply(table.a[k], table.a[l], x);
      const Cubic du = multiply(table.d[k], table.d[l], plan.u_begin[i], plan.u_end[i]);
      const Cubic c = raise(table.c[k], table.c[l]);
      const Cubic low = raise(table.low[k], table.low[l]);
      const Cubic high = raise(table.high[k], table.high[l]);
      for (std::size_t j = 0; j < 4; ++j) {
        const double value = ax[j] + du[j] + c[j];
        // The size of the parts of the terms: their coefficients may cancel.
        const double size = std::max(std::abs(ax[0]), std::abs(ax[3])) +
                            std::max(std::abs(du[0]), std::abs(du[3])) + std::abs(c[j]);
        worst = std::max(worst, exceed(value, high[j], size));
        worst = std::max(worst, exceed(-value, -low[j], size));
      }
    }
  }
  return worst;
}

}  // namespace globaldyn
