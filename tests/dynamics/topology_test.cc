// Which joints close loops. Oracles: all spanning trees of small machines; the papers' counts; the
// same machines cut elsewhere.
#include "core/mechanism/topology.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/formulations/forward_dynamics.h"
#include "core/formulations/registry/formulations.h"
#include "core/joints/joint_rows.h"
#include "tests/support/draw.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

std::vector<std::string> name_cuts(const Machine& machine) {
  std::vector<std::string> names;
  for (const JointId j : machine.topology.cut_joints) {
    names.push_back(machine.mechanism.joints[j].name);
  }
  return names;
}

// Malczyk and Fraczek cut it at its ball joint: three equations instead of the universal joint's
// four.
TEST(Topology, TheSpatialSliderCrankIsCutAtItsBallJoint) {
  EXPECT_EQ(name_cuts(load("spatial_slider_crank")), std::vector<std::string>{"S"});
}

// Balls of five of the six legs; hinges of equal equations where the branches meet.
TEST(Topology, EqualJointsAreCutFarFromTheGround) {
  EXPECT_EQ(name_cuts(load("hexapod_6ups")),
            (std::vector<std::string>{"B2", "B3", "B4", "B5", "B6"}));
  EXPECT_EQ(name_cuts(load("slider_crank")), std::vector<std::string>{"C"});
}

Joint make_joint(JointKind kind, int body_a, int body_b) {
  Joint joint;
  joint.kind = kind;
  joint.body_a = BodyId(body_a);
  joint.body_b = BodyId(body_b);
  return joint;
}

// Of two balls in a loop the one far from the ground is cut, whichever comes first.
TEST(Topology, BranchesStayShort) {
  using enum JointKind;
  for (const bool far_is_first : {true, false}) {
    Mechanism mechanism;
    mechanism.bodies.resize(7);
    const Joint near = make_joint(spherical, 0, 1), far = make_joint(spherical, 5, 4);
    mechanism.joints.push_back(far_is_first ? far : near);
    for (const auto& [a, b] :
         {std::pair(1, 2), std::pair(2, 3), std::pair(3, 4), std::pair(5, 6), std::pair(6, 0)}) {
      mechanism.joints.push_back(make_joint(revolute, a, b));
    }
    mechanism.joints.push_back(far_is_first ? near : far);
    const Topology topology = make_topology(mechanism);
    ASSERT_EQ(topology.cut_joints.size(), 1u);
    EXPECT_EQ(mechanism.joints[topology.cut_joints[0]].body_a, BodyId(5));
  }
}

// Joints of all kinds between a few bodies.
Mechanism draw_mechanism(Draw& draw) {
  Mechanism mechanism;
  mechanism.bodies.resize(3 + draw.below(3));
  const std::size_t joints = 2 + draw.below(7);
  for (std::size_t i = 0; i < joints; ++i) {
    Joint joint;
    joint.kind = static_cast<JointKind>(draw.below(list_joint_types().size()));
    const std::size_t a = draw.below(mechanism.bodies.size());
    const std::size_t others = draw.below(mechanism.bodies.size() - 1);
    joint.body_a = BodyId(a);
    joint.body_b = BodyId(others < a ? others : others + 1);
    mechanism.joints.push_back(joint);
  }
  return mechanism;
}

// What a set of joints leaves to the others: equations of those, and of its own that hold nothing
// by themselves; none if there is a loop in it or it connects fewer bodies than all joints.
struct Weighed {
  int trees{0};  // that the bodies make up
  int equations{0};
};

std::optional<Weighed> weigh(const Mechanism& mechanism, unsigned set) {
  IdVector<BodyId, int> label(mechanism.bodies.size());
  std::iota(label.begin(), label.end(), 0);
  Weighed weighed{static_cast<int>(mechanism.bodies.size()), 0};
  for (const JointId j : mechanism.joints.ids()) {
    const Joint& joint = mechanism.joints[j];
    const bool is_in = (set >> static_cast<unsigned>(j.number()) & 1U) != 0;
    if (!is_in || joint.kind == JointKind::distance) {
      weighed.equations += count_constraint_rows(joint);
    }
    if (!is_in) continue;
    const int a = label[joint.body_a], b = label[joint.body_b];
    if (a == b) return std::nullopt;
    std::replace(label.begin(), label.end(), b, a);
    --weighed.trees;
  }
  return weighed;
}

unsigned tree_of(const Mechanism& mechanism, const Topology& topology) {
  unsigned set = 0;
  for (const JointId j : mechanism.joints.ids()) set |= 1U << static_cast<unsigned>(j.number());
  for (const JointId j : topology.cut_joints) set &= ~(1U << static_cast<unsigned>(j.number()));
  return set;
}

TEST(Topology, NoOtherTreeLeavesFewerEquations) {
  Draw draw(1);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const Mechanism mechanism = draw_mechanism(draw);
    const Topology topology = make_topology(mechanism);
    const auto found = weigh(mechanism, tree_of(mechanism, topology));
    ASSERT_TRUE(found);
    std::vector<std::pair<int, int>> all;  // trees, equations
    for (unsigned set = 0; set < 1U << mechanism.joints.size(); ++set) {
      if (const auto other = weigh(mechanism, set)) all.push_back({other->trees, other->equations});
    }
    EXPECT_EQ(std::pair(found->trees, found->equations), *std::min_element(all.begin(), all.end()));
  }
}

// Parents before children, every body once, each on a joint that leads to its parent; and each loop
// is one: every body in it has two of its joints.
TEST(Topology, TreesAndLoopsHangTogether) {
  Draw draw(2);
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(i);
    const Mechanism mechanism = draw_mechanism(draw);
    const Topology topology = make_topology(mechanism);
    IdVector<BodyId, char> seen(mechanism.bodies.size(), 0);
    seen[kGround] = 1;
    for (const BodyId body : topology.order) {
      EXPECT_EQ(seen[body], 0);
      seen[body] = 1;
      const auto& attached = topology.attachment[body];
      if (!attached) continue;
      EXPECT_EQ(seen[attached->parent], 1);
      const Joint& joint = mechanism.joints[attached->joint];
      EXPECT_EQ(std::minmax(joint.body_a, joint.body_b), std::minmax(body, attached->parent));
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 0), 0);
    ASSERT_EQ(topology.loops.size(), topology.cut_joints.size());
    for (const auto& loop : topology.loops) {
      IdVector<BodyId, int> ends(mechanism.bodies.size(), 0);
      for (const JointId j : loop) {
        ++ends[mechanism.joints[j].body_a];
        ++ends[mechanism.joints[j].body_b];
      }
      for (const int count : ends) EXPECT_TRUE(count == 0 || count == 2) << count;
    }
  }
}

// A tree of a machine of one loop that is cut at `cut`.
Topology cut_at(const Mechanism& mechanism, JointId cut) {
  Topology topology;
  topology.attachment.resize(mechanism.bodies.size());
  topology.cut_joints = {cut};
  std::vector<BodyId> reached{kGround};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const BodyId body = reached[i];
    for (const JointId j : mechanism.joints.ids()) {
      const Joint& joint = mechanism.joints[j];
      if (j == cut || (joint.body_a != body && joint.body_b != body)) continue;
      const BodyId other = joint.body_a == body ? joint.body_b : joint.body_a;
      if (std::find(reached.begin(), reached.end(), other) != reached.end()) continue;
      topology.attachment[other] = Attachment{j, body};
      topology.order.push_back(other);
      reached.push_back(other);
    }
  }
  return topology;
}

// Of the bodies, under gravity, the motor and what turning brings about.
Twists find_accelerations(const Machine& machine, const Topology& topology,
                          const Formulation& formulation, const PoseCase& at) {
  const Mechanism& mechanism = machine.mechanism;
  ForwardDynamics dynamics(mechanism, formulation.make_state(mechanism, topology));
  Actuation actuation;
  actuation.forces = VectorXd::Constant(mechanism.drive_count(), 0.3);
  VectorXd y(dynamics.state_size()), rates(dynamics.state_size());
  Twists twists = at.motion.first;
  for (Twist& twist : twists) twist = {5.0 * twist.v, 5.0 * twist.w};
  dynamics.start(at.motion.pose, twists, actuation, y);
  EXPECT_TRUE(dynamics.calc_rates(actuation, rates));
  return dynamics.accelerations();
}

TEST(Topology, MachinesMoveAlikeWhereverTheyAreCut) {
  for (const char* name : {"spatial_slider_crank", "slider_crank", "five_bar", "bricard"}) {
    const Machine machine = load(name);
    const Mechanism& mechanism = machine.mechanism;
    for (const PoseCase& at : sample_path(machine, machine.paths.front(), 5)) {
      for (const char* key : {"recursive", "denoc"}) {
        const Formulation& formulation = *find_formulation(key);
        const Twists expected = find_accelerations(machine, machine.topology, formulation, at);
        double size = 0.0;
        for (const Twist& twist : expected) size = std::max(size, twist.v.norm() + twist.w.norm());
        for (const JointId cut : mechanism.joints.ids()) {
          SCOPED_TRACE(fmt::format("{} {} at p = {}, cut at {}", name, key, at.p,
                                   mechanism.joints[cut].name));
          const Twists got = find_accelerations(machine, cut_at(mechanism, cut), formulation, at);
          for (const BodyId b : moving_bodies(got)) {
            // Of poses that meet their equations to 1e-12, times the equations' condition.
            EXPECT_LE((got[b].v - expected[b].v).norm(), 1e-9 * size);
            EXPECT_LE((got[b].w - expected[b].w).norm(), 1e-9 * size);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
