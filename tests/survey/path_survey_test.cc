// A path surveyed once, against the machine itself.
#include "globaldyn/survey/path_survey.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "tests/support/machines.h"

namespace globaldyn::test {
namespace {

// The limits of a panel as a system of rows, whatever their factor.
LimitSystem to_system(const SmoothLimits& limits, const LimitLabels& labels) {
  LimitSystem system;
  system.labels = labels;
  system.redundancy = static_cast<int>(limits.v.cols());
  for (std::size_t k = 0; k < limits.alpha.size(); ++k) {
    const double f = limits.factor;
    LimitRow row;
    row.alpha = limits.alpha[k] / f;
    row.beta = limits.beta[k] / f;
    row.gamma = limits.gamma[k] / f;
    row.delta = limits.delta[k] / f;
    row.v = limits.v.row(static_cast<Eigen::Index>(k)).transpose() / f;
    row.low = limits.low[k];
    row.high = limits.high[k];
    system.rows.push_back(std::move(row));
  }
  return system;
}

// How far two regions are apart at p: the largest d1 and ranges of d2, relative.
double calc_difference(const Region& a, const Region& b) {
  if (a.is_empty() != b.is_empty()) return 1.0;
  if (a.is_empty()) return 0.0;
  const auto one = a.d1_intervals(), other = b.d1_intervals();
  if (one.size() != other.size()) return 1.0;
  const double top = other.back().high;
  double worst = 0.0;
  const auto add = [&](double x, double y, double size) {
    if (std::isinf(x) && x == y) return;
    worst = std::max(worst, std::abs(x - y) / size);
  };
  for (std::size_t i = 0; i < one.size(); ++i) {
    add(one[i].low, other[i].low, std::isfinite(top) ? top : 1.0);
    add(one[i].high, other[i].high, std::isfinite(top) ? top : 1.0);
  }
  const double middle = std::isfinite(top) ? top : 1.0;
  for (const double share : {0.0, 0.3, 0.6, 0.9}) {
    const auto x = a.d2_range(share * middle), y = b.d2_range(share * middle);
    if (x.has_value() != y.has_value()) continue;  // near an end of d1
    if (!x) continue;
    const double range = y->high - y->low;
    const double size = std::isfinite(range)
                            ? std::max(range, std::max(std::abs(y->low), std::abs(y->high)))
                            : 1.0;
    add(x->low, y->low, size);
    add(x->high, y->high, size);
  }
  return worst;
}

struct Check {
  double worst{0.0};    // of regions
  double worst_p{0.0};  // where
};

Check compare(PathSurvey& survey, const Path& path, int count, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0.0, path.p_max);
  Check check;
  SmoothLimits limits;
  for (int i = 0; i < count; ++i) {
    const double p = uniform(random);
    survey.find_panel(p).write(p, limits);
    const Sample& sample = survey.visit(p);
    if (sample.status != SampleStatus::ok) {
      ADD_FAILURE() << sample.reason << " at " << p;
      return check;
    }
    const Region interpolated = make_region(to_system(limits, survey.labels()));
    const Region here = make_region(survey.limits());
    const double difference = calc_difference(interpolated, here);
    if (difference > check.worst) check = {difference, p};
  }
  return check;
}

// Panels rise without gaps between breaks.
void expect_whole(const PathSurvey& survey, const Path& path) {
  ASSERT_FALSE(survey.panels().empty());
  EXPECT_EQ(survey.panels().front().begin, 0.0);
  EXPECT_EQ(survey.panels().back().end, path.p_max);
  EXPECT_EQ(survey.breaks().front(), 0.0);
  EXPECT_EQ(survey.breaks().back(), path.p_max);
  std::size_t next = 1;
  for (std::size_t i = 0; i < survey.panels().size(); ++i) {
    const Panel& panel = survey.panels()[i];
    EXPECT_LT(panel.begin, panel.end);
    if (i > 0) {
      EXPECT_EQ(panel.begin, survey.panels()[i - 1].end);
    }
    ASSERT_LT(next, survey.breaks().size());
    EXPECT_LE(panel.end, survey.breaks()[next]);
    if (panel.end == survey.breaks()[next]) ++next;
  }
  EXPECT_EQ(next, survey.breaks().size());
}

class SurveyOf : public testing::TestWithParam<LibraryPath> {};

TEST_P(SurveyOf, PanelsAreTheMachine) {
  const Machine machine = load(GetParam().machine);
  const Path& path = find_path(machine, GetParam().path);
  for (const double accuracy : {1e-3, 1e-6, 1e-9}) {
    SCOPED_TRACE(accuracy);
    PathSurvey survey(machine, path, {.accuracy = accuracy});
    ASSERT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
    ASSERT_TRUE(survey.is_regular());
    const std::size_t poses = survey.pose_count();
    expect_whole(survey, path);
    EXPECT_LE(survey.error(), accuracy);
    const Check check = compare(survey, path, 200);
    // A corner of a region moves by more than the limits that meet there at an acute angle.
    EXPECT_LE(check.worst, 20.0 * accuracy) << "at " << check.worst_p;
    std::printf("%-28s %-14s %7.0e: %4zu poses, %3zu panels, %2zu breaks, error %.1e, regions %.1e\n",
                GetParam().machine.c_str(), GetParam().path.c_str(), accuracy, poses,
                survey.panels().size(), survey.breaks().size(), survey.error(), check.worst);
  }
}

INSTANTIATE_TEST_SUITE_P(Library, SurveyOf, testing::ValuesIn(list_paths()),
                         [](const auto& test) { return to_test_name(test.param); });

}  // namespace
}  // namespace globaldyn::test
