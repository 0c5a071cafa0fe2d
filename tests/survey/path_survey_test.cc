// A path surveyed once, against the machine itself, on all machines of the library.
#include <memory>
#include <thread>

#include "tests/survey/survey_check.h"

namespace globaldyn::inside::test {
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

// All numbers that limits have at some places of a surveyed path.
std::vector<double> list_numbers(const Survey& survey) {
  constexpr int kPlaces = 97;
  std::vector<double> numbers = survey.breaks();
  SmoothLimits limits;
  const double begin = survey.breaks().front(), end = survey.breaks().back();
  for (int i = 0; i <= kPlaces; ++i) {
    const double p = begin + (end - begin) * i / kPlaces;
    survey.find_panel(p).write(p, limits);
    for (const auto* values : {&limits.alpha, &limits.beta, &limits.gamma, &limits.delta}) {
      numbers.insert(numbers.end(), values->begin(), values->end());
    }
  }
  return numbers;
}

// Oracle: the same survey, while its machine and walk exist.
TEST(SurveyValue, NeedsNeitherMachineNorWalk) {
  auto machine = std::make_unique<Machine>(load("delta"));
  const PathSurvey both(*machine, machine->paths.front());
  const std::vector<double> expected = list_numbers(both);
  const Survey alone = survey_path(*machine, machine->paths.front());
  machine.reset();
  EXPECT_EQ(list_numbers(alone), expected);
  EXPECT_EQ(alone.error(), both.error());
}

// Looking at poses afterwards changes nothing of what was found, and many may read it at once.
TEST(SurveyValue, IsReadByManyThreads) {
  const Machine machine = load("sliding_star");
  const Path& path = find_path(machine, "circle_a");
  PathSurvey both(machine, path);
  const Survey& survey = both;
  const std::vector<double> expected = list_numbers(survey);
  std::vector<std::vector<double>> read(4);
  {
    std::vector<std::jthread> threads;
    for (auto& numbers : read) threads.emplace_back([&] { numbers = list_numbers(survey); });
    for (int i = 0; i < 50; ++i)
      EXPECT_EQ(both.visit(path.p_max * i / 50).status, SampleStatus::ok);
  }
  for (const auto& numbers : read) EXPECT_EQ(numbers, expected);
}

INSTANTIATE_TEST_SUITE_P(Library, SurveyOf, testing::ValuesIn(list_paths()),
                         [](const auto& test) { return to_test_name(test.param); });

}  // namespace
}  // namespace globaldyn::inside::test
