// Parts of a path next to standstills. Oracle: what the header promises.
#include "globaldyn/motion/field_section.h"

#include <gtest/gtest.h>

#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

// |u| <= 1 on [0, 1].
FunctionField make_unit_field() {
  return {{{0.0, 1.0}}, 1, true, [](std::size_t, double, RowsAt& at) {
            at.d[0] = 1.0;
            at.low[0] = -1.0;
            at.high[0] = 1.0;
          }};
}

// Eight times longer from part to part, up to an eighth of the section.
TEST(FieldSections, PartsGrowEightfoldFromAStandstill) {
  FunctionField field = make_unit_field();
  FieldSection section(field, 1e-3, 1.0);
  section.grade_towards({0.0, 2.0, false, true}, 1e-3);
  ASSERT_EQ(section.parts().size(), 3u);
  EXPECT_NEAR(section.parts()[1].begin, 8e-3, 1e-15);
  EXPECT_NEAR(section.parts()[2].begin, 64e-3, 1e-15);
}

// Whatever their rounding errors, nine tenths of the limits are left.
TEST(FieldSections, LimitsAreNarrowedByATenthAtMost) {
  FunctionField field = make_unit_field();
  FieldSection section(field, 1e-9, 1.0);
  section.grade_towards({0.0, 3.0, false, true}, 1e-9);
  RowsAt rows;
  section.write(0, 1e-9, rows);
  EXPECT_EQ(rows.high[0], 0.9);
  EXPECT_EQ(rows.low[0], -0.9);
  section.write(section.parts().size() - 1, 1.0, rows);
  EXPECT_NEAR(rows.high[0], 1.0, 1e-14);
}

}  // namespace
}  // namespace globaldyn::inside::test
