#include "report/canvas/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace globaldyn::report {
namespace {

constexpr double kPanelWidth = 620.0;
constexpr double kPanelHeight = 560.0;
constexpr double kTitleHeight = 44.0;

int choose_columns(int count) {
  if (count <= 3) return count < 1 ? 1 : count;
  if (count == 4) return 2;
  return count <= 9 ? 3 : 4;
}

}  // namespace

Picture start_picture(const std::string& name, const std::string& title, double width,
                      double height) {
  Picture picture(name, width, height);
  Text text;
  text.text = title;
  text.at = {24.0, picture.height() - 26.0};
  constexpr double kSize = 18.0, kWidthPerSize = 0.68;
  const double wanted = kWidthPerSize * kSize * static_cast<double>(title.size());
  text.size = kSize * std::min(1.0, (picture.width() - 48.0) / wanted);
  text.bold = true;
  const PixelBox all{{0.0, picture.width()}, {0.0, picture.height()}};
  picture.begin_plot(all, {{0.0, 1.0}, {0.0, 1.0}});
  picture.add("unset border; unset tics");
  picture.add_text(text);
  picture.end_plot();
  return picture;
}

PanelGrid::PanelGrid(int count)
    : columns_(choose_columns(count)), rows_((count + columns_ - 1) / columns_) {
  if (rows_ < 1) rows_ = 1;
}

Picture PanelGrid::make_picture(const std::string& name, const std::string& title) const {
  return start_picture(name, title, columns_ * kPanelWidth, rows_ * kPanelHeight + kTitleHeight);
}

PixelBox PanelGrid::find_panel(int index) const {
  const double left = index % columns_ * kPanelWidth;
  const int row = index / columns_;
  const double bottom = (rows_ - 1 - row) * kPanelHeight;
  return {{left, left + kPanelWidth}, {bottom, bottom + kPanelHeight}};
}

PixelBox PanelGrid::find_axes(int index, double right_margin) const {
  constexpr double kLeft = 84.0, kBottom = 60.0, kTop = 62.0;
  const PixelBox panel = find_panel(index);
  return {{panel.x.low + kLeft, panel.x.high - right_margin},
          {panel.y.low + kBottom, panel.y.high - kTop}};
}

void add_panel_title(Picture& picture, const PixelBox& axes, const std::string& title,
                     const std::string& small_print) {
  Text text;
  text.text = title;
  text.at = {axes.x.low, axes.y.high + 38.0};
  text.size = 16.0;
  text.bold = true;
  picture.add_text(text);
  add_small_print(picture, axes, small_print);
}

void add_small_print(Picture& picture, const PixelBox& axes, const std::string& small_print) {
  Text text;
  text.text = small_print;
  text.at = {axes.x.low, axes.y.high + 17.0};
  text.size = 12.0;
  text.colour = kGrey;
  picture.add_text(text);
}

void add_axis_titles(Picture& picture, const PixelBox& axes, const std::string& x,
                     const std::string& y, double distance) {
  Text text;
  text.align = "center";
  text.text = x;
  text.at = {std::midpoint(axes.x.low, axes.x.high), axes.y.low - 43.0};
  picture.add_text(text);
  text.text = y;
  text.at = {axes.x.low - distance, std::midpoint(axes.y.low, axes.y.high)};
  text.upright = true;
  picture.add_text(text);
}

void add_remarks(Picture& picture, const PixelBox& axes, const std::vector<std::string>& remarks) {
  Text text;
  text.size = 12.0;
  text.colour = kWarning;
  text.align = "right";
  text.boxed = true;
  text.at = {axes.x.high - 4.0, axes.y.high - 12.0};
  for (const std::string& remark : remarks) {
    text.text = remark;
    picture.add_text(text);
    text.at.y() -= 18.0;
  }
}

std::string count_of(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace globaldyn::report
