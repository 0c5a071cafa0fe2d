// A path surveyed once, against the machine itself, on all machines of the library.
#include "tests/survey/survey_check.h"

namespace globaldyn::test {
namespace {

class SurveyOf : public testing::TestWithParam<LibraryPath> {};

TEST_P(SurveyOf, PanelsAreTheMachine) {
  const Machine machine = load(GetParam().machine);
  const Path& path = find_path(machine, GetParam().path);
  for (const double accuracy : {1e-3, 1e-6, 1e-9}) {
    SCOPED_TRACE(accuracy);
    PathSurvey survey(machine, path, {.accuracy = accuracy});
    ASSERT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
    ASSERT_TRUE(survey.is_regular());
    expect_whole(survey, path);
    EXPECT_LE(survey.error(), accuracy);
    const Check check = compare(survey, path, 200);
    EXPECT_LE(check.worst, kCorner * accuracy) << "at " << check.worst_p;
    EXPECT_LE(check.coefficients, kTrue * accuracy);
  }
}

// The number of poses is worth it.
TEST(SurveyCost, SlidingStar) {
  const Machine machine = load("sliding_star");
  const Path& path = find_path(machine, "circle_a");
  EXPECT_LE(PathSurvey(machine, path, {.accuracy = 1e-6}).pose_count(), 65u);
  EXPECT_LE(PathSurvey(machine, path, {.accuracy = 1e-9}).pose_count(), 140u);
}

INSTANTIATE_TEST_SUITE_P(Library, SurveyOf, testing::ValuesIn(list_paths()),
                         [](const auto& test) { return to_test_name(test.param); });

}  // namespace
}  // namespace globaldyn::test
