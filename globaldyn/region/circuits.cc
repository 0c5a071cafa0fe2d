#include "globaldyn/region/circuits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "globaldyn/region/curve_table.h"
#include "globaldyn/region/equalities.h"
#include "globaldyn/region/preload.h"
#include "globaldyn/region/subsets.h"

namespace globaldyn {
namespace {

// Below this share of the largest weight a row does not belong to the circuit.
constexpr double kNoWeight = 1e-12;
constexpr double kRoundOff = 1e-14;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Rows and the weights with which their v cancel.
struct Circuit {
  std::vector<std::size_t> rows;
  VectorXd weights;
};

class CircuitElimination {
 public:
  explicit CircuitElimination(const LimitSystem& system)
      : system_(bound_preload(system)),
        table_(system_),
        largest_(find_largest_preload(system_)),
        least_pivot_(kPreloadRankTolerance * largest_) {}

  Region run() {
    const EqualitySolution equalities = solve_equalities(system_.equalities);
    if (equalities.is_impossible) return {};
    Strips strips = make_half_plane();
    const std::size_t size = static_cast<std::size_t>(system_.redundancy) + 1;
    visit_subsets(system_.rows.size(), size, [&](const std::vector<std::size_t>& subset) {
      if (strips.empty()) return;
      const auto circuit = find_circuit(subset);
      if (!circuit) return;
      for (const double sign : {1.0, -1.0}) cut(*circuit, sign, strips);
    });
    strips = drop_inverted(strips, table_.curves());
    strips = restrict_to_equalities(tidy(strips), equalities, table_);
    return {strips, std::move(table_.curves()), std::move(table_.walls())};
  }

 private:
  // The circuit among r + 1 rows; none if their v have a rank below r, so that there are several.
  [[nodiscard]] std::optional<Circuit> find_circuit(std::vector<std::size_t> rows) const {
    const auto first = cancel_preload(rows);
    if (!first || first->pivot <= least_pivot_) return std::nullopt;
    // Rows that do not belong to the circuit come out with weights that are round-off, more of it
    // the nearer the rank is to being lost. Without them the circuit is as accurate as it can be.
    const double noise = std::max(kNoWeight, kRoundOff * largest_ / first->pivot);
    const double least = noise * first->weights.cwiseAbs().maxCoeff();
    std::vector<std::size_t> support;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (std::abs(first->weights(static_cast<Eigen::Index>(i))) > least)
        support.push_back(rows[i]);
    }
    if (support.size() == rows.size()) return Circuit{rows, first->weights};
    return Circuit{support, cancel_preload(support)->weights};
  }

  struct Cancellation {
    VectorXd weights;
    double pivot;  // the least of the rows' v; large if no row's v can be left out
  };

  // The weights with weightsᵀ V = 0 for rows of which one depends on the others.
  [[nodiscard]] std::optional<Cancellation> cancel_preload(
      const std::vector<std::size_t>& rows) const {
    const Eigen::Index count = static_cast<Eigen::Index>(rows.size());
    if (count == 1) return Cancellation{VectorXd::Ones(1), kInfinity};
    MatrixXd V(count, system_.redundancy);
    for (Eigen::Index i = 0; i < count; ++i) {
      V.row(i) = system_.rows[rows[static_cast<std::size_t>(i)]].v.transpose();
    }
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(V);
    const double pivot = std::abs(qr.matrixQR()(count - 2, count - 2));
    return Cancellation{qr.householderQ() * VectorXd::Unit(count, count - 1), pivot};
  }

  // Every row is held at the limit that its weight makes an upper one; without a limit there the
  // circuit says nothing on this side.
  void cut(const Circuit& circuit, double sign, Strips& strips) {
    std::vector<HeldRow> held;
    for (std::size_t i = 0; i < circuit.rows.size(); ++i) {
      const double weight = sign * circuit.weights(static_cast<Eigen::Index>(i));
      const LimitSide side = weight > 0.0 ? LimitSide::max : LimitSide::min;
      if (!has_side(system_.rows[circuit.rows[i]], side)) return;
      held.push_back({circuit.rows[i], side, weight});
    }
    strips = cut_by(strips, table_.find(held), table_);
  }

  LimitSystem system_;
  CurveTable table_;
  double largest_;
  double least_pivot_;
};

}  // namespace

Region intersect_circuits(const LimitSystem& system) {
  return CircuitElimination(system).run();
}

}  // namespace globaldyn
