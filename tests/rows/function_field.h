#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "globaldyn/plan/rows/row_plan.h"
#include "tests/plan/random_system.h"

namespace globaldyn::inside::test {

/// Rows given by a function of p, which are exact.
class FunctionField : public RowField {
 public:
  using Rows = std::function<void(std::size_t part, double p, RowsAt& rows)>;

  FunctionField(std::vector<SmoothPart> parts, std::size_t rows, bool is_straight, Rows write)
      : parts_(std::move(parts)),
        rows_(rows),
        is_straight_(is_straight),
        write_(std::move(write)) {}

  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override { return rows_; }
  [[nodiscard]] bool is_straight() const override { return is_straight_; }
  void write(std::size_t part, double p, RowsAt& rows) override {
    rows.resize(rows_);
    write_(part, p, rows);
  }

 private:
  std::vector<SmoothPart> parts_;
  std::size_t rows_;
  bool is_straight_;
  Rows write_;
};

inline constexpr double kPathEnd = 2.0;

/// A random system's rows, with viscous friction: in each row sqrt(x) has this share of d as
/// coefficient. The system must outlive it.
inline FunctionField make_field(const RandomSystem& system, double viscous = 0.0) {
  return {{{0.0, kPathEnd}},
          system.make_rows(0.0).size(),
          viscous == 0.0,
          [&system, viscous](std::size_t, double p, RowsAt& at) {
            const std::vector<LimitRow> rows = system.make_rows(p);
            for (std::size_t k = 0; k < rows.size(); ++k) {
              at.a[k] = rows[k].alpha;
              at.b[k] = viscous * rows[k].delta;
              at.c[k] = rows[k].gamma;
              at.d[k] = rows[k].delta;
              at.low[k] = rows[k].low;
              at.high[k] = rows[k].high;
            }
          }};
}

/// From rest to rest over all of it.
inline Plan plan_to_rest(RowField& field, double tolerance) {
  PlanOptions options;
  options.tolerance = tolerance;
  options.gates = {{field.parts().front().begin, 0.0, 0.0}, {field.parts().back().end, 0.0, 0.0}};
  return plan_rows(field, options);
}

inline Plan plan_to_rest(RowField&& field, double tolerance) {
  return plan_to_rest(field, tolerance);
}

/// Which part of the path a segment of the plan lies on.
inline std::size_t find_part(const RowField& field, const Plan& plan, std::size_t segment) {
  const double middle = plan.p[segment] + 0.5 * plan.segments[segment].length;
  const auto& parts = field.parts();
  const auto next = std::find_if(parts.begin(), parts.end(),
                                 [&](const SmoothPart& part) { return middle < part.end; });
  return std::min(static_cast<std::size_t>(next - parts.begin()), parts.size() - 1);
}

/// The largest violation of limits by a plan, as a share of half their range (of their size if
/// one-sided), computed by the field itself: at no fewer than `points` places, the same number on
/// each segment, including both its ends. Infinite where x is negative by more than rounding
/// errors.
inline double find_excess(RowField& field, const Plan& plan, std::size_t points) {
  // Odd, and not four: the grid evaluates rows at quarters of segments.
  const std::size_t each = std::max<std::size_t>(7, points / plan.segments.size() + 1) | 1;
  double most = 0.0, fastest = 0.0;
  for (const SegmentMotion& m : plan.segments) fastest = std::max(fastest, m.x_begin);
  RowsAt at;
  for (std::size_t i = 0; i < plan.segments.size(); ++i) {
    const SegmentMotion& segment = plan.segments[i];
    const std::size_t part = find_part(field, plan, i);
    for (std::size_t j = 0; j <= each; ++j) {
      const double s = segment.length * static_cast<double>(j) / static_cast<double>(each);
      const double x = segment.x_at(s), u = segment.d2_at(s);
      // Where a motion comes to rest x is the rounding error of a difference of equals.
      if (!(x >= -1e-13 * fastest)) return kInfinity;
      field.write(part, std::min(plan.p[i] + s, field.parts()[part].end), at);
      for (std::size_t k = 0; k < at.a.size(); ++k) {
        const double value =
            at.a[k] * x + at.b[k] * std::sqrt(std::max(0.0, x)) + at.c[k] + at.d[k] * u;
        const bool has_both = std::isfinite(at.low[k]) && std::isfinite(at.high[k]);
        const double size = has_both ? 0.5 * (at.high[k] - at.low[k])
                                     : std::abs(std::isfinite(at.low[k]) ? at.low[k] : at.high[k]);
        most = std::max(most, std::max(at.low[k] - value, value - at.high[k]) / size);
      }
    }
  }
  return most;
}

}  // namespace globaldyn::inside::test
