#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/pictures/draw.h"
#include "report/pictures/gnuplot.h"
#include "report/pictures/map_scale.h"
#include "report/pictures/panels.h"

namespace globaldyn {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostPanels = 9;

struct StatusColour {
  SampleStatus status;
  Colour colour;
};
constexpr StatusColour kStatusColours[]{
    {SampleStatus::unreachable, make_colour(0xe3e6ea)},
    {SampleStatus::lost_branch, make_colour(0xbcc3cc)},
    {SampleStatus::out_of_travel, make_colour(0xd9c9a3)},
    {SampleStatus::colliding, make_colour(0xe0a49b)},
    {SampleStatus::singular, make_colour(0x1c2330)},
};

// One panel: an orientation and, of three axes, a point of the third.
struct Slice {
  std::size_t orientation{0};
  std::size_t third{0};
};

// All slices, or some of them, evenly chosen.
std::vector<Slice> choose_slices(const WorkspaceMap& map) {
  const std::size_t thirds = map.description.axes.size() == 3 ? map.shape[3] : 1;
  const std::size_t orientations = map.shape.front();
  const std::size_t most_orientations = std::min(orientations, kMostPanels);
  const std::size_t most_thirds =
      std::min(thirds, std::max<std::size_t>(1, kMostPanels / most_orientations));
  const auto pick = [](std::size_t i, std::size_t wanted, std::size_t count) {
    return wanted == 1 ? count / 2 : i * (count - 1) / (wanted - 1);
  };
  std::vector<Slice> slices;
  for (std::size_t o = 0; o < most_orientations; ++o) {
    for (std::size_t t = 0; t < most_thirds; ++t) {
      slices.push_back({pick(o, most_orientations, orientations), pick(t, most_thirds, thirds)});
    }
  }
  return slices;
}

std::size_t find_cell(const WorkspaceMap& map, const Slice& slice, std::size_t i, std::size_t j) {
  std::size_t cell = slice.orientation;
  cell = cell * map.shape[1] + i;
  if (map.shape.size() > 2) cell = cell * map.shape[2] + j;
  if (map.shape.size() > 3) cell = cell * map.shape[3] + slice.third;
  return cell;
}

std::vector<double> list_axis(const MapAxis& axis) {
  std::vector<double> values;
  for (int i = 0; i < axis.count; ++i) values.push_back(axis.value(i));
  return values;
}

std::string name_axis(const MapAxis& axis) {
  return fmt::format("{} [{}]", axis.name, axis.rotational ? "rad" : "m");
}

std::string describe(const WorkspaceMap& map, const Slice& slice) {
  const MapDescription& description = map.description;
  std::string text = description.orientations[slice.orientation].name;
  if (description.axes.size() == 3) {
    const MapAxis& axis = description.axes[2];
    text += fmt::format("{}{} = {:.4g} {}", text.empty() ? "" : ", ", axis.name,
                        axis.value(static_cast<int>(slice.third)), axis.rotational ? "rad" : "m");
  }
  return text.empty() ? "all poses" : text;
}

// What of the slice is not ok, in words.
std::string describe_failures(const WorkspaceMap& map, const Slice& slice) {
  const std::size_t columns = map.shape[1], rows = map.shape.size() > 2 ? map.shape[2] : 1;
  std::string text;
  for (const auto& [status, colour] : kStatusColours) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < columns; ++i) {
      for (std::size_t j = 0; j < rows; ++j) {
        if (map.status[find_cell(map, slice, i, j)] == status) ++count;
      }
    }
    if (count == 0) continue;
    text += fmt::format("{}{:.0f} % {}", text.empty() ? "" : ", ",
                        100.0 * static_cast<double>(count) / static_cast<double>(columns * rows),
                        to_string(status));
  }
  return text.empty() ? "every pose is reached" : text;
}

// A box for axes in which lengths look alike both ways, where both axes are lengths.
PixelBox fit_box(const PixelBox& room, const Bounds& axes, bool alike) {
  if (!alike) return room;
  const double scale = std::min((room.x.high - room.x.low) / axes.width(),
                                (room.y.high - room.y.low) / axes.height());
  PixelBox box = room;
  box.x.high = box.x.low + scale * axes.width();
  box.y.low = box.y.high - scale * axes.height();
  return box;
}

Bounds find_bounds(const MapAxis& x, const MapAxis& y) {
  return {{x.from - 0.5 * x.step(), x.to + 0.5 * x.step()},
          {y.from - 0.5 * y.step(), y.to + 0.5 * y.step()}};
}

// Contour lines of gridded data at levels, worked out before the plot is begun.
std::string add_contours(Picture& picture, const std::string& data,
                         const std::vector<double>& levels, int number) {
  const std::string name = fmt::format("$contour{}", number);
  picture.add(fmt::format(
      "reset; set contour base; unset surface; set cntrparam levels discrete {:.9g}\n"
      "set table {}; splot {} using 1:2:3 notitle; unset table; unset contour; set surface",
      fmt::join(levels, ","), name, data));
  return name;
}

// Shades the poses that are not ok.
void add_failures(Picture& picture, const WorkspaceMap& map, const Slice& slice) {
  const MapAxis& x = map.description.axes[0];
  const MapAxis& y = map.description.axes[1];
  for (const auto& [status, colour] : kStatusColours) {
    std::vector<Outline> squares;
    for (std::size_t i = 0; i < map.shape[1]; ++i) {
      for (std::size_t j = 0; j < map.shape[2]; ++j) {
        if (map.status[find_cell(map, slice, i, j)] != status) continue;
        const double cx = x.value(static_cast<int>(i)), cy = y.value(static_cast<int>(j));
        const double dx = 0.5 * x.step(), dy = 0.5 * y.step();
        squares.push_back(
            {{cx - dx, cy - dy}, {cx + dx, cy - dy}, {cx + dx, cy + dy}, {cx - dx, cy + dy}});
      }
    }
    if (squares.empty()) continue;
    picture.add_element(fmt::format("{} using 1:2 with filledcurves closed fs solid noborder fc {}",
                                    picture.add_data(squares, true), to_gnuplot(colour)));
  }
}

// The line where the drives lose hold of a freedom, or come near to: dashed.
std::string add_singular_line(Picture& picture, const WorkspaceMap& map, const Slice& slice,
                              const std::vector<double>& x, const std::vector<double>& y,
                              int number) {
  std::vector<double> margins;
  double largest = 0.0, least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      const std::size_t cell = find_cell(map, slice, i, j);
      const bool is_ok = map.status[cell] == SampleStatus::ok;
      margins.push_back(is_ok ? map.signed_margin[cell] : kNone);
      if (!is_ok) continue;
      largest = std::max(largest, std::abs(margins.back()));
      least = std::min(least, margins.back());
    }
  }
  if (largest == 0.0) return "";
  constexpr double kNear = 0.02;
  const bool changes_sign = least < 0.0;
  const std::vector<double> levels =
      changes_sign ? std::vector<double>{0.0} : std::vector<double>{kNear * largest};
  return add_contours(picture, picture.add_grid(x, y, margins), levels, number);
}

void add_colour_bar(Picture& picture, const PixelBox& box, const MapScale& scale) {
  picture.add(palette_command());
  picture.add(fmt::format("set cbrange [{:.9g}:{:.9g}]", scale.low, scale.high));
  picture.add(fmt::format(
      "set colorbox user origin screen {:.6f},{:.6f} size screen {:.6f},{:.6f} noborder",
      (box.x.high + 16.0) / picture.width(), box.y.low / picture.height(), 14.0 / picture.width(),
      (box.y.high - box.y.low) / picture.height()));
  picture.add("set cbtics scale 0.4 format '%.4g'");
  if (!scale.levels.empty()) {
    picture.add(fmt::format("set cbtics ({:.9g})", fmt::join(scale.levels, ",")));
  }
}

void draw_heat_map(Picture& picture, const WorkspaceMap& map, const MapColumn& column,
                   const MapScale& scale, const Slice& slice, const PixelBox& room, int number) {
  const MapAxis& x_axis = map.description.axes[0];
  const MapAxis& y_axis = map.description.axes[1];
  const std::vector<double> x = list_axis(x_axis), y = list_axis(y_axis);
  std::vector<double> values;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      const std::size_t cell = find_cell(map, slice, i, j);
      const double value = column.values[cell];
      const bool has_value = map.status[cell] == SampleStatus::ok && std::isfinite(value);
      values.push_back(has_value ? std::clamp(value, scale.low, scale.high) : kNone);
    }
  }
  const Bounds axes = find_bounds(x_axis, y_axis);
  const PixelBox box = fit_box(room, axes, x_axis.rotational == y_axis.rotational);
  const std::string data = picture.add_grid(x, y, values);
  const std::string contours =
      scale.levels.empty() ? "" : add_contours(picture, data, scale.levels, 2 * number);
  const std::string singular = add_singular_line(picture, map, slice, x, y, 2 * number + 1);
  picture.begin_plot(box, axes);
  add_colour_bar(picture, box, scale);
  add_failures(picture, map, slice);
  picture.add_element(fmt::format("{} using 1:2:3 with image notitle", data));
  if (!contours.empty()) {
    picture.add_element(fmt::format("{} using 1:2 with lines lw 0.8 lc {} notitle", contours,
                                    to_gnuplot(kWhite, 0.35)));
  }
  if (!singular.empty()) {
    picture.add_element(fmt::format("{} using 1:2 with lines lw 2.2 dt (6,4) lc {} notitle",
                                    singular, to_gnuplot(kInk)));
  }
  add_axis_titles(picture, box, name_axis(x_axis), name_axis(y_axis));
  add_panel_title(picture, box, describe(map, slice), describe_failures(map, slice));
  picture.end_plot();
}

void draw_curve(Picture& picture, const WorkspaceMap& map, const MapColumn& column,
                const MapScale& scale, const Slice& slice, const PixelBox& box) {
  const MapAxis& axis = map.description.axes[0];
  const std::vector<double> x = list_axis(axis);
  std::vector<Outline> runs(1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t cell = find_cell(map, slice, i, 0);
    const double value = column.values[cell];
    if (map.status[cell] == SampleStatus::ok && std::isfinite(value)) {
      runs.back().emplace_back(x[i], std::clamp(value, scale.low, scale.high));
    } else if (!runs.back().empty()) {
      runs.emplace_back();
    }
  }
  const double margin = 0.05 * (scale.high - scale.low);
  picture.begin_plot(box, {{axis.from, axis.to}, {scale.low - margin, scale.high + margin}});
  picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
  picture.add_element(fmt::format("{} using 1:2 with linespoints pt 7 ps 0.3 lw 2 lc {} notitle",
                                  picture.add_data(runs, false), to_gnuplot(pick_colour(0))));
  add_axis_titles(picture, box, name_axis(axis), column.plan.criterion->unit);
  add_panel_title(picture, box, describe(map, slice), describe_failures(map, slice));
  picture.end_plot();
}

std::string make_title(const WorkspaceMap& map, const MapColumn& column, const MapScale& scale) {
  const std::string& unit = column.plan.criterion->unit;
  std::string title = fmt::format("{}, map {}: {}{}", map.machine, map.description.name,
                                  column.plan.name, unit == "1" ? "" : " [" + unit + "]");
  if (scale.cut_low || scale.cut_high) title += " (extremes cut)";
  return title;
}

// What the dashed line stands for.
void add_note(Picture& picture, const WorkspaceMap& map) {
  if (map.description.axes.size() == 1) return;
  const auto& margins = map.signed_margin;
  const bool changes = std::any_of(margins.begin(), margins.end(), [](double m) { return m < 0; });
  const bool any = std::any_of(margins.begin(), margins.end(), [](double m) { return m != 0; });
  if (!any) return;
  const PixelBox all{{0.0, picture.width()}, {0.0, picture.height()}};
  picture.begin_plot(all, {{0.0, 1.0}, {0.0, 1.0}});
  picture.add("unset border; unset tics");
  Text text;
  text.text = changes ? "dashed: parallel singularity (det W = 0)"
                      : "dashed, if any: drive margin at 2 % of its largest";
  text.at = {picture.width() - 24.0, picture.height() - 64.0};
  text.align = "right";
  text.size = 11.0;
  text.colour = kGrey;
  picture.add_text(text);
  picture.end_plot();
}

}  // namespace

Picture draw_map_column(const WorkspaceMap& map, const MapColumn& column) {
  const std::vector<Slice> slices = choose_slices(map);
  const PanelGrid grid(static_cast<int>(slices.size()));
  const MapScale scale = choose_scale(map, column);
  Picture picture =
      grid.make_picture(fmt::format("map_{}_{}", map.description.name, column.plan.name),
                        make_title(map, column, scale));
  add_note(picture, map);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const int number = static_cast<int>(i);
    if (map.description.axes.size() == 1) {
      draw_curve(picture, map, column, scale, slices[i], grid.find_axes(number, 30.0));
    } else {
      draw_heat_map(picture, map, column, scale, slices[i], grid.find_axes(number, 96.0), number);
    }
  }
  return picture;
}

}  // namespace globaldyn
