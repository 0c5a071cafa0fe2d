#include "core/description/read_force_curve.h"

#include "core/base/round_off.h"
#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace core {

ForceCurve read_force_curve(const Node& node, const std::optional<Node>& period,
                            const ForceCurveKind& kind, const Parameters& parameters) {
  constexpr std::size_t kMostPoints = 1000;
  ForceCurve curve;
  if (!node.is_sequence()) {
    curve.points.push_back({0.0, read_number(node, kind.force, parameters)});
    return curve;
  }
  for (const Node& item : node.items()) {
    const std::vector<Node> pair = item.is_sequence() ? item.items() : std::vector<Node>{};
    if (pair.size() != 2) item.fail("not a point of a force's curve", "expected [WHERE, FORCE]");
    const double at = read_number(pair[0], kind.place, parameters);
    if (!curve.points.empty() && at <= curve.points.back().at) {
      pair[0].fail("a place that does not increase",
                   "expected more than that of the point before; a force that jumps rises over a "
                   "short way");
    }
    curve.points.push_back({at, read_number(pair[1], kind.force, parameters)});
  }
  if (curve.points.size() < 2 || curve.points.size() > kMostPoints) {
    node.fail(std::to_string(curve.points.size()) + " points",
              "expected 2 to " + std::to_string(kMostPoints) + ", or one number");
  }
  if (!period) return curve;
  curve.period = read_positive(*period, kind.place, parameters, "period");
  const double length = curve.points.back().at - curve.points.front().at;
  if (length > curve.period * (1.0 + round_off::kSame)) {
    period->fail("a period shorter than the curve", "expected one that all points fit into");
  }
  if (length < curve.period * (1.0 - round_off::kSame)) return curve;
  // A whole period is written with both ends, which are one point.
  if (curve.points.front().force != curve.points.back().force) {
    node.fail("a force that jumps from period to period",
              "expected the same at the last point as at the first, a period before");
  }
  curve.points.pop_back();
  return curve;
}

}  // namespace core
}  // namespace globaldyn::inside
