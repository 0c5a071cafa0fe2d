#include "report/machine/machine_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/nth.h"
#include "globaldyn/evaluation/path_summary.h"
#include "report/canvas/panels.h"
#include "report/machine/machine_drawing.h"
#include "report/machine/tool_path.h"
#include "report/machine/view.h"

namespace globaldyn::inside::report {
namespace {

constexpr int kPosesShown = 4;
constexpr double kRightMargin = 30.0;

using Samples = std::vector<const Sample*>;

Samples list_ok(const PathEvaluation& path) {
  Samples samples;
  for (const Sample& sample : path.samples) {
    if (sample.status == SampleStatus::ok) samples.push_back(&sample);
  }
  return samples;
}

// At equal distances; for a path that ends where it starts, without the last.
Samples choose_shown(const Samples& samples, bool has_tool, double length) {
  if (samples.empty()) return {};
  const Vector3d gap = samples.back()->tool.origin - samples.front()->tool.origin;
  const bool closed = has_tool && samples.size() > kPosesShown && gap.norm() < 1e-6 * length;
  const std::size_t intervals = kPosesShown - (closed ? 0 : 1);
  Samples shown;
  for (std::size_t i = 0; i < kPosesShown; ++i) {
    const Sample* sample = samples[i * (samples.size() - 1) / intervals];
    if (shown.empty() || shown.back() != sample) shown.push_back(sample);
  }
  return shown;
}

// Pale poses from the last to the second, the first pose solid over them, and the path.
std::vector<Shape> draw_poses(const Machine& machine, const ToolTrace& trace, const Samples& shown,
                              const Projection& projection, double unit) {
  std::vector<Shape> shapes;
  for (std::size_t i = shown.size(); i-- > 1;) {
    append(draw_bodies(machine, shown[i]->motion.pose, projection, {unit, 0.8}), shapes);
  }
  if (shown.empty()) return shapes;
  const Pose& first = shown.front()->motion.pose;
  append(draw_bodies(machine, first, projection, {unit, 0.0}), shapes);
  append(draw_joints_and_drives(machine, first, projection, {unit, 0.0}), shapes);
  if (!machine.mechanism.tool) return shapes;
  append(draw_tool_path(trace, projection, unit), shapes);
  return shapes;
}

std::string describe_poses(const Samples& shown) {
  if (shown.empty()) return "no pose of this path can be shown";
  std::string text = fmt::format("solid: p = {:.4g}", shown.front()->p);
  for (std::size_t i = 1; i < shown.size(); ++i) {
    text += fmt::format("{} {:.4g}", i == 1 ? "; pale: p =" : ",", shown[i]->p);
  }
  return text;
}

std::string describe_tool_path(bool has_stops) {
  return std::string("violet: the tool's path from ○") + (has_stops ? ", ■ stops" : "");
}

struct Panel {
  std::string title;
  std::string small_print;
  std::vector<std::string> remarks;
  std::vector<Shape> shapes;
};

std::vector<std::string> list_remarks(const PathEvaluation& path) {
  const std::size_t bad = summarize(path).failed;
  if (bad == 0) return {};
  return {fmt::format("{} of {} not ok", bad, count_of(path.samples.size(), "pose"))};
}

void draw_panel(Picture& picture, const Panel& panel, const View& view,
                const Projection& projection) {
  if (panel.shapes.empty()) {
    picture.begin_plot(view.box, view.bounds);
    picture.add("unset border; unset tics");
  } else {
    begin_drawing(picture, view, projection);
  }
  add_panel_title(picture, view.box, panel.title, panel.small_print);
  add_remarks(picture, view.box, panel.remarks);
  add_shapes(picture, panel.shapes);
  picture.end_plot();
}

std::vector<const Pose*> list_poses(const Evaluation& evaluation) {
  std::vector<const Pose*> poses;
  for (const PathEvaluation& path : evaluation.paths) {
    for (const Sample* sample : list_ok(path)) poses.push_back(&sample->motion.pose);
  }
  return poses;
}

double find_unit(const Machine& machine, const Evaluation& evaluation, const Projection& view) {
  const std::vector<const Pose*> poses = list_poses(evaluation);
  return poses.empty() ? 1.0 : choose_unit(machine, *poses.front(), view);
}

// The tool's way along each path, as closely as paper shows.
std::vector<ToolTrace> trace_all(const Machine& machine, const Evaluation& evaluation,
                                 const Projection& view) {
  constexpr double kVisible = 0.05;  // of a unit
  std::vector<ToolTrace> traces;
  for (const PathEvaluation& path : evaluation.paths) {
    traces.push_back(trace_tool(find_path(machine, path.name), path,
                                kVisible * find_unit(machine, evaluation, view)));
  }
  return traces;
}

// All paths in one view.
std::vector<Panel> make_panels(const Machine& machine, const Evaluation& evaluation,
                               const std::vector<ToolTrace>& traces, const NamedProjection& view) {
  const double unit = find_unit(machine, evaluation, view.projection);
  const bool has_tool = machine.mechanism.tool.has_value();
  std::vector<Panel> panels;
  for (std::size_t i = 0; i < evaluation.paths.size(); ++i) {
    const PathEvaluation& path = evaluation.paths[i];
    const Samples shown = choose_shown(list_ok(path), has_tool, 100.0 * unit);
    const bool is_only = view.name.empty(), is_plane = view.projection.is_planar();
    std::vector<std::string> print;
    if (is_only || !is_plane) print.push_back(describe_poses(shown));
    if (has_tool && !shown.empty() && is_plane) {
      print.push_back(describe_tool_path(!traces[i].stops.empty()));
    }
    panels.push_back({is_only || !is_plane ? path.name : path.name + ", " + view.name,
                      fmt::format("{}", fmt::join(print, "; ")), list_remarks(path),
                      draw_poses(machine, traces[i], shown, view.projection, unit)});
  }
  return panels;
}

Bounds find_common_bounds(const std::vector<Panel>& panels) {
  std::vector<Outline> outlines;
  for (const Panel& panel : panels) {
    for (Outline& outline : list_outlines(panel.shapes)) outlines.push_back(std::move(outline));
  }
  return outlines.empty() ? Bounds{{0.0, 1.0}, {0.0, 1.0}} : find_bounds(outlines);
}

}  // namespace

Picture draw_machine(const Machine& machine, const Evaluation& evaluation) {
  const std::vector<NamedProjection> views =
      list_projections(machine.mechanism, list_poses(evaluation));
  const int columns = static_cast<int>(views.size());
  const int paths = static_cast<int>(evaluation.paths.size());
  // Of machines in space a row per path, a column per view.
  const PanelLayout layout = columns > 1 ? PanelLayout{460.0, 480.0, 0.0, columns} : PanelLayout{};
  const PanelGrid grid(paths * columns, layout);
  Picture picture = grid.make_picture("machine", evaluation.machine + ": paths and poses");
  const std::vector<ToolTrace> traces = trace_all(machine, evaluation, views.front().projection);
  std::vector<std::vector<Panel>> panels;
  std::vector<Bounds> bounds;
  for (const NamedProjection& view : views) {
    panels.push_back(make_panels(machine, evaluation, traces, view));
    bounds.push_back(find_common_bounds(panels.back()));
  }
  make_equal(bounds);
  for (int i = 0; i < paths * columns; ++i) {
    const int column = i % columns;
    draw_panel(picture, nth(nth(panels, column), i / columns),
               fit(nth(bounds, column), grid.find_axes(i, kRightMargin), 14.0),
               nth(views, column).projection);
  }
  return picture;
}

}  // namespace globaldyn::inside::report
