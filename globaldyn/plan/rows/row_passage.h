#pragma once

#include <optional>

#include "core/base/interval.h"
#include "globaldyn/plan/plan.h"
#include "globaldyn/plan/rows/row_plan.h"

namespace globaldyn::inside {
inline namespace plan {

/// How far motions get under straight rows, and at which speeds. Each question is whether there is
/// a motion along a stretch of the path, which plan_rows() answers; the places and speeds where the
/// answer changes are found by bisection, the places to 1e-7 of the path. No answer counts as no.
class RowPassage {
 public:
  /// The field must outlive it. @param options of the plan: gates, closed or not
  /// @param work of all questions together, as PlanOptions counts it; none is answered beyond
  RowPassage(RowField& field, PlanOptions options, std::size_t work);

  /// Whether there is a motion from start to end.
  [[nodiscard]] bool is_open();

  /// The largest p that can be reached from the start, with any speed there; the start, if none.
  [[nodiscard]] double find_reach();

  /// The smallest p from which the end can be reached, with any speed there; nothing if there is
  /// none.
  [[nodiscard]] std::optional<double> find_rest();

  /// The d1 with which p can be reached from the start, ignoring a stop at p; nothing if it cannot.
  /// To 1e-6 of the largest on the way; unbounded if nothing limits them.
  [[nodiscard]] std::optional<Interval> find_speeds_at(double p);

  /// The d1 at p from which the end can be reached; nothing if there is none.
  [[nodiscard]] std::optional<Interval> find_speeds_from(double p);

  /// The work left.
  [[nodiscard]] std::size_t work_left() const { return work_; }

 private:
  enum class Side { begin, end };  // of a stretch

  [[nodiscard]] Plan plan(double begin, double end, const SpeedGate* at_begin,
                          const SpeedGate* at_end);
  [[nodiscard]] std::optional<Interval> find_speeds(double begin, double end, Side side);
  [[nodiscard]] std::vector<double> list_marks(double after, double until) const;

  RowField& field_;
  PlanOptions options_;
  std::size_t work_;
  std::size_t work_each_;  // per question
  double begin_, end_;     // of the path
};

}  // namespace plan
}  // namespace globaldyn::inside
