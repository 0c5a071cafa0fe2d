#include <globaldyn/coefficients.h>

#include <cmath>

#include "api/dynamics/plan_status.h"
#include "api/dynamics/table_plan.h"
#include "core/base/cancel.h"
#include "globaldyn/motion/trajectory.h"
#include "globaldyn/plan/rows/table_field.h"

namespace globaldyn {
namespace {

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

inside::PlanOptions copy_options(const TableOptions& options) {
  inside::PlanOptions result;
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

TablePlan to_table_plan(const inside::Plan& plan) {
  TablePlan result;
  result.status = to_plan_status(plan.status);
  result.is_proven = plan.is_proven;
  result.time = plan.time;
  result.time_lower = plan.time_lower;
  result.p = plan.p;
  for (const double x : plan.x) result.d1.push_back(std::sqrt(x));
  for (const inside::SegmentMotion& one : plan.segments) {
    result.d2_begin.push_back(one.d2_begin);
    result.d2_end.push_back(one.d2_end);
    result.bulge.push_back(one.bulge);
  }
  result.blocked_at = plan.blocked_at;
  return result;
}

TablePlan plan_table(const CoefficientTable& table, const TableOptions& options) {
  const inside::CancelScope scope(options.cancel);
  return to_table_plan(inside::plan_table(copy_table(table), copy_options(options)));
}

std::vector<MotionState> sample(const TablePlan& plan, const std::vector<double>& times) {
  if (plan.d1.empty()) return {};
  inside::Plan again;
  again.p = plan.p;
  for (const double d1 : plan.d1) again.x.push_back(d1 * d1);
  for (std::size_t i = 0; i < plan.d2_begin.size(); ++i) {
    again.segments.push_back({.length = plan.p[i + 1] - plan.p[i],
                              .x_begin = again.x[i],
                              .d2_begin = plan.d2_begin[i],
                              .d2_end = plan.d2_end[i],
                              .bulge = plan.bulge[i]});
  }
  std::vector<MotionState> states;
  for (const inside::MotionState& one : inside::Trajectory(again, {}).at(times)) {
    states.push_back({one.t, one.p, one.d1, one.d2});
  }
  return states;
}

}  // namespace globaldyn
