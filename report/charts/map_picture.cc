#include "report/charts/map_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "report/canvas/colour_bar.h"
#include "report/canvas/gnuplot.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/map_scale.h"
#include "report/charts/map_slices.h"

namespace globaldyn::inside::report {
namespace {

std::vector<double> list_axis(const MapAxis& axis) {
  std::vector<double> values;
  for (int i = 0; i < axis.count; ++i) values.push_back(axis.value(i));
  return values;
}

std::string name_with_unit(const MapColumn& column, const ShownUnits& units) {
  return to_typeset(units.unit_for(column.plan.criterion->unit).head(column.plan.name));
}

std::string name_axis(const MapAxis& axis, const ShownUnits& units) {
  return to_typeset(units.unit_for(axis.rotational ? "rad" : "m").head(axis.name));
}

// A box for axes with equal scales in both directions, if both axes are of one kind and the map is
// not too elongated for that.
PixelBox fit_box(const PixelBox& room, const Bounds& axes, bool alike) {
  constexpr double kMostElongated = 2.5;
  const double elongation = axes.width() / axes.height();
  if (!alike || elongation > kMostElongated || elongation < 1.0 / kMostElongated) return room;
  const double scale = std::min((room.x.high - room.x.low) / axes.width(),
                                (room.y.high - room.y.low) / axes.height());
  PixelBox box = room;
  box.x.high = box.x.low + scale * axes.width();
  box.y.low = box.y.high - scale * axes.height();
  return box;
}

Bounds find_map_bounds(const MapAxis& x, const MapAxis& y) {
  return {{x.from - 0.5 * x.step(), x.to + 0.5 * x.step()},
          {y.from - 0.5 * y.step(), y.to + 0.5 * y.step()}};
}

// Contour lines of values on a grid at levels, computed before the plot is started. Empty if no
// level lies between values: gnuplot makes no empty table.
std::string add_contours(Picture& picture, const std::string& data,
                         const std::vector<double>& values, const std::vector<double>& levels,
                         int number) {
  const bool any = std::any_of(levels.begin(), levels.end(), [&](double level) {
    return std::any_of(values.begin(), values.end(), [&](double v) { return v >= level; }) &&
           std::any_of(values.begin(), values.end(), [&](double v) { return v <= level; });
  });
  if (!any) return "";
  const std::string name = fmt::format("$contour{}", number);
  picture.add(fmt::format(
      "reset; set contour base; unset surface; set cntrparam levels discrete {:.9g}\n"
      "set table {}; splot {} using 1:2:3 notitle; unset table; unset contour; set surface",
      fmt::join(levels, ","), name, data));
  return name;
}

// A panel's title, and under it the shares without a value, with the colour of each reason.
void add_panel_header(Picture& picture, const PixelBox& box, const WorkspaceMap& map,
                      const ShownUnits& units, const MapSlice& slice,
                      const std::vector<MapGap>& gaps) {
  add_panel_title(picture, box, describe(map, units, slice),
                  gaps.empty() ? "every pose is reached" : "");
  Text text;
  text.size = 11.0;
  text.at = {box.x.low, box.y.high + 17.0};
  for (const MapGap& gap : gaps) {
    constexpr double kSquare = 13.0, kBetween = 10.0, kCharacter = 6.1;
    text.text = "■";
    text.colour = gap.colour;
    picture.add_text(text);
    text.at.x() += kSquare;
    text.text = describe(map, gap);
    text.colour = kGrey;
    picture.add_text(text);
    text.at.x() += kCharacter * static_cast<double>(text.text.size()) + kBetween;
  }
}

// Shades the poses without a value, each reason in its colour.
void add_gaps(Picture& picture, const MapDescription& description,
              const std::vector<MapGap>& gaps) {
  const MapAxis& x = description.axes[0];
  const MapAxis& y = description.axes[1];
  const double dx = 0.5 * x.step(), dy = 0.5 * y.step();
  for (const MapGap& gap : gaps) {
    std::vector<Outline> squares;
    for (const auto& [i, j] : gap.points) {
      const double cx = x.value(static_cast<int>(i)), cy = y.value(static_cast<int>(j));
      squares.push_back(
          {{cx - dx, cy - dy}, {cx + dx, cy - dy}, {cx + dx, cy + dy}, {cx - dx, cy + dy}});
    }
    picture.add_element(fmt::format("{} using 1:2 with filledcurves closed fs solid noborder fc {}",
                                    picture.add_data(squares, true), to_gnuplot(gap.colour)));
  }
}

// The signed margin at which the dashed line is drawn: zero if it changes sign anywhere, otherwise
// a small share of its largest value if it comes that close to zero.
std::optional<double> find_singular_level(const WorkspaceMap& map) {
  constexpr double kNear = 0.02;
  double least = kInfinity, most = -least;
  for (std::size_t i = 0; i < map.status.size(); ++i) {
    if (map.status[i] != SampleStatus::ok) continue;
    least = std::min(least, map.signed_margin[i]);
    most = std::max(most, map.signed_margin[i]);
  }
  if (least < 0.0 && most > 0.0) return 0.0;
  if (least >= 0.0 && least < kNear * most) return kNear * most;
  if (most <= 0.0 && most > kNear * least) return kNear * least;
  return std::nullopt;
}

// The line where the drives lose control of a degree of freedom, or come close to that.
std::string add_singular_line(Picture& picture, const WorkspaceMap& map, const MapSlice& slice,
                              const std::vector<double>& x, const std::vector<double>& y,
                              int number) {
  const auto level = find_singular_level(map);
  if (!level) return "";
  std::vector<double> margins;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      const std::size_t cell = find_cell(map, slice, i, j);
      margins.push_back(map.status[cell] == SampleStatus::ok ? map.signed_margin[cell] : kNaN);
    }
  }
  return add_contours(picture, picture.add_grid(x, y, margins), margins, {*level}, number);
}

void draw_heat_map(Picture& picture, const WorkspaceMap& map, const ShownUnits& units,
                   const MapColumn& column, const MapScale& scale, const MapSlice& slice,
                   const PixelBox& room, int number, bool has_bar) {
  const MapAxis& x_axis = map.description.axes[0];
  const MapAxis& y_axis = map.description.axes[1];
  const std::vector<double> x = list_axis(x_axis), y = list_axis(y_axis);
  std::vector<double> values;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      const std::size_t cell = find_cell(map, slice, i, j);
      values.push_back(has_value(map, column, cell)
                           ? std::clamp(column.values[cell], scale.low, scale.high)
                           : kNaN);
    }
  }
  const Bounds axes = find_map_bounds(x_axis, y_axis);
  const PixelBox box = fit_box(room, axes, x_axis.rotational == y_axis.rotational);
  const std::string data = picture.add_grid(x, y, values);
  const std::string contours = add_contours(picture, data, values, scale.levels, 2 * number);
  const std::string singular = add_singular_line(picture, map, slice, x, y, 2 * number + 1);
  picture.begin_plot(box, axes);
  if (has_bar) {
    add_colour_bar(picture, box, {scale.low, scale.high}, scale.levels);
  } else {
    set_palette(picture, {scale.low, scale.high});
  }
  const std::vector<MapGap> gaps = list_gaps(map, column, slice);
  add_gaps(picture, map.description, gaps);
  picture.add_element(fmt::format("{} using 1:2:3 with image notitle", data));
  if (!contours.empty()) {
    picture.add_element(fmt::format("{} using 1:2 with lines lw 0.8 lc {} notitle", contours,
                                    to_gnuplot(kWhite, 0.35)));
  }
  if (!singular.empty()) {
    // Light under dark: visible on any colour.
    picture.add_element(
        fmt::format("{} using 1:2 with lines lw 3 lc {} notitle", singular, to_gnuplot(kWhite)));
    picture.add_element(fmt::format("{} using 1:2 with lines lw 2 dt (6,4) lc {} notitle", singular,
                                    to_gnuplot(kInk)));
  }
  add_axis_titles(picture, box, name_axis(x_axis, units), name_axis(y_axis, units));
  add_panel_header(picture, box, map, units, slice, gaps);
  picture.end_plot();
}

void draw_curve(Picture& picture, const WorkspaceMap& map, const ShownUnits& units,
                const MapColumn& column, const MapScale& scale, const MapSlice& slice,
                const PixelBox& box) {
  const MapAxis& axis = map.description.axes[0];
  const std::vector<double> x = list_axis(axis);
  std::vector<Outline> runs(1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t cell = find_cell(map, slice, i, 0);
    if (has_value(map, column, cell)) {
      runs.back().emplace_back(x[i], column.values[cell]);
    } else if (!runs.back().empty()) {
      runs.emplace_back();
    }
  }
  const double margin = 0.05 * (scale.high - scale.low);
  picture.begin_plot(box, {{axis.from, axis.to}, {scale.low - margin, scale.high + margin}});
  picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
  picture.add_element(fmt::format("{} using 1:2 with linespoints pt 7 ps 0.3 lw 2 lc {} notitle",
                                  picture.add_data(runs, false), to_gnuplot(pick_colour(0))));
  add_axis_titles(picture, box, name_axis(axis, units), name_with_unit(column, units));
  add_panel_header(picture, box, map, units, slice, list_gaps(map, column, slice));
  picture.end_plot();
}

std::string capitalize(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

// What is shown, in words, and its name in results.
std::string describe(const MapDescription& map, const ShownUnits& units, const MapColumn& column,
                     const MapScale& scale) {
  const Criterion& criterion = *column.plan.criterion;
  std::string text = capitalize(criterion.description);
  if (column.plan.pattern) {
    const PatternDescription& pattern = nth(map.patterns, *column.plan.pattern);
    const bool is_lines = pattern.kind == PatternDescription::Kind::lines;
    text += fmt::format(", {} of '{}'", is_lines ? "in the worst direction" : "at the worst place",
                        pattern.name);
  }
  text = to_typeset(units.unit_for(criterion.unit).head(text));
  text += " (" + column.plan.name + ")";
  if (scale.cut_low || scale.cut_high) text += "; extremes are cut";
  return text;
}

// What the dashed line stands for.
void add_note(Picture& picture, const WorkspaceMap& map) {
  if (map.description.axes.size() == 1) return;
  const auto level = find_singular_level(map);
  if (!level) return;
  Text text;
  text.text = *level == 0.0 ? "dashed: parallel singularity (det W = 0)"
                            : "dashed: drive margin at 2 % of its largest";
  text.at = {8.0, 9.0};
  text.size = 10.0;
  text.colour = kGrey;
  add_free_text(picture, {text});
}

// Panels as high and as wide as the map's axes need at equal scales: no empty paper.
PanelLayout choose_layout(const MapDescription& description, bool is_single) {
  constexpr double kRightMargin = 24.0, kBar = 88.0, kMost = 440.0, kLeastWidth = 300.0;
  PanelLayout layout;
  if (description.axes.size() == 1) return layout;
  const MapAxis &x = description.axes[0], &y = description.axes[1];
  const PixelBox room{{0.0, kMost}, {0.0, kMost}};
  const PixelBox box = fit_box(room, find_map_bounds(x, y), x.rotational == y.rotational);
  const double least = is_single ? kMost : kLeastWidth;  // for titles
  layout.width = kPanelLeft + std::max(least, box.width()) + kRightMargin;
  layout.height = kPanelBottom + box.height() + kPanelTop;
  layout.right = kBar;
  return layout;
}

}  // namespace

WorkspaceMap convert(WorkspaceMap map, const ShownUnits& units) {
  for (MapAxis& axis : map.description.axes) {
    const double size = units.unit_for(axis.rotational ? "rad" : "m").size;
    axis.from /= size;
    axis.to /= size;
  }
  for (MapColumn& column : map.columns) {
    const double size = units.unit_for(column.plan.criterion->unit).size;
    for (double& value : column.values) value /= size;
  }
  return map;
}

Picture draw_map_column(const WorkspaceMap& map, const MapColumn& column, const ShownUnits& units) {
  const std::vector<MapSlice> slices = choose_slices(map);
  const int count = static_cast<int>(slices.size());
  const PanelGrid grid(count, choose_layout(map.description, count == 1), true);
  const MapScale scale = choose_scale(map, column);
  Picture picture =
      grid.make_picture(fmt::format("map_{}.{}", map.description.name, column.plan.name),
                        fmt::format("{}, map {}", map.machine, map.description.name),
                        describe(map.description, units, column, scale));
  add_note(picture, map);
  int last_of_first_row = 0;
  while (last_of_first_row + 1 < count &&
         grid.find_panel(last_of_first_row + 1).y.low == grid.find_panel(0).y.low) {
    ++last_of_first_row;
  }
  for (int i = 0; i < count; ++i) {
    const MapSlice& slice = nth(slices, i);
    const PixelBox axes = grid.find_axes(i, 24.0);
    if (map.description.axes.size() == 1) {
      draw_curve(picture, map, units, column, scale, slice, axes);
    } else {
      draw_heat_map(picture, map, units, column, scale, slice, axes, i, i == last_of_first_row);
    }
  }
  return picture;
}

}  // namespace globaldyn::inside::report
