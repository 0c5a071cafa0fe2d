// Repeated parts: what a pattern stands for is compared with the same written out by hand, and
// where its members are with closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
namespace {

Machine parse_repeated(const std::string& text) {
  return parse_machine("globaldyn: 1\nname: repeated\n" + text, "machine.yaml", "/nonexistent");
}

std::string refusal_of(const std::string& text) {
  try {
    (void)parse_repeated(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// Entries of rotations and places of sizes near 1, after a few operations.
constexpr double kTolerance = 1e-15;

void expect_equal(const Frame& a, const Frame& b, const std::string& what) {
  EXPECT_LE((a.origin - b.origin).cwiseAbs().maxCoeff(), kTolerance) << what;
  EXPECT_LE((a.axes - b.axes).cwiseAbs().maxCoeff(), kTolerance) << what;
}

void expect_equal(const Mechanism& a, const Mechanism& b) {
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (const BodyId i : a.bodies.ids()) {
    const Body &one = a.bodies[i], &other = b.bodies[i];
    EXPECT_EQ(one.name, other.name);
    EXPECT_EQ(one.mass_properties.mass, other.mass_properties.mass);
    ASSERT_EQ(one.guess.has_value(), other.guess.has_value()) << one.name;
    if (one.guess) expect_equal(*one.guess, *other.guess, one.name);
    ASSERT_EQ(one.solids.size(), other.solids.size()) << one.name;
    for (std::size_t s = 0; s < one.solids.size(); ++s) {
      expect_equal(one.solids[s].frame, other.solids[s].frame, one.name + "'s solid");
    }
  }
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (const JointId i : a.joints.ids()) {
    const Joint &one = a.joints[i], &other = b.joints[i];
    EXPECT_EQ(one.name, other.name);
    EXPECT_EQ(one.body_a, other.body_a) << one.name;
    EXPECT_EQ(one.body_b, other.body_b) << one.name;
    expect_equal(one.frame_a, other.frame_a, one.name + "'s a");
    expect_equal(one.frame_b, other.frame_b, one.name + "'s b");
    EXPECT_EQ(one.guess, other.guess) << one.name;
  }
  ASSERT_EQ(a.drives.size(), b.drives.size());
  for (const DriveId i : a.drives.ids()) {
    EXPECT_EQ(a.drives[i].name, b.drives[i].name);
    EXPECT_EQ(a.drives[i].coordinate.index(), b.drives[i].coordinate.index());
  }
  ASSERT_EQ(a.branch.size(), b.branch.size());
  for (std::size_t i = 0; i < a.branch.size(); ++i) EXPECT_EQ(a.branch[i].text, b.branch[i].text);
}

// Legs between a fixed frame and a platform: all kinds of elements.
TEST(Patterns, StandForWhatCouldBeWrittenOut) {
  const Machine repeated = parse_repeated(R"(
parameters: {peak1: 10 N m, peak2: 20 N m, start: 20 deg}
patterns: {legs: {count: 2, about: z}}
bodies:
  ground:
    frames: {hip: {pattern: legs, at: [0.5, 0.1, 0], axis: y, x_axis: x}}
    solids: [{box: {size: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}, pattern: legs}]
  arm:
    pattern: legs
    mass: "{i} kg"
    inertia: {rod: 0.1}
    pose: {at: [0.4, 0, 0], axis: x}
    frames: {hip: [-0.1, 0], tip: [0.1, 0]}
  "rod{i}a": {pattern: legs, mass: 1, inertia: {rod: 0.1}}
  plate: {mass: 1, inertia: {plate: 0.1}, pose: {at: [0, 0, 0.2]}, frames: {edge: [0.2, 0, 0]}}
joints:
  A: {pattern: legs, type: revolute, a: ground.hip, b: arm.hip, guess: "start*{i}"}
  B: {pattern: legs, type: spherical, a: arm.tip, b: {body: "rod{i}a", at: [-0.1, 0]}}
  C: {pattern: legs, type: spherical, a: "rod{i}a", b: plate.edge}
couplings:
  K: {pattern: {count: 1}, of: {A: 1, A2: "{i}"}}
drives:
  M: {pattern: legs, joint: A, limits: "peak{i}"}
  T: {pattern: legs, type: cable, from: {body: ground, at: [1, 0, 1]}, to: plate.edge, limits: [0, 9 N]}
springs:
  S: {pattern: legs, joint: A, stiffness: "{i} N m/rad"}
reactions:
  R: {pattern: legs, joint: A, component: x, limits: "{i} kN"}
assembly:
  branch:
    - {pattern: legs, joint: A, range: [-1, 1]}
    - {pattern: legs, positive: "arm{i}.tip.z + {i}"}
)");
  const Machine written = parse_repeated(R"(
bodies:
  ground:
    frames:
      hip1: {at: [0.5, 0.1, 0], axis: y, x_axis: x}
      hip2: {at: [-0.5, -0.1, 0], axis: -y, x_axis: -x}
    solids:
      - box: {size: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}
      - box: {size: [0.1, 0.1, 0.1], at: [-0.5, 0, 0], axis: z, x_axis: -x}
  arm1:
    mass: 1 kg
    inertia: {rod: 0.1}
    pose: {at: [0.4, 0, 0], axis: x}
    frames: {hip: [-0.1, 0], tip: [0.1, 0]}
  arm2:
    mass: 2 kg
    inertia: {rod: 0.1}
    pose: {at: [-0.4, 0, 0], axis: -x, x_axis: -y}
    frames: {hip: [-0.1, 0], tip: [0.1, 0]}
  rod1a: {mass: 1, inertia: {rod: 0.1}}
  rod2a: {mass: 1, inertia: {rod: 0.1}}
  plate: {mass: 1, inertia: {plate: 0.1}, pose: {at: [0, 0, 0.2]}}
joints:
  A1: {type: revolute, a: ground.hip1, b: arm1.hip, guess: 20 deg}
  A2: {type: revolute, a: ground.hip2, b: arm2.hip, guess: 2*(20 deg)}
  B1: {type: spherical, a: arm1.tip, b: {body: rod1a, at: [-0.1, 0]}}
  B2: {type: spherical, a: arm2.tip, b: {body: rod2a, at: [-0.1, 0]}}
  C1: {type: spherical, a: rod1a, b: {body: plate, at: [0.2, 0, 0]}}
  C2: {type: spherical, a: rod2a, b: {body: plate, at: [-0.2, 0, 0], axis: z, x_axis: -x}}
couplings:
  K1: {of: {A1: 1, A2: 1}}
drives:
  M1: {joint: A1, limits: 10 N m}
  M2: {joint: A2, limits: 20 N m}
  T1: {type: cable, from: {body: ground, at: [1, 0, 1]}, to: {body: plate, at: [0.2, 0, 0]}, limits: [0, 9 N]}
  T2: {type: cable, from: {body: ground, at: [-1, 0, 1]}, to: {body: plate, at: [-0.2, 0, 0]}, limits: [0, 9 N]}
springs:
  S1: {joint: A1, stiffness: 1 N m/rad}
  S2: {joint: A2, stiffness: 2 N m/rad}
reactions:
  R1: {joint: A1, component: x, limits: 1 kN}
  R2: {joint: A2, component: x, limits: 2 kN}
assembly:
  branch:
    - {joint: A1, range: [-1, 1]}
    - {joint: A2, range: [-1, 1]}
    - {positive: arm1.tip.z + 1}
    - {positive: arm2.tip.z + 2}
)");
  expect_equal(repeated.mechanism, written.mechanism);
  for (const DriveId i : repeated.mechanism.drives.ids()) {
    EXPECT_EQ(repeated.mechanism.drives[i].limit.force, written.mechanism.drives[i].limit.force)
        << i;
  }
  const Drives& cables = repeated.mechanism.drives;
  for (const DriveId i : {DriveId(2), DriveId(3)}) {
    const auto& one = std::get<PointPair>(cables[i].coordinate);
    const auto& other = std::get<PointPair>(written.mechanism.drives[i].coordinate);
    EXPECT_LE((one.from.point - other.from.point).norm(), kTolerance) << i;
    EXPECT_LE((one.to.point - other.to.point).norm(), kTolerance) << i;
  }
  ASSERT_EQ(repeated.mechanism.couplings.size(), 1u);
  EXPECT_EQ(repeated.mechanism.couplings[0].sum.terms[0].of.joint, JointId(0));
  EXPECT_EQ(repeated.mechanism.couplings[0].sum.terms[1].of.joint, JointId(1));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(repeated.mechanism.springs[i].stiffness, static_cast<double>(i + 1));
    EXPECT_EQ(repeated.reactions[i].component.joint, JointId(i));
    EXPECT_EQ(repeated.reactions[i].range.high, 1000.0 * static_cast<double>(i + 1));
  }
}

// The frames of the ground that a pattern places from one at (1, 0, 0).
std::vector<Frame> place_frames(const std::string& pattern, int count) {
  std::string text =
      "bodies:\n  ground: {frames: {f: {at: [1, 0, 0], pattern: " + pattern + "}}}\n";
  text += "  b: {mass: 1, inertia: {diag: [1, 1, 1]}}\njoints:\n";
  for (int i = 1; i <= count; ++i) {
    text += "  J" + std::to_string(i) + ": {type: spherical, a: ground.f" + std::to_string(i) +
            ", b: b}\n";
  }
  std::vector<Frame> frames;
  for (const Joint& joint : parse_repeated(text).mechanism.joints) frames.push_back(joint.frame_a);
  return frames;
}

void expect_turned(const std::vector<Frame>& frames, const std::vector<double>& degrees) {
  ASSERT_EQ(frames.size(), degrees.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const double angle = degrees[i] * kPi / 180.0;
    const Vector3d x(std::cos(angle), std::sin(angle), 0.0);
    EXPECT_LE((frames[i].origin - x).norm(), kTolerance) << i;
    EXPECT_LE((frames[i].axes.col(0) - x).norm(), kTolerance) << i;
    EXPECT_LE((frames[i].axes.col(2) - Vector3d::UnitZ()).norm(), kTolerance) << i;
  }
}

TEST(Patterns, AFullTurnIsSharedEvenly) {
  expect_turned(place_frames("{count: 3, about: z}", 3), {0, 120, 240});
  expect_turned(place_frames("{count: 4, about: -z}", 4), {0, -90, -180, -270});
  expect_turned(place_frames("{count: 2, about: z, angle: 360 deg}", 2), {0, 180});
  expect_turned(place_frames("{count: 2, about: z, angle: -360 deg}", 2), {0, -180});
}

TEST(Patterns, AnAngleIsFromTheFirstToTheLast) {
  expect_turned(place_frames("{count: 3, about: z, angle: 90 deg}", 3), {0, 45, 90});
  expect_turned(place_frames("{count: 1, about: z, angle: 90 deg}", 1), {0});
  expect_turned(place_frames("{count: 3, about: z, angle: 720 deg}", 3), {0, 360, 720});
}

TEST(Patterns, AnglesAndPointsAreTakenAsListed) {
  expect_turned(place_frames("{about: z, angles: [10 deg, 50 deg]}", 2), {10, 50});
  const auto moved = place_frames("{points: [[0, 0], [1, 2, 3]]}", 2);
  EXPECT_EQ(moved[0].origin, Vector3d(1.0, 0.0, 0.0));
  EXPECT_EQ(moved[1].origin, Vector3d(2.0, 2.0, 3.0));
  EXPECT_EQ(moved[1].axes, Matrix3d(Matrix3d::Identity()));
}

TEST(Patterns, ALineGoesOnByItsStep) {
  const auto moved = place_frames("{count: 3, along: [0, 0.25, -1]}", 3);
  EXPECT_EQ(moved[0].origin, Vector3d(1.0, 0.0, 0.0));
  EXPECT_EQ(moved[2].origin, Vector3d(1.0, 0.5, -2.0));
  EXPECT_EQ(place_frames("{count: 2}", 2)[1].origin, Vector3d(1.0, 0.0, 0.0));
}

TEST(Patterns, AnAxisCanBeAnywhere) {
  const auto turned = place_frames("{count: 2, about: [0, 0, 2], at: [2, 0, 5]}", 2);
  EXPECT_LE((turned[1].origin - Vector3d(3.0, 0.0, 0.0)).norm(), 4.0 * kTolerance);
  const auto about_x = place_frames("{about: x, angles: [90 deg]}", 1);
  EXPECT_LE((about_x[0].origin - Vector3d(1.0, 0.0, 0.0)).norm(), kTolerance);
  EXPECT_LE((about_x[0].axes.col(1) - Vector3d::UnitZ()).norm(), kTolerance);
}

TEST(Patterns, CountsCanBeParameters) {
  const std::string text =
      "parameters: {legs: 3}\nbodies: {b: {pattern: {count: legs}, mass: 1, inertia: {diag: [1, 1, "
      "1]}}}\n"
      "joints: {J: {pattern: {count: legs}, type: spherical, a: ground, b: b}}\n";
  EXPECT_EQ(parse_repeated(text).mechanism.joints.size(), 3u);
}

TEST(Patterns, ALooseMemberIsNamed) {
  const std::string message = refusal_of(
      "bodies: {b: {pattern: {count: 2}, mass: 1, inertia: {diag: [1, 1, 1]}}}\n"
      "joints: {J: {type: spherical, a: ground, b: b1}}\n");
  EXPECT_NE(message.find("in b2: body 'b2' is not connected to the ground"), std::string::npos)
      << message;
}

// A small file must not become an endless one.
TEST(Patterns, ValuesOfAllMembersAreBounded) {
  std::string text = "bodies:\n";
  for (int i = 0; i < 500; ++i) {
    text += "  b" + std::to_string(i) +
            "_: {pattern: {count: 64}, mass: 1, inertia: {diag: [1, 1, 1]}}\n";
  }
  const std::string message = refusal_of(text);
  EXPECT_NE(message.find("more than 200000 values in the members of patterns"), std::string::npos)
      << message;
}

// Legs whose axes go round while their default x axes do not: the second and third arm would point
// inwards.
TEST(FrameRemarks, TellWhereDefaultAxesDoNotGoRound) {
  const auto remarks = [](const std::string& frame, const std::string& more) {
    std::string text = "bodies:\n  ground:\n    frames:\n";
    const char* axes[] = {"[0, 1, 0]", "[-sqrt(3)/2, -0.5, 0]", "[sqrt(3)/2, -0.5, 0]"};
    const char* outwards[] = {"[1, 0, 0]", "[-0.5, sqrt(3)/2, 0]", "[-0.5, -sqrt(3)/2, 0]"};
    std::string joints = "joints:\n", bodies;
    for (int i = 0; i < 3; ++i) {
      const std::string number = std::to_string(i + 1);
      text += "      hip" + number + ": {at: " + outwards[i] + frame + axes[i];
      text += (more.empty() ? "" : more + outwards[i]) + "}\n";
      bodies += "  arm" + number + ": {mass: 1, inertia: {rod: 0.1}}\n";
      joints += "  A" + number + ": {type: revolute, a: ground.hip" + number + ", b: {body: arm" +
                number + ", axis: y, x_axis: x}}\n";
    }
    return parse_repeated(text + bodies + joints).mechanism.remarks;
  };
  const auto by_default = remarks(", axis: ", "");
  ASSERT_EQ(by_default.size(), 2u);
  EXPECT_EQ(by_default[0],
            "A1 and A2 look like copies turned by 120 deg, but at 0 the body on A2 is turned by "
            "another 180 "
            "deg, as a default x axis has it: 'x_axis' or a pattern would make them alike");
  EXPECT_NE(by_default[1].find("A1 and A3"), std::string::npos);
  EXPECT_TRUE(remarks(", axis: ", ", x_axis: ").empty());
}

TEST(FrameRemarks, AreNotMadeOfTheLibrary) {
  for (const char* name :
       {"sliding_star", "delta", "hexapod_6ups", "rrr3", "rps3", "octapod_8ups"}) {
    const std::string file =
        std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + name + "/" + name + ".yaml";
    EXPECT_TRUE(load_machine(file).mechanism.remarks.empty()) << name;
  }
}

// One list that many bodies share is read once for each.
TEST(Patterns, ValuesOfAllListsAreBoundedTogether) {
  std::string text =
      "bodies:\n  b0: &b\n    mass: 1\n    inertia: {diag: [1, 1, 1]}\n    frames:\n";
  for (int i = 0; i < 50; ++i) {
    text += "      f" + std::to_string(i) + "_: {pattern: {count: 64}, at: [0, 0]}\n";
  }
  for (int i = 1; i < 60; ++i) text += "  b" + std::to_string(i) + ": *b\n";
  EXPECT_NE(refusal_of(text).find("more than 200000 values in the members of patterns"),
            std::string::npos)
      << refusal_of(text);
}

// What is `in` a member is where that is, and is not turned again.
TEST(Patterns, WhatIsInAMemberIsNotTurnedTwice) {
  const Mechanism mechanism = parse_repeated(R"(
patterns: {legs: {count: 2, about: z}}
bodies:
  ground:
    frames:
      hip: {pattern: legs, at: [1, 0, 0]}
      tip: {pattern: legs, in: ground.hip, at: [0.5, 0, 0]}
    solids:
      - {box: {size: [0.1, 0.1, 0.1], in: ground.hip, at: [0.5, 0, 0]}, pattern: legs}
  b: {pattern: legs, mass: 1, inertia: {diag: [1, 1, 1]}, pose: {in: ground.tip, at: [0, 0, 0]}}
joints:
  A: {pattern: legs, type: revolute, a: ground.tip, b: b}
  B: {pattern: legs, type: revolute, a: {body: ground, in: "ground.hip{i}", at: [0.5, 0, 0]}, b: b}
  C: {pattern: legs, type: revolute, a: {body: ground, in: ground.hip, at: [0.5, 0, 0]}, b: b}
)")
                                  .mechanism;
  const Frame first{Vector3d(1.5, 0.0, 0.0), Matrix3d::Identity()};
  const Frame second{Vector3d(-1.5, 0.0, 0.0),
                     Vector3d(-1.0, -1.0, 1.0).asDiagonal().toDenseMatrix()};
  for (const Joint& joint : mechanism.joints) {
    expect_equal(joint.frame_a, joint.name.back() == '1' ? first : second, joint.name);
  }
  expect_equal(*mechanism.bodies[BodyId(1)].guess, first, "b1");
  expect_equal(*mechanism.bodies[BodyId(2)].guess, second, "b2");
  expect_equal(mechanism.bodies[kGround].solids[0].frame, first, "first solid");
  expect_equal(mechanism.bodies[kGround].solids[1].frame, second, "second solid");
}

TEST(MergeKeys, BringInWhatIsNotGiven) {
  const Machine machine = parse_repeated(R"(
bodies:
  b1: &one {mass: 2, inertia: {diag: [1, 1, 1]}, frames: {end: [1, 0, 0]}}
  b2: {<<: *one, mass: 3}
  b3: {<<: [{mass: 5}, *one]}
  b4: &chain {<<: *one, mass: 7}
  b5: {<<: *chain}
joints:
  J1: &joint {type: spherical, a: ground, b: b1}
  J2: {b: b2, <<: *joint}
  J3: {b: b3.end, <<: *joint}
  J4: {b: b4, <<: *joint}
  J5: {b: b5, <<: *joint}
)");
  const Bodies& bodies = machine.mechanism.bodies;
  const double masses[] = {2.0, 3.0, 5.0, 7.0, 7.0};
  for (const BodyId i : moving_bodies(bodies)) {
    EXPECT_EQ(bodies[i].mass_properties.mass, masses[moving_number(i)]) << i;
  }
  EXPECT_EQ(machine.mechanism.joints[JointId(2)].frame_b.origin, Vector3d(1.0, 0.0, 0.0));
}

TEST(MergeKeys, ThatBringInThemselvesAreRefused) {
  EXPECT_NE(refusal_of("bodies: {b: &b {mass: 1, <<: *b}}\n").find("'<<'"), std::string::npos);
  // Each brings in the one before twice: 2^30 maps.
  std::string text = "materials:\n  m0: &m0 {a: 1}\n";
  for (int i = 1; i <= 30; ++i) {
    const std::string number = std::to_string(i), before = std::to_string(i - 1);
    text += "  m" + number + ": &m" + number + " {<<: [*m" + before + ", *m" + before + "]}\n";
  }
  EXPECT_NE(refusal_of(text).find("more than 4096 maps and keys brought in by '<<'"),
            std::string::npos)
      << refusal_of(text);
}

// Members that are not there: as if written by hand without them, names and places as before.
TEST(Patterns, MembersMayBeOff) {
  const auto write = [](const std::string& pattern) {
    return "parameters: {legs: 2, leg_1: 0, leg_2: 1, leg_3: 0, leg_4: 1}\n"
           "patterns: {legs: " +
           pattern + R"(}
bodies:
  ground: {frames: {hip: {pattern: legs, at: [1, 0, 0], axis: y}}}
  arm: {pattern: legs, mass: "{i} * 1 kg", inertia: {diag: [1, 1, 1]}}
joints: {A: {pattern: legs, type: revolute, a: ground.hip, b: arm}}
drives: {M: {pattern: legs, joint: A, limits: "{i} * 1 N m"}}
)";
  };
  const std::string by_hand = R"(
bodies:
  ground:
    frames: {hip2: {at: [0, 1, 0], axis: -x, x_axis: y}, hip4: {at: [0, -1, 0], axis: x, x_axis: -y}}
  arm2: {mass: 2 kg, inertia: {diag: [1, 1, 1]}}
  arm4: {mass: 4 kg, inertia: {diag: [1, 1, 1]}}
joints: {A2: {type: revolute, a: ground.hip2, b: arm2}, A4: {type: revolute, a: ground.hip4, b: arm4}}
drives: {M2: {joint: A2, limits: 2 N m}, M4: {joint: A4, limits: 4 N m}}
)";
  const Machine known = parse_repeated(by_hand);
  for (const std::string pattern :
       {"{count: 4, about: z, enabled: [0, 1, false, true]}",
        "{count: 4, about: z, enabled: [legs - 2, legs, -1, 0.1]}",
        "{count: 4, about: z, enabled: \"leg_{i}\"}",
        "{about: z, angles: [0, 90 deg, 180 deg, 270 deg], enabled: \"cos({i}*pi)\"}"}) {
    SCOPED_TRACE(pattern);
    const Machine made = parse_repeated(write(pattern));
    ASSERT_EQ(made.mechanism.bodies.size(), known.mechanism.bodies.size());
    for (const BodyId i : made.mechanism.bodies.ids()) {
      const Body &one = made.mechanism.bodies[i], &other = known.mechanism.bodies[i];
      EXPECT_EQ(one.name, other.name);
      EXPECT_EQ(one.mass_properties.mass, other.mass_properties.mass);
    }
    ASSERT_EQ(made.mechanism.drives.size(), 2u);
    for (const DriveId i : made.mechanism.drives.ids()) {
      EXPECT_EQ(made.mechanism.drives[i].name, known.mechanism.drives[i].name);
      EXPECT_EQ(made.mechanism.drives[i].limit.force, known.mechanism.drives[i].limit.force);
    }
    ASSERT_EQ(made.mechanism.joints.size(), 2u);
    for (const JointId i : made.mechanism.joints.ids()) {
      EXPECT_EQ(made.mechanism.joints[i].name, known.mechanism.joints[i].name);
      expect_equal(made.mechanism.joints[i].frame_a, known.mechanism.joints[i].frame_a, "frame");
    }
  }
}

TEST(Patterns, SwitchesThatDoNotFitAreRefused) {
  const auto refusal = [](const std::string& enabled) {
    return refusal_of("bodies: {b: {pattern: {count: 3, enabled: " + enabled +
                      "}, mass: 1 kg, inertia: {diag: [1, 1, 1]}}}\n");
  };
  EXPECT_EQ(refusal("[1, 0]"),
            "machine.yaml:3:43: 2 values for 3 members; expected one for each, or one with '{i}'");
  EXPECT_NE(refusal("yes").find("machine.yaml:3:43: "), std::string::npos);
  EXPECT_NE(refusal("1 kg").find("machine.yaml:3:43: "), std::string::npos);
}

}  // namespace
}  // namespace globaldyn::inside
