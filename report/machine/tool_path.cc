#include "report/machine/tool_path.h"

#include <algorithm>
#include <optional>

#include "report/machine/machine_drawing.h"

namespace globaldyn::report {
namespace {

// The tool's path in pieces without gaps.
std::vector<Outline> trace_tool(const PathEvaluation& path, const Projection& projection) {
  std::vector<Outline> runs;
  bool is_gap = true;
  for (const Sample& sample : path.samples) {
    if (sample.status != SampleStatus::ok) {
      is_gap = true;
      continue;
    }
    if (is_gap) runs.emplace_back();
    is_gap = false;
    runs.back().push_back(projection.project(sample.tool.origin));
  }
  return runs;
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

// On the straight line between the samples beside p, if the machine is at both.
std::optional<Vector2d> find_tool(const PathEvaluation& path, double p,
                                  const Projection& projection) {
  for (std::size_t i = 1; i < path.samples.size(); ++i) {
    const Sample &a = path.samples[i - 1], &b = path.samples[i];
    if (p < a.p || p > b.p || a.p == b.p) continue;
    if (a.status != SampleStatus::ok || b.status != SampleStatus::ok) return std::nullopt;
    const double share = (p - a.p) / (b.p - a.p);
    return projection.project((1.0 - share) * a.tool.origin + share * b.tool.origin);
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

std::vector<Shape> draw_tool_path(const PathEvaluation& path, const std::vector<double>& stops,
                                  const Projection& projection, double unit) {
  std::vector<Shape> shapes;
  const std::vector<Outline> runs = trace_tool(path, projection);
  for (const Outline& run : runs) {
    Shape line;
    line.outline = run;
    line.closed = false;
    line.line = kPathColour;
    line.line_width = 2.4;
    shapes.push_back(std::move(line));
  }
  const double length = calc_length(runs);
  if (length < 6.0 * unit) return shapes;  // a dot on paper: marks would hide it
  // Off the quarters, where paths there and back have their corners.
  for (const double share : {0.3, 0.8}) {
    if (auto head = draw_direction(runs, share * length, 2.6 * unit)) shapes.push_back(*head);
  }
  for (const double p : stops) {
    if (const auto at = find_tool(path, p, projection)) shapes.push_back(draw_stop(*at, unit));
  }
  shapes.push_back(draw_start(runs.front().front(), unit));
  return shapes;
}

std::vector<double> list_marked_stops(const Path& path) {
  std::vector<double> stops = path.steps.corners;
  for (const PathStop& stop : path.stops) stops.push_back(stop.p);
  std::sort(stops.begin(), stops.end());
  stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
  return are_marked(stops.size()) ? stops : std::vector<double>();
}

}  // namespace globaldyn::report
