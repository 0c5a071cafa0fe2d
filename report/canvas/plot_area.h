#pragma once

#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// Where a plot is in its picture, and what it shows.
struct PlotArea {
  PixelBox box;
  Bounds axes;

  [[nodiscard]] bool contains(const Vector2d& point) const {
    return axes.x.contains(point.x()) && axes.y.contains(point.y());
  }

  [[nodiscard]] Vector2d to_pixel(const Vector2d& point) const {
    return {box.x.low + box.width() * (point.x() - axes.x.low) / axes.width(),
            box.y.low + box.height() * (point.y() - axes.y.low) / axes.height()};
  }
};

}  // namespace globaldyn::inside::report
