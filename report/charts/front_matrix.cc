#include "report/charts/front_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/canvas/colour_bar.h"
#include "report/canvas/key.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/canvas/text_width.h"
#include "report/charts/design_cloud.h"
#include "report/charts/front_designs.h"

namespace globaldyn::inside::report {
namespace {

constexpr std::size_t kMostObjectives = 6;
constexpr double kCell = 210.0, kGap = 18.0;                                  // px
constexpr double kLeft = 104.0, kBelow = 72.0, kAbove = 84.0, kRight = 30.0;  // px
constexpr double kUnderTitle = 18.0;                                          // px, of a key
// Of all plots together.
constexpr std::size_t kMostPoints = 15000, kMostFrontPoints = 15000;

// Plots in a triangle: that of objectives j and i > j is in row i, from 1, and column j.
struct Triangle {
  std::size_t objectives;
  double width, height;

  explicit Triangle(std::size_t count)
      : objectives(count),
        width(kLeft + kRight + static_cast<double>(count - 1) * (kCell + kGap) - kGap),
        height(kBelow + kAbove + static_cast<double>(count - 1) * (kCell + kGap) - kGap) {}

  [[nodiscard]] std::size_t plots() const { return objectives * (objectives - 1) / 2; }

  [[nodiscard]] PixelBox box(std::size_t row, std::size_t column) const {
    const double left = kLeft + static_cast<double>(column) * (kCell + kGap);
    const double top = height - kAbove - static_cast<double>(row - 1) * (kCell + kGap);
    return {{left, left + kCell}, {top - kCell, top}};
  }
};

struct MatrixData {
  std::vector<StudyAxis> axes;
  std::vector<Interval> spans;
  DesignList front;  // as much of it as is drawn
  DesignList others;
  std::vector<FrontGroup> groups;
  std::vector<NamedDesign> named;
};

MatrixData gather_data(const StudyTable& table) {
  MatrixData data;
  data.axes = list_axes(table, StudyColumn::Role::objective);
  data.axes.resize(std::min(data.axes.size(), kMostObjectives));
  data.front = list_front(table);
  data.others = list_dominated(table);
  for (const StudyAxis& axis : data.axes) {
    data.spans.push_back(widen(choose_span(axis, data.front, data.others), 0.06));
  }
  data.front = thin_out(data.front, kMostFrontPoints / Triangle(data.axes.size()).plots());
  data.groups = group_by_part(table, data.front);
  data.named = name_designs(table);
  return data;
}

// Hollow points that can be told apart.
int mark_of(std::size_t number) {
  constexpr std::array<int, 9> kMarks{4, 6, 8, 10, 12, 14, 1, 2, 3};
  return kMarks[number % kMarks.size()];
}

constexpr double kMarkWidth = 1.8;

std::string style_of_mark(std::size_t number) {
  return fmt::format("pt {} ps 1.25 lc {}", mark_of(number), to_gnuplot(kInk));
}

bool are_coloured_by_part(const MatrixData& data) {
  return data.groups.size() > 1;
}

void add_front_points(Picture& picture, const MatrixData& data, const StudyAxis& x,
                      const StudyAxis& y) {
  if (are_coloured_by_part(data)) {
    for (const FrontGroup& group : data.groups) {
      picture.add_element(fmt::format("{} using 1:2 with points pt 7 ps 0.55 lc {} notitle",
                                      picture.add_data({list_points(x, y, group.designs)}, false),
                                      to_gnuplot(group.colour)));
    }
    return;
  }
  picture.add(palette_command() + "; unset colorbox");
  const Interval range = widen(find_span(data.axes[0], data.front), 0.0);
  picture.add(fmt::format("set cbrange [{:.9g}:{:.9g}]", range.low, range.high));
  std::vector<Outline> points;
  std::vector<double> values;
  for (const DesignRecord* one : data.front) {
    points.push_back({{x.value(*one), y.value(*one)}});
    values.push_back(data.axes[0].value(*one));
  }
  picture.add_element(fmt::format("{} using 1:2:3 with points pt 7 ps 0.55 lc palette notitle",
                                  picture.add_data(points, false, values)));
}

void add_marks_of_named(Picture& picture, const MatrixData& data, const StudyAxis& x,
                        const StudyAxis& y) {
  for (std::size_t i = 0; i < data.named.size(); ++i) {
    const Outline point = list_points(x, y, {data.named[i].design});
    picture.add_element(fmt::format("{} using 1:2 with points {} lw {} notitle",
                                    picture.add_data({point}, false), style_of_mark(i),
                                    kMarkWidth));
  }
}

// Beside or below a plot: the objective's name, smaller if it is too long, and which is better.
void add_cell_title(Picture& picture, const StudyColumn& column, const Vector2d& at, bool upright) {
  constexpr double kLine = 16.0;  // px
  Text text;
  text.text = title_of(column);
  const double width = estimate_box(text, at).width();
  text.size *= std::min(1.0, (kCell + kGap - 6.0) / width);
  text.align = "center";
  text.upright = upright;
  text.at = at;
  picture.add_text(text);
  text.text = aim_of(column);
  text.size = 11.0;
  text.colour = kGrey;
  text.at += upright ? Vector2d(kLine, 0.0) : Vector2d(0.0, -kLine);
  picture.add_text(text);
}

void set_cell_tics(Picture& picture, const PlotArea& area, bool has_x, bool has_y) {
  constexpr int kMostTics = 4;
  picture.add(fmt::format("set xtics {:.9g} format '{}'; set ytics {:.9g} format '{}'",
                          choose_tic_step(area.axes.x, kMostTics), has_x ? "%g" : "",
                          choose_tic_step(area.axes.y, kMostTics), has_y ? "%g" : ""));
}

CloudCounts draw_cell(Picture& picture, const MatrixData& data, const Triangle& triangle,
                      std::size_t row, std::size_t column) {
  const StudyAxis& x = data.axes[column];
  const StudyAxis& y = data.axes[row];
  const PlotArea area{triangle.box(row, column), {data.spans[column], data.spans[row]}};
  const bool is_lowest = row + 1 == data.axes.size(), is_leftmost = column == 0;
  picture.begin_plot(area.box, area.axes);
  picture.add(kFaintGrid);
  set_cell_tics(picture, area, is_lowest, is_leftmost);
  if (is_lowest) {
    add_cell_title(picture, x.column, {area.box.x.low + kCell / 2.0, area.box.y.low - 36.0}, false);
  }
  if (is_leftmost) {
    add_cell_title(picture, y.column, {area.box.x.low - 80.0, area.box.y.low + kCell / 2.0}, true);
  }
  const CloudCounts counts =
      add_cloud(picture, area, list_points(x, y, data.others), kMostPoints / triangle.plots());
  add_front_points(picture, data, x, y);
  add_marks_of_named(picture, data, x, y);
  picture.end_plot();
  return counts;
}

// A key in the free corner of the triangle, with a title.
struct CornerKey {
  std::string title;
  Key key;
  double width{0.0};  // px, of both
};

// As wide as it takes to be no higher than a cell, for there are plots below.
CornerKey make_corner_key(const std::string& title, const std::vector<KeyEntry>& entries,
                          double room) {
  constexpr double kMostHeight = kCell - kUnderTitle, kWiden = 1.25, kBold = 1.15;
  CornerKey corner{title, make_key(entries, room), 0.0};
  for (; corner.key.height > kMostHeight; room *= kWiden) {
    corner.key = make_key(entries, kWiden * room);
  }
  corner.width = std::max(corner.key.width, kBold * calc_text_width(title, Text().size));
  return corner;
}

CornerKey make_key_of_named(const StudyTable& table, const MatrixData& data, double room) {
  std::vector<KeyEntry> entries;
  for (std::size_t i = 0; i < data.named.size(); ++i) {
    const NamedDesign& one = data.named[i];
    const std::string parts = list_parts(table, *one.design);
    entries.push_back({.style = style_of_mark(i),
                       .width = kMarkWidth,
                       .text = fmt::format("{}: {}{}{}", one.design->id, one.why,
                                           parts.empty() ? "" : "; ", parts),
                       .is_point = true});
  }
  return make_corner_key("designs", entries, room);
}

CornerKey make_key_of_colours(const MatrixData& data, double room) {
  if (are_coloured_by_part(data)) return make_corner_key("colour", list_entries(data.groups), room);
  return make_corner_key("colour: " + title_of(data.axes[0].column), {}, room);
}

void add_corner_key(Picture& picture, const CornerKey& corner, const PixelBox& box) {
  Text title;
  title.text = corner.title;
  title.bold = true;
  title.at = {box.x.low, box.y.high - 4.0};
  add_free_text(picture, {title});
  add_free_key(picture, corner.key, {box.x.low, box.y.high - kUnderTitle});
}

void add_bar_of_colours(Picture& picture, const MatrixData& data, const PixelBox& box) {
  picture.begin_plot(box, {{0.0, 1.0}, {0.0, 1.0}});
  picture.add("unset border; unset tics");
  PixelBox bar = box;
  bar.x.high = box.x.low - 16.0;
  bar.y.high -= 24.0;
  bar.y.low += 30.0;
  add_colour_bar(picture, bar, widen(find_span(data.axes[0], data.front), 0.0));
  // Without anything in these colours gnuplot draws no bar.
  picture.add_element(fmt::format("{} using 1:2:3 with points pt 7 ps 0.1 lc palette notitle",
                                  picture.add_data({{{-1.0, -1.0}}}, false, {0.0})));
  picture.end_plot();
}

std::string describe_matrix(const StudyTable& table, const CloudCounts& fewest, std::size_t front) {
  std::string text = describe_designs(table, fewest);
  if (front < table.front.size()) text += fmt::format("; {} of the front drawn", front);
  const std::size_t count = table.columns(StudyColumn::Role::objective).size();
  if (count > kMostObjectives) {
    text += fmt::format("; the first {} of {} objectives", kMostObjectives, count);
  }
  return text;
}

}  // namespace

Picture draw_front_matrix(const StudyTable& table) {
  const MatrixData data = gather_data(table);
  const Triangle triangle(data.axes.size());
  const PixelBox upper = triangle.box(1, 1), lower = triangle.box(2, 2);
  const double right = triangle.width - kRight;
  const CornerKey named = make_key_of_named(table, data, right - upper.x.low);
  const CornerKey colours = make_key_of_colours(data, right - lower.x.low);
  Picture picture = start_picture(
      "front", table.header.name + ": front, objectives in pairs",
      kRight + std::max({right, upper.x.low + named.width, lower.x.low + colours.width}),
      triangle.height);
  CloudCounts fewest{data.others.size(), 0};
  for (std::size_t row = 1; row < data.axes.size(); ++row) {
    for (std::size_t column = 0; column < row; ++column) {
      const CloudCounts counts = draw_cell(picture, data, triangle, row, column);
      fewest.drawn = std::min(fewest.drawn, counts.drawn);
    }
  }
  add_corner_key(picture, named, upper);
  add_corner_key(picture, colours, lower);
  if (!are_coloured_by_part(data)) add_bar_of_colours(picture, data, lower);
  picture.begin_plot(triangle.box(1, 0), {{0.0, 1.0}, {0.0, 1.0}});
  picture.add("unset border; unset tics");
  add_small_print(picture, triangle.box(1, 0), describe_matrix(table, fewest, data.front.size()));
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::inside::report
