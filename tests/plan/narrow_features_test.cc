// Plans over features of formulas that no equal distance along the path meets: against closed forms
// and quadrature of a single slide, which know where the feature is.
#include "tests/support/narrow_features.h"

#include <gtest/gtest.h>

#include <vector>

#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/motion/plan_request.h"
#include "globaldyn/motion/pose_field.h"
#include "globaldyn/motion/region_nodes.h"
#include "globaldyn/plan/regions/region_plan.h"
#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kPush = 20.0;  // N, on 1 kg

Machine make_pushed_slide(const std::string& x, const std::string& force) {
  return parse_machine(fmt::format(R"(globaldyn: 1
name: slide
bodies: {{a: {{mass: 1 kg}}}}
joints: {{X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: a, axis: x}}}}}}
drives: {{F: {{joint: X, limits: 20 N}}}}
tool: a
loads: {{tool_wrench: {{force: ['{} N', 0, 0]}}}}
paths: {{k: {{joints: {{X: '{}'}}, p_max: 1}}}}
)",
                                   force, x),
                       "slide.yaml", ".");
}

// Of the motion that accelerates with all force from the start until it has to brake with all
// force to the end: v² falls and rises straight within each of many thousand steps, which become
// shorter towards the feature. Its error is below 1e-8.
double integrate_time_under(const NarrowFeature& feature, double load) {
  std::vector<double> p{0.0, 1.0};
  constexpr int kSteps = 20000;
  for (int i = 1; i < kSteps; ++i) p.push_back(static_cast<double>(i) / kSteps);
  for (int i = -kSteps; i <= kSteps; ++i) {
    const double at = feature.at + feature.width * std::sinh(16.0 * i / kSteps);
    if (at > 0.0 && at < 1.0) p.push_back(at);
  }
  std::sort(p.begin(), p.end());
  std::vector<double> work(p.size(), 0.0);  // of the load, by Simpson's rule
  const auto f = [&](double at) { return load * feature.calc(at); };
  for (std::size_t i = 1; i < p.size(); ++i) {
    const double h = p[i] - p[i - 1];
    work[i] = work[i - 1] + h / 6.0 * (f(p[i - 1]) + 4.0 * f(p[i] - 0.5 * h) + f(p[i]));
  }
  const auto speed = [&](std::size_t i) {
    const double from_start = kPush * p[i] + work[i];
    const double to_end = kPush * (1.0 - p[i]) - (work.back() - work[i]);
    return std::sqrt(std::max(0.0, 2.0 * std::min(from_start, to_end)));
  };
  double time = 0.0;
  for (std::size_t i = 1; i < p.size(); ++i) {
    time += 2.0 * (p[i] - p[i - 1]) / (speed(i - 1) + speed(i));
  }
  return time;
}

// `truth` is between the bounds, but for the error of the limits, a hundredth of the tolerance.
void expect_time_about(const PlannedMotion& motion, double truth, double tolerance) {
  EXPECT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_LE(motion.plan.time_lower(), truth * (1.0 + 0.02 * tolerance + 1e-8));
  EXPECT_GE(motion.plan.time(), truth * (1.0 - 0.02 * tolerance - 1e-8));
  EXPECT_LE(motion.plan.time(), truth * (1.0 + tolerance));
  EXPECT_LE(motion.max_violation, kMostViolation);
}

PlannedMotion plan_pushed_slide(const Machine& machine, double tolerance) {
  PlannedMotionOptions options;
  options.plan.tolerance = tolerance;
  return plan_motion(machine, machine.paths.front(), options);
}

TEST(NarrowFeatures, OfLoadsAreInTheTime) {
  std::mt19937 random(5);
  for (int i = 0; i < 24; ++i) {
    const NarrowFeature feature = draw_narrow_feature(random);
    // So large that it matters, and not so that it stops the slide.
    const double work = feature.is_wide ? 5.0 : std::min(300.0 * feature.width, 0.3);
    const double load = (i % 2 == 0 ? 1.0 : -1.0) * work / (feature.is_wide ? 1.0 : feature.width);
    const Machine machine = make_pushed_slide("p", fmt::format("{}*({})", load, feature.formula));
    const double truth = integrate_time_under(feature, load);
    for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
      SCOPED_TRACE(fmt::format("{} N {}, tolerance {}", load, feature.formula, tolerance));
      expect_time_about(plan_pushed_slide(machine, tolerance), truth, tolerance);
    }
  }
}

// x = p + A exp(-((p - c) / w)²) goes back where 2 A/w s exp(-s²) > 1, from rest to rest.
TEST(NarrowFeatures, OfThePathAreTurnedAroundIn) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int i = 0; i < 8; ++i) {
    const double c = 0.1 + 0.8 * uniform(random), w = std::pow(10.0, -5.0 + 2.0 * uniform(random));
    const double A = w * (2.0 + 3.0 * uniform(random));
    const auto slope = [&](double s) { return 1.0 - 2.0 * A / w * s * std::exp(-s * s); };
    const auto find_root = [&](double low, double high) {
      for (int k = 0; k < 100; ++k) {
        const double middle = 0.5 * (low + high);
        (slope(low) * slope(middle) > 0.0 ? low : high) = middle;
      }
      return low;
    };
    const auto x = [&](double s) { return c + w * s + A * std::exp(-s * s); };
    const double steepest = std::sqrt(0.5);
    const double first = x(find_root(0.0, steepest)), second = x(find_root(steepest, 20.0));
    double truth = 0.0;
    for (const double way : {first, first - second, 1.0 - second}) {
      truth += 2.0 * std::sqrt(way / kPush);
    }
    const Machine machine =
        make_pushed_slide(fmt::format("p+{}*exp(-((p-{})/{})^2)", A, c, w), "0");
    SCOPED_TRACE(fmt::format("A = {} w, w = {}, c = {}", A / w, w, c));
    expect_time_about(plan_pushed_slide(machine, 1e-6), truth, 1e-6);
  }
}

// The planner that asks for limits at places of its own, too.
TEST(NarrowFeatures, AreSeenByRegions) {
  std::mt19937 random(7);
  for (int i = 0; i < 6; ++i) {
    const NarrowFeature feature = draw_narrow_feature(random);
    const double load = feature.is_wide ? 5.0 : 0.3 / std::max(feature.width, 1e-3);
    const Machine machine = make_pushed_slide("p", fmt::format("{}*({})", load, feature.formula));
    SCOPED_TRACE(fmt::format("{} N {}", load, feature.formula));
    const Path& path = machine.paths.front();
    PathPlanOptions options;
    options.tolerance = 1e-4;
    PathSurvey survey(machine, path, make_survey_options(path, options));
    PoseField poses(survey, 0.0);
    const Plan plan = plan_regions(poses, place_region_nodes(survey, find_control(survey)),
                                   make_plan_options(machine, path, survey, options, {}));
    const double truth = integrate_time_under(feature, load);
    EXPECT_LE(plan.time_lower, truth * (1.0 + 1e-6));
    EXPECT_GE(plan.time, truth * (1.0 - 1e-6));
    EXPECT_LE(plan.time - truth, options.tolerance * truth);
  }
}

// A corner rounded by 1e-12 is beyond what is looked for.
TEST(NarrowFeatures, ThatNobodyCanSeeAreTold) {
  const Machine machine = make_pushed_slide("p", "(5*(p-0.31234)/sqrt((p-0.31234)^2+1e-24))");
  const PathSurvey survey(machine, machine.paths.front());
  ASSERT_EQ(survey.hidden().size(), 1u);
  EXPECT_TRUE(survey.hidden().front().contains(0.31234));
  EXPECT_LE(survey.hidden().front().high - survey.hidden().front().low, 1e-9);
  const PlannedMotion motion = plan_pushed_slide(machine, 1e-6);
  EXPECT_NE(motion.plan.status(), PlanStatus::optimal);
  EXPECT_FALSE(motion.plan.reason.empty());
}

}  // namespace
}  // namespace globaldyn::inside::test
