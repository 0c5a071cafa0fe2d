#pragma once

#include <cstddef>
#include <vector>

#include "globaldyn/plan/rows/row_stretch.h"
#include "globaldyn/survey/standstills.h"

namespace globaldyn {

/// A part of a field, as a field, with regard to standstills beside it.
class FieldSection : public RowField {
 public:
  /// The field must outlive it; begin < end, both on it.
  FieldSection(const RowField& field, double begin, double end);

  /// Towards a standstill outside, `way` from the nearer end, parts are the shorter, so that what
  /// is small beside it is not taken for nothing, and limits the narrower: the path's own
  /// derivatives are so small there that their round-off counts.
  void grade_towards(const Standstill& standstill, double way);

  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override { return stretch_.row_count(); }
  [[nodiscard]] bool is_straight() const override { return stretch_.is_straight(); }
  void write(std::size_t part, double p, RowsAt& rows) const override;
  [[nodiscard]] const RowError& error(std::size_t part) const override {
    return stretch_.error(part_of_[part]);
  }

 private:
  void split(double p);
  [[nodiscard]] double find_round_off(const Standstill& standstill, double p) const;

  RowStretch stretch_;
  std::vector<SmoothPart> parts_;
  std::vector<std::size_t> part_of_;  // the stretch's
  std::vector<Standstill> standstills_;
};

}  // namespace globaldyn
