#pragma once

#include "report/canvas/picture.h"
#include "report/machine/projection.h"

namespace globaldyn::inside::report {

/// A rectangle of paper in metres, shown in a rectangle of px at equal scales.
struct View {
  PixelBox box;
  Bounds bounds;

  [[nodiscard]] double scale() const { return box.width() / bounds.width(); }  ///< px per m
  [[nodiscard]] Vector2d to_pixel(const Vector2d& point) const {
    return {box.x.low + scale() * (point.x() - bounds.x.low),
            box.y.low + scale() * (point.y() - bounds.y.low)};
  }
  [[nodiscard]] Vector2d from_pixel(const Vector2d& pixel) const {
    return {bounds.x.low + (pixel.x() - box.x.low) / scale(),
            bounds.y.low + (pixel.y() - box.y.low) / scale()};
  }
};

/// Shows `bounds`, with `margin` px around, in `box`.
[[nodiscard]] View fit(const Bounds& bounds, const PixelBox& box, double margin);

/// Starts a plot of `view`. Planar: axes in m with a grid. Spatial: a tripod of the axes'
/// directions in the lower left corner, each with a round length.
void begin_drawing(Picture& picture, const View& view, const Projection& projection);

}  // namespace globaldyn::inside::report
