// Features of formulas much narrower than the distances at which a survey looks first. What is
// compared with is the machine itself, at thousands of places next to the feature: nothing of how
// it was found.
#include "tests/support/narrow_features.h"

#include "tests/survey/survey_check.h"

namespace globaldyn::inside::test {
namespace {

// A gantry that turns its tool, a tool force and a torque; the path "k" and the load are what the
// test is about.
std::string write_gantry(const std::string& path, const std::string& wrench) {
  return fmt::format(R"(globaldyn: 1
name: gantry
bodies:
  beam: {{mass: 10 kg, inertia: {{plate: 1}}}}
  cart: {{mass: 10 kg, inertia: {{plate: 1}}}}
  knife: {{mass: 1 kg, inertia: {{plate: 0.01}}}}
joints:
  Y: {{type: prismatic, a: {{body: ground, axis: y}}, b: {{body: beam, axis: y}}}}
  X: {{type: prismatic, a: {{body: beam, axis: x}}, b: {{body: cart, axis: x}}}}
  C: {{type: revolute, a: cart, b: knife}}
drives:
  FY: {{joint: Y, limits: 1000 N}}
  FX: {{joint: X, limits: 1000 N}}
  MC: {{joint: C, limits: 1 N m}}
tool: knife
loads: {{tool_wrench: {{{}}}}}
paths:
  k: {{{}, p_max: 1}}
)",
                     wrench, path);
}

// Where in the machine's file a feature stands.
std::string place_feature(const NarrowFeature& feature, double size, int where) {
  const std::string f = fmt::format("{}*({})", size, feature.formula);
  const auto position = [](const std::string& x, const std::string& y, const std::string& phi) {
    return fmt::format(R"(position: {{x: "{}", y: "{}"}}, orientation: {{phi: "{}"}})", x, y, phi);
  };
  const std::string none = "force: [0, 0, 0]";
  switch (where) {
    case 0:
      return write_gantry(position("p", "0.2*p+" + f, "0"), none);
    case 1:
      return write_gantry(position("p+0.3*" + f, "0.2*p", "0"), none);
    case 2:
      return write_gantry(position("p", "0", "0.1*p+" + f), none);
    case 3:
      return write_gantry(fmt::format(R"(joints: {{X: p, Y: "{}", C: "0.1*p"}})", f), none);
    case 4:
      return write_gantry(fmt::format(R"(drives: {{FX: p, FY: "{}", MC: "0.1*p"}})", f), none);
    case 5:
      return write_gantry(position("p", "0.2*p", "0"),
                          fmt::format("force: ['1e3 N*({})', 0, 0]", feature.formula));
    default:
      return write_gantry(position("p", "0.2*p", "0"),
                          fmt::format("torque: [0, 0, '1 N m*({})']", feature.formula));
  }
}

constexpr int kPlaces = 7;

// The worst error of panels at random places, most of them next to the feature.
double find_worst_error(PathSurvey& survey, const NarrowFeature& feature, std::mt19937& random,
                        double& at) {
  std::normal_distribution<double> beside(0.0, 1.0);
  double worst = 0.0;
  for (int i = 0; i < 1500; ++i) {
    const double spread = feature.width * std::pow(10.0, 0.5 * (i % 5));
    const double p = feature.at + spread * beside(random);
    if (!(p > 0.0 && p < 1.0)) continue;
    const Sample& sample = survey.visit(p);
    EXPECT_EQ(sample.status, SampleStatus::ok);
    const double error = calc_limit_error(survey.find_panel(p), p, survey.limits(), false, 1.0);
    if (error > worst) {
      worst = error;
      at = p;
    }
  }
  return worst;
}

TEST(NarrowFeatures, AreOnPanels) {
  std::mt19937 random(20);
  for (int i = 0; i < 105; ++i) {
    const NarrowFeature feature = draw_narrow_feature(random);
    const double size = feature.width * std::pow(10.0, 0.5 * (i % 5) - 2.0);
    const std::string text = place_feature(feature, size, i % kPlaces);
    SCOPED_TRACE(text.substr(text.find("loads:")));
    const Machine machine = parse_machine(text, "narrow.yaml", ".");
    PathSurvey survey(machine, machine.paths.front(), {.accuracy = 1e-6});
    ASSERT_EQ(survey.failure().status, SampleStatus::ok);
    EXPECT_TRUE(survey.hidden().empty());
    ASSERT_TRUE(survey.is_regular())
        << survey.pose_count() << " poses, as far as "
        << (survey.panels().back().end - feature.at) / feature.width << " widths";
    expect_whole(survey, machine.paths.front());
    double at = 0.0;
    EXPECT_LE(find_worst_error(survey, feature, random, at), kTrue * 1e-6)
        << feature.kind << " at " << (at - feature.at) / feature.width << " widths, "
        << survey.pose_count() << " poses";
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
