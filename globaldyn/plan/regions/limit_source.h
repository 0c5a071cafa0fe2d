#pragma once

#include <functional>
#include <optional>
#include <span>

#include "globaldyn/limits/limit_rows.h"
#include "globaldyn/limits/reserve.h"

namespace globaldyn {

/// The limits at one p; on the two sides of it where they jump there.
struct LimitsAt {
  LimitSystem before;
  std::optional<LimitSystem> after;  ///< same as `before` if there is none
};

/// Gives the limits at many p, in increasing order. Called repeatedly, with points between earlier
/// ones.
using LimitSource = std::function<void(std::span<const double> p, std::span<LimitsAt> limits)>;

}  // namespace globaldyn
