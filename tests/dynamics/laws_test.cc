// Laws that hold for every machine and path of the library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/following/path_follower.h"
#include "core/kinematics/acting_rows.h"
#include "globaldyn/limits/limit_scales.h"
#include "tests/support/machines.h"
#include "tests/support/round_off.h"

namespace globaldyn::inside::test {
namespace {

class Laws : public ::testing::TestWithParam<LibraryPath> {
 protected:
  void SetUp() override {
    machine_ = load(GetParam().machine);
    path_ = find_path(machine_, GetParam().path);
    cases_ = sample_path(machine_, path_, 9);
    ASSERT_GE(cases_.size(), 7u);
  }

  Machine machine_;
  Path path_;
  std::vector<PoseCase> cases_;
};

// Horáček et al. 2013, eq. (3): the equations are satisfied, for every motion, to machine
// precision.
TEST_P(Laws, EquationsOfMotionAreSatisfied) {
  for (const PoseCase& c : cases_) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    // A backward stable solution of 6 n_b equations leaves a residual of a few n eps.
    EXPECT_LE(c.map.residual, round_off(20 * static_cast<int>(c.equations.system.rows()), 1.0));
  }
}

// Two algorithms: SVD of the whole system, and of the drives projected on the task.
TEST_P(Laws, FullAndProjectedMapsAgree) {
  for (const PoseCase& c : cases_) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    const ProjectedEquations equations = project(c.equations);
    const DriveForceMap projected =
        make_projected_map(equations, make_limit_scales(machine_.mechanism.drives));
    const double conditioning = 1.0 / std::max(1e-6, c.map.smallest_singular_value);
    const auto expect_equal = [&](const MatrixXd& a, const MatrixXd& b, double size) {
      EXPECT_LE((a - b).cwiseAbs().maxCoeff(), round_off(500, std::max(size, 1e-9) * conditioning));
    };
    // Bodies' shares may cancel: what they could add up to if they did not.
    const MatrixXd inverse = equations.W.completeOrthogonalDecomposition().pseudoInverse();
    const MatrixXd sizes = inverse.cwiseAbs() * equations.demand_size + equations.drive_size;
    for (const MotionColumn column : {kSquare, kLinear, kConstant, kAcceleration}) {
      SCOPED_TRACE(testing::Message() << "column " << column);
      expect_equal(c.map.forces.col(column), projected.forces.col(column),
                   sizes.col(column).maxCoeff());
    }
    expect_equal(c.map.V * c.map.V.transpose(), projected.V * projected.V.transpose(), 1.0);
  }
}

// V is orthonormal, orthogonal to the rest, and acts on no degree of freedom: W V = 0.
TEST_P(Laws, PreloadDoesNoWork) {
  for (const PoseCase& c : cases_) {
    const Eigen::Index m = c.map.drive_count(), r = c.map.redundancy();
    if (r == 0) continue;
    const MatrixXd W = c.equations.basis.transpose() * c.equations.system.rightCols(m);
    EXPECT_LE((c.map.V.transpose() * c.map.V - MatrixXd::Identity(r, r)).norm(),
              round_off(50, 1.0));
    EXPECT_LE((W * c.map.V).norm(), round_off(200, W.norm()));
    for (const auto x : c.map.forces.colwise()) {
      EXPECT_LE((c.map.V.transpose() * x).norm(), round_off(200, std::max(1e-9, x.norm())));
    }
    // The kernel of [Phiᵀ T] contains the same drive forces: its n-rows span im V.
    const MatrixXd kernel = make_kernel(c.equations.system);
    const MatrixXd n_rows = kernel.bottomRows(m);
    const MatrixXd rest = n_rows - c.map.V * (c.map.V.transpose() * n_rows);
    EXPECT_LE(rest.norm(), 1e-9);
    EXPECT_EQ(calc_rank(n_rows), r);
  }
}

// Energies from poses and velocities alone; what the loads of each machine store or lose.
struct Energies {
  double kinetic_per_square{0.0};  // kinetic energy / d1²
  double potential{0.0};
};

Energies calc_energies(const Machine& machine, const Motion& motion) {
  Energies e;
  const Mechanism& mechanism = machine.mechanism;
  for (const BodyId i : moving_bodies(mechanism.bodies)) {
    const MassProperties& mass = mechanism.bodies[i].mass_properties;
    const Vector3d w = motion.pose[i].R.transpose() * motion.first[i].w;
    e.kinetic_per_square +=
        0.5 * mass.mass * motion.first[i].v.squaredNorm() + 0.5 * w.dot(mass.inertia * w);
    e.potential -= mass.mass * mechanism.gravity.dot(motion.pose[i].r);
  }
  for (const Drive& drive : mechanism.drives) {
    const double rate =
        make_drive_row(mechanism, drive, {motion.pose, nullptr}).calc_rate(motion.first);
    e.kinetic_per_square += 0.5 * drive.reflected_inertia * rate * rate;
  }
  for (const Spring& spring : mechanism.springs) {
    const double q = make_acting_row(mechanism, spring.coordinate, {motion.pose, nullptr}).value;
    e.potential += 0.5 * spring.stiffness * (q - spring.rest) * (q - spring.rest);
  }
  return e;
}

// Drive power = change of kinetic and potential energy + losses, along z(p(t)). The change by p
// is taken by a fourth-order difference of energies at neighbouring poses, so that neither z''
// nor the equations of motion enter on that side.
TEST_P(Laws, DrivePowerFeedsEnergyAndLosses) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const double h = 1e-3 * path_.p_max;
  for (const PoseCase& c : cases_) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    // Differences know nothing of accelerations that jump between their poses.
    const auto& breaks = path_.steps.breaks;
    if (std::any_of(breaks.begin(), breaks.end(),
                    [&](double p) { return std::abs(p - c.p) <= 2.0 * h; })) {
      continue;
    }
    PathFollower follower(machine_.mechanism, machine_.topology, path_.task, 0.0, path_.p_max);
    (void)follower.pose_at(0.0);
    Energies slope;
    for (const auto& [k, weight] : {std::pair{-2, 1.0}, {-1, -8.0}, {1, 8.0}, {2, -1.0}}) {
      const FollowedPose near = follower.pose_at(c.p + k * h);
      ASSERT_EQ(near.status, PoseStatus::ok);
      const Energies e = calc_energies(machine_, near.motion);
      slope.kinetic_per_square += weight * e.kinetic_per_square / (12 * h);
      slope.potential += weight * e.potential / (12 * h);
    }
    const double kinetic = calc_energies(machine_, c.motion).kinetic_per_square;
    const double d1 = 2.3, d2 = -1.7;
    VectorXd n = c.map.calc_forces(d1, d2);
    for (Eigen::Index k = 0; k < c.map.redundancy(); ++k) n += 10.0 * unit(random) * c.map.V.col(k);
    double power = 0.0, losses = 0.0, size = 0.0;
    for (Eigen::Index k = 0; k < n.size(); ++k) {
      const Drive& drive = machine_.mechanism.drives[DriveId(k)];
      const double speed = c.equations.drive_rate(k) * d1;
      power += n(k) * speed;
      losses += drive.viscous * speed * speed + drive.coulomb * std::abs(speed);
      size += std::abs(n(k) * speed);
    }
    for (const Spring& spring : machine_.mechanism.springs) {
      const double speed =
          d1 * make_acting_row(machine_.mechanism, spring.coordinate, {c.motion.pose, nullptr})
                   .calc_rate(c.motion.first);
      losses += spring.damping * speed * speed;
    }
    const double stored =
        d1 * (d1 * d1 * slope.kinetic_per_square + slope.potential) + 2.0 * d1 * d2 * kinetic;
    // Fourth-order difference: h⁴ = 1e-12 p_max⁴ times a fifth derivative of the energy.
    EXPECT_NEAR(power, stored + losses, 1e-7 * (size + std::abs(stored) + losses));
  }
}

// z' and z'' against differences of neighbouring poses.
TEST_P(Laws, DerivativesMatchNeighbouringPoses) {
  const double h = 1e-4 * path_.p_max;
  for (const PoseCase& c : cases_) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    PathFollower follower(machine_.mechanism, machine_.topology, path_.task, 0.0, path_.p_max);
    (void)follower.pose_at(0.0);
    const FollowedPose before = follower.pose_at(c.p - h);
    const FollowedPose after = follower.pose_at(c.p + h);
    ASSERT_EQ(after.status, PoseStatus::ok);
    double speed = 1e-9, bend = 1e-9;
    for (const BodyId i : moving_bodies(c.motion.pose)) {
      speed = std::max({speed, c.motion.first[i].v.norm(), c.motion.first[i].w.norm()});
      bend = std::max({bend, c.motion.second[i].v.norm(), c.motion.second[i].w.norm()});
    }
    // Second-order differences: h² relative to third derivatives, which stay within some
    // hundred times the first two on these paths.
    const double slack = 1e-5 * (speed + bend);
    for (const BodyId i : moving_bodies(c.motion.pose)) {
      const auto& a = before.motion;
      const auto& b = after.motion;
      EXPECT_LE(((b.pose[i].r - a.pose[i].r) / (2 * h) - c.motion.first[i].v).norm(), slack);
      EXPECT_LE((find_rotation_vector(b.pose[i].R * a.pose[i].R.transpose()) / (2 * h) -
                 c.motion.first[i].w)
                    .norm(),
                slack);
      EXPECT_LE(((b.first[i].v - a.first[i].v) / (2 * h) - c.motion.second[i].v).norm(), slack);
      EXPECT_LE(((b.first[i].w - a.first[i].w) / (2 * h) - c.motion.second[i].w).norm(), slack);
    }
  }
}

// What all tests over the library's paths are run for, found without loading the machines.
TEST(Library, PathsAreThoseOfAllMachines) {
  std::vector<std::string> listed, loaded;
  for (const LibraryPath& path : list_paths()) listed.push_back(path.machine + "/" + path.path);
  for (const std::string& name : list_machines()) {
    for (const Path& path : load(name).paths) loaded.push_back(name + "/" + path.name);
  }
  EXPECT_EQ(listed, loaded);
  EXPECT_GE(loaded.size(), 40u);
}

INSTANTIATE_TEST_SUITE_P(Library, Laws, ::testing::ValuesIn(list_paths()),
                         [](const auto& test) { return to_test_name(test.param); });

}  // namespace
}  // namespace globaldyn::inside::test
