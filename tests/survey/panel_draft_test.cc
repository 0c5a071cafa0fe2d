// Polynomials of degree 4 through values that are known in between. Oracle: closed form.
#include <functional>

#include "globaldyn/survey/chebyshev.h"
#include "globaldyn/survey/panel_draft.h"
#include "tests/survey/survey_check.h"

namespace globaldyn::inside::test {
namespace {

using Course = std::function<double(double x)>;

// One drive, whose force per d2 follows the course on [-1, 1].
SurveyNode make_node(double p, const Course& course) {
  SurveyNode node;
  node.p = p;
  node.rows = MatrixXd::Zero(1, kMotionColumns);
  node.rows(0, 3) = course(p);
  node.low = VectorXd::Constant(1, -1.0);
  node.high = VectorXd::Constant(1, 1.0);
  node.V.resize(1, 0);
  return node;
}

// Whether the nodes of that degree, 2 or 4, and the one that confirms them say that the course is
// known to 1e-3.
bool is_taken(const Course& course, int degree = 4) {
  const Machine machine = load("slider_crank");
  const SurveyModel model(machine, machine.paths[0]);
  const VectorXd no_friction;
  PanelDraft draft(model, -1.0, 1.0, 1e-3, 1e-11, no_friction);
  for (int j = 0; j <= degree; ++j) {
    draft.nodes().push_back(make_node(draft.node_at(j, degree), course));
  }
  EXPECT_EQ(draft.judge(), PanelDraft::Verdict::confirm);
  return draft.confirm(make_node(draft.node_at(PanelDraft::kConfirming, 2 * degree), course));
}

TEST(PanelDraft, ConfirmsWhatFadesAway) {
  EXPECT_TRUE(is_taken([](double x) { return std::exp(0.5 * x); }));
  EXPECT_TRUE(is_taken([](double x) { return 1.0 / (4.0 + x); }));
}

// At five nodes a wave of degree 5 or 6 looks like one of degree 3 or 2, small beside the lower
// ones.
TEST(PanelDraft, IsNotTakenInByWavesBetweenNodes) {
  for (const double degree : {5.0, 6.0, 7.0}) {
    SCOPED_TRACE(degree);
    EXPECT_FALSE(is_taken([&](double x) {
      const double base = x + 0.2 * x * x + 0.02 * x * x * x;
      return base + 3e-3 * std::cos(degree * std::acos(std::clamp(x, -1.0, 1.0)));
    }));
  }
}

TEST(PanelDraft, ThreeNodesAreEnoughForWhatIsNearlyQuadratic) {
  constexpr int kThree = 2;
  EXPECT_TRUE(is_taken([](double x) { return 1.0 + 0.3 * x - 0.2 * x * x; }, kThree));
  // At the node that confirms, an error of 4e-4 (x³ - x) is 1.4e-4, of which four times count.
  EXPECT_TRUE(is_taken([](double x) { return 1.0 + 4e-4 * x * x * x; }, kThree));
  EXPECT_FALSE(is_taken([](double x) { return 1.0 + 4e-3 * x * x * x; }, kThree));
  EXPECT_FALSE(is_taken([](double x) { return 1.0 + 2e-3 * x * x * x * x; }, kThree));
}

}  // namespace
}  // namespace globaldyn::inside::test
