#include "report/machine/machine_drawing.h"

#include <algorithm>
#include <array>

#include "report/machine/body_points.h"

namespace globaldyn::inside::report {
namespace {

Colour choose_colour(const Machine& machine, BodyId body) {
  constexpr std::array<unsigned int, 4> kLinks{0x5b88b8, 0x9cbcd9, 0x6fa79a, 0xa9cfc2};
  if (body == kGround) return make_colour(0xc6ccd4);
  const auto& tool = machine.mechanism.tool;
  if (tool && tool->body == body) return make_colour(0xf0b452);
  const int count = std::max(1, count_joints_to_ground(machine.topology, body));
  return make_colour(kLinks[static_cast<std::size_t>(count - 1) % kLinks.size()]);
}

struct BodyShapes {
  double depth{0.0};
  std::vector<Shape> shapes;
};

std::vector<BodyShapes> draw_body(const Machine& machine, BodyId id, const Pose& pose,
                                  const Projection& projection, const DrawingStyle& style) {
  const Body& body = machine.mechanism.bodies[id];
  const Colour colour = choose_colour(machine, id);
  const Frame frame = find_body_frame(body, pose[id]);
  std::vector<BodyShapes> parts;
  for (const Solid& solid : body.solids) {
    parts.push_back({projection.depth_of((frame * solid.frame).origin),
                     draw_solid(solid, frame, projection, colour)});
  }
  if (!body.solids.empty() || id == kGround) return parts;
  const std::vector<Vector3d> points = list_body_points(machine.mechanism, id, pose);
  Vector3d centre = Vector3d::Zero();
  for (const Vector3d& point : points) centre += point / static_cast<double>(points.size());
  parts.push_back(
      {projection.depth_of(centre), {draw_link(points, projection, 1.3 * style.unit, colour)}});
  return parts;
}

void fade(double paleness, std::vector<Shape>& shapes) {
  for (Shape& shape : shapes) {
    if (shape.fill) shape.fill = mix(*shape.fill, kWhite, paleness);
    shape.line = mix(shape.line, kWhite, 0.8 * paleness);
    shape.line_width *= 1.0 - 0.3 * paleness;
  }
}

}  // namespace

std::vector<Shape> draw_bodies(const Machine& machine, const Pose& pose,
                               const Projection& projection, const DrawingStyle& style) {
  std::vector<BodyShapes> parts;
  std::ptrdiff_t ground_parts = 0;
  for (const BodyId body : machine.mechanism.bodies.ids()) {
    for (BodyShapes& part : draw_body(machine, body, pose, projection, style)) {
      parts.push_back(std::move(part));
    }
    if (body == kGround) ground_parts = static_cast<std::ptrdiff_t>(parts.size());
  }
  const auto farther = [](const BodyShapes& a, const BodyShapes& b) { return a.depth < b.depth; };
  std::stable_sort(parts.begin(), parts.begin() + ground_parts, farther);
  std::stable_sort(parts.begin() + ground_parts, parts.end(), farther);
  std::vector<Shape> shapes;
  for (BodyShapes& part : parts) {
    shapes.insert(shapes.end(), part.shapes.begin(), part.shapes.end());
  }
  fade(style.paleness, shapes);
  return shapes;
}

std::vector<Outline> list_outlines(const std::vector<Shape>& shapes) {
  std::vector<Outline> outlines;
  for (const Shape& shape : shapes) outlines.push_back(shape.outline);
  return outlines;
}

double choose_unit(const Machine& machine, const Pose& pose, const Projection& projection) {
  const DrawingStyle thin{0.0, 0.0};
  std::vector<Outline> outlines = list_outlines(draw_bodies(machine, pose, projection, thin));
  Outline points;
  for (const BodyId body : machine.mechanism.bodies.ids()) {
    for (const Vector3d& point : list_body_points(machine.mechanism, body, pose)) {
      points.push_back(projection.project(point));
    }
  }
  outlines.push_back(points);
  const Bounds bounds = find_bounds(outlines);
  const double size = std::max(bounds.width(), bounds.height());
  return size > 0.0 ? 0.01 * size : 0.01;
}

}  // namespace globaldyn::inside::report
