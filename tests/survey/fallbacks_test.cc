// Ways out for what is numerically hard must not become the usual way: on the library, evaluating
// and planning need hardly any.
#include <gtest/gtest.h>

#include "core/base/fallbacks.h"
#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/motion/plan_path.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

class FewFallbacks : public testing::TestWithParam<LibraryPath> {};

TEST_P(FewFallbacks, OnTheLibrary) {
  constexpr int kSamples = 200;
  // The first poses of machines with idle degrees of freedom need two.
  constexpr std::uint64_t kMost = 4;
  const Machine machine = load(GetParam().machine);
  EvaluationOptions options;
  options.paths = {GetParam().path};
  options.samples = kSamples;
  const FallbackCounts before = list_fallbacks();
  const Evaluation evaluation = evaluate(machine, options);
  PathPlanOptions plan;
  plan.tolerance = 1e-4;
  EXPECT_TRUE(plan_path(machine, find_path(machine, GetParam().path), plan).has_motion());
  const FallbackCounts after = list_fallbacks();
  EXPECT_EQ(evaluation.paths[0].samples.size(), static_cast<std::size_t>(kSamples));
  for (std::size_t i = 0; i < kFallbacks; ++i) {
    EXPECT_LE(after[i] - before[i], kMost) << to_string(static_cast<Fallback>(i));
  }
}

INSTANTIATE_TEST_SUITE_P(Library, FewFallbacks, testing::ValuesIn(list_paths()),
                         [](const auto& row) { return to_test_name(row.param); });

std::uint64_t count_so_far(Fallback fallback) {
  return list_fallbacks()[static_cast<std::size_t>(fallback)];
}

TEST(Fallbacks, AreCounted) {
  const std::uint64_t before = count_so_far(Fallback::loose_roots);
  count(Fallback::loose_roots);
  count(Fallback::loose_roots);
  EXPECT_EQ(count_so_far(Fallback::loose_roots) - before, 2u);
}

// With idle degrees of freedom, as of a point on cables, a path's first pose is solved densely.
TEST(Fallbacks, OfEvaluationsAreCounted) {
  const std::uint64_t before = count_so_far(Fallback::dense_step);
  EvaluationOptions options;
  options.samples = 3;
  (void)evaluate(load("cable_point4"), options);
  EXPECT_GT(count_so_far(Fallback::dense_step), before);
}

}  // namespace
}  // namespace globaldyn::inside::test
