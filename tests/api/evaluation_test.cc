// Evaluations and criteria at the front door, against those inside: the same numbers to the bit.
#include <globaldyn/criteria.h>
#include <globaldyn/error.h>
#include <globaldyn/evaluation.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <atomic>
#include <cmath>
#include <filesystem>

#include "globaldyn/criteria/registry/registry.h"
#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/evaluation/write_evaluation.h"
#include "globaldyn/maps/path_poses.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "tests/api/star.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::api_test {
namespace {

EvaluationOptions look_at_three() {
  return {.paths = {"circle_a"}, .samples = 3, .bounds_at = {0.0, 5.0, 1e6}};
}

inside::Evaluation look_inside(const inside::Machine& machine) {
  return inside::evaluate(machine,
                          {.paths = {"circle_a"}, .samples = 3, .bounds_at = {0.0, 5.0, 1e6}});
}

void expect_same(const Region& region, const inside::Region& known) {
  EXPECT_EQ(region.is_empty(), known.is_empty());
  EXPECT_STREQ(to_string(region.status()), inside::to_string(known.status()));
  ASSERT_EQ(region.d1_intervals().size(), known.d1_intervals().size());
  const double d1 = 0.5 * known.d1_intervals()[0].high;
  EXPECT_EQ(region.d1_intervals()[0].high, known.d1_intervals()[0].high);
  EXPECT_EQ(region.d2_at(d1)->low, known.d2_range(d1)->low);
  EXPECT_EQ(region.d2_at_rest()->high, known.d2_range(0.0)->high);
  EXPECT_FALSE(region.d2_at(1e6));
  EXPECT_TRUE(region.contains(d1, region.d2_at(d1)->high));
  EXPECT_FALSE(region.contains(d1, 2.0 * std::abs(region.d2_at(d1)->high) + 1.0));
  EXPECT_EQ(region.support(1.0, 0.5), known.support(1.0, 0.5));
  EXPECT_EQ(region.area_d1_d2(), known.area_d1_d2());
  EXPECT_EQ(region.area_d1sq_d2(), known.area_d1sq_d2());
}

void expect_same_boundary(const Region& region, const inside::Region& known) {
  const std::vector<RegionComponent> components = region.components();
  const auto traced = known.components();
  ASSERT_EQ(components.size(), traced.size());
  ASSERT_EQ(components[0].vertices.size(), traced[0].vertices.size());
  ASSERT_EQ(components[0].edges.size(), traced[0].edges.size());
  EXPECT_EQ(components[0].d1_interval.high, traced[0].d1.high);
  for (std::size_t i = 0; i < traced[0].edges.size(); ++i) {
    EXPECT_EQ(components[0].vertices[i].d2, traced[0].vertices[i].d2);
    EXPECT_EQ(components[0].edges[i].kind == RegionEdge::Kind::arc, traced[0].edges[i].is_arc);
    ASSERT_EQ(components[0].edges[i].active.size(), traced[0].edges[i].active.size());
    EXPECT_EQ(components[0].edges[i].active[0].name, traced[0].edges[i].active[0].name);
    EXPECT_EQ(components[0].edges[i].active[0].limit, traced[0].edges[i].active[0].limit);
  }
}

TEST(ApiEvaluation, HasTheSamplesInside) {
  const Evaluation evaluation = evaluate(load_machine(kStar), look_at_three());
  const inside::Machine model = inside::load_machine(kStar);
  const inside::Evaluation known = look_inside(model);
  EXPECT_EQ(evaluation.n_bodies(), known.n_bodies);
  EXPECT_EQ(evaluation.n_dof(), known.n_dof);
  EXPECT_EQ(evaluation.redundancy(), known.redundancy);
  ASSERT_EQ(evaluation.paths().size(), 1u);
  EXPECT_EQ(evaluation.paths()[0].p_max, known.paths[0].p_max);
  ASSERT_EQ(evaluation.paths()[0].samples.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const Sample& sample = evaluation.paths()[0].samples[i];
    const inside::Sample& one = known.paths[0].samples[i];
    ASSERT_EQ(sample.status, SampleStatus::ok);
    EXPECT_EQ(sample.p, one.p);
    EXPECT_EQ(sample.tool->position, one.tool.origin);
    EXPECT_EQ(sample.A, one.map.A());
    EXPECT_EQ(sample.D, one.map.D());
    EXPECT_EQ(sample.V, one.map.V);
    EXPECT_EQ(sample.unbalanced, 0);
    EXPECT_TRUE(sample.calc_forces(2.0, -1.0).isApprox(one.map.calc_forces(2.0, -1.0), 1e-15));
    expect_same(sample.region, one.region);
    expect_same_boundary(sample.region, one.region);
    ASSERT_EQ(sample.d2_at.size(), 3u);
    EXPECT_EQ(sample.d2_at[1].d2->low, one.d2_at[1].second->low);
    EXPECT_FALSE(sample.d2_at[2].d2);
  }
  EXPECT_EQ(evaluation.csv(), inside::to_csv(known));
}

TEST(ApiEvaluation, WritesTheFilesOfTheCommand) {
  const inside::TemporaryFolder folder;
  const Evaluation evaluation = evaluate(load_machine(kStar), look_at_three());
  evaluation.write(folder.file("new/results"));
  for (const char* name : {"evaluation.json", "regions.csv", "inputs/sliding_star.yaml"}) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "new/results" / name)) << name;
  }
  EXPECT_NE(evaluation.json().find("globaldyn/evaluation/1"), std::string::npos);
  EXPECT_LT(evaluation.json().size(), evaluation.json(true).size());
}

TEST(ApiEvaluation, RefusesWhatMakesNoSense) {
  const Machine machine = load_machine(kStar);
  EXPECT_THROW((void)evaluate(machine, {.paths = {"nowhere"}}), InputError);
  EXPECT_THROW((void)evaluate(machine, {.samples = 0}), InputError);
  EXPECT_THROW((void)evaluate(machine, {.at = {-1.0}}), InputError);
  EXPECT_THROW((void)evaluate(machine, {.at = {1e9}}), InputError);
  EXPECT_THROW((void)evaluate(machine, {.method = {.region = "magic"}}), InputError);
  EXPECT_THROW((void)evaluate(machine, {.method = {.formulation = "magic"}}), InputError);
}

TEST(ApiEvaluation, GivesTheSameByEveryMethod) {
  const Machine machine = load_machine(kStar);
  EvaluationOptions options{.paths = {"circle_a"}, .at = {1.0}};
  const double usual =
      evaluate(machine, options).paths()[0].samples[0].region.d1_intervals()[0].high;
  for (const FormulationInfo& one : list_formulations()) {
    options.method.formulation = one.key;
    const double other =
        evaluate(machine, options).paths()[0].samples[0].region.d1_intervals()[0].high;
    EXPECT_NEAR(other, usual, 1e-8 * usual) << one.key;  // root of a limit solved to 1e-10 or so
  }
}

TEST(ApiEvaluation, TellsProgressAndCanBeStopped) {
  const Machine machine = load_machine(kStar);
  std::atomic<bool> stop{false};
  std::size_t total = 0;
  const Work told{
      .threads = 1, .cancel = &stop, .progress = [&](const Progress& now) { total = now.total; }};
  (void)evaluate(machine, {.paths = {"circle_a"}, .samples = 5, .run = told});
  EXPECT_EQ(total, 5u);
  stop = true;
  EXPECT_THROW((void)evaluate(machine, {.run = told}), Interrupted);
}

TEST(ApiRegion, IsEmptyUnlessMade) {
  const Region region;
  EXPECT_TRUE(region.is_empty());
  EXPECT_EQ(region.status(), RegionStatus::empty);
  EXPECT_TRUE(region.components().empty());
}

TEST(ApiCriteria, OfPathsAreThoseInside) {
  const inside::Machine model = inside::load_machine(kStar);
  inside::PathCriteriaOptions options;
  options.plan.tolerance = 1e-3;
  const auto known =
      inside::calc_path_criteria(model, {"circle_a"}, {"constant_speed", "time"}, options);
  const Machine machine = load_machine(kStar);
  const std::vector<CriterionValue> values =
      calc_path_criteria(machine, {"constant_speed", "time"}, {"circle_a"}, {.tolerance = 1e-3});
  ASSERT_EQ(values.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(values[i].name, known[i].criterion.name);
    EXPECT_EQ(values[i].path, "circle_a");
    EXPECT_EQ(values[i].value, known[i].value);
    EXPECT_EQ(values[i].unit, known[i].criterion.unit.si);
  }
  EXPECT_THROW((void)calc_path_criteria(machine, {"beauty"}), InputError);
  const Evaluation evaluation =
      evaluate(machine, {.paths = {"circle_a"}, .samples = 1, .criteria = {"constant_speed"}});
  ASSERT_EQ(evaluation.criteria().size(), 1u);
  EXPECT_EQ(evaluation.criteria()[0].value, values[0].value);
}

TEST(ApiCriteria, OfPosesAreThoseInside) {
  const inside::Machine model = inside::load_machine(kStar);
  const auto known =
      inside::calc_path_poses(model, inside::find_path(model, "circle_a"),
                              {{"dexterity", inside::find_criterion("dexterity"), {}}}, 5);
  const Machine machine = load_machine(kStar);
  const PoseCriteria values = calc_pose_criteria(machine, "circle_a", {"dexterity"}, 5);
  EXPECT_EQ(values.p, known.p);
  EXPECT_EQ(values.values, known.values);
  EXPECT_EQ(values.status, "ok");
  EXPECT_THROW((void)calc_pose_criteria(machine, "circle_a", {"time"}), InputError);
}

TEST(ApiCriteria, AreAllListed) {
  const std::vector<Criterion> list = list_criteria();
  ASSERT_EQ(list.size(), inside::list_criteria().size());
  for (const Criterion& one : list) {
    const inside::Criterion& known = *inside::find_criterion(one.name);
    EXPECT_EQ(one.of == Criterion::Of::pose, known.of_pose() != nullptr);
    EXPECT_EQ(one.of == Criterion::Of::path, known.of_path() != nullptr);
    EXPECT_EQ(one.unit, known.unit);
  }
}

TEST(ApiEvaluation, MatricesAreThereIfAskedFor) {
  const Machine star = load_machine(kStar);
  EvaluationOptions options = look_at_three();
  EXPECT_FALSE(evaluate(star, options).paths()[0].samples[0].matrices);
  options.matrices = true;
  const Evaluation evaluation = evaluate(star, options);
  EXPECT_TRUE(evaluation.links().empty());  // it has loops
  const PathEvaluation& path = evaluation.paths()[0];
  for (const Sample& sample : path.samples) {
    ASSERT_TRUE(sample.matrices);
    const auto n = static_cast<Eigen::Index>(path.coordinates.size());
    EXPECT_EQ(sample.matrices->M.rows(), n);
    EXPECT_EQ(sample.matrices->W.cols(), sample.A.size());
    ASSERT_TRUE(sample.matrices->jacobian);
    const Eigen::MatrixXd one = *sample.matrices->jacobian * sample.matrices->W.transpose();
    EXPECT_TRUE(one.isIdentity(1e-10));
    ASSERT_TRUE(sample.matrices->K);  // the file gives the motors' stiffness
    EXPECT_EQ(Eigen::LLT<Eigen::MatrixXd>(*sample.matrices->K).info(), Eigen::Success);
  }
}

}  // namespace
}  // namespace globaldyn::api_test
