#include "globaldyn/survey/travel_suspects.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/survey/chebyshev.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// Of its range, how near to an end of travel a coordinate is looked at: twice the accuracy to which
// it is interpolated.
constexpr double kNearTravel = 2e-4;
// x this near to an end is the node there, which has been looked at.
constexpr double kAtNode = 1e-9;

}  // namespace

std::vector<double> list_travel_suspects(const PanelDraft& draft,
                                         const std::vector<TravelCoordinate>& travel) {
  std::vector<double> suspects;
  for (std::size_t i = 0; i < travel.size(); ++i) {
    const TravelCoordinate& coordinate = travel[i];
    const VectorXd fit = draft.travel(static_cast<Eigen::Index>(i));
    const double range = coordinate.travel.high - coordinate.travel.low;
    const double near = kNearTravel * (std::isfinite(range) ? range : 1.0);
    for (const double side : {-1.0, 1.0}) {
      const double limit = side > 0.0 ? coordinate.travel.high : coordinate.travel.low;
      if (std::isinf(limit)) continue;
      const double room = side * limit - near;
      if (bound_above(side * fit) < room) continue;
      const double x = find_largest(side * fit);
      const bool is_node = std::abs(x) > 1.0 - kAtNode;
      if (is_node || side * calc_chebyshev(fit, x) < room) continue;
      suspects.push_back(to_interval(x, draft.begin(), draft.end()));
    }
  }
  std::sort(suspects.begin(), suspects.end());
  return suspects;
}

}  // namespace survey
}  // namespace globaldyn::inside
