// Springs that close loops (seed 004): the rose path of its 3-RRR at the paper's speed, beside the
// same machine with constraints.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "core/formulations/registry/formulations.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/machines.h"
#include "tests/support/steady_plan.h"

namespace globaldyn::test {
namespace {

// One lap in 2 s, as in the paper.
MachineSimulation run_rose(std::optional<LoopSprings> springs, const char* formulation = "denoc",
                           double tolerance = 1e-8) {
  const Machine machine = load("rrr3");
  const Path& path = find_path(machine, "rose");
  PlannedForces planned(machine, path, make_steady_plan(path, 2.0));
  ReplayOptions options;
  options.simulation = {.duration = planned.duration(),
                        .tolerance = tolerance,
                        .formulation = find_formulation(formulation),
                        .loop_springs = springs,
                        .samples = 101};
  MachineSimulation simulation = replay_plan(machine, path, planned, options);
  EXPECT_EQ(simulation.result.status, SimulationStatus::done) << simulation.result.reason;
  EXPECT_TRUE(simulation.is_bounded);
  return simulation;
}

// Largest difference of what the cut joints exert, after springs have settled, over its size.
double compare_closing(const MachineSimulation& one, const MachineSimulation& exact) {
  double difference = 0.0, size = 0.0;
  for (std::size_t i = exact.rows.size() / 10; i < exact.rows.size(); ++i) {
    difference = std::max(difference, (one.rows[i].closing - exact.rows[i].closing).norm());
    size = std::max(size, exact.rows[i].closing.norm());
  }
  return difference / size;
}

// Over four decades. Springs of 10 kN/m give 3 cm: what is not linear there is a tenth.
TEST(LoopSprings, ErrorsFallAsOneOverK) {
  const MachineSimulation exact = run_rose({});
  EXPECT_LE(exact.tracking_error, 1e-6);
  ASSERT_EQ(exact.result.closing.size(), 10u);  // two cut revolute joints
  MachineSimulation last;
  for (const double stiffness : {1e4, 1e5, 1e6, 1e7, 1e8}) {
    SCOPED_TRACE(stiffness);
    const MachineSimulation now = run_rose(LoopSprings{.stiffness = stiffness});
    EXPECT_GT(now.tracking_error, 2.0 / stiffness);
    if (stiffness > 1e4) {
      const double tenth = 0.1 * last.tracking_error, drift = 0.1 * last.result.max_drift;
      EXPECT_NEAR(now.tracking_error, tenth, 0.1 * tenth);
      EXPECT_NEAR(now.result.max_drift, drift, 0.1 * drift);
    }
    // An integration error of 1e-8 m is a force of 1 N at the stiffest springs.
    if (stiffness > 1e4 && stiffness < 1e8) {
      const double tenth = 0.1 * compare_closing(last, exact);
      EXPECT_NEAR(compare_closing(now, exact), tenth, 0.25 * tenth);
    }
    last = now;
  }
}

// As in the paper, whose springs swing for ever: still within twice what they give at rest.
TEST(LoopSprings, WithoutDampingStayAsNear) {
  const MachineSimulation damped = run_rose(LoopSprings{.stiffness = 1e6});
  const MachineSimulation free =
      run_rose(LoopSprings{.stiffness = 1e6, .damping_ratio = 0.0}, "denoc", 1e-6);
  EXPECT_GT(free.result.max_drift, damped.result.max_drift);
  EXPECT_LT(free.result.max_drift, 2.5 * damped.result.max_drift);
}

TEST(LoopSprings, CloseLoopsOfEveryTree) {
  const LoopSprings springs{.stiffness = 1e5};
  const MachineSimulation one = run_rose(springs), other = run_rose(springs, "recursive");
  EXPECT_NEAR(other.tracking_error, one.tracking_error, 1e-3 * one.tracking_error);
}

}  // namespace
}  // namespace globaldyn::test
