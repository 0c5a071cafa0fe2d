#include "report/machine/tool_path.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "report/machine/machine_drawing.h"

namespace globaldyn::inside::report {
namespace {

std::vector<Outline> project_runs(const ToolTrace& trace, const Projection& projection) {
  std::vector<Outline> runs;
  for (const std::vector<Vector3d>& run : trace.runs) {
    runs.emplace_back();
    for (const Vector3d& point : run) runs.back().push_back(projection.project(point));
  }
  return runs;
}

// At least what a machine takes on paper.
Bounds find_page(const std::vector<Outline>& runs, double unit) {
  const Bounds all = find_bounds(runs);
  const double side = std::max({all.width(), all.height(), 100.0 * unit});
  return {{all.x.low, all.x.low + side}, {all.y.low, all.y.low + side}};
}

Shape draw_piece(Outline outline) {
  Shape line;
  line.outline = std::move(outline);
  line.closed = false;
  line.line = kPathColour;
  line.line_width = 2.4;
  return line;
}

double calc_length(const std::vector<Outline>& runs) {
  double length = 0.0;
  for (const Outline& run : runs) {
    for (std::size_t i = 1; i < run.size(); ++i) length += (run[i] - run[i - 1]).norm();
  }
  return length;
}

// An arrow head on the piece in which the path has come `at` far on paper.
std::optional<Shape> draw_direction(const std::vector<Outline>& runs, double at, double size) {
  for (const Outline& run : runs) {
    for (std::size_t i = 1; i < run.size(); ++i) {
      const Vector2d step = run[i] - run[i - 1];
      const double length = step.norm();
      if (length > 0.0 && at <= length) {
        const Vector2d direction = step / length;
        return draw_arrow_head(run[i - 1] + (at + 0.5 * size) * direction, direction, size,
                               kPathColour);
      }
      at -= length;
    }
  }
  return std::nullopt;
}

Shape draw_stop(const Vector2d& at, double unit) {
  Shape square;
  square.outline = make_bar(at, Vector2d::UnitX(), 1.5 * unit, 1.5 * unit);
  square.fill = kPathColour;
  square.line = kWhite;
  return square;
}

Shape draw_start(const Vector2d& at, double unit) {
  Shape ring;
  ring.outline = make_circle(at, 1.5 * unit);
  ring.line = kPathColour;
  ring.line_width = 2.0;
  return ring;
}

}  // namespace

std::vector<Shape> draw_tool_path(const ToolTrace& trace, const Projection& projection,
                                  double unit) {
  std::vector<Shape> shapes;
  const std::vector<Outline> runs = project_runs(trace, projection);
  const Bounds page = find_page(runs, unit);
  for (const Outline& run : runs) {
    for (Outline& piece : draw_once(run, page)) shapes.push_back(draw_piece(std::move(piece)));
  }
  const double length = calc_length(runs);
  if (length < 6.0 * unit) return shapes;  // a dot on paper: marks would hide it
  // Off the quarters, where paths there and back have their corners.
  for (const double share : {0.3, 0.8}) {
    if (auto head = draw_direction(runs, share * length, 2.6 * unit)) shapes.push_back(*head);
  }
  for (const Vector3d& stop : trace.stops) {
    shapes.push_back(draw_stop(projection.project(stop), unit));
  }
  shapes.push_back(draw_start(runs.front().front(), unit));
  return shapes;
}

}  // namespace globaldyn::inside::report
