#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::explore {

/// A point of a path as it is written: a way-point, a centre, or where a radius ends.
struct CurvePoint {
  std::string label;  ///< "circle_b centre"
  std::string path;
  std::string place;            ///< in the file; of a single number its own
  std::vector<Node> numbers{};  ///< x, y and perhaps z; of a radius the one number
  std::vector<Node> centre{};   ///< of a radius
  std::optional<double>
      radius_at{};      ///< of a radius or a start: the p whose place on the path it is
  std::string fixed{};  ///< why it cannot be moved whatever the parameters are
};

/// Those of a path of a machine file. Of a path by formulas or a table: its start. The end of
/// a closed one is its start, and no point of its own.
[[nodiscard]] std::vector<CurvePoint> list_curve_points(const Node& root, const std::string& path);

/// Where it is with these parameters, m; nothing of an axis that is not written or not prescribed.
using WrittenPlace = std::array<std::optional<double>, 3>;
[[nodiscard]] WrittenPlace find_written_place(const CurvePoint& point, const Machine& machine);

}  // namespace globaldyn::inside::explore
