// What the live page is told of cycles and of what paths leave open: against closed forms.
#include "explore/explorer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/app/page_document.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::explore {
namespace {

constexpr const char* kSlides = R"(globaldyn: 1
name: slides
parameters: {force: {value: 8 N, min: 1 N, max: 80 N}}
bodies: {carriage: {mass: 3 kg}, slide: {mass: 1 kg}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}
  Q: {type: prismatic, a: {body: carriage, axis: x}, b: {body: slide, axis: x}}
drives: {F: {joint: P, limits: force, loss_weight: 1 W/N^2, rated: 2 N}, G: {joint: Q, limits: 80 N, loss_weight: 1 W/N^2}}
tool: slide
load_cases: {full: {payload: {mass: 4 kg}}}
paths:
  go: {joints: {P: 1 m*p, Q: 0}, p_max: 1}
  open:
    position: {x: 1 m*p}
    prescribe: [x]
    joints: {Q: {free: {range: 0.3 m, points: 2}}}
    p_max: 1
cycles: {day: {steps: [{path: go, load: full}, {dwell: 1 s}, {path: go, reverse: true}]}}
)";

// From rest to rest over 1 m.
double calc_time(double mass, double force) {
  return 2.0 * std::sqrt(mass / force);
}

class ExplorerOfSlides : public testing::Test {
 protected:
  [[nodiscard]] nlohmann::json ask(const std::string& path, const Values& settings = {},
                                   Motion motion = Motion::fastest, double pace = 1.0) const {
    Request request;
    request.path = path;
    request.settings = settings;
    request.plan = Planning::whole;
    request.ratings = true;
    request.motion = motion;
    request.pace = pace;
    return PageDocument(explorer_.compute(request)).header;
  }
  [[nodiscard]] const Explorer& explorer() const { return explorer_; }

 private:
  static Subject make_subject(const TemporaryFolder& folder) {
    folder.write("slides.yaml", kSlides);
    return make_machine_subject(folder.file("slides.yaml"), {}, "");
  }

  TemporaryFolder folder_;
  Explorer explorer_{make_subject(folder_), false, {}};
};

TEST_F(ExplorerOfSlides, PlansCycles) {
  for (const double force : {8.0, 20.0}) {
    const nlohmann::json seen = ask("day", {{"force", force}});
    EXPECT_EQ(seen["explore"]["failure"], "");
    EXPECT_EQ(seen["explore"]["plan_failure"], "");
    EXPECT_EQ(seen["explore"]["paths"], (std::vector<std::string>{"go", "open", "day"}));
    ASSERT_EQ(seen["paths"].size(), 1u);
    EXPECT_EQ(seen["paths"][0]["name"], "day");
    ASSERT_EQ(seen["plans"].size(), 1u);
    EXPECT_EQ(seen["plans"][0]["path"], "day");
    const double time = calc_time(8.0, force) + 1.0 + calc_time(4.0, force);
    EXPECT_NEAR(seen["plans"][0]["time"], time, 2e-4 * time);
  }
  EXPECT_NEAR(ask("go")["plans"][0]["time"], calc_time(4.0, 8.0), 1e-3);
}

// Of steps that go back, and of parts of paths: the carriage's x at some p of the whole.
TEST_F(ExplorerOfSlides, ShowsCyclesWhereTheyAre) {
  Request request;
  request.path = "day";
  const PageDocument seen(explorer().compute(request));
  const nlohmann::json& path = seen.header["paths"][0];
  const std::vector<double> p = seen.numbers(path["p"]);
  const std::vector<float> poses = seen.array<float>(path["poses"]);
  constexpr std::size_t kBodies = 3, kNumbers = 7;
  ASSERT_EQ(poses.size(), kNumbers * kBodies * p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double x = poses[kNumbers * (kBodies * i + 1)];
    EXPECT_NEAR(x, p[i] <= 1.0 ? p[i] : 2.0 - p[i], 1e-6) << p[i];
  }
}

// 12 m² L² w / T³ of what the carriage takes, and of what the slide on it does.
TEST_F(ExplorerOfSlides, LosesLeastAsSlowlyAsItMay) {
  const double time = 1.5 * calc_time(4.0, 8.0);
  const nlohmann::json plan = ask("go", {}, Motion::losses, 1.5)["plans"][0];
  EXPECT_NEAR(plan["time"], time, 2e-4 * time);
  EXPECT_EQ(plan["wished"]["least_losses"], true);
  const double losses = 12.0 * (16.0 + 1.0) / std::pow(time, 3);
  EXPECT_NEAR(plan["wished"]["losses"], losses, 2e-3 * losses);
  const double day = 1.2 * (calc_time(8.0, 8.0) + 1.0 + calc_time(4.0, 8.0));
  EXPECT_NEAR(ask("day", {}, Motion::losses, 1.2)["plans"][0]["time"], day, 2e-4 * day);
}

TEST_F(ExplorerOfSlides, StaysWithinRatedForces) {
  const nlohmann::json plan = ask("go", {}, Motion::rated)["plans"][0];
  const double time = std::sqrt(6.0 * 4.0 / (std::sqrt(3.0) * 2.0));
  EXPECT_NEAR(plan["time"], time, 2e-4 * time);
  EXPECT_EQ(plan["wished"]["within_rated"], true);
}

TEST_F(ExplorerOfSlides, ChoosesWhatIsOpen) {
  const nlohmann::json seen = ask("open");
  // The carriage may stay behind by 0.6 m: 3 kg (1 - 0.6) and 1 kg.
  EXPECT_NEAR(seen["plans"][0]["time"], calc_time(2.2, 8.0), 1e-3);
}

}  // namespace
}  // namespace globaldyn::inside::explore
