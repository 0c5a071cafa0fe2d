// What simulations solve in place of the equations of Kraus et al. 2001, and those themselves: 12
// accelerations a body, constant masses, multipliers of joints and of rigid bodies, written out and
// solved at once.
#include <gtest/gtest.h>

#include <Eigen/QR>

#include "core/formulations/forward_dynamics.h"
#include "core/formulations/natural/natural_coordinates.h"
#include "core/formulations/registry/formulations.h"
#include "core/kinematics/assembly.h"
#include "tests/support/draw.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// Joints' rows in the rates of all natural coordinates, with what is left without accelerations.
void add_joints(const Mechanism& mechanism, const Pose& pose, const Twists& twists, MatrixXd& G,
                VectorXd& bias) {
  const std::vector<ScalarRow> rows = make_constraint_rows(mechanism, {pose, &twists});
  const Eigen::Index first = G.cols();
  G.conservativeResize(Eigen::NoChange, first + static_cast<Eigen::Index>(rows.size()));
  G.rightCols(static_cast<Eigen::Index>(rows.size())).setZero();
  bias.conservativeResize(G.cols());
  Eigen::Index column = first;
  for (const ScalarRow& row : rows) {
    row.visit_sides([&](BodyId body, const Vector6d& jacobian) {
      if (body == kGround) return;
      G.block<kNaturalSize, 1>(kNaturalSize * moving_number(body), column) +=
          make_natural_force(pose[body], jacobian);
    });
    bias(column++) = row.bias;
  }
}

// q̈ of M q̈ - G lambda = Q and Gᵀ q̈ = -bias, under gravity; of the multipliers of rows that depend
// on others the smallest.
VectorXd solve_as_published(const Mechanism& mechanism, const Pose& pose, const Twists& twists) {
  const Eigen::Index size = kNaturalSize * mechanism.body_count();
  MatrixXd G = MatrixXd::Zero(size, kRigidRows * mechanism.body_count()), M(size, size);
  VectorXd bias(G.cols()), Q = VectorXd::Zero(size);
  M.setZero();
  for (const BodyId b : moving_bodies(pose)) {
    const Eigen::Index at = kNaturalSize * moving_number(b), row = kRigidRows * moving_number(b);
    const NaturalMass mass = make_natural_mass(mechanism.bodies[b].mass_properties);
    for (Eigen::Index k = 0; k < kNaturalSize; ++k) {
      M.block<kNaturalSize, 1>(at, at + k) = mass * Vector12d::Unit(k);
    }
    Q.segment<3>(at) = mass.mass * mechanism.gravity;
    G.block<kNaturalSize, kRigidRows>(at, row) =
        make_rigid_gradients(make_natural_coordinates(pose[b]));
    bias.segment<kRigidRows>(row) = calc_rigid_biases(make_natural_rates(pose[b], twists[b]));
  }
  add_joints(mechanism, pose, twists, G, bias);
  MatrixXd all = MatrixXd::Zero(size + G.cols(), size + G.cols());
  all << M, -G, G.transpose(), MatrixXd::Zero(G.cols(), G.cols());
  VectorXd right(all.rows());
  right << Q, -bias;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(1e-10);  // Bricard's mechanism and planar ones have rows too many
  return solver.compute(all).solve(right).head(size);
}

class NaturalSystem : public testing::TestWithParam<const char*> {};

TEST_P(NaturalSystem, IsSolvedAsPublished) {
  const Machine machine = load(GetParam());
  Mechanism mechanism = machine.mechanism;
  mechanism.springs.clear();
  mechanism.wrenches.clear();
  for (Drive& drive : mechanism.drives) {
    drive.reflected_inertia = drive.viscous = drive.coulomb = 0.0;
  }
  const AssemblyOutcome start = assemble(mechanism, machine.topology, {});
  ASSERT_EQ(start.status, AssemblyStatus::ok);
  ForwardDynamics dynamics(mechanism,
                           find_formulation("natural")->make_state(mechanism, machine.topology));
  Actuation none;
  none.forces.setZero(mechanism.drive_count());
  VectorXd y(dynamics.state_size()), rates(dynamics.state_size());
  Draw draw(1);
  for (int i = 0; i < 5; ++i) {
    Twists twists(start.pose.size());
    for (const BodyId b : moving_bodies(twists)) {
      twists[b] = {Vector3d::NullaryExpr([&] { return draw.uniform(-1.0, 1.0); }),
                   Vector3d::NullaryExpr([&] { return draw.uniform(-3.0, 3.0); })};
    }
    dynamics.start(start.pose, twists, none, y);  // projects the rates
    dynamics.take(y);
    ASSERT_TRUE(dynamics.calc_rates(none, rates));
    const VectorXd published = solve_as_published(mechanism, dynamics.pose(), dynamics.twists());
    // The dense system of some hundred rows loses three digits of poses closed to 1e-12.
    EXPECT_LE((rates.segment(published.size(), published.size()) - published).norm(),
              1e-8 * (1.0 + published.norm()));
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, NaturalSystem,
                         testing::Values("bricard", "puma560", "rrr3", "delta", "hexapod_6ups"));

}  // namespace
}  // namespace globaldyn::inside::test
