#include "globaldyn/region/curve_table.h"

#include <algorithm>
#include <cmath>

namespace globaldyn {
namespace {

// Below this share of the terms it is a sum of, a coefficient is round-off.
constexpr double kRoundOff = 1e-13;

}  // namespace

CurveTable::Entry CurveTable::find(const std::vector<HeldRow>& held) {
  const Sum sum = add_up(held);
  Key key;
  for (const HeldRow& h : held) key.emplace_back(h.row, h.side);
  std::sort(key.begin(), key.end());
  Entry entry;
  entry.is_wall = sum.delta == 0.0;
  entry.delta = sum.delta;
  entry.wall = {sum.gamma - sum.limit, sum.beta, sum.alpha};
  const auto known = numbers_.find(key);
  if (known != numbers_.end()) {
    entry.index = known->second;
    return entry;
  }
  std::vector<LimitCurve>& table = entry.is_wall ? walls_ : curves_;
  entry.index = static_cast<int>(table.size());
  Parabola parabola;
  if (!entry.is_wall) {
    parabola = {(sum.limit - sum.gamma) / sum.delta, -sum.beta / sum.delta, -sum.alpha / sum.delta};
  }
  table.push_back({parabola, name(key)});
  numbers_[key] = entry.index;
  return entry;
}

int CurveTable::add_curve(const Parabola& parabola) {
  curves_.push_back({parabola, {}});
  return static_cast<int>(curves_.size()) - 1;
}

CurveTable::Sum CurveTable::add_up(const std::vector<HeldRow>& held) const {
  Sum sum, size;
  for (const HeldRow& h : held) {
    const LimitRow& row = system_.rows[h.row];
    const double limit = h.side == LimitSide::min ? row.low : row.high;
    const auto add = [&](double value, double& total, double& magnitude) {
      total += h.weight * value;
      magnitude += std::abs(h.weight * value);
    };
    add(row.alpha, sum.alpha, size.alpha);
    add(row.beta, sum.beta, size.beta);
    add(row.gamma, sum.gamma, size.gamma);
    add(row.delta, sum.delta, size.delta);
    add(limit, sum.limit, size.limit);
  }
  const auto clean = [](double& value, double magnitude) {
    if (std::abs(value) <= kRoundOff * magnitude) value = 0.0;
  };
  clean(sum.alpha, size.alpha);
  clean(sum.beta, size.beta);
  clean(sum.delta, size.delta);
  return sum;
}

std::vector<ActiveLimit> CurveTable::name(const Key& key) const {
  std::vector<ActiveLimit> active;
  for (const auto& [row, side] : key) {
    active.push_back({system_.rows[row].name, side == LimitSide::min ? "min" : "max"});
  }
  return active;
}

Strips cut_by(const Strips& strips, const CurveTable::Entry& entry, CurveTable& table) {
  if (entry.is_wall) return cut_where_positive(strips, entry.wall, entry.index);
  return entry.delta > 0.0 ? cut_above(strips, entry.index, table.curves())
                           : cut_below(strips, entry.index, table.curves());
}

}  // namespace globaldyn
