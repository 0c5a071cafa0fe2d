#pragma once

#include <optional>

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/expression/dimension.h"
#include "core/mechanism/force_curve.h"

namespace globaldyn::inside {
inline namespace core {

/// What the numbers of a curve are.
struct ForceCurveKind {
  Dimension place;  ///< of the coordinate that it is over
  Dimension force;
};

/// Reads a force: `120 N`, or over a coordinate `[[0 mm, 0 N], [2 mm, -60 kN], …]`, which repeats
/// after `period` if there is one. @throws InputError, also for places that do not increase or do
/// not fit into a period
[[nodiscard]] ForceCurve read_force_curve(const Node& node, const std::optional<Node>& period,
                                          const ForceCurveKind& kind, const Parameters& parameters);

}  // namespace core
}  // namespace globaldyn::inside
