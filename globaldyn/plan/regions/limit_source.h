#pragma once

#include <functional>
#include <optional>
#include <span>

#include "globaldyn/limits/limit_rows.h"

namespace globaldyn {

/// The limits at one p; on the two sides of it where they jump there.
struct LimitsAt {
  LimitSystem before;
  std::optional<LimitSystem> after;  ///< same as `before` if there is none
};

/// Gives the limits at many p, in increasing order. Called repeatedly, with points between earlier
/// ones.
using LimitSource = std::function<void(std::span<const double> p, std::span<LimitsAt> limits)>;

/// The same limits, each moved inwards by the given share of half its range (of its size, if it has
/// only one side; for speeds, which appear in rows as squares, by the share of the speed); outwards
/// if negative. What is fixed stays fixed.
void tighten(LimitSystem& system, double share);

}  // namespace globaldyn
