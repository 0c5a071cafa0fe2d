#pragma once

#include <string>
#include <vector>

#include "report/canvas/colours.h"
#include "report/canvas/outline.h"

namespace globaldyn::inside::report {

/// A rectangle in a picture, px, y upwards from the picture's lower edge.
using PixelBox = Bounds;

/// Text in a picture.
struct Text {
  std::string text;
  Vector2d at{Vector2d::Zero()};  ///< px
  double size{13.0};              ///< px, roughly the height of capitals times 1.4
  bool bold{false};
  Colour colour{kInk};
  const char* align{"left"};  ///< left, center, right
  bool upright{false};        ///< reading upwards
  bool boxed{false};          ///< on a translucent box that keeps it legible over lines
};

/// A drawing in gnuplot's language under construction: plots in rectangles, one after the other.
class Picture {
 public:
  /// To become NAME.svg and NAME.png; size in px.
  Picture(std::string name, double width, double height);

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }

  /// Starts a plot whose axes are the edges of `box`, with default settings.
  void begin_plot(const PixelBox& box, const Bounds& axes);

  /// A gnuplot command for the current plot.
  void add(const std::string& command);

  /// Text above everything else, in the picture or the current plot.
  void add_text(const Text& text);

  /// A point of `style` (kind, size and colour, as gnuplot reads them) above everything else, px.
  void add_point(const Vector2d& at, const std::string& style);

  /// Points as data, one outline after the other; `values`, if not empty, one per outline, makes
  /// a third column. `closed` repeats the first point. @returns the name to plot them by.
  [[nodiscard]] std::string add_data(const std::vector<Outline>& outlines, bool closed,
                                     const std::vector<double>& values = {});

  /// Values over a grid, NaN where there is none: values[i * y.size() + j] at (x[i], y[j]), as
  /// blocks of constant x. @returns the name to plot them by.
  [[nodiscard]] std::string add_grid(const std::vector<double>& x, const std::vector<double>& y,
                                     const std::vector<double>& values);

  /// An element of the current plot, as after gnuplot's `plot`, drawn above those before it.
  void add_element(const std::string& element);

  /// Ends the current plot.
  void end_plot();

  /// Writes NAME.svg and NAME.png in `folder`, as temporary files then renamed. @returns the files.
  /// @throws Error if that fails.
  [[nodiscard]] std::vector<std::string> write(const std::string& folder) const;

  /// Everything gnuplot is told.
  [[nodiscard]] std::string make_script() const;

 private:
  std::string name_;
  double width_;
  double height_;
  int data_count_{0};
  int label_count_{0};
  std::string data_;
  std::string commands_;
  std::vector<std::string> elements_;
};

}  // namespace globaldyn::inside::report
