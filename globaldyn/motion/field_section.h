#pragma once

#include <cstddef>
#include <vector>

#include "globaldyn/plan/rows/row_stretch.h"
#include "globaldyn/survey/standstills.h"

namespace globaldyn::inside {
inline namespace motion {

/// A part of a field, as a field, that takes account of standstills next to it.
class FieldSection : public RowField {
 public:
  /// The field must outlive it; begin < end, both on it.
  FieldSection(RowField& field, double begin, double end);

  /// Towards a standstill outside, `way` from the closer end, parts become shorter, so that small
  /// values next to it are not taken for zero, and limits narrower: the path's own derivatives are
  /// so small there that their rounding errors matter.
  void grade_towards(const Standstill& standstill, double way);

  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override { return stretch_.row_count(); }
  [[nodiscard]] bool is_straight() const override { return stretch_.is_straight(); }
  void write(std::size_t part, double p, RowsAt& rows) override;
  [[nodiscard]] const RowError& error(std::size_t part) const override {
    return stretch_.error(part_of_[part]);
  }

 private:
  void split(double p);
  [[nodiscard]] double find_round_off(const Standstill& standstill, double p) const;

  RowStretch stretch_;
  std::vector<SmoothPart> parts_;
  std::vector<std::size_t> part_of_;  // part of the stretch
  std::vector<Standstill> standstills_;
};

}  // namespace motion
}  // namespace globaldyn::inside
