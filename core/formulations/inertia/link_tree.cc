#include "core/formulations/inertia/link_tree.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/base/errors.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/loops/spanning_tree.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// A joint's axis and the frame of its link, in global axes, where all coordinates are zero.
struct LinkPlace {
  Vector3d axis{Vector3d::UnitZ()};
  Matrix3d axes{Matrix3d::Identity()};
  Vector3d origin{Vector3d::Zero()};
};

// What should be 0, 1 or -1 is just that.
double clean(double value) {
  const double nearest = std::round(value);
  return std::abs(value - nearest) <= round_off::kSolved && std::abs(nearest) <= 1.0 ? nearest
                                                                                     : value;
}

Matrix3d clean(const Matrix3d& axes) {
  return axes.unaryExpr([](double value) { return clean(value); });
}

Vector3d drop_noise(const Vector3d& vector, double size) {
  return vector.unaryExpr(
      [size](double value) { return std::abs(value) <= round_off::kSolved * size ? 0.0 : value; });
}

// x is perpendicular to the axis, and to the next one if that differs.
Matrix3d make_axes(const Vector3d& axis, const Vector3d& next, const Vector3d& x_before) {
  Vector3d x = axis.cross(next);
  if (x.norm() <= round_off::kRank) x = x_before - axis.dot(x_before) * axis;
  if (x.norm() <= round_off::kRank) x = axis.unitOrthogonal();
  Matrix3d axes;
  axes.col(0) = x.normalized();
  axes.col(2) = axis;
  axes.col(1) = axis.cross(axes.col(0));
  return axes;
}

// The parent's frame turned so that its z axis is `axis`, about their common normal if that is the
// parent's x.
Matrix3d turn_to(const Matrix3d& parent, const Vector3d& axis) {
  return make_axes(axis, axis, parent.col(0));
}

void require_open(const Mechanism& mechanism, const SpanningTree& tree) {
  for (const JointId j : mechanism.joints.ids()) {
    const Joint& joint = mechanism.joints[j];
    if (!tree.is_tree_joint(j)) throw Error("joint " + joint.name + " closes a loop");
    if (joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic) continue;
    throw Error("joint " + joint.name + " is neither revolute nor prismatic");
  }
  if (!mechanism.couplings.empty()) throw Error("couplings are not for open machines");
}

// The point of a line that is nearest to another one.
Vector3d project(const Vector3d& point, const Vector3d& on_line, const Vector3d& direction) {
  return on_line + direction.dot(point - on_line) * direction;
}

void set_mass(const Mechanism& mechanism, BodyId body, const Pose& pose, const LinkPlace& place,
              Link& link) {
  const MassProperties& own = mechanism.bodies[body].mass_properties;
  const Matrix3d turn = place.axes.transpose() * pose[body].R;
  const double length = mechanism.kinematic_length;
  link.mass = own.mass;
  link.com = drop_noise(place.axes.transpose() * (pose[body].r - place.origin), length);
  const Matrix3d inertia = turn * own.inertia * turn.transpose();
  const double size = inertia.norm();
  for (int k = 0; k < 3; ++k) link.inertia.col(k) = drop_noise(inertia.col(k), size);
  // Where the inertia is along the frame's axes already they are the principal ones, in order.
  if (link.inertia.isDiagonal(0.0)) {
    link.moments = link.inertia.diagonal();
  } else {
    const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(link.inertia);
    link.principal = clean(solver.eigenvectors());
    link.moments = solver.eigenvalues();
  }
}

}  // namespace

LinkTree make_link_tree(const Mechanism& mechanism, const Topology& topology) {
  SpanningTree tree(mechanism, topology);
  require_open(mechanism, tree);
  tree.set_state(std::vector<double>(tree.state().size(), 0.0));
  const std::vector<TreeBody> bodies = tree.list_bodies();
  const std::size_t count = bodies.size();
  IdVector<BodyId, int> link_of(mechanism.bodies.size(), -1);
  LinkTree result;
  result.links.resize(count);
  std::vector<LinkPlace> places(count);
  for (std::size_t i = 0; i < count; ++i) {
    const TreeBody& body = bodies[i];
    if (body.column_count != 1 || body.column != static_cast<int>(i)) {
      throw Error("body " + mechanism.bodies[body.body].name + " floats");
    }
    link_of[body.body] = static_cast<int>(i);
    Link& link = result.links[i];
    link.parent = link_of[body.parent];
    const Screw& line = tree.axis(body.column);
    link.is_prismatic = line.angular.isZero(0.0);
    places[i].axis = (link.is_prismatic ? line.linear : line.angular).normalized();
    const Vector3d before =
        link.parent < 0 ? Vector3d(Vector3d::Zero()) : nth(places, link.parent).origin;
    const Vector3d on_line =
        link.is_prismatic ? before : Vector3d(places[i].axis.cross(line.linear));
    places[i].origin = project(before, on_line, places[i].axis);
  }
  for (std::size_t i = 0; i < count; ++i) {
    Link& link = result.links[i];
    LinkPlace& place = places[i];
    Vector3d next = place.axis;
    for (std::size_t k = i + 1; k < count && next == place.axis; ++k) {
      if (result.links[k].parent == static_cast<int>(i)) next = places[k].axis;
    }
    const LinkPlace ground;
    const LinkPlace& parent = link.parent < 0 ? ground : nth(places, link.parent);
    const Matrix3d straight = turn_to(parent.axes, place.axis);
    // Links that slide do not turn.
    place.axes = link.is_prismatic ? straight : make_axes(place.axis, next, straight.col(0));
    link.before = clean(parent.axes.transpose() * straight);
    const Vector3d x = straight.transpose() * place.axes.col(0);
    link.offset = std::atan2(x.y(), x.x());
    link.at = drop_noise(parent.axes.transpose() * (place.origin - parent.origin),
                         mechanism.kinematic_length);
    set_mass(mechanism, bodies[i].body, tree.pose(), place, link);
  }
  return result;
}

}  // namespace core
}  // namespace globaldyn::inside
