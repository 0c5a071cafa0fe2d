#include "report/charts/front_scatter.h"

#include <fmt/format.h>

#include "report/canvas/colour_bar.h"
#include "report/canvas/key.h"
#include "report/canvas/panels.h"
#include "report/charts/design_cloud.h"
#include "report/charts/front_designs.h"
#include "report/charts/front_labels.h"
#include "report/charts/seed_lines.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kScatterWidth = 1000.0, kScatterPlot = 568.0;
constexpr std::size_t kMostPale = 5000;

// From the front's end that is best in y to the one best in x: what designs between two points of
// the front can be at best is the corner that is worse in both.
Outline make_staircase(const StudyAxis& x, const StudyAxis& y, const DesignList& front,
                       const Bounds& axes) {
  const auto worse = [](const StudyAxis& axis, const Interval& range) {
    return axis.column.is_maximized ? range.low : range.high;
  };
  Outline stairs;
  double reached = worse(y, axes.y);
  for (const DesignRecord* one : front) {
    stairs.emplace_back(x.value(*one), reached);
    reached = y.value(*one);
    stairs.emplace_back(x.value(*one), reached);
  }
  stairs.emplace_back(worse(x, axes.x), reached);
  return stairs;
}

// Where labels would hide the staircase.
std::vector<PixelBox> list_steps(const Outline& stairs, const PlotArea& area) {
  std::vector<PixelBox> steps;
  for (std::size_t i = 1; i < stairs.size(); ++i) {
    steps.push_back(find_bounds({{area.to_pixel(stairs[i - 1]), area.to_pixel(stairs[i])}}));
    steps.back().x.high += 1.0;
    steps.back().y.high += 1.0;
  }
  return steps;
}

void add_staircase(Picture& picture, const Outline& stairs) {
  picture.add_element(fmt::format("{} using 1:2 with lines lw 1.2 lc {} notitle",
                                  picture.add_data({stairs}, false),
                                  to_gnuplot(mix(kInk, kWhite, 0.45))));
}

// What each seed found by itself, beneath the front of all.
std::vector<NamedLines> list_seeds(const StudyAxis& x, const StudyAxis& y,
                                   const std::vector<StudyTable>& parts, const Bounds& axes) {
  std::vector<NamedLines> seeds;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].front.empty()) continue;
    seeds.push_back(make_seed_line(parts, i, make_staircase(x, y, list_front(parts[i]), axes)));
  }
  return seeds;
}

// Points of a dense front are small, so that what is beneath it can be seen.
double choose_point_size(std::size_t front) {
  constexpr std::size_t kDense = 150;
  return front > kDense ? 0.5 : 0.9;
}

void add_groups(Picture& picture, const StudyAxis& x, const StudyAxis& y,
                const std::vector<FrontGroup>& groups) {
  std::size_t count = 0;
  for (const FrontGroup& group : groups) count += group.designs.size();
  const double size = choose_point_size(count);
  for (const FrontGroup& group : groups) {
    picture.add_element(fmt::format("{} using 1:2 with points pt 7 ps {} lc {} notitle",
                                    picture.add_data({list_points(x, y, group.designs)}, false),
                                    size, to_gnuplot(group.colour)));
  }
}

void add_by_colour(Picture& picture, const PixelBox& box, const std::vector<StudyAxis>& axes,
                   const DesignList& front) {
  add_colour_bar(picture, box, widen(find_span(axes[2], front), 0.0));
  std::vector<Outline> points;
  std::vector<double> values;
  for (const DesignRecord* one : front) {
    points.push_back({{axes[0].value(*one), axes[1].value(*one)}});
    values.push_back(axes[2].value(*one));
  }
  picture.add_element(fmt::format("{} using 1:2:3 with points pt 7 ps {} lc palette notitle",
                                  picture.add_data(points, false, values),
                                  choose_point_size(front.size())));
  Text title;
  title.text = title_with_aim(axes[2].column);
  title.align = "center";
  title.upright = true;
  title.at = {box.x.high + 100.0, 0.5 * (box.y.low + box.y.high)};
  picture.add_text(title);
}

std::string make_front_title(const StudyTable& table, const std::vector<StudyAxis>& axes) {
  std::string names;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    names += (k == 0 ? "" : k + 1 == axes.size() ? " and " : ", ") + axes[k].column.name;
  }
  return table.header.name + ": front of " + names;
}

// The third of three objectives has its colours at the right.
double find_right_margin(std::size_t objectives) {
  return objectives == 3 ? 132.0 : 30.0;
}

}  // namespace

Picture draw_front_scatter(const StudyTable& table) {
  const std::vector<StudyAxis> axes = list_axes(table, StudyColumn::Role::objective);
  const DesignList front = list_front(table), others = list_dominated(table);
  const std::vector<StudyTable> seeds = split_by_seed(table);
  // Colours tell seeds or parts.
  const std::vector<FrontGroup> groups =
      seeds.size() > 1 ? std::vector<FrontGroup>{{"", kInk, front}} : group_by_part(table, front);
  constexpr double kMargin = 0.06;
  const Bounds ranges{widen(choose_span(axes[0], front, others), kMargin),
                      widen(choose_span(axes[1], front, others), kMargin)};
  const bool has_stairs = axes.size() == 2;
  const std::vector<NamedLines> seed_lines = has_stairs && seeds.size() > 1
                                                 ? list_seeds(axes[0], axes[1], seeds, ranges)
                                                 : std::vector<NamedLines>();
  std::vector<KeyEntry> entries = list_entries(seed_lines);
  if (has_stairs && seeds.size() <= 1) entries = list_entries(groups);
  const Interval across{kPlotLeft, kScatterWidth - find_right_margin(axes.size())};
  const Key key = make_key(entries, across.high - across.low);
  const double below = find_room_below(key);
  const PlotArea area{{across, {below, below + kScatterPlot}}, ranges};
  Picture picture =
      start_picture("front", make_front_title(table, axes), kScatterWidth, area.box.y.high + 84.0);
  picture.begin_plot(area.box, area.axes);
  picture.add(kFaintGrid);
  add_axis_titles(picture, area.box, title_with_aim(axes[0].column), title_with_aim(axes[1].column),
                  kTitleDistance);
  const CloudCounts counts =
      add_cloud(picture, area, list_points(axes[0], axes[1], others), kMostPale);
  add_small_print(picture, area.box, describe_designs(table, counts));
  std::vector<PixelBox> marks;
  if (has_stairs) {
    const Outline stairs = make_staircase(axes[0], axes[1], front, area.axes);
    marks = list_steps(stairs, area);
    add_key(picture, key, {area.box.x.low, area.box.y.low - kAboveKey});
    for (const NamedLines& one : seed_lines) add_lines(picture, one);
    add_staircase(picture, stairs);
    add_groups(picture, axes[0], axes[1], groups);
  } else {
    add_by_colour(picture, area.box, axes, front);
  }
  add_front_labels(picture, area, table, axes[0], axes[1], std::move(marks));
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::inside::report
