#include <globaldyn/coefficients.h>

#include <cmath>

#include "globaldyn/plan/rows/table_field.h"

namespace globaldyn {
namespace {

TablePlanStatus to_table_status(inside::RowPlanStatus status) {
  switch (status) {
    case inside::RowPlanStatus::optimal:
      return TablePlanStatus::optimal;
    case inside::RowPlanStatus::inaccurate:
      return TablePlanStatus::inaccurate;
    case inside::RowPlanStatus::infeasible:
      return TablePlanStatus::infeasible;
    case inside::RowPlanStatus::blocked:
      return TablePlanStatus::blocked;
    case inside::RowPlanStatus::unlimited:
      return TablePlanStatus::unlimited;
    case inside::RowPlanStatus::gave_up:
      return TablePlanStatus::gave_up;
  }
  return TablePlanStatus::blocked;
}

inside::CoefficientTable copy_table(const CoefficientTable& table) {
  return {.rows = table.rows,
          .p = table.p,
          .a = table.a,
          .b = table.b,
          .c = table.c,
          .d = table.d,
          .low = table.low,
          .high = table.high};
}

inside::RowPlanOptions copy_options(const TableOptions& options) {
  inside::RowPlanOptions result;
  result.tolerance = options.tolerance;
  for (const SpeedGate& one : options.gates) {
    result.gates.push_back({one.p, one.least, one.most});
  }
  result.is_closed = options.closed;
  result.work = options.work;
  result.memory = options.memory;
  return result;
}

}  // namespace

const char* to_string(TablePlanStatus status) {
  switch (status) {
    case TablePlanStatus::optimal:
      return "optimal";
    case TablePlanStatus::inaccurate:
      return "inaccurate";
    case TablePlanStatus::infeasible:
      return "infeasible";
    case TablePlanStatus::blocked:
      return "blocked";
    case TablePlanStatus::unlimited:
      return "unlimited";
    case TablePlanStatus::gave_up:
      return "gave_up";
  }
  return "";
}

TablePlan plan_table(const CoefficientTable& table, const TableOptions& options) {
  const inside::RowPlan plan = inside::plan_table(copy_table(table), copy_options(options));
  TablePlan result;
  result.status = to_table_status(plan.status);
  result.is_proven = plan.is_proven;
  result.time = plan.time;
  result.time_lower = plan.time_lower;
  result.p = plan.p;
  for (const double x : plan.x) result.d1.push_back(std::sqrt(std::max(0.0, x)));
  for (const inside::SegmentMotion& one : plan.segments) {
    result.d2_begin.push_back(one.d2_begin);
    result.d2_end.push_back(one.d2_end);
    result.bulge.push_back(one.bulge);
  }
  result.blocked_at = plan.blocked_at;
  return result;
}

}  // namespace globaldyn
