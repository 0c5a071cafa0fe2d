#include "report/machine/pose_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/canvas/panels.h"
#include "report/machine/joint_axes.h"
#include "report/machine/machine_drawing.h"
#include "report/machine/pose_labels.h"
#include "report/machine/view.h"

namespace globaldyn::inside::report {
namespace {

// From a label to what it names, unless it is close by.
std::vector<Shape> draw_leaders(const std::vector<Label>& labels, const View& view) {
  constexpr double kClose = 20.0;  // px
  std::vector<Shape> leaders;
  for (const Label& label : labels) {
    const PixelBox box = estimate_box(label.text, label.text.at);
    const Vector2d nearest(std::clamp(label.anchor.x(), box.x.low, box.x.high),
                           std::clamp(label.anchor.y(), box.y.low, box.y.high));
    if ((nearest - label.anchor).norm() < kClose) continue;
    Shape leader;
    leader.outline = {view.from_pixel(label.anchor), view.from_pixel(nearest)};
    leader.closed = false;
    leader.line = mix(label.text.colour, kWhite, 0.35);
    leader.line_width = 0.8;
    leaders.push_back(std::move(leader));
  }
  return leaders;
}

// The height the machine needs at this width, within reason.
double choose_height(const Bounds& bounds, double width) {
  const double wanted = bounds.width() > 0.0 ? width * bounds.height() / bounds.width() : width;
  return std::clamp(wanted, 0.36 * width, 0.85 * width);
}

struct Drawn {
  std::vector<Shape> shapes;
  bool has_axes{false};
  bool has_directions{false};
};

void add_legend(Picture& picture, const Mechanism& mechanism, const Drawn& drawn,
                std::size_t label_count) {
  Text text;
  text.at = {24.0, picture.height() - 50.0};
  text.size = 12.0;
  std::vector<Text> texts;
  const auto add = [&](const char* words, const Colour& colour, bool bold) {
    text.text = words;
    text.colour = colour;
    text.bold = bold;
    texts.push_back(text);
    text.at.x() += estimate_box(text, text.at).width() + 8.0;
  };
  const std::size_t acting = mechanism.drives.size() + mechanism.springs.size();
  const std::size_t joints = acting + mechanism.joints.size();
  if (!mechanism.drives.empty()) add("drives", kDriveColour, true);
  if (drawn.has_directions) add("→ positive direction", kDriveColour, false);
  if (!mechanism.springs.empty()) add("springs", kSpringColour, true);
  if (!mechanism.joints.empty() && joints <= label_count) add("joints", kInk, false);
  if (drawn.has_axes) add("- - their axes", kGrey, false);
  if (joints + mechanism.bodies.size() == label_count) add("bodies", kBodyColour, false);
  if (mechanism.tool) add("tool frame", kPathColour, false);
  add_free_text(picture, texts);
}

Drawn draw_all(const Machine& machine, const Pose& pose, const Projection& projection) {
  const DrawingStyle style{choose_unit(machine, pose, projection), 0.0};
  const Mechanism& mechanism = machine.mechanism;
  const std::vector<Shape> axes =
      draw_joint_axes(mechanism, machine.topology, pose, projection, style);
  const std::vector<Shape> directions =
      draw_drive_directions(mechanism, machine.topology, pose, projection, style);
  Drawn drawn{draw_bodies(machine, pose, projection, style), !axes.empty(), !directions.empty()};
  append(axes, drawn.shapes);
  append(draw_joints_and_drives(machine, pose, projection, style), drawn.shapes);
  append(directions, drawn.shapes);
  return drawn;
}

constexpr double kMargin = 34.0;  // px, around the drawing

// @returns the number of labels
std::size_t draw_view(Picture& picture, const PixelBox& box, const Machine& machine,
                      const Pose& pose, const NamedProjection& view,
                      const std::vector<Shape>& shapes, const Bounds& bounds) {
  const View on_paper = fit(bounds, box, kMargin);
  std::vector<Label> labels = list_names(machine, pose, view.projection, on_paper);
  place_labels(box, list_marks(machine, pose, view.projection, on_paper), labels);
  begin_drawing(picture, on_paper, view.projection);
  if (!view.name.empty()) add_panel_title(picture, box, "", view.name);
  add_shapes(picture, shapes);
  add_shapes(picture, draw_leaders(labels, on_paper));
  for (const Label& label : labels) picture.add_text(label.text);
  picture.end_plot();
  return labels.size();
}

// A single view takes as much paper as it needs; several are of one size.
PanelLayout choose_layout(const std::vector<Drawn>& drawings) {
  constexpr double kOne = 1000.0, kOfSeveral = 760.0, kRight = 24.0;
  if (drawings.size() > 1) return {kOfSeveral, 0.85 * kOfSeveral, 0.0, 2};
  const double width = kOne - kPanelLeft - kRight - 2.0 * kMargin;
  const double height = choose_height(find_bounds(list_outlines(drawings.front().shapes)), width);
  return {kOne, std::ceil(height + 2.0 * kMargin + kPanelBottom + 30.0), 0.0, 1};
}

}  // namespace

Picture draw_named_pose(const Machine& machine, const Pose& pose) {
  const std::vector<NamedProjection> views = list_projections(machine.mechanism, {&pose});
  std::vector<Drawn> drawings;
  std::vector<Bounds> bounds;
  for (const NamedProjection& view : views) {
    drawings.push_back(draw_all(machine, pose, view.projection));
    bounds.push_back(find_bounds(list_outlines(drawings.back().shapes)));
  }
  make_equal(bounds);
  const PanelGrid grid(static_cast<int>(views.size()), choose_layout(drawings), true);
  Picture picture = grid.make_picture("pose", machine.mechanism.name);
  std::size_t label_count = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const PixelBox panel = grid.find_panel(static_cast<int>(i));
    const PixelBox box{{panel.x.low + kPanelLeft, panel.x.high - 24.0},
                       {panel.y.low + kPanelBottom, panel.y.high - 30.0}};
    label_count = draw_view(picture, box, machine, pose, views[i], drawings[i].shapes, bounds[i]);
  }
  add_legend(picture, machine.mechanism, drawings.front(), label_count);
  return picture;
}

}  // namespace globaldyn::inside::report
