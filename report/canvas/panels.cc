#include "report/canvas/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "report/canvas/text_width.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kTitleHeight = 44.0;
constexpr double kSubtitleHeight = 24.0;
constexpr double kBoldWidth = 0.68, kPlainWidth = 0.54;  // of a letter on average, by its size

int choose_columns(int count) {
  if (count <= 3) return count < 1 ? 1 : count;
  if (count == 4) return 2;
  return count <= 9 ? 3 : 4;
}

// Not bytes: those that go on with a letter do not count.
double count_letters(const std::string& text) {
  return static_cast<double>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

// A line in `size`, or smaller if it would not fit otherwise.
Text fit_line(const std::string& line, double size, bool bold, double width) {
  Text text;
  text.text = line;
  text.bold = bold;
  const double wanted = (bold ? kBoldWidth : kPlainWidth) * size * count_letters(line);
  text.size = size * std::min(1.0, width / wanted);
  return text;
}

}  // namespace

Picture start_picture(const std::string& name, const std::string& title, double width,
                      double height, const std::string& subtitle, const Colour& subtitle_colour) {
  Picture picture(name, width, height);
  const double room = width - 48.0;
  std::vector<Text> lines{fit_line(title, 18.0, true, room)};
  lines[0].at = {24.0, height - 26.0};
  if (!subtitle.empty()) {
    lines.push_back(fit_line(subtitle, 13.0, false, room));
    lines[1].at = {24.0, height - 50.0};
    lines[1].colour = subtitle_colour;
  }
  add_free_text(picture, lines);
  return picture;
}

PanelGrid::PanelGrid(int count, const PanelLayout& layout, bool has_subtitle)
    : layout_(layout), has_subtitle_(has_subtitle) {
  if (layout_.columns < 1) layout_.columns = choose_columns(count);
  rows_ = std::max(1, (count + layout_.columns - 1) / layout_.columns);
}

Picture PanelGrid::make_picture(const std::string& name, const std::string& title,
                                const std::string& subtitle) const {
  const PixelBox all = find_all();
  return start_picture(name, title, all.x.high + layout_.right,
                       all.y.high + kTitleHeight + (has_subtitle_ ? kSubtitleHeight : 0.0),
                       subtitle);
}

PixelBox PanelGrid::find_panel(int index) const {
  const double left = index % layout_.columns * layout_.width;
  const int row = index / layout_.columns;
  const double bottom = (rows_ - 1 - row) * layout_.height;
  return {{left, left + layout_.width}, {bottom, bottom + layout_.height}};
}

PixelBox PanelGrid::find_axes(int index, double right_margin) const {
  const PixelBox panel = find_panel(index);
  return {{panel.x.low + kPanelLeft, panel.x.high - right_margin},
          {panel.y.low + kPanelBottom, panel.y.high - kPanelTop}};
}

PixelBox PanelGrid::find_all() const {
  return {{0.0, layout_.columns * layout_.width}, {0.0, rows_ * layout_.height}};
}

void add_free_text(Picture& picture, const std::vector<Text>& texts) {
  const PixelBox all{{0.0, picture.width()}, {0.0, picture.height()}};
  picture.begin_plot(all, {{0.0, 1.0}, {0.0, 1.0}});
  picture.add("unset border; unset tics");
  for (const Text& text : texts) picture.add_text(text);
  picture.end_plot();
}

namespace {

constexpr double kSmallPrint = 12.0;

// In as many lines as it takes at its parts' ends, "; ", where one would be too wide, and smaller
// if a part alone is.
std::vector<Text> break_small_print(const std::string& small_print, double width) {
  constexpr std::string_view kEnd = "; ";
  std::vector<Text> lines;
  for (std::size_t begin = 0; begin < small_print.size();) {
    const std::size_t end = std::min(small_print.find(kEnd, begin), small_print.size());
    const std::string part = small_print.substr(begin, end - begin);
    const std::string longer = lines.empty() ? part : lines.back().text + std::string(kEnd) + part;
    if (!lines.empty() && calc_text_width(longer, kSmallPrint) <= width) {
      lines.back().text = longer;
    } else {
      if (!lines.empty()) lines.back().text += ";";
      lines.emplace_back().text = part;
    }
    begin = end + kEnd.size();
  }
  double size = kSmallPrint;
  for (const Text& line : lines) {
    size = std::min(size, kSmallPrint * width / calc_text_width(line.text, kSmallPrint));
  }
  for (Text& line : lines) {
    line.size = size;
    line.colour = kGrey;
  }
  return lines;
}

// Neither reaches into the panel beside it.
double find_room(const PixelBox& axes) {
  constexpr double kBeyondAxes = 20.0;
  return axes.width() + kBeyondAxes;
}

// Upwards from the axes. @returns how far above the axes the next line would be
double stack_small_print(Picture& picture, const PixelBox& axes, const std::string& small_print) {
  constexpr double kAboveAxes = 17.0, kFirstOfSeveral = 11.0, kLine = 15.0;
  std::vector<Text> lines = break_small_print(small_print, find_room(axes));
  double above = lines.size() > 1 ? kFirstOfSeveral : kAboveAxes;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    line->at = {axes.x.low, axes.y.high + above};
    picture.add_text(*line);
    above += kLine;
  }
  return above;
}

}  // namespace

void add_panel_title(Picture& picture, const PixelBox& axes, const std::string& title,
                     const std::string& small_print) {
  constexpr double kAboveAxes = 38.0, kHalfLine = 4.0;
  const double above = stack_small_print(picture, axes, small_print);
  Text text = fit_line(title, 16.0, true, find_room(axes));
  text.at = {axes.x.low, axes.y.high + std::max(kAboveAxes, above + kHalfLine)};
  picture.add_text(text);
}

void add_small_print(Picture& picture, const PixelBox& axes, const std::string& small_print) {
  (void)stack_small_print(picture, axes, small_print);
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

}  // namespace globaldyn::inside::report
