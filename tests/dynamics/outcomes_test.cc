// Clear answers where the machine cannot do what is asked.
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/evaluation/path_summary.h"
#include "globaldyn/inspection/inspection.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

std::string arm(const std::string& more) {
  return R"(globaldyn: 1
name: arm
gravity: [0, -9.81, 0]
bodies:
  upper: {mass: 6, com: [0.25, 0], inertia: {rod: 0.125}}
  lower: {mass: 4, com: [0.20, 0], inertia: {rod: 0.0533}}
joints:
  J1: {type: revolute, a: ground, b: upper}
  J2: {type: revolute, a: {body: upper, at: [0.5, 0]}, b: lower, guess: 1}
tool: {body: lower, at: [0.4, 0]}
)" + more;
}

constexpr const char* kMotors =
    "drives: {M1: {joint: J1, limits: 90}, M2: {joint: J2, limits: 30}}\n";

Evaluation evaluate_text(const std::string& text, int samples = 11) {
  return evaluate(parse_machine(text, "arm.yaml", "."), {.paths = {}, .samples = samples});
}

std::string input_error_of(const std::string& text) {
  try {
    (void)evaluate_text(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Outcomes, PathLeavingTheWorkspaceIsUnreachableFromThere) {
  const Evaluation e = evaluate_text(
      arm(kMotors) + "paths: {out: {position: {line: {from: [0.5, 0.2], to: [1.5, 0.2]}}}}\n");
  const auto& samples = e.paths[0].samples;
  for (const Sample& sample : samples) {
    const double reach = std::hypot(0.5 + sample.p, 0.2);
    EXPECT_EQ(sample.status, reach < 0.9 ? SampleStatus::ok : SampleStatus::unreachable)
        << "p = " << sample.p;
    if (reach > 0.9) {
      EXPECT_NE(sample.reason.what.find("cannot be put together"), std::string::npos);
    }
  }
  EXPECT_EQ(e.n_dof, 2);
}

// Through the middle of a hole in the workspace: |l1 - l2| = 0.1 around the base.
constexpr const char* kThroughHole =
    "paths: {in: {position: {line: {from: [-0.5, 0.05], to: [0.5, 0.05]}}}}\n";

TEST(Outcomes, BeyondAGapTheBranchIsLostUnlessTheFileNamesIt) {
  const Evaluation lost = evaluate_text(arm(kMotors) + kThroughHole);
  EXPECT_EQ(lost.paths[0].samples.front().status, SampleStatus::ok);
  EXPECT_EQ(lost.paths[0].samples[5].status, SampleStatus::unreachable);
  EXPECT_EQ(lost.paths[0].samples.back().status, SampleStatus::lost_branch);
  EXPECT_NE(lost.paths[0].samples.back().reason.text().find("ends at p = 0.4"), std::string::npos)
      << lost.paths[0].samples.back().reason.text();
  const Evaluation named = evaluate_text(
      arm(kMotors) + kThroughHole + "assembly: {branch: [{joint: J2, range: [0, 180 deg]}]}\n");
  EXPECT_EQ(named.paths[0].samples[5].status, SampleStatus::unreachable);
  EXPECT_EQ(named.paths[0].samples.back().status, SampleStatus::ok);
}

// At the edge of reach the pose exists but its derivative does not.
TEST(Outcomes, StretchedArmIsSingular) {
  const Machine machine = parse_machine(
      arm(kMotors) + "paths: {out: {position: {line: {from: [0.5, 0], to: [0.9, 0]}}}}\n",
      "arm.yaml", ".");
  EvaluationOptions options;
  options.at = {0.5, 1.0};
  const Evaluation e = evaluate(machine, options);
  EXPECT_EQ(e.paths[0].samples[0].status, SampleStatus::ok);
  EXPECT_EQ(e.paths[0].samples[1].status, SampleStatus::singular);
}

TEST(Outcomes, WrongBranchIsTheAnswerWithItsReason) {
  // The elbow cannot be bent beyond what the distance to the tool allows.
  const Evaluation e =
      evaluate_text(arm(kMotors) +
                    "paths: {near: {position: {line: {from: [0.5, 0.2], to: [0.4, 0.2]}}}}\n"
                    "assembly: {branch: [{joint: J2, range: [3, 3.1]}], restarts: 20}\n");
  EXPECT_EQ(e.paths[0].samples[0].status, SampleStatus::lost_branch);
  EXPECT_NE(e.paths[0].samples[0].reason.what.find("J2 in [3"), std::string::npos);
}

TEST(Outcomes, BranchConditionsDriveRestarts) {
  for (const double sign : {1.0, -1.0}) {
    const std::string range = sign > 0 ? "[0, 3.1]" : "[-3.1, 0]";
    const Evaluation e =
        evaluate_text(arm(kMotors) +
                      "paths: {a: {position: {line: {from: [0.5, 0.2], to: [0.4, 0.3]}}}}\n"
                      "assembly: {branch: [{joint: J2, range: " +
                      range + "}]}\n");
    for (const Sample& sample : e.paths[0].samples) {
      ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
    }
  }
}

TEST(Outcomes, UnderPrescribedPathNamesWhatIsFree) {
  const std::string message = input_error_of(
      arm(kMotors) + "paths:\n  half:\n    position: {x: 0.5 + 0.1*p}\n    p_max: 1\n");
  EXPECT_NE(message.find("arm.yaml:13:3: path 'half' is under-prescribed: 1 degree of freedom"),
            std::string::npos)
      << message;
}

TEST(Outcomes, OverPrescribedPathNamesTheSurplus) {
  const std::string message = input_error_of(
      arm(kMotors) + "paths: {much: {position: {circle: {center: [0.5, 0.2, 0], radius: 0.1}}}}\n");
  EXPECT_NE(message.find("over-prescribed: z"), std::string::npos) << message;
}

TEST(Outcomes, PrescribingZInsteadOfPhiNamesBoth) {
  const std::string text = R"(globaldyn: 1
name: disc
bodies: {disc: {mass: 1, inertia: {diag: [1, 1, 1.5]}}}
joints: {J: {type: planar, a: ground, b: disc}}
drives: {X: {joint: J.x, limits: 1}, Y: {joint: J.y, limits: 1}, R: {joint: J.angle, limits: 1}}
tool: disc
paths: {a: {position: {circle: {center: [0, 0, 0], radius: 0.1}}}}
)";
  const std::string message = input_error_of(text);
  EXPECT_NE(message.find("over-prescribed: z"), std::string::npos) << message;
  EXPECT_NE(message.find("under-prescribed: 1 degree of freedom"), std::string::npos) << message;
}

TEST(Outcomes, MachineThatCannotHoldItsWeight) {
  const Evaluation e =
      evaluate_text(arm("drives: {M1: {joint: J1, limits: 5}, M2: {joint: J2, limits: 1}}\n") +
                    "paths: {out: {position: {line: {from: [0.7, 0], to: [0.8, 0.1]}}}}\n");
  for (const Sample& sample : e.paths[0].samples) {
    ASSERT_EQ(sample.status, SampleStatus::ok);
    EXPECT_FALSE(sample.region.d2_range(0.0));
    EXPECT_FALSE(sample.region.contains(0.0, 0.0));
  }
  const PathSummary summary = summarize(e.paths[0]);
  EXPECT_EQ(summary.ok, 11u);
  EXPECT_EQ(summary.empty + summary.only_moving, 11u);
  EXPECT_EQ(summary.empty + summary.not_held, 11u);
}

// Too weak to hold still, but able to let itself fall: d1 = 0 with a downward d2 is accessible.
TEST(Outcomes, MachineThatCanOnlyLetItselfFall) {
  const Evaluation e =
      evaluate_text(arm("drives: {M1: {joint: J1, limits: 5}, M2: {joint: J2}}\n") +
                    "paths: {out: {joints: {J1: -0.5*p, J2: 1}, p_max: 1}}\n");
  const PathSummary summary = summarize(e.paths[0]);
  EXPECT_EQ(summary.ok, 11u);
  EXPECT_EQ(summary.not_held, 11u);
  EXPECT_EQ(summary.only_moving, 0u);
  ASSERT_TRUE(e.paths[0].samples[0].region.d2_range(0.0));
  EXPECT_GT(e.paths[0].samples[0].region.d2_range(0.0)->low, 0.0);
}

TEST(Outcomes, TravelLimitsAreReportedWithTheJoint) {
  std::string text =
      arm(kMotors) + "paths: {a: {position: {line: {from: [0.5, 0.2], to: [0.8, 0.2]}}}}\n";
  text.replace(text.find("guess: 1}"), 9, "guess: 1, travel: [60 deg, 170 deg]}");
  const Evaluation e = evaluate_text(text);
  const Sample& last = e.paths[0].samples.back();
  EXPECT_EQ(last.status, SampleStatus::out_of_travel);
  EXPECT_NE(last.reason.what.find("J2"), std::string::npos);
  EXPECT_EQ(e.paths[0].samples.front().status, SampleStatus::ok);
}

// A four-bar driven at its coupler side: where crank and coupler are in line the drive at the
// rocker cannot move the crank. The crank's motion is prescribed: the pose is regular, but the
// drive is singular.
TEST(Outcomes, ParallelSingularityLeavesASegment) {
  const std::string text = R"(globaldyn: 1
name: slider_crank
gravity: [0, 0, 0]
bodies:
  crank: {mass: 1, com: [0.05, 0], inertia: {rod: 0.001}}
  rod: {mass: 1, com: [0.15, 0], inertia: {rod: 0.01}}
  slider: {mass: 2, inertia: {plate: 0.01}}
joints:
  A: {type: revolute, a: ground, b: crank}
  B: {type: revolute, a: {body: crank, at: [0.1, 0]}, b: rod}
  C: {type: revolute, a: {body: rod, at: [0.3, 0]}, b: slider}
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: slider, axis: x}}
drives: {F: {joint: P, limits: 100}}
paths: {turn: {joints: {A: p}, p_max: 2}}
)";
  const Machine machine = parse_machine(text, "slider.yaml", ".");
  EvaluationOptions options;
  options.at = {0.0, 1e-3, 1.0};
  const Evaluation e = evaluate(machine, options);
  const Sample& dead_centre = e.paths[0].samples[0];
  ASSERT_EQ(dead_centre.status, SampleStatus::ok) << dead_centre.reason.what;
  // The drive's force does not reach the crank: d2 follows from d1 alone. In line the crank's
  // inertia and the rod's rotation give A = 0 by symmetry, so d2 = 0 for every d1 up to the limit
  // ... where the slider's deceleration needs the force: |F| is not felt by the crank at all.
  EXPECT_EQ(dead_centre.map.unbalanced(), 1);
  EXPECT_EQ(dead_centre.map.V.cols(), 1);
  EXPECT_LT(dead_centre.map.smallest_singular_value, 1e-10);
  EXPECT_FALSE(dead_centre.region.is_empty());
  EXPECT_EQ(e.paths[0].samples[1].map.unbalanced(), 0);
  EXPECT_EQ(e.paths[0].samples[2].region.status(), RegionStatus::unbounded);
}

// A rod between two spherical joints may rotate about its own axis: idle, reported, harmless.
constexpr const char* kRod = R"(globaldyn: 1
name: swing
gravity: [0, 0, -9.81]
bodies:
  arm: {mass: 1, com: [0.1, 0, 0], inertia: {rod: 0.01}}
  rod: {mass: 0.5, inertia: INERTIA, com: [0, 0, 0.2], pose: {at: [0.2, 0, 0]}}
  block: {mass: 2, inertia: {diag: [0.1, 0.1, 0.1]}, pose: {at: [0.2, 0, 0.4]}}
joints:
  J: {type: revolute, a: {body: ground, axis: z}, b: {body: arm, axis: z}}
  S1: {type: spherical, a: {body: arm, at: [0.2, 0, 0]}, b: rod}
  S2: {type: spherical, a: {body: rod, at: [0, 0, 0.4]}, b: block}
  P: {type: prismatic, a: {body: ground, at: [0.2, 0, 0.4], axis: z}, b: {body: block, axis: z}}
drives: {M: {joint: J, limits: 50}}
paths: {swing: {joints: {J: 0.3 + p}, p_max: 1}}
)";

std::string rod_with(const std::string& inertia) {
  std::string text = kRod;
  text.replace(text.find("INERTIA"), 7, inertia);
  return text;
}

TEST(Outcomes, IdleFreedomIsFoundAndLeftOut) {
  const Machine machine = parse_machine(rod_with("{diag: [0.01, 0.01, 0.0001]}"), "rod.yaml", ".");
  const Evaluation e = evaluate(machine, {.paths = {}, .samples = 5});
  EXPECT_EQ(e.n_dof, 1);
  EXPECT_EQ(e.redundancy, 0);
  for (const Sample& sample : e.paths[0].samples) {
    ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
    // Zero rate: no spin about the rod's own axis.
    const Vector3d axis = sample.motion.pose[BodyId(2)].R.col(2);
    EXPECT_NEAR(axis.dot(sample.motion.first[BodyId(2)].w), 0.0, 1e-12);
  }
}

TEST(Outcomes, IdleFreedomMovedByItsInertiaIsAnError) {
  const Machine machine =
      parse_machine(rod_with("{xx: 0.01, yy: 0.01, zz: 0.006, xz: 0.002}"), "rod.yaml", ".");
  EXPECT_THROW((void)evaluate(machine, {.paths = {}, .samples = 5}), InputError);
}

TEST(Outcomes, CheckTellsWhenAnIdleFreedomWouldBeMoved) {
  const Machine still = parse_machine(rod_with("{diag: [0.01, 0.01, 0.0001]}"), "rod.yaml", ".");
  const Inspection good = inspect(still, "", 20);
  EXPECT_TRUE(good.paths[0].check.fits);
  // The rod may rotate about its own axis: that does not make another branch.
  EXPECT_LE(good.branches.size(), 2u);
  const Machine moved =
      parse_machine(rod_with("{xx: 0.01, yy: 0.01, zz: 0.006, xz: 0.002}"), "rod.yaml", ".");
  const Inspection bad = inspect(moved, "", 0);
  EXPECT_FALSE(bad.paths[0].check.fits);
  EXPECT_NE(bad.paths[0].check.wrong.find("inertia or load would move"), std::string::npos);
}

TEST(Outcomes, LoadUndefinedOnThePathIsAnInputError) {
  const std::string message =
      input_error_of(arm(kMotors) + "loads: {tool_wrench: {force: [sqrt(p - 0.5), 0, 0]}}\n" +
                     "paths: {out: {joints: {J1: p, J2: 1}, p_max: 1}}\n");
  EXPECT_NE(message.find("'sqrt(p - 0.5)' is not finite at p = 0"), std::string::npos) << message;
}

TEST(Outcomes, MotorOfNoLengthHasNoDirection) {
  const Evaluation e = evaluate_text(R"(globaldyn: 1
name: cart
bodies: {cart: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {X: {type: prismatic, a: ground, b: cart}}
drives: {L: {type: linear_motor, from: ground, to: cart, limits: 5}}
paths: {through: {joints: {X: p - 0.5}, p_max: 1}}
)");
  EXPECT_EQ(e.paths[0].samples[0].status, SampleStatus::ok);
  EXPECT_EQ(e.paths[0].samples[5].status, SampleStatus::singular);
  EXPECT_NE(e.paths[0].samples[5].reason.what.find("drive L has no direction"), std::string::npos);
  EXPECT_EQ(e.paths[0].samples[10].status, SampleStatus::ok);
}

// At a kink the derivatives are those on the right, as at the corners of polylines.
TEST(Outcomes, AtAKinkThePathGoesOn) {
  for (const std::string formula : {"abs(p - 0.5)", "max(p, 1 - p)", "-min(p, 1 - p)"}) {
    const Evaluation kinked = evaluate_text(arm(kMotors) + "paths: {out: {joints: {J1: \"" +
                                            formula + "\", J2: 1}, p_max: 1}}\n");
    const std::string offset = formula == "abs(p - 0.5)"    ? "p - 0.5"
                               : formula == "max(p, 1 - p)" ? "p"
                                                            : "p - 1";
    const Evaluation straight = evaluate_text(arm(kMotors) + "paths: {out: {joints: {J1: \"" +
                                              offset + "\", J2: 1}, p_max: 1}}\n");
    const Sample &a = kinked.paths[0].samples[5], &b = straight.paths[0].samples[5];
    ASSERT_EQ(a.p, 0.5);
    ASSERT_EQ(a.status, SampleStatus::ok) << formula;
    EXPECT_NEAR(a.region.d2_range(0.0)->high, b.region.d2_range(0.0)->high, 1e-9) << formula;
    EXPECT_NEAR(a.region.d2_range(0.0)->low, b.region.d2_range(0.0)->low, 1e-9) << formula;
  }
}

// Coulomb friction of a drive that stands still is set-valued: it widens the region by itself.
TEST(Outcomes, CoulombFrictionOfADriveAtRest) {
  const std::string text = R"(globaldyn: 1
name: table
bodies:
  x: {mass: 2, inertia: {diag: [1, 1, 1]}}
  y: {mass: 3, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: x, axis: x}}
  Y: {type: prismatic, a: {body: x, axis: y}, b: {body: y, axis: y}}
drives:
  FX: {joint: X, limits: 10, coulomb: 4}
  FY: {joint: Y, limits: 10, coulomb: 1}
paths: {x_only: {joints: {X: p, Y: 0*p}, p_max: 1}}
)";
  const Evaluation e =
      evaluate(parse_machine(text, "table.yaml", "."), {.paths = {}, .samples = 3});
  const Sample& sample = e.paths[0].samples[1];
  EXPECT_EQ(sample.map.C()(0), 4.0);
  EXPECT_EQ(sample.map.C()(1), 0.0);
  EXPECT_EQ(sample.map.coulomb_slack(1), 1.0);
  EXPECT_NEAR(sample.region.d2_range(0.0)->high, (10.0 - 4.0) / 5.0, 1e-13);
  EXPECT_NEAR(sample.region.d2_range(0.0)->low, (-10.0 - 4.0) / 5.0, 1e-13);
  // Across the path 3 kg pull with 10.5 N, either way: too much for the drive, but not for drive
  // and friction, and 11.1 N are too much for both.
  const auto is_held = [&](const std::string& g) {
    const std::string pulled = text + "gravity: [0, " + g + ", 0]\n";
    const Evaluation pulling =
        evaluate(parse_machine(pulled, "table.yaml", "."), {.paths = {}, .samples = 3});
    return pulling.paths[0].samples[1].region.contains(1.0, 0.0);
  };
  EXPECT_TRUE(is_held("3.5"));
  EXPECT_TRUE(is_held("-3.5"));
  EXPECT_FALSE(is_held("3.7"));
  EXPECT_FALSE(is_held("-3.7"));
}

TEST(Outcomes, SamplesOutsideThePathAreRefused) {
  EvaluationOptions options;
  options.at = {7.0};
  EXPECT_THROW((void)evaluate(load("sliding_star"), options), InputError);
  options.at = {};
  options.paths = {"circle_c"};
  try {
    (void)evaluate(load("sliding_star"), options);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'circle_a'?"), std::string::npos);
  }
}

// A point mass on cables and a carriage on one pin rotate idly: whatever their rotation, it is one
// way to assemble the machine.
TEST(Branches, TurningIdlyMakesNone) {
  const auto count = [](const std::string& name) {
    const Machine machine = load(name);
    return find_branches(machine.mechanism, machine.topology, machine.paths[0].task(0.0), 60)
        .size();
  };
  EXPECT_EQ(count("cable_point4"), 1u);
  // Each slider of the three on either side of the carriage.
  EXPECT_EQ(count("planar_2dof"), 8u);
}

}  // namespace
}  // namespace globaldyn::inside::test
