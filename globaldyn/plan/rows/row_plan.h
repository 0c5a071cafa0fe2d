#pragma once

#include <cstddef>

#include "globaldyn/plan/plan.h"
#include "globaldyn/plan/rows/row_field.h"

namespace globaldyn::inside {
inline namespace plan {

/// PlanOptions::work, or what it is by default: in proportion to the field's parts and rows.
[[nodiscard]] std::size_t find_most_work(const RowField& field, const PlanOptions& options);

/// A plan by rows that are functions of p. It keeps all rows everywhere, and `time_lower` is below
/// the time of any motion that does. Proven (Plan::is_proven) where rows are straight and exact;
/// otherwise it rests on estimates of how far they are from the quadratics through three of their
/// points. `infeasible` is proven likewise; `gave_up` without a shortage is not: no motion was
/// found.
[[nodiscard]] Plan plan_rows(RowField& field, const PlanOptions& options);

}  // namespace plan
}  // namespace globaldyn::inside
