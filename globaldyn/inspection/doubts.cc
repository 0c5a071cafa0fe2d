#include "globaldyn/inspection/doubts.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/nth.h"
#include "core/following/branch_follower.h"
#include "core/joints/joint_type.h"
#include "core/kinematics/freedoms.h"
#include "core/kinematics/prescription.h"
#include "globaldyn/criteria/pose/load_inertias.h"

namespace globaldyn::inside {
inline namespace inspection {
namespace {

constexpr double kEarth = 9.81;  // m/s²

// How much the bodies' centres of mass move along each global axis in the machine's freedoms.
Vector3d find_moves(const Mechanism& mechanism, const Pose& pose) {
  const MatrixXd kernel = make_kernel(make_constraint_matrix(mechanism, pose));
  Vector3d moves = Vector3d::Zero();
  for (const BodyId body : moving_bodies(mechanism.bodies)) {
    if (mechanism.bodies[body].mass_properties.mass == 0.0) continue;
    for (int axis = 0; axis < 3; ++axis) {
      moves(axis) = std::max(moves(axis), kernel.row(first_row_of(body) + axis).norm());
    }
  }
  return moves;
}

// Directions in which bodies slide on the ground.
Vector3d find_ground_slides(const Mechanism& mechanism) {
  Vector3d slides = Vector3d::Zero();
  for (const Joint& joint : mechanism.joints) {
    if (joint.kind != JointKind::prismatic || (joint.body_a != kGround && joint.body_b != kGround))
      continue;
    const Frame& frame = joint.body_a == kGround ? joint.frame_a : joint.frame_b;
    slides = slides.cwiseMax(frame.axes.col(2).cwiseAbs());
  }
  return slides;
}

// Planar machines are drawn in x and y, whether they stand or lie; those that slide up and down on
// the ground, but not to and fro, stand.
std::optional<std::string> doubt_gravity(const Mechanism& mechanism, const Pose& pose) {
  if (mechanism.has_gravity) return std::nullopt;
  constexpr double kMoves = 1e-6, kAlong = 0.99, kAcross = 0.1;
  const Vector3d moves = find_moves(mechanism, pose), slides = find_ground_slides(mechanism);
  const bool in_space = moves.z() > kMoves;
  if (!in_space && !(slides.y() > kAlong && slides.x() < kAcross)) return std::nullopt;
  const char axis = in_space ? 'z' : 'y';
  return fmt::format(
      "the file says nothing of gravity, though bodies move along {0}: none acts; "
      "'gravity: [0, {1}]' would if {0} points up, 'gravity: [0, 0, 0]' says that none is meant",
      axis, in_space ? "0, -9.81 m/s^2" : "-9.81 m/s^2, 0");
}

// A force in N, or N m per characteristic length.
double to_force(const Mechanism& mechanism, double value, bool rotational) {
  return std::abs(value) / (rotational ? mechanism.characteristic_length : 1.0);
}

void doubt_forces(const Machine& machine, std::vector<std::string>& doubts) {
  const Mechanism& mechanism = machine.mechanism;
  double mass = 0.0;
  for (const Body& body : mechanism.bodies) mass += body.mass_properties.mass;
  for (const Drive& drive : mechanism.drives) {
    const double length = mechanism.characteristic_length;
    mass += drive.reflected_inertia / (drive.rotational ? length * length : 1.0);
  }
  const double weight = mass * std::max(kEarth, mechanism.gravity.norm());
  if (weight == 0.0) return;
  constexpr double kMany = 1000.0;
  const auto doubt = [&](const std::string& what, double value, bool rotational) {
    const double times = to_force(mechanism, value, rotational) / weight;
    if (!std::isfinite(times) || times <= kMany) return;
    doubts.push_back(
        fmt::format("{} of {:.6g} {} is {:.2g} times what the machine weighs{}: is its "
                    "unit right?",
                    what, std::abs(value), rotational ? "N m" : "N", times,
                    rotational ? " at its characteristic length" : ""));
  };
  for (const Drive& drive : mechanism.drives) {
    const Interval& force = drive.limit.force;
    const auto finite = [](double side) { return std::isfinite(side) ? std::abs(side) : 0.0; };
    doubt("the force of drive " + drive.name, std::max(finite(force.low), finite(force.high)),
          drive.rotational);
  }
  for (const ToolWrench& wrench : mechanism.wrenches) {
    for (int axis = 0; axis < 3; ++axis) {
      const Expression& force = nth(wrench.force, axis);
      const Expression& torque = nth(wrench.torque, axis);
      if (force.is_constant()) doubt("the force on the tool", force.evaluate(), false);
      if (torque.is_constant()) doubt("the torque on the tool", torque.evaluate(), true);
    }
  }
}

void doubt_inertias(const Machine& machine, const Path& path, const Pose& pose,
                    std::vector<std::string>& doubts) {
  const Mechanism& mechanism = machine.mechanism;
  const auto has_rotor = [](const Drive& drive) { return drive.reflected_inertia > 0.0; };
  if (std::none_of(mechanism.drives.begin(), mechanism.drives.end(), has_rotor)) return;
  if (!check_prescription(mechanism, path.coordinates, pose).fits) return;
  const Task task = path.task(0.0);
  BranchFollower follower(mechanism, machine.topology, make_home(mechanism, task, pose));
  const FollowedPose& here = follower.begin_at(path.task, 0.0, pose);
  if (here.status != PoseStatus::ok) return;
  PoseModeller modeller(mechanism, machine.topology, machine.clearance.value_or(Clearance{}));
  const PoseModel& model = modeller.calc(follower, here.motion, task, 0.0);
  const auto inertias = calc_load_inertias(model);
  if (!inertias) return;
  constexpr double kMany = 100.0;
  for (const DriveId k : mechanism.drives.ids()) {
    const Drive& drive = mechanism.drives[k];
    if (!has_rotor(drive)) continue;
    const double ratio = (*inertias)(row_of(k)) / drive.reflected_inertia;
    if (ratio <= kMany) continue;
    doubts.push_back(
        fmt::format("drive {} moves {:.3g} times the inertia of its rotor in this pose: more than "
                    "100 is hard to "
                    "control, and often a wrong unit of 'rotor_inertia' or a wrong ratio",
                    drive.name, ratio));
  }
}

// Where several turns are within a joint's travel, no pose shows in which it is.
void doubt_turns(const Machine& machine, std::vector<std::string>& doubts) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const Mechanism& mechanism = machine.mechanism;
  std::vector<std::string> names;
  for (const JointId j : mechanism.joints.ids()) {
    const Joint& joint = mechanism.joints[j];
    const auto& coordinates = type_of(joint).coordinates;
    for (std::size_t c = 0; c < coordinates.size(); ++c) {
      const double range = joint.travel[c].high - joint.travel[c].low;
      if (!coordinates[c].periodic || !std::isfinite(range) || range <= kTurn) continue;
      const Shown guess = machine.units.show(joint.guess[c], "rad");
      names.push_back(fmt::format("{} ({:.6g} {})", name_of(mechanism, {j, static_cast<int>(c)}),
                                  guess.value, guess.unit));
    }
  }
  if (names.empty()) return;
  doubts.push_back(fmt::format(
      "{} {} over more than a turn, and a pose does not show in which turn: where a path does not "
      "prescribe it, each starts in the one nearest to its guess, in brackets",
      fmt::join(names, ", "), names.size() == 1 ? "travels" : "travel"));
}

}  // namespace

std::vector<std::string> list_doubts(const Machine& machine, const Path* path, const Pose& pose) {
  std::vector<std::string> doubts;
  if (auto gravity = doubt_gravity(machine.mechanism, pose)) doubts.push_back(std::move(*gravity));
  doubt_forces(machine, doubts);
  doubt_turns(machine, doubts);
  if (path != nullptr) doubt_inertias(machine, *path, pose, doubts);
  return doubts;
}

}  // namespace inspection
}  // namespace globaldyn::inside
