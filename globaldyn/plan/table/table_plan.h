#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "globaldyn/plan/table/coefficient_table.h"
#include "globaldyn/plan/table/quadratic_time.h"

namespace globaldyn {

/// x = d1², in which tables are planned: a separate type, so that no d1 is mistaken for one.
struct SquaredSpeed {
  double x{0.0};

  [[nodiscard]] static SquaredSpeed of(double d1) { return {d1 * d1}; }
};

struct TablePlanOptions {
  double tolerance{1e-4};  ///< time - time_lower <= tolerance * time
  SquaredSpeed start;
  SquaredSpeed end;
  std::size_t most_nodes{2000000};  ///< beyond that the result is `inaccurate`
};

enum class TablePlanStatus {
  optimal,     ///< the bounds of the time are within the tolerance
  inaccurate,  ///< there is a motion within all limits, but its bounds are further apart
  infeasible,  ///< no motion gets from start to end, or none was found: see is_certified
};

[[nodiscard]] const char* to_string(TablePlanStatus status);

/// A motion along a path given as a table, in minimum time.
///
/// d2 is linear in p on every piece, so x = d1² is quadratic. The motion keeps all limits of the
/// table everywhere, at nodes and between: the Bernstein coefficients of each row on each piece are
/// within those of its limits, up to 1e-12 of the sizes of the row's terms. So `time` is an upper
/// bound of the minimum time, and `time_lower` is a lower one, by arcs that no motion within the
/// limits can cross (barrier.h). Both are proven up to rounding errors.
struct TablePlan {
  TablePlanStatus status{TablePlanStatus::infeasible};
  /// For `optimal` and `inaccurate`: the rows of the final motion were checked to be kept. For
  /// `infeasible`: it is proven that there is no motion; otherwise no motion was found on up to 300
  /// grids, refined to 1e-9 of the path where it is blocked.
  bool is_certified{false};
  std::vector<double> p;        ///< nodes, including those of the table
  std::vector<double> x;        ///< d1² at nodes
  std::vector<double> u_begin;  ///< d2 at the start of each piece
  std::vector<double> u_end;    ///< and at its end
  double time{0.0};
  double time_lower{0.0};
  std::optional<double> blocked_at;  ///< infeasible: the p that no motion from the start passes

  /// x along piece i.
  [[nodiscard]] QuadraticSpeed speed(std::size_t i) const;
};

/// @throws Error if the table is wrong (check), a speed at an end is negative or not finite, or the
///   tolerance is not positive.
[[nodiscard]] TablePlan plan_table(const CoefficientTable& table,
                                   const TablePlanOptions& options = {});

/// The maximum by which the Bernstein coefficients of a row along a plan's piece exceed those of
/// its limits, in sizes of the row's terms there; at most 0 if all limits are kept in exact
/// arithmetic. @param table on the plan's nodes
[[nodiscard]] double find_largest_excess(const CoefficientTable& table, const TablePlan& plan);

}  // namespace globaldyn
