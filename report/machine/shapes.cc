#include "report/machine/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace globaldyn::inside::report {
namespace {

Shape make_face(Outline outline, const Colour& colour) {
  Shape shape;
  shape.outline = std::move(outline);
  shape.fill = colour;
  shape.line = mix(colour, kInk, 0.55);
  return shape;
}

// Faces pointing up are lighter, faces pointing away darker.
Colour shade(const Colour& colour, const Vector3d& normal, const Projection& projection) {
  if (projection.is_planar()) return colour;
  const double light = projection.project(normal).dot(Vector2d(-0.35, 0.94));
  return light > 0.0 ? mix(colour, kWhite, 0.35 * light) : mix(colour, kInk, -0.25 * light);
}

std::vector<Shape> draw_box(const Vector3d& size, const Frame& frame, const Projection& projection,
                            const Colour& colour) {
  std::vector<Shape> faces;
  for (int axis = 0; axis < 3; ++axis) {
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    Vector3d normal = frame.axes.col(axis);
    const double facing = projection.depth_of(normal);
    if (std::abs(facing) < 1e-6) continue;
    if (facing < 0.0) normal = -normal;
    const Vector3d centre = frame.origin + size[axis] / 2.0 * normal;
    const Vector3d u = size[next] / 2.0 * frame.axes.col(next);
    const Vector3d v = size[last] / 2.0 * frame.axes.col(last);
    Outline outline;
    for (const Vector3d& corner :
         {Vector3d(-u - v), Vector3d(u - v), Vector3d(u + v), Vector3d(v - u)}) {
      outline.push_back(projection.project(centre + corner));
    }
    faces.push_back(make_face(std::move(outline), shade(colour, normal, projection)));
  }
  return faces;
}

Outline project_rim(const Frame& frame, double along, double radius, const Projection& projection) {
  constexpr int kCorners = 32;
  Outline rim;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kCorners;
    const Vector3d point(radius * std::cos(angle), radius * std::sin(angle), along);
    rim.push_back(projection.project(frame.origin + frame.axes * point));
  }
  return rim;
}

std::vector<Shape> draw_cylinder(const Vector3d& size, const Frame& frame,
                                 const Projection& projection, const Colour& colour) {
  const double radius = size.x() / 2.0, half = size.z() / 2.0;
  const double facing = projection.depth_of(frame.axes.col(2));
  const double near_end = facing < 0.0 ? -half : half;
  Outline outline = project_rim(frame, near_end, radius, projection);
  const Outline far_rim = project_rim(frame, -near_end, radius, projection);
  outline.insert(outline.end(), far_rim.begin(), far_rim.end());
  std::vector<Shape> faces{make_face(find_convex_hull(std::move(outline)), colour)};
  if (std::abs(facing) < 1e-3) return faces;
  const Colour cap = projection.is_planar() ? colour : mix(colour, kWhite, 0.3);
  faces.push_back(make_face(project_rim(frame, near_end, radius, projection), cap));
  if (size.y() > 0.0) {
    faces.push_back(make_face(project_rim(frame, near_end, size.y() / 2.0, projection),
                              mix(colour, kInk, 0.3)));
  }
  return faces;
}

std::string style_line(const Shape& shape) {
  return fmt::format("lc {} lw {} dt {}", to_gnuplot(shape.line), shape.line_width,
                     shape.dashed ? "(6,4)" : "1");
}

// Thousands of them one after the other are one element: gnuplot takes long for each.
bool are_lines_of_one_look(const Shape& a, const Shape& b) {
  const auto is_line = [](const Shape& shape) { return !shape.closed && !shape.fill; };
  return is_line(a) && is_line(b) && style_line(a) == style_line(b);
}

void add_outlines(Picture& picture, const Shape& look, const std::vector<Outline>& outlines) {
  if (outlines.front().empty()) return;
  const std::string data = picture.add_data(outlines, look.closed);
  if (look.fill) {
    picture.add_element(
        fmt::format("{} using 1:2 with filledcurves closed fs solid noborder fc {} notitle", data,
                    to_gnuplot(*look.fill)));
  }
  picture.add_element(fmt::format("{} using 1:2 with lines {} notitle", data, style_line(look)));
}

}  // namespace

std::vector<Shape> draw_solid(const Solid& solid, const Frame& body, const Projection& projection,
                              const Colour& colour) {
  const Frame frame = body * solid.frame;
  switch (solid.shape) {
    case Solid::Shape::box:
      return draw_box(solid.size, frame, projection, colour);
    case Solid::Shape::tube:
      return draw_cylinder(solid.size, frame, projection, colour);
    case Solid::Shape::cylinder:
      return draw_cylinder({solid.size.x(), 0.0, solid.size.z()}, frame, projection, colour);
    case Solid::Shape::sphere:
      return {
          make_face(make_circle(projection.project(frame.origin), solid.size.x() / 2.0), colour)};
  }
  return {};
}

Shape draw_link(const std::vector<Vector3d>& points, const Projection& projection, double radius,
                const Colour& colour) {
  Outline corners;
  for (const Vector3d& point : points) {
    const Outline circle = make_circle(projection.project(point), radius);
    corners.insert(corners.end(), circle.begin(), circle.end());
  }
  return make_face(find_convex_hull(std::move(corners)), colour);
}

Shape draw_arrow_head(const Vector2d& tip, const Vector2d& direction, double length,
                      const Colour& colour) {
  const Vector2d across = 0.38 * length * Vector2d(-direction.y(), direction.x());
  const Vector2d foot = tip - length * direction;
  Shape head;
  head.outline = {tip, foot + across, foot - across};
  head.fill = colour;
  head.line = colour;
  return head;
}

void append(const std::vector<Shape>& from, std::vector<Shape>& to) {
  to.insert(to.end(), from.begin(), from.end());
}

void add_shapes(Picture& picture, const std::vector<Shape>& shapes) {
  for (auto shape = shapes.begin(); shape != shapes.end();) {
    const auto end = std::find_if(shape + 1, shapes.end(), [&](const Shape& other) {
      return !are_lines_of_one_look(*shape, other);
    });
    std::vector<Outline> outlines;
    for (auto one = shape; one != end; ++one) outlines.push_back(one->outline);
    add_outlines(picture, *shape, outlines);
    shape = end;
  }
}

}  // namespace globaldyn::inside::report
