#include "report/machine/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/nth.h"
#include "report/canvas/panels.h"

namespace globaldyn::inside::report {
namespace {

constexpr std::array<const char*, 3> kAxisNames{"x", "y", "z"};

// The largest 1, 2 or 5 times a power of ten that is not above `length`.
double round_down(double length) {
  const double power = std::pow(10.0, std::floor(std::log10(length)));
  for (const double factor : {5.0, 2.0}) {
    if (factor * power <= length) return factor * power;
  }
  return power;
}

void add_axes(Picture& picture, const View& view, const Projection& projection) {
  const auto name = [](int axis) { return nth(kAxisNames, axis); };
  add_axis_titles(picture, view.box, fmt::format("{} [m]", name(projection.right_axis())),
                  fmt::format("{} [m]", name(projection.up_axis())));
  picture.add("set grid back lt 1 lw 0.6 lc rgb '#eceff3'");
  const double step = round_down(view.bounds.width() / 4.0);
  picture.add(fmt::format("set xtics {0}; set ytics {0}", step));
}

void add_tripod(Picture& picture, const View& view, const Projection& projection) {
  constexpr double kLength = 80.0;  // px, at most
  const double length = round_down(kLength / view.scale());
  // In the margins, which numbered axes would otherwise take.
  const Vector2d foot(view.box.x.low - 48.0, view.box.y.low - 30.0);
  Text text;
  text.align = "center";
  text.size = 12.0;
  text.colour = kGrey;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector2d direction = projection.project(Vector3d::Unit(axis));
    const Vector2d tip = foot + view.scale() * length * direction;
    picture.add(fmt::format(
        "set arrow from screen {:.6f},{:.6f} to screen {:.6f},{:.6f} size screen {:.6f},20 "
        "filled lw 1.4 lc {}",
        foot.x() / picture.width(), foot.y() / picture.height(), tip.x() / picture.width(),
        tip.y() / picture.height(), 8.0 / picture.width(), to_gnuplot(kGrey)));
    text.text = nth(kAxisNames, axis);
    text.at = tip + 11.0 * direction.normalized();
    picture.add_text(text);
  }
  text.text = fmt::format("axes: {:.4g} m long", length);
  text.at = {foot.x() + 84.0, foot.y() - 6.0};
  text.align = "left";
  picture.add_text(text);
}

}  // namespace

View fit(const Bounds& bounds, const PixelBox& box, double margin) {
  const double least = 1e-9 + 1e-6 * std::max(bounds.width(), bounds.height());
  const double across = box.width() - 2.0 * margin, upright = box.height() - 2.0 * margin;
  const double scale = std::min(across / std::max(bounds.width(), least),
                                upright / std::max(bounds.height(), least));
  const Vector2d centre(std::midpoint(bounds.x.low, bounds.x.high),
                        std::midpoint(bounds.y.low, bounds.y.high));
  const Vector2d half(box.width() / 2.0 / scale, box.height() / 2.0 / scale);
  return {box,
          {{centre.x() - half.x(), centre.x() + half.x()},
           {centre.y() - half.y(), centre.y() + half.y()}}};
}

void begin_drawing(Picture& picture, const View& view, const Projection& projection) {
  picture.begin_plot(view.box, view.bounds);
  if (projection.is_planar()) {
    add_axes(picture, view, projection);
  } else {
    picture.add("unset border; unset tics");
    add_tripod(picture, view, projection);
  }
}

}  // namespace globaldyn::inside::report
