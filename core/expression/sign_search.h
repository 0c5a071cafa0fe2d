#pragma once

#include <optional>
#include <vector>

#include "core/expression/enclosure.h"

namespace globaldyn::inside {
inline namespace core {

/// Where a function changes its sign.
struct SignChange {
  double at{0.0};
  double uncertainty{0.0};  ///< nearer than this the sign is lost in rounding errors
};

/// The signs of a function along an interval.
struct Signs {
  int first{0};  ///< 1 or -1: until the first change; 0: the function is zero all along
  std::vector<SignChange> changes;     ///< increasing, inside
  std::optional<double> undefined_at;  ///< the first place where it may have no value
  bool is_complete{true};              ///< false: there was not enough work
};

/// Finds all changes of sign of a smooth formula in `range`: none is missed, because an interval is
/// left alone only once bounds show that it has none. Where the function touches zero without a
/// change of sign that is more than rounding error, there is none.
/// `resolution` (> 0) is the distance below which places are not told apart; `work` is the number
/// of steps of programs that may still be made, and is reduced.
[[nodiscard]] Signs find_signs(const Expression& formula, const Interval& range, double resolution,
                               int& work);

}  // namespace core
}  // namespace globaldyn::inside
