#include "globaldyn/convex/spline_grid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace convex {
namespace {

// Of a part shorter than this share of its stretch's cells there is no cell: rows change by as much
// less along it.
constexpr double kNarrow = 1e-8;
// What cells may be wider by than they have to be.
constexpr double kWider = 1e-4;

// So many cells more, as a share of those equally far apart, are dealt equally to the parts: a
// field has short ones where it changes fast.
constexpr double kShareOfParts = 0.5;

// From 0 to 1 like a cube at both ends: s³ (10 - 15 s + 6 s²).
double step_gently(double s) {
  return s * s * s * (10.0 + s * (6.0 * s - 15.0));
}

bool comes_to_rest(const GridStretch& stretch) {
  return (!stretch.is_free_begin && stretch.x_begin == 0.0) ||
         (!stretch.is_free_end && stretch.x_end == 0.0);
}

}  // namespace

SplineGrid::SplineGrid(const MotionField& field, std::vector<GridStretch> stretches,
                       std::vector<GridRest> rests, int cells, RestKind kind,
                       std::vector<GridZone> zones)
    : redundancy_(field.redundancy()),
      kind_(kind),
      stretches_(std::move(stretches)),
      rests_(std::move(rests)),
      zones_(std::move(zones)) {
  double length = 0.0;
  for (const GridStretch& stretch : stretches_) length += stretch.end - stretch.begin;
  for (const GridStretch& stretch : stretches_) {
    first_cells_.push_back(cells_.size());
    constexpr double kLeast = 16.0;
    const double share = (stretch.end - stretch.begin) / length;
    add_stretch(field, stretch, static_cast<int>(std::max(kLeast, std::ceil(cells * share))));
  }
  first_cells_.push_back(cells_.size());
  for (const GridRest& rest : rests_) add_rest(rest);
}

double SplineGrid::place_at(const GridStretch& stretch, double angle) const {
  const double length = stretch.end - stretch.begin;
  if (!comes_to_rest(stretch)) return stretch.begin + length * angle / std::numbers::pi;
  if (kind_ == RestKind::gentle)
    return stretch.begin + length * step_gently(angle / std::numbers::pi);
  // By the sine of half the angle, which is exact next to the begin.
  const double sine = std::sin(0.5 * angle);
  return stretch.begin + length * sine * sine;
}

double SplineGrid::slope_at(const GridStretch& stretch, double angle) const {
  const double length = stretch.end - stretch.begin;
  if (!comes_to_rest(stretch)) return length / std::numbers::pi;
  if (kind_ != RestKind::gentle) return 0.5 * length * std::sin(angle);
  const double s = angle / std::numbers::pi;
  return length * 30.0 * s * s * (1.0 - s) * (1.0 - s) / std::numbers::pi;
}

double SplineGrid::angle_at(const GridStretch& stretch, double p) const {
  const double share = std::clamp((p - stretch.begin) / (stretch.end - stretch.begin), 0.0, 1.0);
  if (!comes_to_rest(stretch)) return std::numbers::pi * share;
  if (kind_ != RestKind::gentle) return 2.0 * std::asin(std::sqrt(share));
  // Both functions grow: halved until neighbouring numbers are left.
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (step_gently(middle) < share ? low : high) = middle;
  }
  return std::numbers::pi * 0.5 * (low + high);
}

void SplineGrid::add_rest(const GridRest& rest) {
  cells_of_rests_.push_back({.part = rest.part, .begin = rest.p, .first = unknowns_});
  unknowns_ += 3 + 2 * redundancy_;
}

std::size_t SplineGrid::stretch_of(std::size_t cell) const {
  const auto after = std::upper_bound(first_cells_.begin(), first_cells_.end(), cell);
  return static_cast<std::size_t>(after - first_cells_.begin()) - 1;
}

// Each part of the field that is on the stretch is divided by itself; a cell of length 0 is between
// two of them.
void SplineGrid::add_stretch(const MotionField& field, const GridStretch& stretch, int cells) {
  const std::size_t first = cells_.size();
  const double step = step_ = std::numbers::pi / cells;
  const double same = round_off::kSame * (stretch.end - stretch.begin);
  const auto is_on = [&](const FieldPart& piece) {
    return piece.end > stretch.begin + same && piece.begin < stretch.end - same;
  };
  const auto parts = std::count_if(field.parts().begin(), field.parts().end(), is_on);
  const int least =
      std::max(1, static_cast<int>(kShareOfParts * cells / static_cast<double>(parts)));
  double begin = 0.0;
  for (std::size_t part = 0; part < field.parts().size(); ++part) {
    const FieldPart& piece = field.parts()[part];
    if (piece.end <= stretch.begin + same) continue;
    const bool is_last = part + 1 == field.parts().size() || piece.end >= stretch.end - same;
    const double end = is_last ? std::numbers::pi : angle_at(stretch, piece.end);
    if (end - begin <= kNarrow * step && !is_last) continue;
    // Of what changes in finite time u does not jump, nor does y.
    const bool may_jump =
        kind_ == RestKind::forceful && !(piece.is_joined && piece.is_limited_alike);
    if (cells_.size() > first && may_jump) {
      cells_.push_back({.part = part, .begin = place_at(stretch, begin), .length = 0.0});
    }
    const int count = std::max(least, static_cast<int>(std::ceil((end - begin) / step - kWider)));
    for (int i = 0; i < count; ++i) {
      add_cells(part, begin + (end - begin) * i / count,
                i + 1 == count ? end : begin + (end - begin) * (i + 1) / count);
    }
    begin = end;
    if (is_last) break;
  }
  const auto is_at_rest = [&](bool is_free, double x) {
    return kind_ == RestKind::gentle && !is_free && x == 0.0;
  };
  if (is_at_rest(stretch.is_free_begin, stretch.x_begin)) cells_[first].gentle = 1;
  if (is_at_rest(stretch.is_free_end, stretch.x_end)) cells_.back().gentle = -1;
  weigh(first);
  make_gentle(first);
}

// Cells as wide as what is between the angles, or halved until zones have what they need.
void SplineGrid::add_cells(std::size_t part, double begin, double end) {
  const std::size_t number = first_cells_.size() - 1;
  const GridStretch& stretch = stretches_[number];
  const double width = end - begin;
  const bool is_wide = std::any_of(zones_.begin(), zones_.end(), [&](const GridZone& zone) {
    return zone.stretch == number && zone.angle_begin < end && zone.angle_end > begin &&
           width > std::min(zone.step, 0.5 * step_) * (1.0 + kWider);
  });
  if (is_wide) {
    const double middle = begin + 0.5 * width;
    add_cells(part, begin, middle);
    add_cells(part, middle, end);
    return;
  }
  const double from = place_at(stretch, begin);
  cells_.push_back({.part = part,
                    .begin = from,
                    .length = place_at(stretch, end) - from,
                    .angle_begin = begin,
                    .angle_end = end});
}

// With h the length of the cell at rest and e that of the next, u at their node is both
// (b_1 - b_0) / (h + e) and 2/3 x_1 / h: b_0 = h b_1 / (3 h + 2 e). At the end mirrored.
void SplineGrid::make_gentle(std::size_t first) {
  const auto move = [](GridCell& cell, std::size_t from, std::size_t to, double share) {
    for (auto* weights : {&cell.x_begin, &cell.u_begin, &cell.x_end, &cell.u_end}) {
      (*weights)[to] += share * (*weights)[from];
      (*weights)[from] = 0.0;
    }
  };
  const auto b_of = [&](const GridCell& cell, std::size_t k) { return cell.first + b_places()[k]; };
  if (cells_[first].gentle == 1) {
    GridCell &cell = cells_[first], &next = cells_[first + 1];
    const double share = cell.length / (3.0 * cell.length + 2.0 * next.length);
    absent_.push_back(b_of(cell, 1));
    move(cell, 1, 2, share);
    move(next, 0, 1, share);
  }
  if (cells_.back().gentle == -1) {
    GridCell &cell = cells_.back(), &next = cells_[cells_.size() - 2];
    const double share = cell.length / (3.0 * cell.length + 2.0 * next.length);
    absent_.push_back(b_of(cell, 1));
    move(cell, 1, 0, share);
    move(next, 2, 1, share);
  }
}

void SplineGrid::weigh(std::size_t first) {
  const std::size_t count = cells_.size();
  for (std::size_t i = first; i < count; ++i) {
    GridCell& cell = cells_[i];
    cell.first = unknowns_ + static_cast<int>(i - first) * (1 + redundancy_);
    if (cell.length == 0.0) continue;
    const double h = cell.length;
    const double a = i > first ? cells_[i - 1].length : 0.0;
    const double e = i + 1 < count ? cells_[i + 1].length : 0.0;
    cell.x_begin = {h / (a + h), a / (a + h), 0.0};
    cell.u_begin = {-1.0 / (a + h), 1.0 / (a + h), 0.0};
    cell.x_end = {0.0, e / (h + e), h / (h + e)};
    cell.u_end = {0.0, -1.0 / (h + e), 1.0 / (h + e)};
  }
  const auto cells = static_cast<int>(count - first);
  unknowns_ += cells * (1 + redundancy_) + 2 + redundancy_;
}

CellPlace SplineGrid::find_place(const GridCell& cell, double share) {
  CellPlace place{.p = cell.begin + share * cell.length, .share = share};
  if (cell.gentle != 0) {
    const bool leaves = cell.gentle == 1;
    const double root = std::cbrt(leaves ? share : 1.0 - share);
    const auto& moving = leaves ? cell.x_end : cell.x_begin;
    for (std::size_t k = 0; k < 3; ++k) {
      place.x[k] = root * root * root * root * moving[k];
      place.u[k] = cell.gentle * (2.0 / 3.0) * root / cell.length * moving[k];
    }
    return place;
  }
  const double d = share * cell.length;
  for (std::size_t k = 0; k < 3; ++k) {
    place.u[k] = (1.0 - share) * cell.u_begin[k] + share * cell.u_end[k];
    // From the nearer end: next to rest x is a small part of what it is elsewhere.
    const double left = cell.length - d;
    place.x[k] = share <= 0.5 ? cell.x_begin[k] + d * (cell.u_begin[k] + place.u[k])
                              : cell.x_end[k] - left * (cell.u_end[k] + place.u[k]);
  }
  return place;
}

std::pair<CellPlace, double> SplineGrid::find_place_by_angle(const GridCell& cell,
                                                             double share) const {
  const auto index = static_cast<std::size_t>(&cell - cells_.data());
  const GridStretch& stretch = stretches_[stretch_of(index)];
  const double width = cell.angle_end - cell.angle_begin;
  const double angle = cell.angle_begin + share * width;
  const double p = place_at(stretch, angle);
  const double slope = slope_at(stretch, angle) * width;
  return {find_place(cell, (p - cell.begin) / cell.length), slope};
}

}  // namespace convex
}  // namespace globaldyn::inside
