#include "report/machine/projection.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/joints/joint_type.h"
#include "report/machine/body_points.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kTolerance = 1e-6;  // rad, or of the characteristic length

bool is_along(const Vector3d& direction, const Vector3d& normal) {
  return direction.cross(normal).norm() <= kTolerance * direction.norm();
}

// A component along the normal that is negligible compared with `length` counts as none.
bool is_across(const Vector3d& vector, const Vector3d& normal, double length) {
  return std::abs(vector.dot(normal)) <= kTolerance * length;
}

// Whether the joint's free motion stays in the plane; for spherical and universal joints that
// depends on the rest of the machine.
bool stays_in_plane(const Mechanism& mechanism, const Joint& joint, const Pose& pose,
                    const Vector3d& normal) {
  const Frame a = place(pose[joint.body_a], joint.frame_a);
  const Frame b = place(pose[joint.body_b], joint.frame_b);
  switch (type_of(joint).flat) {
    case FlatWhen::axis_along_normal:
      return is_along(a.axes.col(2), normal);
    case FlatWhen::axis_across_normal:
      return is_across(a.axes.col(2), normal, 1.0);
    case FlatWhen::points_across_normal:
      return is_across(b.origin - a.origin, normal, mechanism.characteristic_length);
    case FlatWhen::always:
    case FlatWhen::left_to_others:
      return true;
    case FlatWhen::never:
      break;
  }
  return false;
}

bool is_undecided(const Joint& joint) {
  return type_of(joint).flat == FlatWhen::left_to_others;
}

bool stays_in_plane(const Mechanism& mechanism, const Pose& pose, const Vector3d& normal) {
  for (const Joint& joint : mechanism.joints) {
    if (!stays_in_plane(mechanism, joint, pose, normal)) return false;
  }
  for (const Drive& drive : mechanism.drives) {
    const auto* pair = std::get_if<PointPair>(&drive.coordinate);
    if (pair == nullptr) continue;
    const Vector3d line = find_point(pair->to, pose) - find_point(pair->from, pose);
    if (!is_across(line, normal, mechanism.characteristic_length)) return false;
  }
  return true;
}

bool moves_in_plane(const Mechanism& mechanism, const Pose& from, const Pose& to,
                    const Vector3d& normal) {
  for (const BodyId body : moving_bodies(to)) {
    const Vector3d turned = to[body].R * (from[body].R.transpose() * normal);
    if (!is_along(turned, normal) ||
        !is_across(to[body].r - from[body].r, normal, mechanism.characteristic_length)) {
      return false;
    }
  }
  return true;
}

bool is_planar(const Mechanism& mechanism, const std::vector<const Pose*>& poses,
               const Vector3d& normal) {
  const bool undecided =
      std::any_of(mechanism.joints.begin(), mechanism.joints.end(), is_undecided);
  if (poses.empty() || (undecided && poses.size() < 2)) return false;
  return std::all_of(poses.begin(), poses.end(), [&](const Pose* pose) {
    return stays_in_plane(mechanism, *pose, normal) &&
           moves_in_plane(mechanism, *poses.front(), *pose, normal);
  });
}

int find_main_axis(const Vector3d& direction) {
  Eigen::Index axis = 0;
  direction.cwiseAbs().maxCoeff(&axis);
  return static_cast<int>(axis);
}

Projection make_spatial(const Vector3d& gravity) {
  constexpr double kDegree = std::numbers::pi / 180.0;
  constexpr double kAside = -58.0 * kDegree, kAbove = 24.0 * kDegree;
  const Vector3d viewer(std::cos(kAbove) * std::cos(kAside), std::cos(kAbove) * std::sin(kAside),
                        std::sin(kAbove));
  if (gravity.norm() > 0.0 && find_main_axis(gravity) == 1) {
    return {Vector3d(-viewer.y(), viewer.z(), viewer.x()), Vector3d::UnitY(), false};
  }
  return {viewer, Vector3d::UnitZ(), false};
}

Projection onto_xy() {
  return {Vector3d::UnitZ(), Vector3d::UnitY(), true};
}

Projection onto_xz() {
  return {-Vector3d::UnitY(), Vector3d::UnitZ(), true};
}

Projection onto_yz() {
  return {Vector3d::UnitX(), Vector3d::UnitZ(), true};
}

}  // namespace

Projection::Projection(const Vector3d& viewer, const Vector3d& up, bool is_planar)
    : viewer_(viewer),
      right_(up.cross(viewer).normalized()),
      up_(viewer.cross(right_)),
      is_planar_(is_planar) {}

int Projection::right_axis() const {
  return find_main_axis(right_);
}

int Projection::up_axis() const {
  return find_main_axis(up_);
}

Projection choose_projection(const Mechanism& mechanism, const std::vector<const Pose*>& poses) {
  if (is_planar(mechanism, poses, Vector3d::UnitZ())) return onto_xy();
  if (is_planar(mechanism, poses, Vector3d::UnitY())) return onto_xz();
  if (is_planar(mechanism, poses, Vector3d::UnitX())) return onto_yz();
  return make_spatial(mechanism.gravity);
}

std::vector<NamedProjection> list_projections(const Mechanism& mechanism,
                                              const std::vector<const Pose*>& poses) {
  const Projection main = choose_projection(mechanism, poses);
  if (main.is_planar()) return {{"", main}};
  return {{"in space", main},
          {"x-y plane", onto_xy()},
          {"x-z plane", onto_xz()},
          {"y-z plane", onto_yz()}};
}

}  // namespace globaldyn::inside::report
