#pragma once

#include <optional>
#include <vector>

#include "report/canvas/picture.h"
#include "report/machine/projection.h"

namespace globaldyn::inside::report {

/// A polygon or a line on paper.
struct Shape {
  Outline outline;
  bool closed{true};
  std::optional<Colour> fill;
  Colour line{kInk};
  double line_width{1.0};  ///< px
  bool dashed{false};
};

/// The visible faces of a solid on a body whose frame is `body`, in `colour` with a little shade.
[[nodiscard]] std::vector<Shape> draw_solid(const Solid& solid, const Frame& body,
                                            const Projection& projection, const Colour& colour);

/// A body given only by points: their convex hull, with corners of radius `radius`.
[[nodiscard]] Shape draw_link(const std::vector<Vector3d>& points, const Projection& projection,
                              double radius, const Colour& colour);

/// An arrow head on paper with its tip at `tip`, pointing along `direction` (of length 1).
[[nodiscard]] Shape draw_arrow_head(const Vector2d& tip, const Vector2d& direction, double length,
                                    const Colour& colour);

/// Puts shapes over others.
void append(const std::vector<Shape>& from, std::vector<Shape>& to);

/// Adds shapes to the current plot, in their order.
void add_shapes(Picture& picture, const std::vector<Shape>& shapes);

}  // namespace globaldyn::inside::report
