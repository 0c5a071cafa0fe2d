// A sample of the campaign: paths of the library as users vary them. Oracle: bounds at several
// tolerances that must nest, and limits recomputed between nodes.
#include <gtest/gtest.h>

#include "tests/campaign/case_checks.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

TEST(Campaign, SampleHoldsAtSeveralTolerances) {
  constexpr std::size_t kCases = 30;
  std::vector<CampaignCase> all;
  for (const std::string& file : list_machine_files()) {
    for (CampaignCase& c : list_cases(file)) all.push_back(std::move(c));
  }
  ASSERT_GT(all.size(), 1000u);
  CheckOptions options;
  options.run.tolerances = {1e-2, 1e-4};
  options.checks = {"bounds", "limits"};
  options.points = 300;
  Draw draw(7);
  for (std::size_t i = 0; i < kCases; ++i) {
    const CampaignCase& c = all[draw.below(all.size())];
    SCOPED_TRACE(c.name());
    for (const std::string& wrong : check_case(c, options).wrong) ADD_FAILURE() << wrong;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
