// Forward dynamics in all formulations. Oracle: inverse dynamics, whose drive forces must bring
// about the very motion that they were found for.
#include "core/formulations/forward_dynamics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/formulations/registry/formulations.h"
#include "core/joints/joint_rows.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// Of the largest acceleration of any body. Poses solve their equations to 1e-12, and the condition
// of the machines' equations takes up to three digits of that.
constexpr double kForwardTolerance = 1e-8;

struct ForwardCase {
  LibraryPath path;
  std::string formulation;

  friend std::ostream& operator<<(std::ostream& out, const ForwardCase& c) {
    return out << c.path << " " << c.formulation;
  }
};

std::vector<ForwardCase> list_forward_cases() {
  std::vector<ForwardCase> cases;
  for (const LibraryPath& path : list_paths()) {
    for (const Formulation& one : list_formulations()) cases.push_back({path, one.key});
  }
  return cases;
}

class ForwardDynamicsOf : public testing::TestWithParam<ForwardCase> {};

// All parts' motion for given d1 and d2.
struct MovingParts {
  Twists rates, accelerations;
  double size{0.0};  // m/s² or L rad/s²: of the largest acceleration
};

MovingParts move_parts(const Motion& motion, double length, double d1, double d2) {
  MovingParts parts;
  for (const BodyId b : motion.pose.ids()) {
    const Twist &first = motion.first[b], &second = motion.second[b];
    parts.rates.push_back({d1 * first.v, d1 * first.w});
    parts.accelerations.push_back(
        {d2 * first.v + d1 * d1 * second.v, d2 * first.w + d1 * d1 * second.w});
    parts.size = std::max(
        {parts.size, parts.accelerations[b].v.norm(), length * parts.accelerations[b].w.norm()});
  }
  return parts;
}

Actuation actuate(const Machine& machine, const PoseCase& c, double d1, double d2) {
  Actuation actuation{c.map.calc_forces(d1, d2), {}, c.p};
  for (Eigen::Index k = 0; k < c.map.drive_rate.size(); ++k) {
    const double rate = c.map.drive_rate(k);
    const bool has_friction = machine.mechanism.drives[DriveId(k)].coulomb > 0.0;
    actuation.friction.push_back(!has_friction ? Friction::none
                                 : rate > 0.0  ? Friction::forward
                                 : rate < 0.0  ? Friction::backward
                                               : Friction::none);
  }
  return actuation;
}

TEST_P(ForwardDynamicsOf, InverseDynamicsGiveTheMotionBack) {
  const Machine machine = load(GetParam().path.machine);
  const Mechanism& mechanism = machine.mechanism;
  const double length = mechanism.characteristic_length;
  const Formulation& formulation = *find_formulation(GetParam().formulation);
  ForwardDynamics dynamics(mechanism, formulation.make_state(mechanism, machine.topology));
  VectorXd y(dynamics.state_size()), rates(dynamics.state_size());
  for (const PoseCase& c : sample_path(machine, find_path(machine, GetParam().path.path), 5)) {
    if (c.map.unbalanced() > 0) continue;
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    const double d1 = 0.7, d2 = -1.3;
    const MovingParts parts = move_parts(c.motion, length, d1, d2);
    const Actuation actuation = actuate(machine, c, d1, d2);
    dynamics.start(c.motion.pose, parts.rates, actuation, y);
    ASSERT_TRUE(dynamics.calc_rates(actuation, rates));
    for (const BodyId b : moving_bodies(parts.rates)) {
      SCOPED_TRACE(mechanism.bodies[b].name);
      const Twist& got = dynamics.accelerations()[b];
      EXPECT_LE((got.v - parts.accelerations[b].v).norm(), kForwardTolerance * parts.size);
      EXPECT_LE(length * (got.w - parts.accelerations[b].w).norm(), kForwardTolerance * parts.size);
    }
    if (HasFailure()) return;
  }
}

// The state's derivative is that of the state: a central difference along it moves the pose as the
// rates say, and the rates as the accelerations say.
TEST_P(ForwardDynamicsOf, StatesMoveAsTheirDerivativeSays) {
  const Machine machine = load(GetParam().path.machine);
  const Mechanism& mechanism = machine.mechanism;
  const Formulation& formulation = *find_formulation(GetParam().formulation);
  ForwardDynamics dynamics(mechanism, formulation.make_state(mechanism, machine.topology));
  VectorXd y(dynamics.state_size()), rates(dynamics.state_size());
  for (const PoseCase& c : sample_path(machine, find_path(machine, GetParam().path.path), 1)) {
    if (c.map.unbalanced() > 0) continue;
    const MovingParts parts = move_parts(c.motion, 1.0, 0.7, 0.0);
    const Actuation actuation = actuate(machine, c, 0.7, 0.0);
    dynamics.start(c.motion.pose, parts.rates, actuation, y);
    ASSERT_TRUE(dynamics.calc_rates(actuation, rates));
    const Twists twists = dynamics.twists(), accelerations = dynamics.accelerations();
    constexpr double kStep = 1e-5;  // differences are known to its square
    dynamics.take(y + kStep * rates);
    const Pose after = dynamics.pose();
    const Twists twists_after = dynamics.twists();
    dynamics.take(y - kStep * rates);
    const double tolerance = 1e-6 * std::max(parts.size, 1.0);
    for (const BodyId b : moving_bodies(after)) {
      SCOPED_TRACE(mechanism.bodies[b].name);
      const BodyPose& before = dynamics.pose()[b];
      EXPECT_LE(((after[b].r - before.r) / (2.0 * kStep) - twists[b].v).norm(), tolerance);
      const Vector3d turn = find_rotation_vector(after[b].R * before.R.transpose());
      EXPECT_LE((turn / (2.0 * kStep) - twists[b].w).norm(), tolerance);
      const Vector3d change = twists_after[b].w - dynamics.twists()[b].w;
      EXPECT_LE((change / (2.0 * kStep) - accelerations[b].w).norm(), tolerance);
      const Vector3d gain = twists_after[b].v - dynamics.twists()[b].v;
      EXPECT_LE((gain / (2.0 * kStep) - accelerations[b].v).norm(), tolerance);
    }
  }
}

// Off the constraints, accelerations satisfy Baumgarte's equation row by row. The hexapod has no
// dependent rows, which would contradict each other there.
TEST(ForwardDynamics, DrawsViolatedConstraintsBack) {
  const Machine machine = load("hexapod_6ups");
  const Mechanism& mechanism = machine.mechanism;
  const PoseCase c = sample_path(machine, find_path(machine, "circle"), 1).front();
  const MovingParts parts = move_parts(c.motion, 1.0, 0.7, 0.0);
  const Actuation actuation = actuate(machine, c, 0.7, 0.0);
  constexpr double kAlpha = 7.0, kBeta = 11.0;
  for (const Formulation& formulation : list_formulations()) {
    SCOPED_TRACE(formulation.key);
    ForwardDynamics dynamics(mechanism, formulation.make_state(mechanism, machine.topology));
    dynamics.set_stabilisation({kAlpha, kBeta});
    VectorXd y(dynamics.state_size()), rates(dynamics.state_size());
    dynamics.start(c.motion.pose, parts.rates, actuation, y);
    constexpr double kShift = 1e-3;
    for (Eigen::Index i = 0; i < y.size(); ++i)
      y(i) += kShift * std::sin(1.0 + static_cast<double>(i));
    dynamics.take(y);
    ASSERT_TRUE(dynamics.calc_rates(actuation, rates));
    double largest = 0.0;
    for (const JointId joint : machine.topology.cut_joints) {
      std::vector<ScalarRow> rows;
      append_constraint_rows(mechanism.joints[joint], {dynamics.pose(), &dynamics.twists()}, rows);
      for (const ScalarRow& row : rows) {
        const double second = row.calc_rate(dynamics.accelerations()) + row.bias;
        const double drawn = -2.0 * kAlpha * row.calc_rate(dynamics.twists());
        const double pulled = -kBeta * kBeta * row.value;
        largest = std::max(largest, std::abs(pulled));
        // Accelerations of some 10 m/s² solve the equations to rounding errors.
        EXPECT_NEAR(second, drawn + pulled, 1e-9);
      }
    }
    EXPECT_GT(largest, 0.1 * kBeta * kBeta * kShift);
  }
}

INSTANTIATE_TEST_SUITE_P(Library, ForwardDynamicsOf, testing::ValuesIn(list_forward_cases()),
                         [](const auto& c) {
                           return to_test_name(c.param.path) + "_" + c.param.formulation;
                         });

}  // namespace
}  // namespace globaldyn::inside::test
