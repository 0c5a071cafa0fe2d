#include "bench/simbody_model.h"

#include "bench/to_simbody.h"
#include "core/base/errors.h"
#include "core/joints/joint_type.h"

namespace globaldyn::inside {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw NumericalError("not supported by the Simbody model: " + what);
}

SimTK::Body::Rigid make_rigid(const MassProperties& mass) {
  const Matrix3d& I = mass.inertia;
  const SimTK::Inertia inertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
  return SimTK::Body::Rigid(SimTK::MassProperties(mass.mass, SimTK::Vec3(0), inertia));
}

Matrix3d make_axes(const Vector3d& x, const Vector3d& y, const Vector3d& z) {
  Matrix3d axes;
  axes << x, y, z;
  return axes;
}

// A joint's frames with their axes named as Simbody's mobilizer of that kind expects.
struct MobilizerFrames {
  SimTK::Transform inboard;
  SimTK::Transform outboard;
};

MobilizerFrames make_frames(const Joint& joint) {
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  const Matrix3d z_first = make_axes(z, x, y);
  Matrix3d in_a = Matrix3d::Identity(), in_b = Matrix3d::Identity();
  if (joint.kind == JointKind::prismatic) in_a = in_b = z_first;
  if (joint.kind == JointKind::universal) {
    // It rotates about F's x and then M's y axis. See make_joint_motion() for the angles' zeros.
    in_a = z_first;
    in_b = make_axes(z, -y, x).transpose() * z_first;
  }
  return {to_simbody(joint.frame_a.origin, joint.frame_a.axes * in_a),
          to_simbody(joint.frame_b.origin, joint.frame_b.axes * in_b)};
}

SimTK::MobilizedBodyIndex mobilize(const Joint& joint, SimTK::MobilizedBody& parent,
                                   const SimTK::Body& body) {
  const auto [in, out] = make_frames(joint);
  switch (joint.kind) {
    case JointKind::revolute:
      return SimTK::MobilizedBody::Pin(parent, in, body, out).getMobilizedBodyIndex();
    case JointKind::prismatic:
      return SimTK::MobilizedBody::Slider(parent, in, body, out).getMobilizedBodyIndex();
    case JointKind::universal:
      return SimTK::MobilizedBody::Universal(parent, in, body, out).getMobilizedBodyIndex();
    case JointKind::spherical:
      return SimTK::MobilizedBody::Ball(parent, in, body, out).getMobilizedBodyIndex();
    default:
      refuse(type_of(joint).key + " joint '" + joint.name + "' in the tree");
  }
}

}  // namespace

SimbodyModel::SimbodyModel(const Mechanism& mechanism, ForcesBy forces_by)
    : indices_(mechanism.bodies.size()) {
  if (!mechanism.springs.empty()) refuse("springs");
  if (!mechanism.wrenches.empty()) refuse("a load on the tool");
  const Topology topology = make_topology(mechanism);
  indices_[kGround] = matter_.Ground().getMobilizedBodyIndex();
  order_ = topology.order;
  for (const BodyId body : order_) add_body(mechanism, topology, body);
  for (const JointId cut : topology.cut_joints) {
    add_cut_joint(mechanism.joints[cut]);
  }
  if (forces_by == ForcesBy::elements) {
    elements_.emplace(system_, matter_, to_simbody(mechanism.gravity));
  }
  system_.realizeTopology();
  add_lifts(mechanism);
  for (const inside::Drive& drive : mechanism.drives) add_drive(mechanism, topology, drive);
}

SimTK::MobilizedBody& SimbodyModel::mobilized(BodyId body) {
  return matter_.updMobilizedBody(indices_[body]);
}

void SimbodyModel::add_body(const Mechanism& mechanism, const Topology& topology, BodyId body) {
  const SimTK::Body::Rigid rigid = make_rigid(mechanism.bodies[body].mass_properties);
  const auto& attached = topology.attachment[body];
  if (!attached) {
    indices_[body] = SimTK::MobilizedBody::Free(matter_.Ground(), rigid).getMobilizedBodyIndex();
    return;
  }
  const Joint& joint = mechanism.joints[attached->joint];
  if (joint.body_a != attached->parent) refuse("joint '" + joint.name + "' turned round");
  indices_[body] = mobilize(joint, mobilized(joint.body_a), rigid);
}

void SimbodyModel::add_cut_joint(const Joint& joint) {
  SimTK::MobilizedBody& a = mobilized(joint.body_a);
  SimTK::MobilizedBody& b = mobilized(joint.body_b);
  const SimTK::Vec3 on_a = to_simbody(joint.frame_a.origin);
  const SimTK::Vec3 on_b = to_simbody(joint.frame_b.origin);
  int directions = 3;
  const bool is_universal = joint.kind == JointKind::universal;
  if (joint.kind == JointKind::spherical || is_universal) {
    const SimTK::Constraint::Ball kept_in_matter(a, on_a, b, on_b);
  } else if (joint.kind == JointKind::revolute) {
    const SimTK::UnitVec3 axis(to_simbody(joint.frame_a.axes.col(2)));
    const SimTK::Constraint::PointOnLine kept_in_matter(a, axis, on_a, b, on_b);
    directions = 2;
  } else {
    refuse(type_of(joint).key + " joint '" + joint.name + "' closing a loop");
  }
  if (is_universal) {
    const SimTK::UnitVec3 axis_a(to_simbody(joint.frame_a.axes.col(2)));
    const SimTK::UnitVec3 axis_b(to_simbody(joint.frame_b.axes.col(2)));
    const SimTK::Constraint::ConstantAngle kept_in_matter(a, axis_a, b, axis_b);
  }
  Closure closure{{a, b, on_a, on_b}, {}, is_universal};
  for (int i = 0; i < directions; ++i) {
    closure.directions.push_back(to_simbody(joint.frame_a.axes.col(i)));
  }
  closures_.push_back(closure);
}

void SimbodyModel::add_lifts(const Mechanism& mechanism) {
  if (mechanism.gravity.isZero(0.0)) return;
  lifts_.resize(matter_.getNumBodies());
  lifts_ = SimTK::SpatialVec(SimTK::Vec3(0), SimTK::Vec3(0));
  for (const BodyId body : order_) {
    const double mass = mechanism.bodies[body].mass_properties.mass;
    lifts_[indices_[body]][1] = to_simbody(-mass * mechanism.gravity);
  }
}

void SimbodyModel::add_drive(const Mechanism& mechanism, const Topology& topology,
                             const inside::Drive& drive) {
  if (drive.reflected_inertia != 0.0 || drive.viscous != 0.0 || drive.coulomb != 0.0) {
    refuse("losses and rotor inertia of drive '" + drive.name + "'");
  }
  if (const auto* pair = std::get_if<inside::PointPair>(&drive.coordinate)) {
    if (drive.kind != inside::Drive::Kind::cable) refuse("linear motor '" + drive.name + "'");
    drives_.push_back({-1,
                       {indices_[pair->from.body], indices_[pair->to.body],
                        to_simbody(pair->from.point), to_simbody(pair->to.point)}});
    return;
  }
  if (!std::holds_alternative<CoordinateIndex>(drive.coordinate)) {
    refuse("drive '" + drive.name + "' on several joints");
  }
  const auto& index = std::get<CoordinateIndex>(drive.coordinate);
  const BodyId child = mechanism.joints[index.joint].body_b;
  const auto& attached = topology.attachment[child];
  if (!attached || attached->joint != index.joint) {
    refuse("drive '" + drive.name + "' on a joint that closes a loop");
  }
  const int first = mobilized(child).getFirstUIndex(default_state());
  drives_.push_back({first + index.coordinate, {}});
}

}  // namespace globaldyn::inside
