#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/pictures/body_points.h"
#include "report/pictures/draw.h"
#include "report/pictures/labels.h"
#include "report/pictures/machine_drawing.h"
#include "report/pictures/view.h"

namespace globaldyn {
namespace {

constexpr double kWidth = 1000.0;
constexpr Colour kBodyColour = make_colour(0x1f4e8c);

Label make_label(const std::string& text, const Vector2d& anchor, double gap, const Colour& colour,
                 bool bold) {
  Label label;
  label.text.text = text;
  label.text.size = 11.5;
  label.text.colour = colour;
  label.text.bold = bold;
  label.text.align = "center";
  label.text.boxed = true;
  label.anchor = anchor;
  label.gap = gap;
  return label;
}

double calc_size(const Solid& solid) {
  return solid.size.maxCoeff();
}

// The middle of the body's largest solid, else of its points; of the ground a point.
Vector3d find_body_anchor(const Mechanism& mechanism, int number, const Pose& pose) {
  const Body& body = mechanism.bodies[static_cast<std::size_t>(number)];
  if (!body.solids.empty()) {
    const auto less = [](const Solid& a, const Solid& b) { return calc_size(a) < calc_size(b); };
    const auto largest = std::max_element(body.solids.begin(), body.solids.end(), less);
    const Frame frame = find_body_frame(body, pose[static_cast<std::size_t>(number)]);
    return (frame * largest->frame).origin;
  }
  const std::vector<Vector3d> points = list_body_points(mechanism, number, pose);
  if (points.empty()) return Vector3d::Zero();
  if (number == 0) return points.front();
  Vector3d middle = Vector3d::Zero();
  for (const Vector3d& point : points) middle += point / static_cast<double>(points.size());
  return middle;
}

Vector3d find_anchor(const Machine& machine, const ActingCoordinate& coordinate, const Pose& pose) {
  if (const auto* pair = std::get_if<PointPair>(&coordinate)) {
    // Off the middle, where the bodies of a telescopic leg have their names.
    return 0.35 * find_point(pair->to, pose) + 0.65 * find_point(pair->from, pose);
  }
  const int joint = std::get<CoordinateIndex>(coordinate).joint;
  return find_joint_point(machine.topology,
                          machine.mechanism.joints[static_cast<std::size_t>(joint)], pose);
}

std::vector<Label> list_labels(const Machine& machine, const Pose& pose,
                               const Projection& projection, const View& view) {
  constexpr std::size_t kMostLabels = 90;
  const Mechanism& mechanism = machine.mechanism;
  const auto to_pixel = [&](const Vector3d& point) {
    return view.to_pixel(projection.project(point));
  };
  std::vector<Label> drives, joints, bodies;
  for (const Drive& drive : mechanism.drives) {
    drives.push_back(make_label(drive.name, to_pixel(find_anchor(machine, drive.coordinate, pose)),
                                10.0, kDriveColour, true));
  }
  for (const Spring& spring : mechanism.springs) {
    drives.push_back(make_label(spring.name,
                                to_pixel(find_anchor(machine, spring.coordinate, pose)), 10.0,
                                kSpringColour, true));
  }
  for (const Joint& joint : mechanism.joints) {
    joints.push_back(make_label(
        joint.name, to_pixel(find_joint_point(machine.topology, joint, pose)), 10.0, kInk, false));
  }
  for (int body = 0; body <= mechanism.body_count(); ++body) {
    bodies.push_back(make_label(mechanism.bodies[static_cast<std::size_t>(body)].name,
                                to_pixel(find_body_anchor(mechanism, body, pose)), 0.0, kBodyColour,
                                false));
  }
  std::vector<Label> labels;
  for (const std::vector<Label>& kind : {drives, joints, bodies}) {
    if (labels.size() + kind.size() > kMostLabels) break;
    labels.insert(labels.end(), kind.begin(), kind.end());
  }
  return labels;
}

std::vector<PixelBox> list_marks(const Machine& machine, const Pose& pose,
                                 const Projection& projection, const View& view) {
  std::vector<PixelBox> marks;
  const auto add = [&](const Vector3d& point, double half) {
    const Vector2d at = view.to_pixel(projection.project(point));
    marks.push_back({{at.x() - half, at.x() + half}, {at.y() - half, at.y() + half}});
  };
  for (const Joint& joint : machine.mechanism.joints) {
    add(find_joint_point(machine.topology, joint, pose),
        joint.kind == JointKind::prismatic ? 13.0 : 8.0);
  }
  const auto& tool = machine.mechanism.tool;
  if (tool) add(place(pose[static_cast<std::size_t>(tool->body)], tool->frame).origin, 8.0);
  return marks;
}

// From a label to what it names, unless it stands close by.
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

// As high as the machine asks for at full width, within reason.
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
  if (mechanism.joints.size() > 0 && joints <= label_count) add("joints", kInk, false);
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
  constexpr double kLeft = 78.0, kRight = kWidth - 24.0, kBottom = 58.0, kMargin = 34.0;
  const double height = choose_height(bounds, kRight - kLeft - 2.0 * kMargin) + 2.0 * kMargin;
  const PixelBox box{{kLeft, kRight}, {kBottom, kBottom + height}};
  const View view = fit(bounds, box, kMargin);
  std::vector<Label> labels = list_labels(machine, pose, projection, view);
  place_labels(box, list_marks(machine, pose, projection, view), labels);
  Picture picture("pose", kWidth, std::ceil(kBottom + height + 72.0));
  begin_drawing(picture, view, projection);
  add_legend(picture, machine.mechanism, labels.size());
  add_shapes(picture, shapes);
  add_shapes(picture, draw_leaders(labels, view));
  for (const Label& label : labels) picture.add_text(label.text);
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn
