#pragma once

#include "globaldyn/plan/rows/row_field.h"

namespace globaldyn::inside {
inline namespace plan {

/// The rows of a field between two p. The field must outlive it.
class RowStretch : public RowField {
 public:
  /// From `begin` to `end`, which lie within the field, begin < end.
  RowStretch(RowField& field, double begin, double end);

  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override { return field_.row_count(); }
  [[nodiscard]] bool is_straight() const override { return field_.is_straight(); }
  void write(std::size_t part, double p, RowsAt& rows) override {
    field_.write(first_ + part, p, rows);
  }
  [[nodiscard]] const RowError& error(std::size_t part) const override {
    return field_.error(first_ + part);
  }

 private:
  RowField& field_;
  std::size_t first_{0};  // the field's part to which its first part belongs
  std::vector<SmoothPart> parts_;
};

}  // namespace plan
}  // namespace globaldyn::inside
