#pragma once

#include <string>
#include <vector>

#include "report/canvas/picture.h"

namespace globaldyn::report {

/// A name that wants to stand at a point of a picture.
struct Label {
  Text text;                          ///< its `at` is where it is placed, the middle
  Vector2d anchor{Vector2d::Zero()};  ///< px: what it names
  double gap{8.0};                    ///< px: least distance from the anchor; 0: on it if free
};

/// Places labels one after the other, each near its anchor where it hides least of the labels
/// before it and of `marks`, inside `box`.
void place_labels(const PixelBox& box, const std::vector<PixelBox>& marks,
                  std::vector<Label>& labels);

/// Roughly how much room a text takes.
[[nodiscard]] PixelBox estimate_box(const Text& text, const Vector2d& middle);

}  // namespace globaldyn::report
