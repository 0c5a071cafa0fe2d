#include "report/charts/parallel_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/canvas/colour_bar.h"
#include "report/canvas/panels.h"
#include "report/charts/parallel_axis.h"

namespace globaldyn::inside::report {
namespace {

using Role = StudyColumn::Role;

constexpr std::size_t kMostLines = 300, kMostAxes = 24;
constexpr double kParallelHeight = 660.0, kMarginLeft = 96.0, kMarginRight = 160.0;  // px

struct ParallelAxes {
  std::vector<StudyAxis> shown;
  std::size_t left_out{0};
};

// The objectives always, as many variables as fit, constraints if they are few and there is room.
ParallelAxes choose_parallel_axes(const StudyTable& table) {
  constexpr std::size_t kFewConstraints = 4;
  const std::vector<StudyAxis> variables = list_axes(table, Role::variable);
  const std::vector<StudyAxis> objectives = list_axes(table, Role::objective);
  const std::vector<StudyAxis> constraints = list_axes(table, Role::constraint);
  ParallelAxes axes;
  const std::size_t room = kMostAxes - std::min(kMostAxes - 1, objectives.size());
  const auto add = [&](const std::vector<StudyAxis>& list, std::size_t count) {
    count = std::min(count, list.size());
    axes.shown.insert(axes.shown.end(), list.begin(),
                      list.begin() + static_cast<std::ptrdiff_t>(count));
    axes.left_out += list.size() - count;
  };
  add(variables, room);
  add(objectives, kMostAxes - 1);
  const bool has_room = axes.shown.size() + constraints.size() <= kMostAxes;
  add(constraints, constraints.size() <= kFewConstraints && has_room ? constraints.size() : 0);
  return axes;
}

// The best come last, above the others.
void add_lines(Picture& picture, const std::vector<ParallelAxis>& axes, const DesignList& designs,
               const StudyAxis& first) {
  std::vector<Outline> lines;
  std::vector<double> values;
  for (auto one = designs.rbegin(); one != designs.rend(); ++one) {
    Outline line;
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const double height = axes[k].height_of(**one);
      if (std::isfinite(height)) line.emplace_back(static_cast<double>(k), height);
    }
    lines.push_back(std::move(line));
    values.push_back(first.value(**one));
  }
  picture.add_element(fmt::format("{} using 1:2:3 with lines lw {} lc palette notitle",
                                  picture.add_data(lines, false, values),
                                  designs.size() > 60 ? 1.1 : 1.8));
}

// The front; of a single objective, whose front is one design, the best designs.
DesignList choose_lines(const StudyTable& table) {
  constexpr std::size_t kBest = 50;
  if (table.header.count(Role::objective) > 1) return thin_out(list_front(table), kMostLines);
  DesignList best = list_best(table);
  best.resize(std::min(best.size(), kBest));
  return best;
}

std::string describe_lines(const StudyTable& table, const ParallelAxes& axes, std::size_t lines) {
  const bool is_front = table.header.count(Role::objective) > 1;
  std::string text = count_of(is_front ? table.front.size() : lines, "design");
  if (is_front && lines < table.front.size()) text += fmt::format(", {} of them drawn", lines);
  text += "; variables over the range of all designs tried";
  if (axes.left_out > 0) text += "; " + count_of(axes.left_out, "further column") + " not shown";
  return text;
}

// What the axes are, above the first of each kind.
void add_headings(Picture& picture, const std::vector<ParallelAxis>& axes, const PixelBox& box,
                  double pitch) {
  Text text;
  text.colour = kGrey;
  text.size = 12.0;
  text.at.y() = box.y.high + 71.0;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const Role role = axes[k].axis.column.role;
    if (k > 0 && role == axes[k - 1].axis.column.role) continue;
    text.text = to_string(role) + std::string("s");
    text.at.x() = box.x.low + (static_cast<double>(k) - 0.5) * pitch + 8.0;
    if (k == 0) text.at.x() = 24.0;
    picture.add_text(text);
  }
}

// Where variables end and objectives, then constraints begin.
void add_divisions(Picture& picture, const std::vector<ParallelAxis>& axes, const PixelBox& box,
                   double pitch) {
  for (std::size_t k = 1; k < axes.size(); ++k) {
    if (axes[k].axis.column.role == axes[k - 1].axis.column.role) continue;
    const double x = (box.x.low + (static_cast<double>(k) - 0.5) * pitch) / picture.width();
    picture.add(fmt::format(
        "set arrow from screen {0:.6f},{1:.6f} to screen {0:.6f},{2:.6f} nohead back lw 1 dt (3,5) "
        "lc {3}",
        x, (box.y.low - 36.0) / picture.height(), (box.y.high + 78.0) / picture.height(),
        to_gnuplot(kGrey)));
  }
}

void add_bar(Picture& picture, const PixelBox& box, const StudyAxis& first,
             const DesignList& designs) {
  PixelBox beside = box;
  beside.x.high += 44.0;
  add_colour_bar(picture, beside, widen(find_span(first, designs), 0.0));
  Text title;
  title.text = title_of(first.column);
  title.align = "center";
  title.upright = true;
  title.at = {box.x.high + 140.0, 0.5 * (box.y.low + box.y.high)};
  picture.add_text(title);
}

}  // namespace

Picture draw_parallel(const StudyTable& table) {
  const DesignList designs = choose_lines(table);
  const ParallelAxes chosen = choose_parallel_axes(table);
  const StudyAxis first = list_axes(table, Role::objective).front();
  std::vector<ParallelAxis> axes;
  for (const StudyAxis& one : chosen.shown) axes.push_back(make_parallel_axis(one, table, designs));
  const double gaps = static_cast<double>(axes.size() - 1);
  const double pitch = std::clamp(1000.0 / gaps, 104.0, 240.0);
  const PixelBox box{{kMarginLeft, kMarginLeft + gaps * pitch}, {62.0, kParallelHeight - 156.0}};
  const char* what =
      table.header.count(Role::objective) > 1 ? "designs of the front" : "best designs";
  Picture picture = start_picture("parallel", fmt::format("{}: {}", table.header.name, what),
                                  box.x.high + kMarginRight, kParallelHeight);
  picture.begin_plot(box, {{0.0, gaps}, {0.0, 1.0}});
  picture.add("unset border; unset tics");
  PixelBox above = box;
  above.y.high = kParallelHeight - 68.0;
  above.x.low = 24.0;
  add_small_print(picture, above, describe_lines(table, chosen, designs.size()));
  add_bar(picture, box, first, designs);
  add_headings(picture, axes, box, pitch);
  add_divisions(picture, axes, box, pitch);
  add_lines(picture, axes, designs, first);
  for (std::size_t k = 0; k < axes.size(); ++k) {
    add_parallel_axis(picture, axes[k], box.x.low + static_cast<double>(k) * pitch, box.y, pitch,
                      k == 0);
  }
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::inside::report
