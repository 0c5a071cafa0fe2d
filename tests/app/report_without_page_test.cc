// `globaldyn report` of a program that was built without the page.
#include <gtest/gtest.h>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

TEST_F(Command, ReportWithoutPageSaysWhatIsMissing) {
  const CommandOutcome o = run("report " + folder_.string());
  EXPECT_EQ(o.code, 1);
  expect_texts(o.err, {"built without the page", "-DGLOBALDYN_PAGE=ON", "npm"});
}

TEST_F(Command, ExploreWithoutPageSaysWhatIsMissing) {
  const CommandOutcome o = run("explore " + star_);
  EXPECT_EQ(o.code, 1);
  expect_texts(o.err, {"built without the page", "-DGLOBALDYN_PAGE=ON", "npm"});
}

}  // namespace
}  // namespace globaldyn::inside
