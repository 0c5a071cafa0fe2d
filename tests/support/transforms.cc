#include "tests/support/transforms.h"

#include <algorithm>

#include "core/base/svd.h"
#include "core/description/read_joints.h"
#include "core/following/path_follower.h"
#include "core/joints/joint_rows.h"
#include "core/kinematics/mobility.h"

namespace globaldyn::inside::test {
namespace {

Frame body_frame_from(const Body& body, const BodyPose& pose) {
  return find_body_frame(body, pose);
}

// Every point fixed in a body, wherever the machine keeps one.
template <class Visit>
void for_each_point(Machine& machine, const Visit& visit) {
  const auto take = [&](ActingCoordinate& coordinate) {
    if (auto* pair = std::get_if<PointPair>(&coordinate)) {
      visit(pair->from.body, pair->from.point);
      visit(pair->to.body, pair->to.point);
    }
  };
  for (Drive& drive : machine.mechanism.drives) take(drive.coordinate);
  for (Spring& spring : machine.mechanism.springs) take(spring.coordinate);
}

// Everything that can be prescribed and does not depend on where the machine stands in space.
std::vector<TaskCoordinate> list_inner_coordinates(const Mechanism& mechanism) {
  std::vector<TaskCoordinate> result;
  for (const CoordinateIndex& index : list_coordinates(mechanism)) {
    result.push_back({TaskCoordinate::Kind::joint, 0, index});
  }
  for (const DriveId id : mechanism.drives.ids()) {
    result.push_back({.kind = TaskCoordinate::Kind::drive, .drive = id});
  }
  return result;
}

}  // namespace

Path make_joint_path(const Machine& machine, const Path& path) {
  Path result;
  result.name = path.name + "_by_joints";
  result.p_max = path.p_max;
  result.place = path.place;
  PathFollower start(machine.mechanism, machine.topology, path.task, 0.0, path.p_max);
  const Pose pose = start.pose_at(0.1 * path.p_max).motion.pose;
  const MatrixXd kernel = make_kernel(
      make_matrix(make_constraint_rows(machine.mechanism, {pose, nullptr}), machine.mechanism));
  for (const TaskCoordinate& candidate : list_inner_coordinates(machine.mechanism)) {
    auto trial = result.coordinates;
    trial.push_back(candidate);
    Task task{trial, {}};
    task.target.value = VectorXd::Zero(task.size());
    const MatrixXd rows =
        make_matrix(make_task_rows(machine.mechanism, task, {pose, nullptr}), machine.mechanism);
    // Keep a coordinate only if it is clearly independent of those before.
    const VectorXd sigma = calc_singular_values(rows * kernel);
    if (sigma.size() < task.size()) continue;
    if (sigma(task.size() - 1) > 0.01) result.coordinates = trial;
    if (result.coordinates.size() == path.coordinates.size()) break;
  }
  const auto coordinates = result.coordinates;
  result.task = [&machine, &path, coordinates](double p) {
    PathFollower follower(machine.mechanism, machine.topology, path.task, 0.0, path.p_max);
    (void)follower.pose_at(0.0);
    const Motion motion = follower.pose_at(p).motion;
    Task task{coordinates, {}};
    task.target.value = task.target.first = task.target.second = VectorXd::Zero(task.size());
    for (Eigen::Index k = 0; k < task.size(); ++k) {
      TaskTarget zero;
      zero.value = VectorXd::Zero(task.size());
      const ScalarRow row =
          make_task_row(machine.mechanism, coordinates[static_cast<std::size_t>(k)], zero,
                        static_cast<int>(k), {motion.pose, &motion.first});
      task.target.value(k) = row.value;
      task.target.first(k) = row.calc_rate(motion.first);
      task.target.second(k) = row.calc_rate(motion.second) + row.bias;
    }
    return task;
  };
  return result;
}

Machine guess_pose(Machine machine, const Pose& pose) {
  machine.mechanism.branch.clear();
  for (const BodyId i : moving_bodies(machine.mechanism.bodies)) {
    Body& body = machine.mechanism.bodies[i];
    body.guess = body_frame_from(body, pose[i]);
  }
  return machine;
}

Machine move_in_space(Machine machine, const Matrix3d& R, const Vector3d& t) {
  const Frame motion{t, R};
  for (Joint& joint : machine.mechanism.joints) {
    if (joint.body_a == kGround) joint.frame_a = motion * joint.frame_a;
    if (joint.body_b == kGround) joint.frame_b = motion * joint.frame_b;
  }
  for_each_point(machine, [&](BodyId body, Vector3d& point) {
    if (body == kGround) point = t + R * point;
  });
  for (const BodyId i : moving_bodies(machine.mechanism.bodies)) {
    auto& guess = machine.mechanism.bodies[i].guess;
    if (guess) guess = motion * *guess;
  }
  machine.mechanism.gravity = R * machine.mechanism.gravity;
  return machine;
}

Machine reverse_order(Machine machine) {
  Mechanism& mechanism = machine.mechanism;
  const int bodies = mechanism.body_count();
  const int joints = static_cast<int>(mechanism.joints.size());
  const auto body = [&](BodyId& b) {
    if (b != kGround) b = BodyId(bodies + 1 - b.number());
  };
  std::reverse(mechanism.bodies.begin() + 1, mechanism.bodies.end());
  std::reverse(mechanism.joints.begin(), mechanism.joints.end());
  for (Joint& joint : mechanism.joints) {
    body(joint.body_a);
    body(joint.body_b);
  }
  const auto sum = [&](CoordinateSum& of) {
    for (CoordinateTerm& term : of.terms)
      term.of.joint = JointId(joints - 1 - term.of.joint.number());
  };
  const auto coordinate = [&](ActingCoordinate& acting) {
    if (auto* index = std::get_if<CoordinateIndex>(&acting)) {
      index->joint = JointId(joints - 1 - index->joint.number());
    }
    if (auto* of = std::get_if<CoordinateSum>(&acting)) sum(*of);
    if (auto* pair = std::get_if<PointPair>(&acting)) {
      body(pair->from.body);
      body(pair->to.body);
    }
  };
  for (Coupling& coupling : mechanism.couplings) sum(coupling.sum);
  for (Drive& drive : mechanism.drives) coordinate(drive.coordinate);
  for (Spring& spring : mechanism.springs) coordinate(spring.coordinate);
  if (mechanism.tool) body(mechanism.tool->body);
  machine.topology = make_topology(mechanism);
  return machine;
}

Machine split_body(Machine machine, BodyId body) {
  Mechanism& mechanism = machine.mechanism;
  Body& whole = mechanism.bodies[body];
  const MassProperties total = whole.mass_properties;
  // Two parts that together have the same mass, centre and inertia; the first keeps 40 % and lies
  // away from the common centre.
  MassProperties a, b;
  a.mass = 0.4 * total.mass;
  b.mass = 0.6 * total.mass;
  const Vector3d offset(0.011, -0.007, 0.013);
  a.com = total.com + offset;
  b.com = total.com - offset * (a.mass / b.mass);
  const auto steiner = [](double mass, const Vector3d& d) -> Matrix3d {
    return mass * (d.squaredNorm() * Matrix3d::Identity() - d * d.transpose());
  };
  const Matrix3d rest =
      total.inertia - steiner(a.mass, a.com - total.com) - steiner(b.mass, b.com - total.com);
  a.inertia = 0.3 * rest;
  b.inertia = 0.7 * rest;
  Body part{whole.name + "_part", b, {}, whole.guess};
  whole.mass_properties = a;
  const BodyId second = mechanism.bodies.push_back(part);
  // Points move from the old centre of mass to the new ones; every other joint goes to the part.
  bool to_part = false;
  const auto attach = [&](BodyId& on, Vector3d& point) {
    if (on != body) return;
    point += total.com - (to_part ? b.com : a.com);
    if (to_part) on = second;
    to_part = !to_part;
  };
  for (Joint& joint : mechanism.joints) {
    attach(joint.body_a, joint.frame_a.origin);
    attach(joint.body_b, joint.frame_b.origin);
  }
  if (mechanism.tool) attach(mechanism.tool->body, mechanism.tool->frame.origin);
  for_each_point(machine, [&](BodyId& on, Vector3d& point) { attach(on, point); });
  Joint weld;
  weld.name = "split_weld";
  weld.kind = JointKind::weld;
  weld.body_a = body;
  weld.body_b = second;
  weld.frame_a.origin = total.com - a.com;
  weld.frame_b.origin = total.com - b.com;
  mechanism.joints.push_back(weld);
  machine.topology = make_topology(mechanism);
  return machine;
}

Machine double_joint(Machine machine, JointId joint) {
  Joint copy = machine.mechanism.joints[joint];
  copy.name += "_again";
  machine.mechanism.joints.push_back(copy);
  machine.topology = make_topology(machine.mechanism);
  return machine;
}

// Sums in m grow, and so do factors that make metres of angles; those that make angles of metres
// shrink.
void scale_sum(const Mechanism& mechanism, double factor, CoordinateSum& sum) {
  for (CoordinateTerm& term : sum.terms) {
    const bool turns = is_rotational(mechanism, term.of);
    if (turns && !sum.rotational) term.factor *= factor;
    if (!turns && sum.rotational) term.factor /= factor;
  }
  if (!sum.rotational) sum.period *= factor;
}

// Forces grow like lengths, moments like their squares: springs along lines stay as stiff.
void scale_spring(const Mechanism& mechanism, double factor, Spring& spring) {
  bool turns = false;
  if (const auto* index = std::get_if<CoordinateIndex>(&spring.coordinate)) {
    turns = is_rotational(mechanism, *index);
  } else if (auto* sum = std::get_if<CoordinateSum>(&spring.coordinate)) {
    scale_sum(mechanism, factor, *sum);
    turns = sum->rotational;
  }
  if (turns) {
    spring.stiffness *= factor * factor;
    spring.damping *= factor * factor;
  } else {
    spring.rest *= factor;
  }
}

Machine scale_lengths(Machine machine, double factor) {
  Mechanism& mechanism = machine.mechanism;
  const double square = factor * factor;
  for (Body& body : mechanism.bodies) {
    body.mass_properties.com *= factor;
    body.mass_properties.inertia *= square;
    if (body.guess) body.guess->origin *= factor;
  }
  for (Joint& joint : mechanism.joints) {
    joint.frame_a.origin *= factor;
    joint.frame_b.origin *= factor;
    joint.lead *= factor;
    joint.length *= factor;
  }
  for_each_point(machine, [&](BodyId, Vector3d& point) { point *= factor; });
  if (mechanism.tool) mechanism.tool->frame.origin *= factor;
  mechanism.gravity *= factor;
  for (Coupling& coupling : mechanism.couplings) {
    scale_sum(mechanism, factor, coupling.sum);
    if (!coupling.sum.rotational) coupling.value *= factor;
  }
  for (Drive& drive : mechanism.drives) {
    if (auto* sum = std::get_if<CoordinateSum>(&drive.coordinate)) {
      scale_sum(mechanism, factor, *sum);
    }
    const double force = drive.rotational ? square : factor;
    drive.limit.force.low *= force;
    drive.limit.force.high *= force;
    for (SpeedLine& line : drive.limit.lines) {
      line.stall *= force;
      line.slope *= drive.rotational ? square : 1.0;
    }
    drive.limit.speed *= drive.rotational ? 1.0 : factor;
    drive.coulomb *= force;
    // A sliding drive's friction is force per speed: the factors cancel.
    drive.viscous *= drive.rotational ? square : 1.0;
    drive.reflected_inertia *= drive.rotational ? square : 1.0;
  }
  for (Spring& spring : mechanism.springs) scale_spring(mechanism, factor, spring);
  mechanism.characteristic_length *= factor;
  mechanism.kinematic_length *= factor;
  return machine;
}

}  // namespace globaldyn::inside::test
