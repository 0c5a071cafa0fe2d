#pragma once

#include <vector>

#include "globaldyn/survey/panel_draft.h"

namespace globaldyn::inside {
inline namespace survey {

/// Where between the nodes of a draft joints may leave their travel: at the extrema
/// of their coordinates, as far as these come close to the ends of travel there. In increasing
/// order.
[[nodiscard]] std::vector<double> list_travel_suspects(const PanelDraft& draft,
                                                       const std::vector<TravelCoordinate>& travel);

}  // namespace survey
}  // namespace globaldyn::inside
