// Which stations a tree's columns are predicted from. Oracle: what the header promises.
#include "core/loops/column_history.h"

#include <gtest/gtest.h>

namespace globaldyn::inside::test {
namespace {

// Stations at 0 and 1, and one more by this much.
bool has_guides_after(double more, double to) {
  ColumnHistory history(1, 0);
  (void)history.add(0.0);
  (void)history.add(1.0);
  if (more > 0.0) (void)history.add(more);
  return history.find_guides(to).has_value();
}

// A millionth of the way to other stations away is beyond a break, before which nothing is of use.
TEST(ColumnHistory, ForgetsWhatIsBeyondABreak) {
  EXPECT_FALSE(has_guides_after(0.7e-6, 1.0));
  EXPECT_TRUE(has_guides_after(1.4e-6, 1.0));
}

// Two and a half times as far beyond as two stations are apart.
TEST(ColumnHistory, GuidesNotTooFarBeyond) {
  EXPECT_TRUE(has_guides_after(0.0, 2.4));
  EXPECT_FALSE(has_guides_after(0.0, 2.6));
}

}  // namespace
}  // namespace globaldyn::inside::test
