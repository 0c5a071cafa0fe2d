#pragma once

#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// A path's entry in a machine file, in YAML's flow style.
struct PathVariation {
  std::string name;
  std::string text;
  bool is_closed{false};  ///< to be planned as a closed path
};

/// What users make of a path, as far as its kind allows:
///   as_is, back, there_and_back and there_and_back_stop (0.1 s at the turn; formulas turn smoothly
///   in sin p, which stands still at the turn);
///   laps2 … laps64 and round (planned closed) where it closes;
///   polygon5 through its points with blends from 1 µm to a third of the shortest side, of these
///   back, there and back, laps; spline9 and spline33 through its points;
///   a polyline's own corners with such blends.
/// @param text the machine's file
[[nodiscard]] std::vector<PathVariation> list_variations(const Machine& machine, const Path& path,
                                                         const std::string& text);

}  // namespace globaldyn::inside::test
