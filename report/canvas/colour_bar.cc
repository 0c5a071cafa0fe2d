#include "report/canvas/colour_bar.h"

#include <fmt/format.h>

namespace globaldyn::inside::report {

void set_palette(Picture& picture, const Interval& range) {
  picture.add(palette_command());
  picture.add(fmt::format("set cbrange [{:.9g}:{:.9g}]", range.low, range.high));
  picture.add("unset colorbox");
}

void add_colour_bar(Picture& picture, const PixelBox& box, const Interval& range,
                    const std::vector<double>& levels) {
  set_palette(picture, range);
  picture.add(fmt::format(
      "set colorbox user origin screen {:.6f},{:.6f} size screen {:.6f},{:.6f} noborder",
      (box.x.high + 16.0) / picture.width(), box.y.low / picture.height(), 14.0 / picture.width(),
      (box.y.high - box.y.low) / picture.height()));
  picture.add("set cbtics scale 0.4 format '%.4g'");
  if (!levels.empty()) picture.add(fmt::format("set cbtics ({:.9g})", fmt::join(levels, ",")));
}

}  // namespace globaldyn::inside::report
