#include "globaldyn/region/enumeration.h"

#include <algorithm>
#include <cmath>

#include "core/base/svd.h"
#include "globaldyn/region/curve_table.h"
#include "globaldyn/region/equalities.h"

namespace globaldyn {
namespace {

constexpr double kRankTolerance = 1e-10;

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
  const Svd svd = calc_full_svd(V);
  result.redundancy = static_cast<int>((svd.sigma.array() > kRankTolerance).count());
  const MatrixXd bounded = svd.V.leftCols(result.redundancy);
  for (LimitRow& row : result.rows) row.v = bounded.transpose() * row.v;
  return result;
}

class Enumeration {
 public:
  explicit Enumeration(const LimitSystem& system)
      : system_(eliminate_free_directions(system)),
        solution_(solve_equalities(system_.equalities)),
        table_(system_) {
    for (const LimitRow& row : system_.rows) {
      if (row.v.size() > 0) largest_v_ = std::max(largest_v_, row.v.cwiseAbs().maxCoeff());
    }
  }

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
    lu_.compute(V_t);
    const double least = lu_.matrixLU().diagonal().cwiseAbs().minCoeff();
    return least > kRankTolerance * largest_v_;
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
  double largest_v_{0.0};  // entry of any row's v: what round-off in V is measured by
  mutable Eigen::FullPivLU<MatrixXd> lu_;  // of the current tuple's V transposed
};

}  // namespace

Region enumerate_region(const LimitSystem& system) {
  return Enumeration(system).run();
}

}  // namespace globaldyn
