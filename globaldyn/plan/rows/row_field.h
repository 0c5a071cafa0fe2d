#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "globaldyn/plan/limit_field.h"

namespace globaldyn::inside {
inline namespace plan {

/// Straight rows at one p: low <= a x + b sqrt(x) + c + d u <= high, with x = (dp/dt)² and
/// u = d²p/dt². Limits may be infinite.
struct RowsAt {
  std::vector<double> a, b, c, d, low, high;

  void resize(std::size_t rows) {
    for (auto* values : {&a, &b, &c, &d, &low, &high}) values->assign(rows, 0.0);
  }
};

/// The size to which fractions of a row's limits refer: half of its range; if it has only one
/// limit, that limit, or the constant that it limits if larger; 0 without any.
[[nodiscard]] inline double calc_row_size(double low, double high, double c) {
  const bool has_low = std::isfinite(low), has_high = std::isfinite(high);
  if (has_low && has_high) return 0.5 * (high - low);
  return has_low || has_high ? std::max(std::abs(has_low ? low : high), std::abs(c)) : 0.0;
}

/// Possible error of rows, as fractions of their limits: `rest`, and correspondingly more where
/// terms in x and u are large.
struct RowError {
  double rest{0.0};
  double per_x{0.0}, per_root{0.0}, per_u{0.0};
};

inline constexpr RowError kNoRowError{};

/// A part of a path along which all rows are smooth functions of p.
struct SmoothPart {
  double begin{0.0};
  double end{0.0};
};

/// Limits as rows that are functions of p, smooth on parts that follow one another without gaps.
/// Where two parts meet the rows may jump.
class RowField : public LimitField {
 public:
  [[nodiscard]] virtual const std::vector<SmoothPart>& parts() const = 0;
  [[nodiscard]] virtual std::size_t row_count() const = 0;
  /// Whether no row has a term in sqrt(x).
  [[nodiscard]] virtual bool is_straight() const = 0;
  /// Whether all rows are quadratics in p on each part, without errors.
  [[nodiscard]] virtual bool is_exact() const { return false; }
  /// The rows at p, which is on the part, including its ends; there as seen from within.
  virtual void write(std::size_t part, double p, RowsAt& rows) = 0;
  /// Their possible error on a part; valid as long as the field exists.
  [[nodiscard]] virtual const RowError& error(std::size_t /*part*/) const { return kNoRowError; }

  /// The rows as limits of a pose, numbered alike; on both sides where parts meet.
  void look(std::span<const double> p, std::span<LimitsAt> limits) override;

 private:
  RowsAt rows_;
};

}  // namespace plan
}  // namespace globaldyn::inside
