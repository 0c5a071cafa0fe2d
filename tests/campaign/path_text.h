#pragma once

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/path/path.h"

namespace globaldyn::inside::test {

/// A path of a machine file as its entries, to be rewritten and written again.
struct PathText {
  YAML::Node node;
  double p_max{1.0};
  std::vector<PathStop> stops;
  std::vector<PathSpeedLimit> speed_limits;
};

/// @param path the same, as read
[[nodiscard]] PathText make_path_text(const YAML::Node& node, const Path& path);

/// In flow style, on one line.
[[nodiscard]] std::string write(const PathText& path);

/// `value` so that it reads back exactly.
[[nodiscard]] std::string to_exact_text(double value);

/// The path with another parameter: every p in its formulas replaced by `formula`, itself a formula
/// in p; circles, roses and lines become formulas. None for points, and for planes not spanned by
/// two axes. Stops and speed limits are left out.
[[nodiscard]] std::optional<PathText> substitute(const PathText& path, const std::string& formula,
                                                 double p_max);

/// Points of a polyline or a line, in their order; none of other kinds.
[[nodiscard]] std::vector<YAML::Node> list_points(const PathText& path);

/// Whether anything but the curve of points depends on p.
[[nodiscard]] bool has_formulas(const PathText& path);

/// The path backwards.
[[nodiscard]] std::optional<PathText> reverse_path(const PathText& path);

/// The path, then the path backwards, at rest for `stop` at the turn; 0: no stop.
[[nodiscard]] std::optional<PathText> make_round_trip(const PathText& path, double stop);

/// The path `laps` times; it must return to its start.
[[nodiscard]] std::optional<PathText> repeat(const PathText& path, int laps);

/// The path with its curve's corners blended.
[[nodiscard]] PathText blend(const PathText& path, double length);

/// A polyline or spline through the path's points at `knots`, which are values of its own p.
/// None unless it prescribes x and y, or x, y and z.
[[nodiscard]] std::optional<PathText> pass_points(const PathText& path, const Path& read,
                                                  const std::vector<double>& knots, bool is_spline,
                                                  bool is_closed);

}  // namespace globaldyn::inside::test
