#include "globaldyn/plan/rows/side_maker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Relative to a row's largest d on its part, a d this small is rounding or interpolation error.
constexpr double kNoPush = 1e-9;

double find_size(const std::array<double, 3>& low, const std::array<double, 3>& high,
                 const std::array<double, 3>& c) {
  double size = 0.0, offset = 0.0;
  for (std::size_t j = 0; j < 3; ++j) {
    size = std::max(size, calc_row_size(low[j], high[j], c[j]));
    offset = std::max(offset, std::abs(c[j]));
  }
  constexpr double kNoRange = 1e-9;  // limits that are equal but for rounding errors
  return size > kNoRange * offset ? size : offset > 0.0 ? offset : 1.0;
}

bool is_finite(const std::array<double, 3>& values) {
  return std::isfinite(values[0]) && std::isfinite(values[1]) && std::isfinite(values[2]);
}

Quadratic3 scale(const Quadratic3& q, double factor) {
  return {{factor * q[0], factor * q[1], factor * q[2]}};
}

// Where limits vanish within the segment there is no room for safety margins.
RoomShares find_room(const std::array<double, 3>& low, const std::array<double, 3>& high,
                     double by_size) {
  std::array<double, 3> width{};
  for (std::size_t j = 0; j < 3; ++j) width[j] = 0.5 * by_size * (high[j] - low[j]);
  const Quadratic3 half = Quadratic3::through(width[0], width[1], width[2]);
  RoomShares room;
  for (std::size_t j = 0; j < 3; ++j) {
    room[j] = static_cast<float>(std::clamp(half[j], 0.0, 1.0));
  }
  return room;
}

}  // namespace

SideMaker::SideMaker(RowField& field, double range) : field_(field), range_(range) {
  find_largest_d();
}

// The largest d of every row on every part.
void SideMaker::find_largest_d() {
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

void SideMaker::make(GridSegment& segment, Beside beside) {
  if (beside != Beside::none) std::swap(rows_[0], rows_[4]);
  for (std::size_t j = 0; j < 5; ++j) {
    if (j == (beside == Beside::before ? 0 : 4) && beside != Beside::none) continue;
    const double end = segment.p + segment.h;
    const double p = j == 4 ? end : segment.p + segment.h * 0.25 * static_cast<double>(j);
    field_.write(segment.part, p, rows_[j]);
    ++looks_;
  }
  segment.error = &field_.error(segment.part);
  segment.misfit_a = segment.misfit_b = segment.misfit_c = segment.misfit_d = 0.0;
  sides_.clear();
  roots_.clear();
  by_size_.assign(field_.row_count(), 0.0);
  for (std::size_t row = 0; row < field_.row_count(); ++row) add_sides_of(row, segment);
  drop_nothing(segment);
  leave_out(segment);
  // No more capacity than needed.
  segment.sides.assign(sides_.begin(), sides_.end());
  if (roots_.empty()) return;
  segment.curved = std::make_unique<RootSides>();
  segment.curved->roots.assign(roots_.begin(), roots_.end());
}

std::array<double, 3> SideMaker::pick(Entry entry, std::size_t row) const {
  return {(rows_[0].*entry)[row], (rows_[2].*entry)[row], (rows_[4].*entry)[row]};
}

// In fractions of the row's limits; raises the misfit to the remaining difference in between.
Quadratic3 SideMaker::fit(Entry entry, std::size_t row, double& misfit) const {
  const auto values = pick(entry, row);
  const Quadratic3 q = Quadratic3::through(values[0], values[1], values[2]);
  const double before = (rows_[1].*entry)[row] - q.at(0.25);
  const double after = (rows_[3].*entry)[row] - q.at(0.75);
  misfit = std::max(misfit, by_size_[row] * bound_misfit(before, after));
  return scale(q, by_size_[row]);
}

void SideMaker::add_sides_of(std::size_t row, GridSegment& segment) {
  const auto low = pick(&RowsAt::low, row), high = pick(&RowsAt::high, row);
  const bool has_low = is_finite(low), has_high = is_finite(high);
  if (!has_low && !has_high) return;
  by_size_[row] = 1.0 / find_size(low, high, pick(&RowsAt::c, row));
  const Quadratic3 a = fit(&RowsAt::a, row, segment.misfit_a);
  const Quadratic3 c = fit(&RowsAt::c, row, segment.misfit_c);
  const Quadratic3 d = fit(&RowsAt::d, row, segment.misfit_d);
  Quadratic3 b{};
  if (!field_.is_straight()) b = fit(&RowsAt::b, row, segment.misfit_b);
  RoomShares room{{1.0F, 1.0F, 1.0F}};
  if (has_low && has_high) room = find_room(low, high, by_size_[row]);
  const auto add = [&](Entry entry, double sign, std::size_t number) {
    const Quadratic3 limit = fit(entry, row, segment.misfit_c);
    const Quadratic3 beyond{{c[0] - limit[0], c[1] - limit[1], c[2] - limit[2]}};
    sides_.push_back(
        {scale(a, sign), scale(beyond, sign), scale(d, sign), room, static_cast<int>(number)});
    if (!field_.is_straight()) roots_.push_back(scale(b, sign));
  };
  if (has_low) add(&RowsAt::low, -1.0, 2 * row);
  if (has_high) add(&RowsAt::high, 1.0, 2 * row + 1);
}

void SideMaker::leave_out(const GridSegment& segment) {
  if (!segment.left_out || !roots_.empty()) return;
  std::erase_if(sides_, [&](const Side& side) { return is_listed(side, *segment.left_out); });
}

// Sets d to zero where it is rounding error, all along or at an end.
void SideMaker::drop_nothing(GridSegment& segment) {
  // Relative to a over the whole path, a d this small is zero, too.
  constexpr double kNothing = round_off::kRoot, kOfError = 2.0;
  const double share = std::max(kNoPush, kOfError * segment.error->rest);
  for (Side& side : sides_) {
    const auto row = static_cast<std::size_t>(side.number / 2);
    const double largest = by_size_[row] * largest_d_[segment.part * field_.row_count() + row];
    const double steepest = std::max(std::abs(side.a[0]), std::abs(side.a[2])) * range_;
    const double nothing = std::max(share * largest, kNothing * steepest);
    const auto is_nothing = [&](double d) { return std::abs(d) <= nothing; };
    const bool is_none = is_nothing(side.d[0]) && is_nothing(side.d[1]) && is_nothing(side.d[2]);
    for (std::size_t j = 0; j < 3; ++j) {
      const bool is_end = j != 1;
      if (!is_none && !(is_end && is_nothing(side.d[j]))) continue;
      // It may still matter where d2 is large.
      segment.misfit_d = std::max(segment.misfit_d, std::abs(side.d[j]));
      side.d[j] = 0.0;
    }
  }
}

}  // namespace plan
}  // namespace globaldyn::inside
