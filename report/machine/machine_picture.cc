#include "report/machine/machine_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "globaldyn/evaluation/path_summary.h"
#include "report/canvas/panels.h"
#include "report/machine/machine_drawing.h"
#include "report/machine/view.h"

namespace globaldyn::report {
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

void append(const std::vector<Shape>& from, std::vector<Shape>& to) {
  to.insert(to.end(), from.begin(), from.end());
}

// Pale poses from the last to the second, the path, and the first pose solid over them.
std::vector<Shape> draw_poses(const Machine& machine, const PathEvaluation& path,
                              const Samples& shown, const Projection& projection, double unit) {
  std::vector<Shape> shapes;
  for (std::size_t i = shown.size(); i-- > 1;) {
    append(draw_bodies(machine, shown[i]->motion.pose, projection, {unit, 0.8}), shapes);
  }
  if (shown.empty()) return shapes;
  const Pose& first = shown.front()->motion.pose;
  append(draw_bodies(machine, first, projection, {unit, 0.0}), shapes);
  append(draw_joints_and_drives(machine, first, projection, {unit, 0.0}), shapes);
  if (!machine.mechanism.tool) return shapes;
  for (Outline& run : trace_tool(path, projection)) {
    Shape line;
    line.outline = std::move(run);
    line.closed = false;
    line.line = kPathColour;
    line.line_width = 2.4;
    shapes.push_back(std::move(line));
  }
  return shapes;
}

std::string describe(const Samples& shown, bool has_tool) {
  if (shown.empty()) return "no pose of this path can be shown";
  std::string text = fmt::format("solid: p = {:.4g}", shown.front()->p);
  for (std::size_t i = 1; i < shown.size(); ++i) {
    text += fmt::format("{} {:.4g}", i == 1 ? "; pale: p =" : ",", shown[i]->p);
  }
  return text + (has_tool ? "; violet: the tool's path" : "");
}

struct Panel {
  const PathEvaluation* path{nullptr};
  Samples shown;
  std::vector<Shape> shapes;
};

std::vector<std::string> list_remarks(const PathEvaluation& path) {
  const std::size_t bad = summarize(path).failed;
  if (bad == 0) return {};
  return {fmt::format("{} of {} not ok", bad, count_of(path.samples.size(), "pose"))};
}

void draw_panel(Picture& picture, const Panel& panel, const View& view,
                const Projection& projection, bool has_tool) {
  if (panel.shapes.empty()) {
    picture.begin_plot(view.box, view.bounds);
    picture.add("unset border; unset tics");
  } else {
    begin_drawing(picture, view, projection);
  }
  add_panel_title(picture, view.box, panel.path->name, describe(panel.shown, has_tool));
  add_remarks(picture, view.box, list_remarks(*panel.path));
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

}  // namespace

Picture draw_machine(const Machine& machine, const Evaluation& evaluation) {
  const std::vector<const Pose*> poses = list_poses(evaluation);
  const Projection projection = choose_projection(machine.mechanism, poses);
  const double unit = poses.empty() ? 1.0 : choose_unit(machine, *poses.front(), projection);
  const bool has_tool = machine.mechanism.tool.has_value();
  std::vector<Panel> panels;
  std::vector<Outline> outlines;
  for (const PathEvaluation& path : evaluation.paths) {
    Panel panel{&path, choose_shown(list_ok(path), has_tool, 100.0 * unit), {}};
    panel.shapes = draw_poses(machine, path, panel.shown, projection, unit);
    for (Outline& outline : list_outlines(panel.shapes)) outlines.push_back(std::move(outline));
    panels.push_back(std::move(panel));
  }
  const Bounds bounds = poses.empty() ? Bounds{{0.0, 1.0}, {0.0, 1.0}} : find_bounds(outlines);
  const PanelGrid grid(static_cast<int>(panels.size()));
  Picture picture = grid.make_picture("machine", evaluation.machine + ": paths and poses");
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const PixelBox box = grid.find_axes(static_cast<int>(i), kRightMargin);
    draw_panel(picture, panels[i], fit(bounds, box, 14.0), projection, has_tool);
  }
  return picture;
}

}  // namespace globaldyn::report
