#include "globaldyn/plan/table/reach_pass.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/table/segment_rows.h"

namespace globaldyn {
namespace {

// Largest u from x, given a half plane that may be the one that stops it. Every half plane that
// limits u from above gives an upper bound; the most violated one gives a smaller bound than the
// last.
template <class Rows>
std::optional<double> find_highest(const Rows& rows, double x, int& stop) {
  constexpr double kStatedSlack = round_off::kSolved;
  constexpr int kMostSteps = 200;
  const HalfPlane end = rows.at(Rows::kEndHigh), guess = rows.at(stop);
  // x at the end may exceed its bound by its rounding error, otherwise short segments leave no
  // choice of u.
  double u = (end.limit + Rows::kSquareSlack * (x + end.limit) - x) / end.normal_y;
  if (guess.normal_y > 0.0) {
    const double bound = (guess.limit - guess.normal_x * x) / guess.normal_y;
    if (bound < u) u = bound;
  }
  for (int step = 0; step < kMostSteps; ++step) {
    const std::optional<int> found = rows.find_violated(x, u);
    if (!found) return u;
    const int violated = *found;
    const HalfPlane plane = rows.at(violated);
    const double bound = (plane.limit - plane.normal_x * x) / plane.normal_y;
    if (plane.normal_y > 0.0 && bound < u) {
      u = bound;
      stop = violated;
      continue;
    }
    // Only rounding errors are left.
    if (violated >= 0 && rows.find_excess(x, u) <= kStatedSlack) return u;
    if (violated < 0 && std::abs(bound - u) * rows.length() <= kStatedSlack * x) return u;
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

ReachPass::ReachPass(const CoefficientTable& table, const TableSizes& sizes)
    : table_(table),
      sizes_(sizes),
      least_(table.p.size()),
      most_(table.p.size()),
      u_most_(table.p.size()),
      x_(table.p.size()),
      u_(table.segment_count()),
      scratch_(table.rows + 1) {}

bool ReachPass::run(double x_start, double x_end, std::span<const double> bends) {
  if (bends.empty())
    return pass_backward<false>(x_start, x_end, bends) && pass_forward<false>(x_start, bends);
  return pass_backward<true>(x_start, x_end, bends) && pass_forward<true>(x_start, bends);
}

// Whether (0, 0) is accessible: rows are linear, so if it is accessible at both ends of a segment,
// it is in between.
bool ReachPass::may_rest(std::size_t node) const {
  const std::size_t rows = table_.rows, begin = node * rows;
  const double* const c = table_.c.data() + begin;
  const double* const low = table_.low.data() + begin;
  const double* const high = table_.high.data() + begin;
  Pair most = repeat(-1.0);
  for (std::size_t k = 0; k + 1 < rows; k += 2) {
    const Pair rest = load_pair(c + k);
    most = max_of(most, max_of(rest - load_pair(high + k), load_pair(low + k) - rest));
  }
  const std::size_t last = rows - 1;
  return std::max({max_in(most), c[last] - high[last], low[last] - c[last]}) <= 0.0;
}

template <bool kIsBent>
bool ReachPass::pass_backward(double x_start, double x_end, std::span<const double> bends) {
  using Rows = SegmentRows<kIsBent>;
  const std::size_t last = table_.segment_count();
  least_[last] = most_[last] = x_end;
  CornerPair most = Rows::kSafeForMost, least = Rows::kSafeForLeast;
  bool may_rest_at_end = may_rest(last);
  for (std::size_t i = last; i-- > 0;) {
    Rows rows(table_, sizes_, i, kIsBent ? bends[i] : 0.0, scratch_);
    rows.set_end(least_[i + 1], most_[i + 1]);
    blocked_ = i;
    Corner corner;
    if (!PlaneProgram<Rows>(rows, 1.0).solve(most, Rows::kSafeForMost, corner)) {
      most = Rows::kSafeForMost;
      if (!PlaneProgram<Rows>(rows, 1.0).solve(most, Rows::kSafeForMost, corner)) return false;
    }
    most_[i] = std::max(corner.x, 0.0);
    u_most_[i] = corner.is_only ? corner.y : kNaN;

    const bool may_rest_at_begin = may_rest(i);
    const bool is_rest = may_rest_at_begin && may_rest_at_end && least_[i + 1] == 0.0 &&
                         (!kIsBent || bends[i] == 0.0);
    may_rest_at_end = may_rest_at_begin;
    if (is_rest) {
      least_[i] = 0.0;
      continue;
    }
    if (!PlaneProgram<Rows>(rows, -1.0).solve(least, Rows::kSafeForLeast, corner)) {
      least = Rows::kSafeForLeast;
      if (!PlaneProgram<Rows>(rows, -1.0).solve(least, Rows::kSafeForLeast, corner)) return false;
    }
    least_[i] = std::clamp(corner.x, 0.0, most_[i]);
  }
  blocked_ = 0;
  const double small = round_off::kSum * x_start;
  return x_start >= least_[0] - small && x_start <= most_[0] + small;
}

template <bool kIsBent>
bool ReachPass::pass_forward(double x_start, std::span<const double> bends) {
  using Rows = SegmentRows<kIsBent>;
  const std::size_t last = table_.segment_count();
  int stop = Rows::kEndHigh;
  x_[0] = std::clamp(x_start, least_[0], most_[0]);
  for (std::size_t i = 0; i < last; ++i) {
    const double length = table_.p[i + 1] - table_.p[i];
    if (x_[i] == most_[i] && !std::isnan(u_most_[i])) {
      u_[i] = u_most_[i];
    } else {
      Rows rows(table_, sizes_, i, kIsBent ? bends[i] : 0.0, scratch_);
      rows.set_end(least_[i + 1], most_[i + 1]);
      const std::optional<double> u = find_highest(rows, x_[i], stop);
      blocked_ = i + 1;
      if (!u) return false;
      u_[i] = *u;
    }
    x_[i + 1] = std::clamp(x_[i] + 2.0 * length * u_[i], least_[i + 1], most_[i + 1]);
  }
  return true;
}

}  // namespace globaldyn
