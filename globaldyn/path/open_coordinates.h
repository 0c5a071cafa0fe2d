#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/interval.h"
#include "core/base/jet.h"
#include "core/description/document.h"
#include "core/description/parameters.h"

namespace globaldyn::inside {
inline namespace path {

struct Path;

/// A coordinate that a path leaves open: to be chosen, so that the motion is the fastest. It
/// follows a curve of p through values at equal distances, the first at p = 0, the last at p_max:
/// constant with one value, a straight line with two, a natural cubic spline with more.
struct OpenCoordinate {
  std::string name;            ///< `turn` of the tool, or the joint coordinate's
  bool rotational{true};       ///< rad, otherwise m
  Interval range;              ///< of the values, finite
  std::vector<double> values;  ///< given, chosen, or the middle of the range
  bool is_given{false};        ///< nothing is left to choose
};

/// Values that are given for the open coordinates of a machine's paths: formulas, one or as many as
/// there are values, by PATH.NAME.
using OpenValues = std::map<std::string, std::string>;

/// The curve of an open coordinate along a path.
class OpenCurve {
 public:
  OpenCurve(const OpenCoordinate& coordinate, double p_max);

  /// With its derivatives by p; beyond both ends as within.
  [[nodiscard]] Jet operator()(double p) const;

  /// Where its third derivative jumps.
  [[nodiscard]] static std::vector<double> list_breaks(std::size_t values, double p_max);

 private:
  double step_;
  std::vector<double> values_;
  std::vector<double> second_;  // derivatives by the number of the value
};

/// Reads what is behind `free`, {range, points}; nothing more to say if it is a scalar.
/// @param range if the file does not say; infinite if it must
/// @param values of all open coordinates; those of PATH.NAME are taken
/// @throws InputError
[[nodiscard]] OpenCoordinate read_open_coordinate(const Node& node, const std::string& path,
                                                  const std::string& name, bool rotational,
                                                  const Interval& range,
                                                  const Parameters& parameters,
                                                  const OpenValues& values);

/// The path with these values of its open coordinates, in their order, which are given then.
[[nodiscard]] Path fill(const Path& path, const std::vector<std::vector<double>>& values);

/// Whether something is left to choose.
[[nodiscard]] bool is_open(const Path& path);

/// One line on what is open of a path that is looked at all the same; none if nothing is.
[[nodiscard]] std::string tell_open(const Path& path);

/// The values as a setting has them: `0.1 rad, 0.2 rad`, exactly.
[[nodiscard]] std::string spell_values(const OpenCoordinate& coordinate);

}  // namespace path
}  // namespace globaldyn::inside
