#include "globaldyn/rows/row_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/rows/plane_pair.h"

namespace globaldyn {
namespace {

// Beside a row's largest d on its part one so small is round-off.
constexpr double kNoPush = 1e-11;
// A cubic through three values differs from the quadratic by no more than this times what it does
// at a quarter.
constexpr double kMisfit = 1.1;

double find_size(const std::array<double, 3>& low, const std::array<double, 3>& high,
                 const std::array<double, 3>& c) {
  double size = 0.0, offset = 0.0;
  for (std::size_t j = 0; j < 3; ++j) {
    const bool has_low = std::isfinite(low[j]), has_high = std::isfinite(high[j]);
    if (has_low && has_high) {
      size = std::max(size, 0.5 * (high[j] - low[j]));
    } else if (has_low || has_high) {
      size = std::max(size, std::abs(has_low ? low[j] : high[j]));
    }
    offset = std::max(offset, std::abs(c[j]));
  }
  return size > 1e-9 * offset ? size : offset > 0.0 ? offset : 1.0;
}

// The extreme x of what is accessible at an end of a segment; infinite, or 0, if nothing stops it;
// NaN if nothing is accessible.
double find_extreme(const std::vector<Side>& sides, std::size_t end, double direction) {
  double steepest_a = 0.0, steepest_d = 0.0;
  for (const Side& side : sides) {
    steepest_a = std::max(steepest_a, std::abs(side.a[end]));
    steepest_d = std::max(steepest_d, std::abs(side.d[end]));
  }
  constexpr double kFar = 1e9;
  const double x_size = steepest_a > 0.0 ? 1.0 / steepest_a : 1.0;
  const double u_size = steepest_d > 0.0 ? 1.0 / steepest_d : 1.0;
  PlaneList planes;
  planes.add(-1.0, 0.0, 0.0);
  planes.add(1.0, 0.0, kFar);
  planes.add(0.0, 1.0, 1e3 * kFar);
  planes.add(0.0, -1.0, 1e3 * kFar);
  for (const Side& side : sides) {
    if (side.a[end] == 0.0 && side.d[end] == 0.0 && side.c[end] <= 0.0) continue;
    planes.add(side.a[end] * x_size, side.d[end] * u_size, -side.c[end]);
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

}  // namespace

RowGrid::RowGrid(const RowField& field, const std::vector<double>& nodes, std::size_t pieces)
    : field_(field) {
  const auto& parts = field.parts();
  range_ = parts.back().end - parts.front().begin;
  const double step = range_ / static_cast<double>(pieces);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::vector<double> bounds{parts[i].begin};
    for (const double node : nodes) {
      if (node > parts[i].begin && node < parts[i].end) bounds.push_back(node);
    }
    bounds.push_back(parts[i].end);
    for (std::size_t k = 0; k + 1 < bounds.size(); ++k) {
      const double length = bounds[k + 1] - bounds[k];
      const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(length / step - 1e-9)));
      for (std::size_t j = 0; j < count; ++j) {
        const double from = j == 0 ? bounds[k] : bounds[k] + length * static_cast<double>(j) / static_cast<double>(count);
        const double to = j + 1 == count ? bounds[k + 1] : bounds[k] + length * static_cast<double>(j + 1) / static_cast<double>(count);
        GridSegment segment;
        segment.part = i;
        segment.p = from;
        segment.h = to - from;
        fill(segment);
        segments_.push_back(std::move(segment));
      }
    }
  }
}

void RowGrid::fill(GridSegment& segment) {
  for (std::size_t j = 0; j < 5; ++j) {
    const double end = segment.p + segment.h;
    const double p = j == 4 ? end : segment.p + segment.h * 0.25 * static_cast<double>(j);
    field_.write(segment.part, p, rows_[j]);
  }
  looks_ += 5;
  add_sides(segment);
  find_extremes(segment);
}

void RowGrid::add_sides(GridSegment& segment) {
  segment.inner.clear();
  segment.misfit_a = segment.misfit_c = segment.misfit_d = 0.0;
  const std::size_t rows = field_.row_count();
  for (std::size_t k = 0; k < rows; ++k) {
    const auto pick = [&](std::vector<double> RowsAt::*entry) {
      return std::array<double, 3>{(rows_[0].*entry)[k], (rows_[2].*entry)[k], (rows_[4].*entry)[k]};
    };
    const auto low = pick(&RowsAt::low), high = pick(&RowsAt::high);
    const bool has_low = std::isfinite(low[0]) && std::isfinite(low[1]) && std::isfinite(low[2]);
    const bool has_high = std::isfinite(high[0]) && std::isfinite(high[1]) && std::isfinite(high[2]);
    if (!has_low && !has_high) continue;
    const double by_size = 1.0 / find_size(low, high, pick(&RowsAt::c));
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
    const auto add = [&](std::vector<double> RowsAt::*entry, double sign, int number) {
      const Quadratic3 limit = fit(entry, segment.misfit_c);
      Side side;
      for (std::size_t j = 0; j < 3; ++j) {
        side.a[j] = sign * a[j];
        side.c[j] = sign * (c[j] - limit[j]);
        side.d[j] = sign * d[j];
      }
      side.number = number;
      segment.inner.push_back(side);
    };
    if (has_low) add(&RowsAt::low, -1.0, static_cast<int>(2 * k));
    if (has_high) add(&RowsAt::high, 1.0, static_cast<int>(2 * k + 1));
  }
  // What is round-off beside all of d, in the only size there is to compare: that of a over h.
  for (Side& side : segment.inner) {
    const double largest = std::max({std::abs(side.d[0]), std::abs(side.d[1]), std::abs(side.d[2]),
                                     kNoPush * range_ * std::max(std::abs(side.a[0]), std::abs(side.a[2]))});
    for (double& d : side.d.at_control) {
      if (std::abs(d) <= kNoPush * largest) d = 0.0;
    }
    const double scale = std::max(std::abs(side.a[0]), std::abs(side.a[2])) * range_;
    if (largest <= kNoPush * scale) side.d = {};
  }
}

void RowGrid::find_extremes(GridSegment& segment) const {
  segment.top_begin = find_extreme(segment.wide(), 0, 1.0);
  segment.top_end = find_extreme(segment.wide(), 2, 1.0);
  segment.bottom_begin = find_extreme(segment.wide(), 0, -1.0);
  segment.bottom_end = find_extreme(segment.wide(), 2, -1.0);
}

void RowGrid::divide(const std::vector<std::vector<double>>& shares) {
  std::vector<GridSegment> next;
  next.reserve(segments_.size() * 2);
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    GridSegment& old = segments_[i];
    if (shares[i].empty()) {
      next.push_back(std::move(old));
      continue;
    }
    const double end = old.p + old.h;
    double from = old.p;
    for (std::size_t j = 0; j <= shares[i].size(); ++j) {
      const double to = j < shares[i].size() ? old.p + shares[i][j] * old.h : end;
      GridSegment segment;
      segment.part = old.part;
      segment.p = from;
      segment.h = to - from;
      segment.x_level = old.x_level;
      segment.u_level = old.u_level;
      from = to;
      fill(segment);
      next.push_back(std::move(segment));
    }
  }
  segments_ = std::move(next);
}

}  // namespace globaldyn
