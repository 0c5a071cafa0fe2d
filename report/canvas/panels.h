#pragma once

#include <string>

#include "report/canvas/picture.h"

namespace globaldyn::report {

/// A picture with nothing but its title, which is drawn smaller if it would not fit otherwise.
[[nodiscard]] Picture start_picture(const std::string& name, const std::string& title, double width,
                                    double height);

/// Panels of equal size in rows, under a line with the picture's title.
class PanelGrid {
 public:
  explicit PanelGrid(int count);

  [[nodiscard]] Picture make_picture(const std::string& name, const std::string& title) const;

  /// The whole of panel number `index`, from 0, row by row.
  [[nodiscard]] PixelBox find_panel(int index) const;

  /// Room for axes in it: between the panel's title and the labels of the axes.
  [[nodiscard]] PixelBox find_axes(int index, double right_margin) const;

 private:
  int columns_{1};
  int rows_{1};
};

/// A panel's title, and a line of small print under it.
void add_panel_title(Picture& picture, const PixelBox& axes, const std::string& title,
                     const std::string& small_print);

/// The line of small print alone.
void add_small_print(Picture& picture, const PixelBox& axes, const std::string& small_print);

/// The axis titles of the plot in `axes`, that of y at a distance in px which leaves room for its
/// numbers. (gnuplot's own labels are farther out in SVG.)
void add_axis_titles(Picture& picture, const PixelBox& axes, const std::string& x,
                     const std::string& y, double distance = 66.0);

/// Remarks stacked in the upper right corner of the axes.
void add_remarks(Picture& picture, const PixelBox& axes, const std::vector<std::string>& remarks);

/// "1 pose", "3 poses".
[[nodiscard]] std::string count_of(std::size_t count, const std::string& noun);

}  // namespace globaldyn::report
