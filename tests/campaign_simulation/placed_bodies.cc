#include "tests/campaign_simulation/placed_bodies.h"

#include <Eigen/Geometry>
#include <numbers>

// What is drawn is drawn one by one: compilers evaluate arguments in different orders.
namespace globaldyn::inside::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// All digits, so that joints close as exactly as numbers can say.
std::string write_vector(const Vector3d& v) {
  return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v.x(), v.y(), v.z());
}

Matrix3d make_rotation(const Vector3d& angles) {
  return (Eigen::AngleAxisd(angles.x(), Vector3d::UnitX()) *
          Eigen::AngleAxisd(angles.y(), Vector3d::UnitY()) *
          Eigen::AngleAxisd(angles.z(), Vector3d::UnitZ()))
      .toRotationMatrix();
}

Vector3d draw_vector(Draw& draw, double size) {
  Vector3d v;
  for (int i = 0; i < 3; ++i) v(i) = draw.uniform(-size, size);
  return v;
}

// That of some body: of second moments along three axes, turned somehow.
Matrix3d draw_inertia(Draw& draw, double mass) {
  Vector3d moments;
  for (int i = 0; i < 3; ++i) moments(i) = mass * draw.decade(-4.0, -1.5);
  const Matrix3d axes = make_rotation(draw_vector(draw, std::numbers::pi));
  const Matrix3d second = axes * moments.asDiagonal() * axes.transpose();
  return second.trace() * Matrix3d::Identity() - second;
}

std::string write_inertia(const Matrix3d& m) {
  return fmt::format(
      "{{xx: {:.17g}, yy: {:.17g}, zz: {:.17g}, xy: {:.17g}, xz: {:.17g}, yz: {:.17g}}}", m(0, 0),
      m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2));
}

}  // namespace

PlacedBodies::PlacedBodies(Draw& draw, bool planar) : draw_(draw), planar_(planar) {
  places_.push_back({Vector3d::Zero(), Matrix3d::Identity()});
}

Vector3d PlacedBodies::draw_offset(double size) {
  Vector3d offset = draw_vector(draw_, size);
  if (planar_) offset.z() = 0.0;
  return offset;
}

PlacedBodies::Place PlacedBodies::draw_place(const Vector3d& near) {
  const Vector3d origin = near + draw_offset(0.6);
  Vector3d angles = draw_vector(draw_, std::numbers::pi);
  if (planar_) angles.head<2>().setZero();
  // As the file gives it, so that it is the same to the last digit.
  return {origin, make_rotation(angles)};
}

std::size_t PlacedBodies::add(std::size_t near) {
  places_.push_back(draw_place(places_[near].origin));
  write_body(places_.back());
  return places_.size() - 1;
}

void PlacedBodies::write_body(const Place& place) {
  const double mass = draw_.decade(-1.0, 1.0);
  const Vector3d com = draw_offset(0.2);
  const Matrix3d inertia = draw_inertia(draw_, mass);
  // Rx(a) Ry(b) Rz(c).
  const Vector3d angles = place.axes.eulerAngles(0, 1, 2);
  text_ +=
      fmt::format("  {}: {{mass: {:.6g}, com: {}, inertia: {}, pose: {{at: {}, cardan: {}}}}}\n",
                  name_of(places_.size() - 1), mass, write_vector(com), write_inertia(inertia),
                  write_vector(place.origin), write_vector(angles));
}

Vector3d PlacedBodies::draw_point(std::size_t a, std::size_t b) {
  const double share = draw_.uniform(0.0, 1.0);
  return (1.0 - share) * places_[a].origin + share * places_[b].origin + draw_offset(0.2);
}

Vector3d PlacedBodies::draw_direction() {
  for (;;) {
    const Vector3d v = draw_vector(draw_, 1.0);
    if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
  }
}

Vector3d PlacedBodies::draw_perpendicular(const Vector3d& to) {
  for (;;) {
    const Vector3d v = to.cross(draw_direction());
    if (v.norm() > 0.3) return v.normalized();
  }
}

std::string PlacedBodies::write_end(std::size_t body, const Vector3d& point, const Vector3d& axis,
                                    const Vector3d& x_axis) const {
  const Place& place = places_[body];
  return fmt::format("{{body: {}, at: {}, axis: {}, x_axis: {}}}", name_of(body),
                     write_vector(place.axes.transpose() * (point - place.origin)),
                     write_vector(place.axes.transpose() * axis),
                     write_vector(place.axes.transpose() * x_axis));
}

std::string PlacedBodies::write_point(std::size_t body, const Vector3d& point) const {
  const Place& place = places_[body];
  return fmt::format("{{body: {}, at: {}}}", name_of(body),
                     write_vector(place.axes.transpose() * (point - place.origin)));
}

std::string PlacedBodies::name_of(std::size_t body) {
  return body == 0 ? "ground" : fmt::format("b{}", body);
}

}  // namespace globaldyn::inside::test
