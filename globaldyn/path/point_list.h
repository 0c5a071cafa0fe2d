#pragma once

#include <optional>
#include <vector>

#include "globaldyn/path/csv.h"
#include "globaldyn/path/point_curves.h"

namespace globaldyn::inside {
inline namespace path {

/// A point of a list: its coordinates, and its own blend if it has one, [1, 2, {blend: 5 mm}].
struct PointItem {
  Node node;
  std::vector<Node> values;
  std::optional<Node> blend;
};

/// The list `points` in `node`: 2 to 1000. @param with_blends whether they may have their own
/// @throws InputError
[[nodiscard]] std::vector<PointItem> read_point_items(const Node& node, bool with_blends);

/// The p of points: `knots` in `node`, one a point, or the lengths between them.
/// @throws InputError also for a point that comes twice in a row, where it has no length
[[nodiscard]] Knots read_knots(const Node& node, const MatrixXd& points,
                               const std::vector<SourcePlace>& places,
                               const Parameters& parameters);

/// Column p of a table, or without one the lengths between the points.
/// @throws InputError at the second of two points that are the same, where they have no length
[[nodiscard]] Knots find_table_knots(const CsvColumns& columns, const WrittenPoints& written);

}  // namespace path
}  // namespace globaldyn::inside
