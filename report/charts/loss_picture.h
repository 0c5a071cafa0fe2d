#pragma once

#include "core/expression/shown_units.h"
#include "globaldyn/record/loss_curve.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// What motors lose at least over the time that they are given (trade_off); `what` names the
/// machine and its path or cycle.
[[nodiscard]] Picture draw_losses(const LossCurve& curve, const ShownUnits& units,
                                  const std::string& what);

}  // namespace globaldyn::inside::report
