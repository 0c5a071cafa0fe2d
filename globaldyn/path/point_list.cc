#include "globaldyn/path/point_list.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace path {
namespace {

PointItem read_point_item(const Node& item, bool with_blends) {
  PointItem point{item, item.items(), std::nullopt};
  if (point.values.empty() || !point.values.back().is_map()) return point;
  const Node own = point.values.back();
  own.allow_only({"blend"});
  point.blend = own.require("blend");
  if (!with_blends) point.blend->fail("'blend' for a spline", "expected a polyline with it");
  point.values.pop_back();
  return point;
}

// By the lengths between the points.
Knots measure_knots(const MatrixXd& points, const std::vector<SourcePlace>& places,
                    const std::string& what) {
  const Knots knots = make_chord_knots(points);
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (knots[i] > knots[i - 1] && std::isfinite(knots[i])) continue;
    throw InputError(places[i], "the same point twice in a row, without " + what,
                     "expected another point, " + what +
                         " if the tool turns there, or 'stops: [{at: …, for: …}]' if the machine "
                         "rests there");
  }
  return knots;
}

}  // namespace

std::vector<PointItem> read_point_items(const Node& node, bool with_blends) {
  const Node list = node.require("points");
  const std::vector<Node> items = list.items();
  if (items.size() < 2) list.fail(std::to_string(items.size()) + " points", "expected 2 or more");
  constexpr std::size_t kMostPoints = 1000;
  if (items.size() > kMostPoints) {
    list.fail(std::to_string(items.size()) + " points", "expected at most 1000");
  }
  std::vector<PointItem> points;
  for (const Node& item : items) points.push_back(read_point_item(item, with_blends));
  return points;
}

Knots read_knots(const Node& node, const MatrixXd& points, const std::vector<SourcePlace>& places,
                 const Parameters& parameters) {
  const auto given = node.find("knots");
  if (!given) return measure_knots(points, places, "'knots'");
  if (const std::size_t count = given->items().size(); count != places.size()) {
    given->fail(std::to_string(count) + " knots",
                "expected " + std::to_string(places.size()) + ", one a point");
  }
  const Knots knots = read_numbers(*given, dimension::number, parameters);
  const bool rising =
      std::adjacent_find(knots.begin(), knots.end(), std::greater_equal<>()) == knots.end();
  if (knots.front() != 0.0 || !rising) {
    given->fail("these knots",
                "expected " + std::to_string(places.size()) + " increasing numbers, the first 0");
  }
  return knots;
}

Knots find_table_knots(const CsvColumns& columns, const WrittenPoints& written) {
  if (const auto p = columns.values.find("p"); p != columns.values.end()) return p->second;
  return measure_knots(written.values.points, written.places, "a column p");
}

}  // namespace path
}  // namespace globaldyn::inside
