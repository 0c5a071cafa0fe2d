#include "core/formulations/recursive/recursive_equations.h"

#include <vector>

#include "core/base/as_span.h"
#include "core/formulations/body_demands.h"
#include "core/formulations/recursive/spatial_inertia.h"
#include "core/formulations/tree_coordinates.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Forces and moments at the bodies' centres of mass as screws about the origin, and their reduction
// from the branches' ends to the ground: what passes through each body, measured along its columns.
MatrixXd reduce(const TreeCoordinates& coordinates, const MatrixXd& forces) {
  const Pose& pose = coordinates.tree.pose();
  MatrixXd result(coordinates.size(), forces.cols());
  Screws passing(pose.size());
  for (Eigen::Index c = 0; c < forces.cols(); ++c) {
    for (const BodyId b : moving_bodies(pose)) {
      const auto at = first_row_of(b);
      const Vector3d force = forces.block<3, 1>(at, c);
      passing[b] = {force, forces.block<3, 1>(at + 3, c) + pose[b].r.cross(force)};
    }
    for (std::size_t i = coordinates.bodies.size(); i-- > 0;) {
      const auto& [body, parent, column, count] = coordinates.bodies[i];
      for (int k = column; k < column + count; ++k) {
        result(k, c) = coordinates.tree.axis(k).dot(passing[body]);
      }
      passing[parent] += passing[body];
    }
  }
  return result;
}

// Inertia of all bodies as forces and moments at their centres of mass: for the part of the motion
// that goes with d1², and for that with d2.
MatrixXd calc_inertia_forces(const Mechanism& mechanism, const TreeCoordinates& coordinates) {
  const SpanningTree& tree = coordinates.tree;
  const Pose& pose = tree.pose();
  Screws accelerations(pose.size());
  tree.calc_accelerations(as_span(coordinates.first), as_span(coordinates.second),
                          coordinates.rates, accelerations);
  MatrixXd forces = MatrixXd::Zero(6 * mechanism.body_count(), +kMotionColumns);
  const auto set = [&](BodyId body, MotionColumn column, const Screw& force) {
    forces.block<6, 1>(first_row_of(body), column) << force.linear,
        force.angular - pose[body].r.cross(force.linear);
  };
  for (const BodyId b : moving_bodies(pose)) {
    const SpatialInertia inertia =
        make_spatial_inertia(mechanism.bodies[b].mass_properties, pose[b]);
    Screw force = inertia * accelerations[b];
    force += cross_force(coordinates.rates[b], inertia * coordinates.rates[b]);
    set(b, kSquare, force);
    set(b, kAcceleration, inertia * coordinates.rates[b]);
  }
  return forces;
}

}  // namespace

MotionEquations make_recursive_equations(const MovingMachine& machine) {
  const Mechanism& mechanism = machine.mechanism;
  const Motion& motion = machine.motion;
  const TreeCoordinates coordinates = make_tree_coordinates(machine);
  MotionEquations equations = make_tree_equations(machine, coordinates);
  equations.system = reduce(coordinates, equations.bodies->system);
  equations.task_rows = reduce(coordinates, equations.bodies->task_rows.transpose()).transpose();

  BodyDemands loads;
  loads.clear(mechanism);
  loads.add_gravity(mechanism);
  loads.add_loads(mechanism, motion, find_motion_size(mechanism, motion), machine.p);
  equations.right_side =
      reduce(coordinates, loads.matrix() + calc_inertia_forces(mechanism, coordinates));
  return equations;
}

}  // namespace core
}  // namespace globaldyn::inside
