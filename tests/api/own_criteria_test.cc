// Criteria that programs add: the same numbers as those that are there already, wherever they are
// asked for. Each test adds names of its own, as the list is the process's.
#include <globaldyn/error.h>
#include <globaldyn/map.h>
#include <globaldyn/own_criteria.h>
#include <globaldyn/study.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "tests/api/star.h"
#include "tests/study/slide_study.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::api_test {
namespace {

Criterion describe_own(const std::string& name, const std::string& unit,
                       Criterion::Better better = Criterion::Better::smaller) {
  Criterion about;
  about.name = name;
  about.unit = unit;
  about.better = better;
  about.description = "of a test";
  return about;
}

// The slide's coordinate, once from the joint and once from the tool.
TEST(OwnCriteria, OfPosesSeeThePose) {
  add_pose_criterion(describe_own("own_place", "m"),
                     [](const RestingPose& pose) { return pose.joints.at(0).value; });
  add_pose_criterion(describe_own("own_tool_place", "m"),
                     [](const RestingPose& pose) { return pose.tool.position.x(); });
  // What the motor can make of the inertia: M and W are 2 kg and 1.
  add_pose_criterion(
      describe_own("own_acceleration", "m/s^2", Criterion::Better::larger),
      [](const RestingPose& pose) { return (pose.M.ldlt().solve(pose.W * pose.high))(0); });
  const Machine slide = parse_machine(inside::kSlide, "slide.yaml", "");
  const PoseCriteria found = calc_pose_criteria(
      slide, "stroke", {"own_place", "own_tool_place", "own_acceleration", "acceleration"}, 5);
  ASSERT_EQ(found.p.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(found.values[0][i], 0.25 * static_cast<double>(i), 1e-12);
    EXPECT_NEAR(found.values[1][i], found.values[0][i], 1e-12);
    EXPECT_NEAR(found.values[2][i], 4.0, 1e-12);
    EXPECT_NEAR(found.values[2][i], found.values[3][i], 1e-9);
  }
}

TEST(OwnCriteria, AreKnownToMapsAndReductions) {
  add_pose_criterion(describe_own("own_of_map", "m"),
                     [](const RestingPose& pose) { return 3.0 * pose.joints.at(0).value; });
  std::string text = inside::kSlide;
  const std::string list = "criteria: [acceleration, ";
  text.replace(text.find(list), list.size(), "criteria: [own_of_map, acceleration, ");
  text += "      furthest: {of: own_of_map, take: max}\n";
  const Map map = make_map(parse_machine(text, "slide.yaml", ""), "way");
  EXPECT_EQ(map.columns()[0].name, "own_of_map");
  EXPECT_EQ(map.columns()[0].unit, "m");
  EXPECT_NEAR(map.reductions().back().value, 3.0, 1e-12);
}

TEST(OwnCriteria, OfPathsSeeThePlan) {
  add_path_criterion(describe_own("own_time", "s"), [](const Plan& plan) { return plan.time(); });
  add_path_criterion(describe_own("own_peak", "N"),
                     [](const Plan& plan) { return plan.use().at(0).peak_force; });
  add_path_criterion(describe_own("own_sampled_peak", "N"), [](const Plan& plan) {
    EXPECT_FALSE(plan.stretches().empty());
    return plan.forces().cwiseAbs().maxCoeff();
  });
  const Machine star = load_machine(kStar);
  const auto own = calc_path_criteria(star, {"own_time", "own_peak", "own_sampled_peak"});
  const auto known = calc_path_criteria(star, {"time", "peak_force_F1"});
  ASSERT_EQ(own.size() / 3, known.size() / 2);
  for (std::size_t i = 0; i < known.size() / 2; ++i) {
    EXPECT_EQ(own[3 * i].path, known[2 * i].path);
    // Both as well as times are asked for.
    EXPECT_NEAR(own[3 * i].value, known[2 * i].value, 1e-4 * known[2 * i].value);
    // Peaks are of motions near the fastest, and nearer, as criteria.md says: within a percent.
    EXPECT_NEAR(own[3 * i + 1].value, known[2 * i + 1].value, 0.01 * known[2 * i + 1].value);
    EXPECT_GT(own[3 * i + 2].value, 0.5 * own[3 * i + 1].value);
  }
}

// Of a machine that cannot follow its path they have the worst value, as `time` does.
TEST(OwnCriteria, HaveNoValueWithoutAMotion) {
  add_path_criterion(describe_own("own_of_none", "s"), [](const Plan&) { return 1.0; });
  add_path_criterion(describe_own("own_larger_of_none", "s", Criterion::Better::larger),
                     [](const Plan&) { return 1.0; });
  const Machine slide = parse_machine(inside::kSlide, "slide.yaml", "", {{"reach", "0.5 m"}});
  const auto found = calc_path_criteria(slide, {"own_of_none", "own_larger_of_none", "time"});
  EXPECT_EQ(found[0].value, inside::kInfinity);
  EXPECT_EQ(found[1].value, -inside::kInfinity);
  EXPECT_EQ(found[0].reason, found[2].reason);
  EXPECT_FALSE(found[0].reason.empty());
}

TEST(OwnCriteria, AreForFormulasCyclesAndStudies) {
  add_path_criterion(describe_own("own_of_study", "s"),
                     [](const Plan& plan) { return 2.0 * plan.time(); });
  std::string text = inside::kSlide;
  text += R"(criteria: {twice: {formula: own_of_study/2, better: smaller}}
cycles: {there: {steps: [{path: stroke}, {dwell: 1 s}, {path: stroke, reverse: true}]}}
)";
  const Machine slide = parse_machine(text, "slide.yaml", "");
  const auto found = calc_path_criteria(slide, {"twice", "time"});
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].value, found[1].value);
  EXPECT_EQ(found[2].path, "there");
  EXPECT_EQ(found[2].value, found[3].value);
  EXPECT_NEAR(found[3].value, 1.0 + 2.0 * inside::slide_time(1.0, 2.0, 8.0), 1e-3);

  const inside::SlideStudy study(R"(variables: {length: {from: 0.5 m, to: 1.4 m}}
objectives: {duration: {minimize: stroke.own_of_study + 0*there.own_of_study}}
search: {algorithm: nsga2, population: 8, budget: 16, seed: 1}
)",
                                 text);
  const inside::TemporaryFolder folder;
  const Study run = run_study(study.folder().file("study.yaml"), folder.file("out"), {});
  ASSERT_EQ(run.designs().size(), 16u);
  for (const Design& design : run.designs()) {
    const double time = 2.0 * inside::slide_time(design.variables[0], 2.0, 8.0);
    EXPECT_NEAR(design.objectives[0], time, 2e-3 * time);
  }
}

TEST(OwnCriteria, OfMachinesAreForStudies) {
  add_machine_criterion(describe_own("own_double_mass", "kg"), [](const Machine& machine) {
    // The design's own parameters stay when others are set.
    const Machine other = machine.with({{"force", "16 N"}});
    for (const Parameter& one : other.parameters()) {
      if (one.name == "mass")
        return one.quantity.value > 3.0 ? std::nan("") : 2.0 * one.quantity.value;
    }
    return -1.0;
  });
  const inside::SlideStudy study(R"(variables: {mass: {from: 1 kg, to: 4 kg}}
objectives: {weight: {minimize: machine.own_double_mass}}
search: {algorithm: nsga2, population: 8, budget: 16, seed: 1}
)");
  const inside::TemporaryFolder folder;
  const Study run = run_study(study.folder().file("study.yaml"), folder.file("out"), {});
  ASSERT_EQ(run.designs().size(), 16u);
  EXPECT_EQ(run.columns(StudyColumn::Role::objective).at(0).unit, "kg");
  int without = 0;
  for (const Design& design : run.designs()) {
    const bool has_value = design.variables[0] <= 3.0;
    EXPECT_EQ(design.state == DesignState::ok, has_value);
    if (has_value) {
      EXPECT_NEAR(design.objectives[0], 2.0 * design.variables[0], 1e-12);
    }
    without += has_value ? 0 : 1;
  }
  EXPECT_GT(without, 0);
  for (const Criterion& one : list_criteria()) {
    EXPECT_EQ(one.of == Criterion::Of::machine, one.name == "own_double_mass") << one.name;
  }
}

TEST(OwnCriteria, RefuseWhatCannotBe) {
  const auto refusal = [](const std::string& name, const std::string& unit) -> std::string {
    try {
      add_path_criterion(describe_own(name, unit), [](const Plan&) { return 0.0; });
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("time", "s"), "criterion 'time': there is one already; expected another name");
  EXPECT_EQ(refusal("own time", "s"),
            "criterion 'own time': no name for formulas; expected letters, digits and _");
  EXPECT_NE(refusal("own_unit", "mm").find("unit 'mm'"), std::string::npos);
  EXPECT_NE(refusal("own_unit", "beauty").find("unit 'beauty'"), std::string::npos);
  EXPECT_EQ(refusal("own_unit", "N m"), "");
  EXPECT_NE(refusal("own_unit", "N m").find("already"), std::string::npos);
}

// What a function throws ends what asked for it, and in a study its design alone.
TEST(OwnCriteria, MayThrow) {
  add_path_criterion(describe_own("own_throwing", "1"), [](const Plan& plan) -> double {
    if (plan.time() > 1.0) throw std::runtime_error("too slow for me");
    return 1.0;
  });
  const Machine slide = parse_machine(inside::kSlide, "slide.yaml", "", {{"mass", "20 kg"}});
  EXPECT_THROW((void)calc_path_criteria(slide, {"own_throwing"}), std::exception);
  const inside::SlideStudy study(R"(variables: {length: {from: 0.05 m, to: 1.4 m}}
objectives: {duration: {minimize: stroke.own_throwing}}
search: {algorithm: nsga2, population: 8, budget: 16, seed: 1}
)");
  const inside::TemporaryFolder folder;
  const Study run = run_study(study.folder().file("study.yaml"), folder.file("out"), {});
  ASSERT_EQ(run.designs().size(), 16u);
  int failed = 0;
  for (const Design& design : run.designs()) {
    const bool is_slow = inside::slide_time(design.variables[0], 2.0, 8.0) > 1.0;
    EXPECT_EQ(design.state == DesignState::failed, is_slow);
    failed += is_slow ? 1 : 0;
  }
  EXPECT_GT(failed, 0);
  EXPECT_LT(failed, 16);
}

}  // namespace
}  // namespace globaldyn::api_test
