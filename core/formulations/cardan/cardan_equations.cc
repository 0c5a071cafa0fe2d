#include "core/formulations/cardan/cardan_equations.h"

#include "core/formulations/body_demands.h"
#include "core/kinematics/cardan.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Everything needed about one body, in its chart.
struct ChartedBody {
  BodyId id;
  const Body& body;
  const BodyPose& pose;
  CardanCoordinates coordinates;
  Matrix3d G;  // w = G phi'
};

std::vector<ChartedBody> chart_bodies(const Mechanism& mechanism, const Motion& motion) {
  std::vector<ChartedBody> result;
  for (const BodyId id : moving_bodies(mechanism.bodies)) {
    CardanCoordinates coordinates =
        make_cardan_coordinates(motion.pose[id], motion.first[id], motion.second[id]);
    const Matrix3d G = coordinates.chart.rate_matrix();
    result.push_back({id, mechanism.bodies[id], motion.pose[id], std::move(coordinates), G});
  }
  return result;
}

// Forces and moments on the bodies as generalised forces of the charts.
MatrixXd to_chart_forces(MatrixXd forces, const std::vector<ChartedBody>& bodies) {
  for (const ChartedBody& body : bodies) {
    auto moments = forces.middleRows(first_row_of(body.id) + 3, 3);
    moments = MatrixXd(body.G.transpose() * moments);
  }
  return forces;
}

// Rates (v, w) of the bodies as rates of the charts.
MatrixXd to_chart_rates(MatrixXd rates, const std::vector<ChartedBody>& bodies) {
  for (const ChartedBody& body : bodies) {
    auto turns = rates.middleRows(first_row_of(body.id) + 3, 3);
    turns = MatrixXd(body.G.partialPivLu().solve(turns));
  }
  return rates;
}

// M z̈ and the gyroscopic part of -g, with z̈ = z'' d1² + z' d2.
void add_inertia(const std::vector<ChartedBody>& bodies, MatrixXd& right_side) {
  for (const auto& [id, body, pose, z, G] : bodies) {
    const Eigen::Index at = first_row_of(id);
    const MassProperties& mass = body.mass_properties;
    const Matrix3d inertia = pose.R * mass.inertia * pose.R.transpose();
    const Vector3d rates = z.first.tail<3>();
    const Vector3d w = G * rates;
    const Vector3d gyroscopic =
        inertia * (z.chart.rate_derivative(rates) * rates) + w.cross(inertia * w);
    const Matrix3d M = G.transpose() * inertia * G;
    right_side.block<3, 1>(at, kSquare) += mass.mass * z.second.head<3>();
    right_side.block<3, 1>(at, kAcceleration) += mass.mass * z.first.head<3>();
    right_side.block<3, 1>(at + 3, kSquare) += M * z.second.tail<3>() + G.transpose() * gyroscopic;
    right_side.block<3, 1>(at + 3, kAcceleration) += M * rates;
  }
}

}  // namespace

MotionEquations make_cardan_equations(const MovingMachine& machine) {
  const auto& [mechanism, topology, task, motion, p] = machine;
  const std::vector<ChartedBody> bodies = chart_bodies(mechanism, motion);
  const KinematicState state{motion.pose, nullptr};
  const std::vector<ScalarRow> constraints = make_constraint_rows(mechanism, state);
  MotionEquations equations;
  equations.n_constraints = static_cast<int>(constraints.size());
  equations.multipliers = number_multipliers(mechanism, [](JointId) { return true; });
  equations.system.resize(6 * mechanism.body_count(),
                          equations.n_constraints + mechanism.drive_count());
  equations.system << to_chart_forces(make_body_gradients(constraints, mechanism), bodies),
      to_chart_forces(make_body_gradients(make_drive_rows(mechanism, motion.pose), mechanism),
                      bodies);
  const MatrixXd task_rows = make_body_gradients(make_task_rows(mechanism, task, state), mechanism);
  equations.task_rows = to_chart_forces(task_rows, bodies).transpose();
  equations.basis = to_chart_rates(motion.basis, bodies);

  const MotionSize size = find_motion_size(mechanism, motion);
  BodyDemands demands;
  demands.clear(mechanism);
  demands.add_gravity(mechanism);
  demands.add_loads(mechanism, motion, size, p);
  equations.right_side = to_chart_forces(demands.matrix(), bodies);
  add_inertia(bodies, equations.right_side);
  demands.add_inertia(mechanism, motion, size);
  equations.right_size = demands.sizes();

  equations.row_scale = make_body_scale(mechanism);
  fill_common_terms(machine, equations);
  return equations;
}

}  // namespace core
}  // namespace globaldyn::inside
