// Which joints close loops. Oracles: all spanning trees of small machines; the papers' counts.
#include "core/mechanism/topology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

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

// Joints of all kinds between a few bodies.
Mechanism draw_mechanism(Draw& draw) {
  Mechanism mechanism;
  mechanism.bodies.resize(3 + draw.below(3));
  const std::size_t joints = 2 + draw.below(7);
  for (std::size_t i = 0; i < joints; ++i) {
    Joint joint;
    joint.kind = static_cast<JointKind>(draw.below(list_joint_types().size()));
    joint.body_a = static_cast<int>(draw.below(mechanism.bodies.size()));
    const auto others = static_cast<int>(draw.below(mechanism.bodies.size() - 1));
    joint.body_b = others < joint.body_a ? others : others + 1;
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
  std::vector<int> label(mechanism.bodies.size());
  std::iota(label.begin(), label.end(), 0);
  Weighed weighed{static_cast<int>(mechanism.bodies.size()), 0};
  for (const JointId j : mechanism.joints.ids()) {
    const Joint& joint = mechanism.joints[j];
    const bool is_in = (set >> static_cast<unsigned>(j.number()) & 1U) != 0;
    if (!is_in || joint.kind == JointKind::distance) {
      weighed.equations += count_constraint_rows(joint);
    }
    if (!is_in) continue;
    const int a = label[static_cast<std::size_t>(joint.body_a)];
    const int b = label[static_cast<std::size_t>(joint.body_b)];
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
    std::vector<bool> seen(mechanism.bodies.size(), false);
    seen[0] = true;
    for (const int body : topology.order) {
      EXPECT_FALSE(seen[static_cast<std::size_t>(body)]);
      seen[static_cast<std::size_t>(body)] = true;
      const auto& attached = topology.attachment[static_cast<std::size_t>(body)];
      if (!attached) continue;
      EXPECT_TRUE(seen[static_cast<std::size_t>(attached->parent)]);
      const Joint& joint = mechanism.joints[attached->joint];
      EXPECT_EQ(std::minmax(joint.body_a, joint.body_b), std::minmax(body, attached->parent));
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0);
    ASSERT_EQ(topology.loops.size(), topology.cut_joints.size());
    for (const auto& loop : topology.loops) {
      std::vector<int> ends(mechanism.bodies.size(), 0);
      for (const JointId j : loop) {
        ++ends[static_cast<std::size_t>(mechanism.joints[j].body_a)];
        ++ends[static_cast<std::size_t>(mechanism.joints[j].body_b)];
      }
      for (const int count : ends) EXPECT_TRUE(count == 0 || count == 2) << count;
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
