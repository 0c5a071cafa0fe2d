#include "globaldyn/plan/rows/row_grid.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include "core/base/constants.h"
#include "core/base/memory.h"
#include "core/base/steps.h"
#include "globaldyn/plan/rows/redundant_sides.h"
#include "globaldyn/plan/rows/root_sides.h"
#include "globaldyn/plan/rows/velocity_curve.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// The part of a quadratic between two shares, relative to its mean.
PushShape cut_shape(const PushShape& shape, double from, double to) {
  const Quadratic3 q{shape.about(0.0)};
  return subtract_mean(
      Quadratic3::through(q.at(from), q.at(0.5 * (from + to)), q.at(to)).at_control);
}

}  // namespace

RowGrid::RowGrid(RowField& field, const std::vector<double>& nodes, std::size_t pieces,
                 std::size_t memory)
    : field_(field),
      range_(field.parts().back().end - field.parts().front().begin),
      sides_(field, range_) {
  const auto& parts = field.parts();
  const double step = range_ / static_cast<double>(pieces);
  segments_.reserve(parts.size());
  std::size_t bytes = 0, counted = 0;
  for (std::size_t i = 0; i < parts.size() && is_whole_; ++i) {
    add_part(i, nodes, step);
    for (; counted < segments_.size(); ++counted) bytes += segments_[counted].calc_bytes();
    is_whole_ = bytes <= memory;
  }
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
    const double count = count_steps(length, longest);
    for (double j = 0.0; j < count; ++j) {
      const double from = j == 0.0 ? bounds[k] : bounds[k] + length * j / count;
      const double to = j + 1.0 == count ? bounds[k + 1] : bounds[k] + length * (j + 1.0) / count;
      GridSegment segment;
      segment.part = part;
      segment.p = from;
      segment.h = to - from;
      sides_.make(segment, beside);
      segment.at_begin = beside == Beside::before
                             ? segments_.back().at_end
                             : find_admissible_speeds(segment, SegmentEnd::begin);
      segment.at_end = find_admissible_speeds(segment, SegmentEnd::end);
      leave_out_far_sides(segment);
      segments_.push_back(std::move(segment));
      beside = Beside::before;
    }
  }
}

void RowGrid::leave_out_far_sides(GridSegment& segment) {
  segment.left_out_over = segment.h;
  const std::vector<int> far = list_far_sides(segment);
  if (far.empty()) return;
  std::erase_if(segment.sides, [&](const Side& side) { return is_listed(side, far); });
  segment.sides.shrink_to_fit();
  std::vector<int> all;
  if (segment.left_out) all = *segment.left_out;
  const auto before = all.insert(all.end(), far.begin(), far.end());
  std::inplace_merge(all.begin(), before, all.end());
  segment.left_out = std::make_shared<const std::vector<int>>(std::move(all));
  leaves_out_ = true;
}

std::vector<Side> RowGrid::list_left_out(std::size_t i, double p, double h) {
  const GridSegment& of = segments_[i];
  if (!of.left_out) return {};
  GridSegment whole;
  whole.part = of.part;
  whole.p = p;
  whole.h = h;
  sides_.make(whole, Beside::none);
  std::erase_if(whole.sides, [&](const Side& side) { return !is_listed(side, *of.left_out); });
  return std::move(whole.sides);
}

void RowGrid::restore(std::size_t i, const std::vector<int>& numbers) {
  GridSegment& segment = segments_[i];
  if (!segment.left_out) return;
  std::vector<int> left;
  std::set_difference(segment.left_out->begin(), segment.left_out->end(), numbers.begin(),
                      numbers.end(), std::back_inserter(left));
  segment.left_out = std::make_shared<const std::vector<int>>(std::move(left));
  sides_.make(segment, Beside::none);
}

std::size_t GridSegment::calc_bytes() const {
  const std::size_t straight = sizeof(GridSegment) + sides.size() * sizeof(Side) + kBlockOverhead;
  return straight + (curved ? curved->calc_bytes() : 0);
}

std::size_t RowGrid::calc_bytes() const {
  std::size_t bytes = sides_.calc_bytes();
  for (const GridSegment& segment : segments_) bytes += segment.calc_bytes();
  return bytes;
}

std::size_t RowGrid::estimate_bytes(std::size_t added) const {
  const double now = static_cast<double>(segments_.size());
  const double each = static_cast<double>(calc_bytes()) / now;
  return static_cast<std::size_t>(each * (now + static_cast<double>(added)));
}

std::size_t RowGrid::foresee_bytes_moving(std::size_t added) const {
  const std::size_t moving = (segments_.size() + added) * sizeof(GridSegment);
  return std::max(calc_bytes() + moving, estimate_bytes(added));
}

// From the back, in place: divided segments are never held twice.
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
    Interval at_end = old.at_end;
    Beside beside = Beside::none;
    for (std::size_t j = shares[i].size() + 1; j-- > 0;) {
      const double from = j > 0 ? old.p + shares[i][j - 1] * old.h : old.p;
      GridSegment segment = cut_out(old, from, to, beside);
      segment.at_end = at_end;
      segment.at_begin = j > 0 ? find_admissible_speeds(segment, SegmentEnd::begin) : old.at_begin;
      at_end = segment.at_begin;
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
  segment.left_out = old.left_out;
  segment.left_out_over = old.left_out_over;
  segment.x_level = old.x_level;
  segment.u_level = old.u_level;
  segment.last_shape = cut_shape(old.last_shape, (from - old.p) / old.h, (to - old.p) / old.h);
  sides_.make(segment, beside);
  // What is far depends on the segment's length; to look again costs as much as to make its sides.
  constexpr double kShorter = 0.25;
  if (segment.h <= kShorter * segment.left_out_over) leave_out_far_sides(segment);
  if (old.curved && segment.curved) {
    limit_speed(segment, old.curved->reach);
    const double by_h = 1.0 / old.h;
    const double begin = (from - old.p) * by_h, end = std::min(1.0, (to - old.p) * by_h);
    const auto cut_guess = [&](const RootGuess& guess) {
      return RootGuess{cut(guess.x, begin, end), guess.spread};
    };
    set_guess(segment, cut_guess(old.curved->of_motions), cut_guess(old.curved->of_bounds));
  }
  return segment;
}

}  // namespace plan
}  // namespace globaldyn::inside
