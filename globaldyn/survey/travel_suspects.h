#pragma once

#include <vector>

#include "globaldyn/survey/panel_draft.h"

namespace globaldyn {

/// Where between the nodes of a draft on [begin, end] joints may leave their travel: where their
/// coordinates go furthest, as far as these come near to the ends of travel there. Rising.
[[nodiscard]] std::vector<double> list_travel_suspects(const PanelDraft& draft,
                                                       const std::vector<TravelCoordinate>& travel,
                                                       double begin, double end);

}  // namespace globaldyn
