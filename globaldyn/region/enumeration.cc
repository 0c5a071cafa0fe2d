#include "globaldyn/region/enumeration.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "globaldyn/region/equalities.h"

namespace globaldyn {
namespace {

// Below this share of the terms it is a sum of, a coefficient is round-off.
constexpr double kRoundOff = 1e-13;
constexpr double kRankTolerance = 1e-10;

// A row held at one of its limits, weighted.
struct HeldRow {
  std::size_t row;
  LimitSide side;
  double weight;
};

// The curves and vertical limits met so far. The same rows held at the same limits are the same
// curve, whichever of them gave y and whichever was put in: they share one number.
class CurveTable {
 public:
  explicit CurveTable(const LimitSystem& system) : system_(system) {}

  struct Entry {
    bool is_wall{false};
    int index{0};
    double delta{0.0};  // sign of d2 in  sum of weighted rows <= sum of weighted limits
    Parabola wall;      // <= 0 on the allowed side, for this weighting
  };

  /// sum weight (row) <= sum weight (limit), the rows' y having cancelled.
  Entry find(const std::vector<HeldRow>& held) {
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
      parabola = {(sum.limit - sum.gamma) / sum.delta, -sum.beta / sum.delta,
                  -sum.alpha / sum.delta};
    }
    table.push_back({parabola, name(key)});
    numbers_[key] = entry.index;
    return entry;
  }

  int add_curve(const Parabola& parabola) {
    curves_.push_back({parabola, {}});
    return static_cast<int>(curves_.size()) - 1;
  }

  std::vector<LimitCurve>& curves() { return curves_; }
  std::vector<LimitCurve>& walls() { return walls_; }

 private:
  using Key = std::vector<std::pair<std::size_t, LimitSide>>;

  struct Sum {
    double alpha{0.0}, beta{0.0}, gamma{0.0}, delta{0.0}, limit{0.0};
  };

  [[nodiscard]] Sum add_up(const std::vector<HeldRow>& held) const {
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

  [[nodiscard]] std::vector<ActiveLimit> name(const Key& key) const {
    std::vector<ActiveLimit> active;
    for (const auto& [row, side] : key) {
      active.push_back({system_.rows[row].name, side == LimitSide::min ? "min" : "max"});
    }
    return active;
  }

  const LimitSystem& system_;
  std::vector<LimitCurve> curves_;
  std::vector<LimitCurve> walls_;
  std::map<Key, int> numbers_;
};

bool has_side(const LimitRow& row, LimitSide side) {
  return std::isfinite(side == LimitSide::min ? row.low : row.high);
}

bool is_limited(const LimitRow& row) {
  return has_side(row, LimitSide::min) || has_side(row, LimitSide::max);
}

// Only rows with a finite limit count, and of y only the directions they bound.
LimitSystem eliminate_free_directions(const LimitSystem& system) {
  LimitSystem result;
  result.equalities = system.equalities;
  std::copy_if(system.rows.begin(), system.rows.end(), std::back_inserter(result.rows), is_limited);
  if (system.redundancy == 0 || result.rows.empty()) {
    for (LimitRow& row : result.rows) row.v.resize(0);
    return result;
  }
  MatrixXd V(static_cast<Eigen::Index>(result.rows.size()), system.redundancy);
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    V.row(static_cast<Eigen::Index>(i)) = result.rows[i].v.transpose();
  }
  const Eigen::JacobiSVD<MatrixXd> svd(V, Eigen::ComputeFullV);
  const VectorXd& sigma = svd.singularValues();
  result.redundancy = static_cast<int>((sigma.array() > kRankTolerance).count());
  const MatrixXd bounded = svd.matrixV().leftCols(result.redundancy);
  for (LimitRow& row : result.rows) row.v = bounded.transpose() * row.v;
  return result;
}

class Enumeration {
 public:
  explicit Enumeration(const LimitSystem& system)
      : system_(eliminate_free_directions(system)),
        solution_(solve_equalities(system_.equalities)),
        table_(system_) {}

  Region run() {
    if (solution_.is_impossible) return {};
    // Equalities that fix d1 are put in at the end; a curve of d2 bounds every subregion.
    if (solution_.curve) equality_ = table_.add_curve(*solution_.curve);
    const bool on_curve = solution_.curve && !solution_.d1;
    Strips region;
    visit_tuples([&](const std::vector<std::size_t>& tuple) {
      visit_sides(tuple, [&](const std::vector<LimitSide>& sides) {
        region = unite(region, make_subregion(tuple, sides, on_curve), table_.curves());
      });
    });
    region = tidy(region);
    if (solution_.d1) region = pick_points(region);
    return {region, std::move(table_.curves()), std::move(table_.walls())};
  }

 private:
  // All r-subsets of the rows, in lexicographic order.
  template <class Visit>
  void visit_tuples(const Visit& visit) const {
    const std::size_t r = static_cast<std::size_t>(system_.redundancy);
    std::vector<bool> chosen(system_.rows.size(), false);
    std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(r), true);
    do {
      std::vector<std::size_t> tuple;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i]) tuple.push_back(i);
      }
      visit(tuple);
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
  }

  // All choices of a finite limit for each row of the tuple.
  template <class Visit>
  void visit_sides(const std::vector<std::size_t>& tuple, const Visit& visit) const {
    if (!prepare(tuple)) return;
    for (std::size_t bits = 0; bits < (std::size_t{1} << tuple.size()); ++bits) {
      std::vector<LimitSide> sides;
      for (std::size_t i = 0; i < tuple.size(); ++i) {
        sides.push_back((bits >> i & 1) != 0 ? LimitSide::max : LimitSide::min);
      }
      const bool finite = std::equal(
          tuple.begin(), tuple.end(), sides.begin(),
          [&](std::size_t row, LimitSide side) { return has_side(system_.rows[row], side); });
      if (finite) visit(sides);
    }
  }

  // Factorises V of the tuple; false if it is singular.
  [[nodiscard]] bool prepare(const std::vector<std::size_t>& tuple) const {
    const Eigen::Index r = system_.redundancy;
    if (r == 0) return true;
    MatrixXd V_t(r, r);
    for (Eigen::Index i = 0; i < r; ++i) {
      V_t.col(i) = system_.rows[tuple[static_cast<std::size_t>(i)]].v;
    }
    lu_.setThreshold(kRankTolerance);
    lu_.compute(V_t);
    return lu_.isInvertible();
  }

  // Which rows, held at which limits, bound this row from its given side: the tuple's with the
  // weights that cancel y, and the row itself.
  [[nodiscard]] std::vector<HeldRow> hold(const std::vector<std::size_t>& tuple,
                                          const std::vector<LimitSide>& sides, std::size_t row,
                                          LimitSide side) const {
    const double sign = side == LimitSide::max ? 1.0 : -1.0;
    std::vector<HeldRow> held{{row, side, sign}};
    if (tuple.empty()) return held;
    const VectorXd weights = lu_.solve(system_.rows[row].v);
    const double largest = std::max(1.0, weights.cwiseAbs().maxCoeff());
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      const double weight = weights(static_cast<Eigen::Index>(i));
      if (std::abs(weight) <= 1e-12 * largest) continue;
      held.push_back({tuple[i], sides[i], -sign * weight});
    }
    std::sort(held.begin(), held.end(),
              [](const HeldRow& a, const HeldRow& b) { return a.row < b.row; });
    return held;
  }

  Strips make_subregion(const std::vector<std::size_t>& tuple, const std::vector<LimitSide>& sides,
                        bool on_curve) {
    Strips strips = make_half_plane();
    for (std::size_t row = 0; row < system_.rows.size() && !strips.empty(); ++row) {
      if (std::find(tuple.begin(), tuple.end(), row) != tuple.end()) continue;
      for (const LimitSide side : {LimitSide::min, LimitSide::max}) {
        if (has_side(system_.rows[row], side)) {
          strips = cut(strips, table_.find(hold(tuple, sides, row, side)));
        }
      }
    }
    if (on_curve) {
      strips = cut_above(strips, equality_, table_.curves());
      strips = cut_below(strips, equality_, table_.curves());
    }
    return drop_inverted(strips, table_.curves());
  }

  [[nodiscard]] Strips cut(const Strips& strips, const CurveTable::Entry& entry) {
    if (entry.is_wall) return cut_where_positive(strips, entry.wall, entry.index);
    return entry.delta > 0.0 ? cut_above(strips, entry.index, table_.curves())
                             : cut_below(strips, entry.index, table_.curves());
  }

  // Of the region only the d1 that the equalities allow: points of the curve, or vertical pieces.
  [[nodiscard]] Strips pick_points(const Strips& region) {
    Strips result;
    for (const double d1 : *solution_.d1) {
      for (const Strip& strip : region) {
        const double slack = 1e-9 * std::max(d1, std::isinf(strip.end) ? d1 : strip.end);
        if (d1 < strip.begin - slack || d1 > strip.end + slack) continue;
        Strip point{d1, d1, strip.lower, strip.upper, kNoCurve, kNoCurve};
        if (solution_.curve) {
          if (!is_between(strip, solution_.curve->at(d1), d1)) continue;
          point.lower = point.upper = equality_;
        }
        result.push_back(point);
        break;
      }
    }
    return result;
  }

  [[nodiscard]] bool is_between(const Strip& strip, double d2, double d1) {
    const auto at = [&](int curve, double unbounded) {
      return curve == kNoCurve ? unbounded
                               : table_.curves()[static_cast<std::size_t>(curve)].parabola.at(d1);
    };
    const double low = at(strip.lower, d2), high = at(strip.upper, d2);
    const double slack = 1e-9 * std::max({std::abs(low), std::abs(high), std::abs(d2)});
    return low - slack <= d2 && d2 <= high + slack;
  }

  LimitSystem system_;
  EqualitySolution solution_;
  CurveTable table_;
  int equality_{kNoCurve};
  mutable Eigen::FullPivLU<MatrixXd> lu_;  // of the current tuple's V transposed
};

}  // namespace

Region enumerate_region(const LimitSystem& system) {
  return Enumeration(system).run();
}

}  // namespace globaldyn
