#include "report/machine/pose_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/machine/machine_drawing.h"
#include "report/machine/pose_labels.h"
#include "report/machine/view.h"

namespace globaldyn::report {
namespace {

constexpr double kPoseWidth = 1000.0;

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

// The height the machine needs at full width, within reason.
double choose_height(const Bounds& bounds, double width) {
  const double wanted = bounds.width() > 0.0 ? width * bounds.height() / bounds.width() : width;
  return std::clamp(wanted, 0.36 * width, 0.85 * width);
}

void add_legend(Picture& picture, const Mechanism& mechanism, std::size_t label_count) {
  Text text;
  text.text = mechanism.name;
  text.at = {24.0, picture.height() - 26.0};
  text.size = 18.0;
  text.bold = true;
  picture.add_text(text);
  text.at = {24.0, picture.height() - 50.0};
  text.size = 12.0;
  const auto add = [&](const char* words, const Colour& colour, bool bold) {
    text.text = words;
    text.colour = colour;
    text.bold = bold;
    picture.add_text(text);
    text.at.x() += estimate_box(text, text.at).width() + 8.0;
  };
  const std::size_t acting = mechanism.drives.size() + mechanism.springs.size();
  const std::size_t joints = acting + mechanism.joints.size();
  if (!mechanism.drives.empty()) add("drives", kDriveColour, true);
  if (!mechanism.springs.empty()) add("springs", kSpringColour, true);
  if (!mechanism.joints.empty() && joints <= label_count) add("joints", kInk, false);
  if (joints + mechanism.bodies.size() == label_count) add("bodies", kBodyColour, false);
  if (mechanism.tool) add("tool frame", kPathColour, false);
}

}  // namespace

Picture draw_named_pose(const Machine& machine, const Pose& pose) {
  const Projection projection = choose_projection(machine.mechanism, {&pose});
  const DrawingStyle style{choose_unit(machine, pose, projection), 0.0};
  std::vector<Shape> shapes = draw_bodies(machine, pose, projection, style);
  const std::vector<Shape> over = draw_joints_and_drives(machine, pose, projection, style);
  shapes.insert(shapes.end(), over.begin(), over.end());
  const Bounds bounds = find_bounds(list_outlines(shapes));
  constexpr double kLeft = 78.0, kRight = kPoseWidth - 24.0, kBottom = 58.0, kMargin = 34.0;
  const double height = choose_height(bounds, kRight - kLeft - 2.0 * kMargin) + 2.0 * kMargin;
  const PixelBox box{{kLeft, kRight}, {kBottom, kBottom + height}};
  const View view = fit(bounds, box, kMargin);
  std::vector<Label> labels = list_names(machine, pose, projection, view);
  place_labels(box, list_marks(machine, pose, projection, view), labels);
  Picture picture("pose", kPoseWidth, std::ceil(kBottom + height + 72.0));
  begin_drawing(picture, view, projection);
  add_legend(picture, machine.mechanism, labels.size());
  add_shapes(picture, shapes);
  add_shapes(picture, draw_leaders(labels, view));
  for (const Label& label : labels) picture.add_text(label.text);
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::report
