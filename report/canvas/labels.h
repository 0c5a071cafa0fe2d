#pragma once

#include <string>
#include <vector>

#include "core/expression/shown_units.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// A name to be placed at a point of a picture.
struct Label {
  Text text;                          ///< its `at` is set to where it is placed, its centre
  Vector2d anchor{Vector2d::Zero()};  ///< px: the point it names
  double gap{8.0};                    ///< px: minimum distance from the anchor; 0: on it if free
};

/// Places labels one after the other, each close to its anchor where it hides the least of the
/// previous labels and of `marks`, inside `box`.
void place_labels(const PixelBox& box, const std::vector<PixelBox>& marks,
                  std::vector<Label>& labels);

/// A unit as people write it: "m/s²" for m/s^2.
[[nodiscard]] std::string to_typeset(std::string unit);

/// "0.123456 s", in the unit in which times are shown.
[[nodiscard]] std::string tell_time(const ShownUnits& units, double seconds);

/// Roughly the room that a text takes.
[[nodiscard]] PixelBox estimate_box(const Text& text, const Vector2d& middle);

}  // namespace globaldyn::inside::report
