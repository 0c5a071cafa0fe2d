#include "globaldyn/region/enumeration.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/region/curve_table.h"
#include "globaldyn/region/equalities.h"
#include "globaldyn/region/preload.h"
#include "globaldyn/region/subsets.h"

namespace globaldyn {
namespace {

class Enumeration {
 public:
  explicit Enumeration(const LimitSystem& system)
      : system_(bound_preload(system)),
        table_(system_),
        least_pivot_(kPreloadRankTolerance * find_largest_preload(system_)) {}

  Region run() {
    const EqualitySolution equalities = solve_equalities(system_.equalities);
    if (equalities.is_impossible) return {};
    Strips region;
    const std::size_t r = static_cast<std::size_t>(system_.redundancy);
    visit_subsets(system_.rows.size(), r, [&](const std::vector<std::size_t>& tuple) {
      visit_sides(tuple, [&](const std::vector<LimitSide>& sides) {
        region = unite(region, make_subregion(tuple, sides), table_.curves());
      });
    });
    region = restrict_to_equalities(tidy(region), equalities, table_);
    return {region, std::move(table_.curves()), std::move(table_.walls())};
  }

 private:
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
    return least > least_pivot_;
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

  Strips make_subregion(const std::vector<std::size_t>& tuple,
                        const std::vector<LimitSide>& sides) {
    Strips strips = make_half_plane();
    for (std::size_t row = 0; row < system_.rows.size() && !strips.empty(); ++row) {
      if (std::find(tuple.begin(), tuple.end(), row) != tuple.end()) continue;
      for (const LimitSide side : {LimitSide::min, LimitSide::max}) {
        if (has_side(system_.rows[row], side)) {
          strips = cut_by(strips, table_.find(hold(tuple, sides, row, side)), table_);
        }
      }
    }
    return drop_inverted(strips, table_.curves());
  }

  LimitSystem system_;
  CurveTable table_;
  double least_pivot_;
  mutable Eigen::FullPivLU<MatrixXd> lu_;  // of the current tuple's V transposed
};

}  // namespace

Region enumerate_region(const LimitSystem& system) {
  return Enumeration(system).run();
}

}  // namespace globaldyn
