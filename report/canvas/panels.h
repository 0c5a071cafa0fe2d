#pragma once

#include <string>

#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The sizes of a grid of panels, px.
struct PanelLayout {
  double width{620.0};   ///< of a panel
  double height{560.0};  ///< of a panel
  double right{0.0};     ///< free to the right of all panels
  int columns{0};        ///< 0: as many as suit the number of panels
};

/// A picture with nothing but its title, and a second line in smaller letters below if there is
/// one; both are drawn smaller if they would not fit otherwise.
[[nodiscard]] Picture start_picture(const std::string& name, const std::string& title, double width,
                                    double height, const std::string& subtitle = "",
                                    const Colour& subtitle_colour = kGrey);

/// Panels of equal size in rows, under a line with the picture's title.
class PanelGrid {
 public:
  /// `has_subtitle`: there is room for a second line under the title.
  explicit PanelGrid(int count, const PanelLayout& layout = {}, bool has_subtitle = false);

  /// @param subtitle in smaller letters under the title; only with room for it
  [[nodiscard]] Picture make_picture(const std::string& name, const std::string& title,
                                     const std::string& subtitle = "") const;

  /// The whole of panel number `index`, from 0, row by row.
  [[nodiscard]] PixelBox find_panel(int index) const;

  /// Room for axes in it: between the panel's title and the labels of the axes.
  [[nodiscard]] PixelBox find_axes(int index, double right_margin) const;

  /// All panels together.
  [[nodiscard]] PixelBox find_all() const;

 private:
  PanelLayout layout_;
  bool has_subtitle_;
  int rows_{1};
};

/// What lies between a panel's edges and its axes, px.
inline constexpr double kPanelLeft = 84.0, kPanelBottom = 60.0, kPanelTop = 62.0;

/// Text in the whole picture, beside its plots.
void add_free_text(Picture& picture, const std::vector<Text>& texts);

/// A panel's title, and small print under it: in a line, or in two where its parts (between "; ")
/// are too long for one. Both are drawn smaller if they would reach beyond the panel otherwise.
void add_panel_title(Picture& picture, const PixelBox& axes, const std::string& title,
                     const std::string& small_print);

/// The small print alone.
void add_small_print(Picture& picture, const PixelBox& axes, const std::string& small_print);

/// The axis titles of the plot in `axes`, that of y at a distance in px which leaves room for its
/// numbers. (gnuplot's own labels are farther out in SVG.)
void add_axis_titles(Picture& picture, const PixelBox& axes, const std::string& x,
                     const std::string& y, double distance = 74.0);

/// Remarks stacked in the upper right corner of the axes.
void add_remarks(Picture& picture, const PixelBox& axes, const std::vector<std::string>& remarks);

/// "1 pose", "3 poses".
[[nodiscard]] std::string count_of(std::size_t count, const std::string& noun);

}  // namespace globaldyn::inside::report
