// Against an independent program's motions of two machines (tests/data/reference/motions.json).
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "globaldyn/convex/solve_motion.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/motion/survey_rows.h"

namespace globaldyn::inside::test {
namespace {

using Json = nlohmann::json;

constexpr double kPlanned = 3e-6;

struct Reference {
  const char* name;
  const char* machine;
  const char* path;
};

class MotionReferences : public testing::TestWithParam<Reference> {};
INSTANTIATE_TEST_SUITE_P(All, MotionReferences,
                         testing::Values(Reference{"star_a", "sliding_star", "circle_a"},
                                         Reference{"puma_circle", "puma560", "circle"}),
                         [](const auto& test) { return std::string(test.param.name); });

class Case {
 public:
  Case(const Json& given, const Machine& machine, const Path& path, const PathPlan& fastest)
      : given_(given), machine_(machine), path_(path), fastest_(fastest) {
    for (Drive& drive : machine_.mechanism.drives) {
      peaks_.conservativeResize(peaks_.size() + 1);
      peaks_.tail(1).setConstant(find_share_size(drive.limit));
      const Json& asked = given["parameters"];
      if (asked.contains("R")) drive.limit.rate = asked["R"].get<double>() * peaks_.tail(1)(0);
      if (asked.contains("P")) drive.limit.power = asked["P"];
    }
  }

  void check() const {
    PathAnalysis analysis(machine_, path_, {.accuracy = 1e-8});
    const SurveyRows field(analysis.survey(), machine_, path_, {});
    const Plan& plan = fastest_.plan;
    const auto x_at = [&](double p) {
      const auto after = std::upper_bound(plan.p.begin() + 1, plan.p.end() - 1, p);
      const auto i = static_cast<std::size_t>(after - plan.p.begin()) - 1;
      return plan.segments[i].x_at(p - plan.p[i]);
    };
    const std::vector<GridStretch> stretches{{.begin = 0.0, .end = path_.p_max}};
    const MotionSolution solution =
        solve_motion(field, stretches, {}, make_aim(), x_at, {.tolerance = kPlanned});
    ASSERT_EQ(solution.status, MotionSolution::Status::solved);
    const double time = given_["T"], error = given_["T_error"];
    EXPECT_NEAR(solution.totals[0], time, error + 4.0 * kPlanned * time);
    if (given_.contains("T_c")) {
      EXPECT_NEAR(solution.period, given_["T_c"].get<double>(), error + kPlanned * time);
    }
    if (!given_.contains("loss")) return;
    const double loss = given_["loss"];
    EXPECT_NEAR(solution.totals.tail(peaks_.size()).sum(), loss, 1e-5 * loss);
  }

 private:
  [[nodiscard]] MotionAim make_aim() const {
    const std::string problem = given_["problem"];
    const Json& asked = given_["parameters"];
    MotionAim aim{.forces = peaks_, .costs = VectorXd::Zero(1 + peaks_.size())};
    const auto add = [&](Eigen::Index total, double period, double most) {
      Budget budget{VectorXd::Zero(aim.costs.size()), period, most};
      budget.shares[total] = 1.0;
      aim.budgets.push_back(budget);
    };
    if (problem == "trade" || problem == "loss") aim.costs.setOnes();
    if (problem == "trade") aim.costs[0] = asked["alpha"];
    if (problem == "loss") aim.costs[0] = 0.0;
    if (problem == "loss") add(0, 0.0, asked["T_max"]);
    if (problem == "rate" || problem == "power") aim.costs[0] = 1.0;
    if (asked.contains("rated_share")) {
      aim.forces *= asked["rated_share"].get<double>();
      aim.has_period = true;
      aim.period_cost = 1.0;
      add(0, 1.0, -asked["dwell"].get<double>());
      for (Eigen::Index k = 0; k < peaks_.size(); ++k) add(1 + k, 1.0, 0.0);
    }
    return aim;
  }

  const Json& given_;
  Machine machine_;
  const Path& path_;
  const PathPlan& fastest_;
  VectorXd peaks_{};
};

TEST_P(MotionReferences, AreMet) {
  const std::string root = GLOBALDYN_SOURCE_DIR;
  std::ifstream stream(root + "/tests/data/reference/motions.json");
  const Json all = Json::parse(stream);
  const std::string name = GetParam().machine;
  const Machine machine = load_machine(root + "/machines/" + name + "/" + name + ".yaml");
  const Path& path = find_path(machine, GetParam().path);
  const PathPlan fastest = plan_path(machine, path, {.tolerance = 1e-4, .report = false});
  int count = 0;
  for (const Json& one : all["cases"]) {
    // What limits at single p allow is the other planners'.
    if (one["machine"] != GetParam().name || one["problem"] == "time") continue;
    SCOPED_TRACE(one["problem"].get<std::string>() + one["parameters"].dump());
    Case(one, machine, path, fastest).check();
    ++count;
  }
  EXPECT_EQ(count, 12);
}

}  // namespace
}  // namespace globaldyn::inside::test
