// The formulations of multibody dynamics beside each other. Oracle: the equations in Cardan
// coordinates, on every path of the library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/formulations/reactions.h"
#include "core/formulations/registry/formulations.h"
#include "core/joints/joint_rows.h"
#include "globaldyn/limits/limit_scales.h"
#include "tests/support/machines.h"
#include "tests/support/round_off.h"

namespace globaldyn::inside::test {
namespace {

// Of the drives' limits and the region's size.
constexpr double kFormulationTolerance = 1e-8;

class Formulations : public testing::TestWithParam<LibraryPath> {
 protected:
  static MovingMachine moving(const Machine& machine, const PoseCase& c) {
    return {machine.mechanism, machine.topology, c.task, c.motion, c.p};
  }

  // Cardan coordinates are what the others are compared with.
  static std::vector<const Formulation*> others() {
    std::vector<const Formulation*> result;
    for (const Formulation& one : list_formulations()) {
      if (one.key != "cardan") result.push_back(&one);
    }
    return result;
  }
};

// The fastest motion that a region allows; 1 where it has none.
std::pair<double, double> find_size(const Region& region) {
  double d1 = 0.0, d2 = 0.0;
  for (const RegionComponent& component : region.components()) {
    for (const auto& vertex : component.vertices) {
      d1 = std::max(d1, std::sqrt(std::abs(vertex.d1_square)));
      d2 = std::max(d2, std::abs(vertex.d2));
    }
  }
  return {d1 > 0.0 ? d1 : 1.0, d2 > 0.0 ? d2 : 1.0};
}

std::vector<ReactionComponent> list_all_components(const Mechanism& mechanism) {
  std::vector<ReactionComponent> components;
  for (const JointId j : mechanism.joints.ids()) {
    for (const bool is_moment : {false, true}) {
      for (int axis = 0; axis < 3; ++axis) {
        components.push_back({j, is_moment, axis});
      }
    }
  }
  return components;
}

TEST_P(Formulations, GiveTheSameDriveForces) {
  const Machine machine = load(GetParam().machine);
  const VectorXd limits = make_limit_scales(machine.mechanism.drives);
  for (const PoseCase& c : sample_path(machine, find_path(machine, GetParam().path), 5)) {
    const auto [d1, d2] = find_size(c.region);
    for (const Formulation* formulation : others()) {
      SCOPED_TRACE(testing::Message() << formulation->key << " at p = " << c.p);
      const DriveForceMap map =
          make_drive_force_map(formulation->make_equations(moving(machine, c)), limits);
      MatrixXd error = limits.cwiseInverse().asDiagonal() * (map.forces - c.map.forces);
      error.col(kSquare) *= d1 * d1;
      error.col(kLinear) *= d1;
      error.col(kAcceleration) *= d2;
      EXPECT_LE(error.cwiseAbs().maxCoeff(), kFormulationTolerance);
      // Their own equations are satisfied: a solution of n equations leaves a few n eps.
      EXPECT_LE(map.residual, round_off(100 * static_cast<int>(c.equations.system.rows()), 1.0));
      ASSERT_EQ(map.redundancy(), c.map.redundancy());
      EXPECT_LE((map.V * map.V.transpose() - c.map.V * c.map.V.transpose()).norm(),
                kFormulationTolerance);
      ASSERT_EQ(map.unbalanced(), c.map.unbalanced());
    }
  }
}

TEST_P(Formulations, GiveTheSameRegions) {
  const Machine machine = load(GetParam().machine);
  for (const PoseCase& c : sample_path(machine, find_path(machine, GetParam().path), 3)) {
    const auto [d1, d2] = find_size(c.region);
    for (const Formulation* formulation : others()) {
      SCOPED_TRACE(testing::Message() << formulation->key << " at p = " << c.p);
      const Region region = calc_dynamics(machine, c.task, c.motion, c.p, formulation).region;
      const auto components = region.components(), cardan_components = c.region.components();
      ASSERT_EQ(components.size(), cardan_components.size());
      for (std::size_t k = 0; k < components.size(); ++k) {
        const auto& vertices = components[k].vertices;
        const auto& expected = cardan_components[k].vertices;
        ASSERT_EQ(vertices.size(), expected.size());
        for (std::size_t i = 0; i < vertices.size(); ++i) {
          EXPECT_NEAR(vertices[i].d1_square, expected[i].d1_square,
                      kFormulationTolerance * d1 * d1);
          EXPECT_NEAR(vertices[i].d2, expected[i].d2, kFormulationTolerance * d2);
        }
      }
    }
  }
}

TEST_P(Formulations, GiveTheSameReactions) {
  const Machine machine = load(GetParam().machine);
  const auto components = list_all_components(machine.mechanism);
  for (const PoseCase& c : sample_path(machine, find_path(machine, GetParam().path), 2)) {
    const auto expected =
        calc_reactions(moving(machine, c), c.equations, c.map.forces, c.map.V, components);
    for (const Formulation* formulation : others()) {
      SCOPED_TRACE(testing::Message() << formulation->key << " at p = " << c.p);
      const MotionEquations equations = formulation->make_equations(moving(machine, c));
      const auto reactions =
          calc_reactions(moving(machine, c), equations, c.map.forces, c.map.V, components);
      // Of what any joint or body bears.
      Eigen::RowVector4d size = c.equations.right_size.colwise().maxCoeff();
      for (const Reaction& one : expected) {
        if (one.is_determined) size = size.cwiseMax(one.value.entries().cwiseAbs());
      }
      for (std::size_t i = 0; i < components.size(); ++i) {
        SCOPED_TRACE(testing::Message()
                     << machine.mechanism.joints[components[i].joint].name
                     << (components[i].is_moment ? " m" : " ") << components[i].axis);
        ASSERT_EQ(reactions[i].is_determined, expected[i].is_determined);
        if (!expected[i].is_determined) continue;
        const auto error = (reactions[i].value.entries() - expected[i].value.entries()).eval();
        for (Eigen::Index k = 0; k < 4; ++k) {
          EXPECT_LE(std::abs(error(k)), kFormulationTolerance * size(k)) << k;
        }
        if (c.map.V.cols() > 0) {
          EXPECT_LE((reactions[i].v - expected[i].v).cwiseAbs().maxCoeff(), kFormulationTolerance);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Library, Formulations, testing::ValuesIn(list_paths()),
                         [](const auto& path) { return to_test_name(path.param); });

// Otherwise they would prove nothing about each other.
TEST(FormulationList, HasCoordinatesOfEachItsOwn) {
  const Machine machine = load("hexapod_6ups");
  const PoseCase c = sample_path(machine, machine.paths[0], 1).at(0);
  const MovingMachine moving{machine.mechanism, machine.topology, c.task, c.motion, c.p};
  const auto rows = [&](const char* key) {
    return find_formulation(key)->make_equations(moving).system.rows();
  };
  EXPECT_EQ(rows("cardan"), 6 * 13);
  EXPECT_EQ(rows("natural"), 12 * 13);
  // One loop is cut per leg but one: six legs of two angles, a stroke and a platform.
  EXPECT_EQ(rows("recursive"), 6 * 3 + 3);
  EXPECT_EQ(rows("denoc"), 6 * 3 + 3);
  EXPECT_EQ(find_formulation("newton"), nullptr);
}

}  // namespace
}  // namespace globaldyn::inside::test
