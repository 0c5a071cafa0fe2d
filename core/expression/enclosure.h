#pragma once

#include <array>
#include <vector>

#include "core/expression/expression.h"
#include "core/expression/interval_arithmetic.h"

namespace globaldyn::inside {
inline namespace core {

/// Bounds of a function of one variable over an interval of it: what is known without looking at
/// single points.
struct Enclosure {
  /// Of f, f', f'' / 2 and f''' / 6: of the coefficients of its series about any point inside.
  std::array<Interval, 4> c{interval::kZero, interval::kZero, interval::kZero, interval::kZero};
  /// False where an argument may be beyond a function's domain, or where a value may jump.
  bool is_defined{true};

  /// Whether the function and its first two derivatives are known to exist all over.
  [[nodiscard]] bool is_smooth() const;
};

/// The bounds of a formula of variable number 0 for it in `range`. The program has neither abs nor
/// min nor max: see FormulaPieces.
[[nodiscard]] Enclosure enclose(const std::vector<Expression::Instruction>& program,
                                const Interval& range);

/// Where a formula ceases to be defined between `low` and `high`, where it is not: the last place
/// found by bisection at which it is; `low` if it is not even there.
[[nodiscard]] double find_end_of_domain(const std::vector<Expression::Instruction>& program,
                                        double low, double high);

/// Better bounds of value and slope over a range from those over it (`over`) and those at a point
/// inside (`at`), from which the range's ends are `ends` away: by Taylor's formula.
[[nodiscard]] Interval bound_value(const Enclosure& over, const Enclosure& at,
                                   const Interval& ends);
[[nodiscard]] Interval bound_slope(const Enclosure& over, const Enclosure& at,
                                   const Interval& ends);

}  // namespace core
}  // namespace globaldyn::inside
