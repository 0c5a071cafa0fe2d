#include "globaldyn/region/methods/tuple_enumeration.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "globaldyn/region/methods/curve_table.h"
#include "globaldyn/region/methods/region_draft.h"
#include "globaldyn/region/methods/subsets.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

class Enumeration {
 public:
  explicit Enumeration(const LimitSystem& system) : labels_(system.labels), table_(rows_) {
    rows_.assign(system);
    least_pivot_ = kPreloadRankTolerance * rows_.largest_preload();
  }

  Region run() {
    const EqualitySolution equalities = solve_equalities(rows_.equalities());
    Strips strips;
    visit_subsets(count(), static_cast<std::size_t>(rows_.redundancy()),
                  [&](const std::vector<std::size_t>& tuple) {
                    visit_sides(tuple, [&](const std::vector<LimitSide>& sides) {
                      strips = unite(strips, make_subregion(tuple, sides), table_.curves());
                    });
                  });
    RegionDraft draft;
    draft.start_from(strips, table_.curves(), rows_.is_straight());
    Region region;
    draft.finish(equalities, labels_, region);
    return region;
  }

 private:
  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(rows_.count()); }

  // All choices of a finite limit for each row of the tuple.
  template <class Visit>
  void visit_sides(const std::vector<std::size_t>& tuple, const Visit& visit) {
    if (!prepare(tuple)) return;
    for (std::size_t bits = 0; bits < (std::size_t{1} << tuple.size()); ++bits) {
      std::vector<LimitSide> sides;
      for (std::size_t i = 0; i < tuple.size(); ++i) {
        sides.push_back((bits >> i & 1) != 0 ? LimitSide::max : LimitSide::min);
      }
      const bool finite =
          std::equal(tuple.begin(), tuple.end(), sides.begin(),
                     [&](std::size_t row, LimitSide side) { return row_at(row).has_side(side); });
      if (finite) visit(sides);
    }
  }

  // Factorises V of the tuple; false if it is singular.
  [[nodiscard]] bool prepare(const std::vector<std::size_t>& tuple) {
    const Eigen::Index r = rows_.redundancy();
    if (r == 0) return true;
    MatrixXd V_t(r, r);
    for (Eigen::Index i = 0; i < r; ++i) {
      V_t.col(i) = find_preload(nth(tuple, i));
    }
    lu_.compute(V_t);
    const double least = lu_.matrixLU().diagonal().cwiseAbs().minCoeff();
    // Weights have larger rounding errors the closer the tuple is to being singular.
    noise_ = std::max(round_off::kSolved, round_off::kEntry * rows_.largest_preload() / least);
    return least > least_pivot_;
  }

  // Which rows, held at which limits, bound this row from its given side: the tuple's with the
  // weights that cancel y, and the row itself.
  [[nodiscard]] std::vector<HeldRow> hold(const std::vector<std::size_t>& tuple,
                                          const std::vector<LimitSide>& sides, std::size_t row,
                                          LimitSide side) const {
    const double sign = side == LimitSide::max ? 1.0 : -1.0;
    std::vector<HeldRow> held{{static_cast<int>(row), side, sign}};
    if (tuple.empty()) return held;
    const VectorXd weights = lu_.solve(find_preload(row));
    const double noise = noise_ * std::max(1.0, weights.cwiseAbs().maxCoeff());
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      if (std::abs(weights(static_cast<Eigen::Index>(i))) > noise) members.push_back(i);
    }
    // Without the rows that do not contribute, the weights are as accurate as possible.
    const VectorXd exact = members.size() == tuple.size() ? weights : fit(tuple, members, row);
    for (std::size_t k = 0; k < members.size(); ++k) {
      const std::size_t i = members[k];
      held.push_back(
          {static_cast<int>(tuple[i]), sides[i], -sign * exact(static_cast<Eigen::Index>(k))});
    }
    std::sort(held.begin(), held.end(),
              [](const HeldRow& a, const HeldRow& b) { return a.row < b.row; });
    return held;
  }

  // The weights of the row's v as a sum over sufficient members of the tuple.
  [[nodiscard]] VectorXd fit(const std::vector<std::size_t>& tuple,
                             const std::vector<std::size_t>& members, std::size_t row) const {
    if (members.empty()) return {};
    MatrixXd V_t(rows_.redundancy(), static_cast<Eigen::Index>(members.size()));
    for (std::size_t k = 0; k < members.size(); ++k) {
      V_t.col(static_cast<Eigen::Index>(k)) = find_preload(tuple[members[k]]);
    }
    return V_t.colPivHouseholderQr().solve(find_preload(row));
  }

  Strips make_subregion(const std::vector<std::size_t>& tuple,
                        const std::vector<LimitSide>& sides) {
    Strips strips = make_half_plane();
    for (std::size_t row = 0; row < count() && !strips.empty(); ++row) {
      if (std::find(tuple.begin(), tuple.end(), row) != tuple.end()) continue;
      for (const LimitSide side : {LimitSide::min, LimitSide::max}) {
        if (row_at(row).has_side(side)) table_.cut(strips, hold(tuple, sides, row, side));
      }
    }
    Strips scratch;
    drop_inverted(strips, table_.curves(), scratch);
    return strips;
  }

  [[nodiscard]] const BoundedRow& row_at(std::size_t row) const {
    return rows_[static_cast<int>(row)];
  }
  [[nodiscard]] VectorXd find_preload(std::size_t row) const {
    const auto v = rows_.v(static_cast<int>(row));
    return Eigen::Map<const VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
  }

  LimitLabels labels_;
  BoundedRows rows_;
  CurveTable table_;
  double least_pivot_{0.0};
  Eigen::FullPivLU<MatrixXd> lu_;  // of the current tuple's V transposed
  double noise_{0.0};              // below this fraction of the largest a weight is zero
};

}  // namespace

Region enumerate_region(const LimitSystem& system) {
  return Enumeration(system).run();
}

}  // namespace region
}  // namespace globaldyn::inside
