#include "globaldyn/motion/field_section.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

void narrow(double share, RowsAt& rows) {
  for (std::size_t k = 0; k < rows.low.size(); ++k) {
    double &low = rows.low[k], &high = rows.high[k];
    const double size = calc_row_size(low, high, 0.0);
    if (low > -kInfinity) low += share * size;
    if (high < kInfinity) high -= share * size;
  }
}

}  // namespace

FieldSection::FieldSection(RowField& field, double begin, double end)
    : stretch_(field, begin, end), parts_(stretch_.parts()) {
  for (std::size_t i = 0; i < parts_.size(); ++i) part_of_.push_back(i);
}

void FieldSection::grade_towards(const Standstill& standstill, double way) {
  // Of neighbouring parts: their number grows by three a factor of 500, and on each a power of p
  // like the forces next to a standstill is one that a few halvings resolve.
  constexpr double kWider = 8.0;
  standstills_.push_back(standstill);
  const double sign = standstill.p <= parts_.front().begin ? 1.0 : -1.0;
  const double longest = (parts_.back().end - parts_.front().begin) / kWider;
  for (double at = kWider * way; at > 0.0 && at < longest; at *= kWider)
    split(standstill.p + sign * at);
}

void FieldSection::split(double p) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (!(parts_[i].begin < p && p < parts_[i].end)) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    parts_.insert(parts_.begin() + at, {parts_[i].begin, p});
    parts_[i + 1].begin = p;
    part_of_.insert(part_of_.begin() + at, part_of_[i]);
    return;
  }
}

// Rounding errors of forces at p, as a fraction of the limits.
double FieldSection::find_round_off(const Standstill& standstill, double p) const {
  // Where forces are nothing but rounding errors, most of the limits are left all the same.
  constexpr double kMost = 0.1;
  const double length = parts_.back().end - parts_.front().begin;
  const double share = length / std::abs(p - standstill.p);
  return std::min(kMost, round_off::kNumber * std::pow(share, standstill.order));
}

void FieldSection::write(std::size_t part, double p, RowsAt& rows) {
  stretch_.write(part_of_[part], p, rows);
  for (const Standstill& standstill : standstills_) narrow(find_round_off(standstill, p), rows);
}

}  // namespace motion
}  // namespace globaldyn::inside
