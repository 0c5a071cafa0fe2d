#pragma once

#include <vector>

#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// Gives the current plot the palette over `range`, without a bar.
void set_palette(Picture& picture, const Interval& range);

/// Gives the current plot, in `box`, the palette over `range` and a bar of it at its right edge,
/// with numbers at `levels`, or where gnuplot puts them.
void add_colour_bar(Picture& picture, const PixelBox& box, const Interval& range,
                    const std::vector<double>& levels = {});

}  // namespace globaldyn::inside::report
