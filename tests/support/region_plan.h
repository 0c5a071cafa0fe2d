// Plans by regions of limits that a test writes.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "globaldyn/limits/reserve.h"
#include "globaldyn/plan/regions/region_plan.h"

namespace globaldyn::inside::test {

/// Writes the limits at many p.
using LimitSource = std::function<void(std::span<const double> p, std::span<LimitsAt> limits)>;

/// The limits of a source, with a reserve kept free.
class SourceField final : public LimitField {
 public:
  explicit SourceField(LimitSource source, double reserve = 0.0)
      : source_(std::move(source)), reserve_(reserve) {}

  void look(std::span<const double> p, std::span<LimitsAt> limits) override {
    source_(p, limits);
    for (LimitsAt& one : limits) {
      tighten(one.before, reserve_);
      if (one.after) tighten(*one.after, reserve_);
    }
  }

 private:
  LimitSource source_;
  double reserve_;
};

/// A plan as most tests ask for it: from one end of the grid to the other.
struct RegionRequest {
  double tolerance{1e-6};
  Interval start{0.0, 0.0};  ///< d1
  Interval end{0.0, 0.0};
  bool closed{false};
  double reserve{0.0};
  bool explain{true};
};

[[nodiscard]] inline Plan make_plan(LimitField& field, const std::vector<double>& grid,
                                    const RegionRequest& request = {}) {
  constexpr Interval kAny{0.0, kInfinity};
  PlanOptions options{.tolerance = request.tolerance, .is_closed = request.closed, .memory = 0};
  options.gates = {make_gate(grid.front(), request.closed ? kAny : request.start),
                   make_gate(grid.back(), request.closed ? kAny : request.end)};
  return plan_regions(field, grid, options, request.explain);
}

[[nodiscard]] inline Plan make_plan(const LimitSource& source, const std::vector<double>& grid,
                                    const RegionRequest& request = {}) {
  SourceField field(source, request.reserve);
  return make_plan(field, grid, request);
}

}  // namespace globaldyn::inside::test
