#pragma once

#include <vector>

#include "globaldyn/plan/rows/coefficient_table.h"
#include "globaldyn/plan/rows/row_field.h"
#include "globaldyn/plan/rows/row_plan.h"

namespace globaldyn::inside {
inline namespace plan {

/// The limits of a table, each of its segments a part. They are exact: bounds of plans are proven.
class TableField final : public RowField {
 public:
  /// The table must outlive it. @throws Error as check_table() does
  explicit TableField(const CoefficientTable& table);

  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override { return table_.rows; }
  [[nodiscard]] bool is_straight() const override { return is_straight_; }
  [[nodiscard]] bool is_exact() const override { return true; }
  void write(std::size_t part, double p, RowsAt& rows) override;

 private:
  const CoefficientTable& table_;
  std::vector<SmoothPart> parts_;
  bool is_straight_{true};
};

/// The fastest motion along a path whose limits are given as a table, for instance by another
/// program. Without gates it goes from rest to rest.
/// @throws Error if the table is wrong (check_table), the tolerance is not positive, or the gates
///   are not at increasing p from its first to its last node, or ask for no x at all
[[nodiscard]] Plan plan_table(const CoefficientTable& table, PlanOptions options = {});

}  // namespace plan
}  // namespace globaldyn::inside
