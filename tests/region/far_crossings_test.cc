// Curves that rounding errors make cross far away, beyond anything that matters: nearer limits hold
// all the same.
#include "tests/region/hand_systems.h"

namespace globaldyn::inside::test {
namespace {

class FarCrossings : public testing::TestWithParam<RegionMethod> {};

// Two limits of one gear, of which the second is the first times -0.084, give a lower and an upper
// curve that are parallel but for the 13th digit of what is linear in d1: they meet at d1 = 4e20.
// The limit that the eighth row adds cuts the region off from d1 = 18 on.
TEST_P(FarCrossings, HideNothing) {
  constexpr double kNone = kInfinity;
  const LimitSystem system = make_system(
      {make_row("transmitted", 0.041218464121345937, -0.0017781359770592609, 0.0,
                -0.013606603547303014, {0.61454301207832651}, -0.20551309806893847,
                12.135953753038397),
       make_row("held", -0.073160853312851909, 0.0022440252990868831, 0.52251982549541387,
                0.028273432679717592, {-0.77555939718578093}, -kNone, 12.449783855160728),
       make_row("locked", 0.0061699560234422107, -0.00018924789397481819, -0.044066248529075952,
                -0.0023844150029202447, {0.065406117582324966}, -kNone, 12.449783855160728),
       make_row("line", -0.073160853312851909, 1.2042019184333443, 0.52251982549541387,
                0.028273432679717592, {-0.77555939718578093}, -kNone, 30.070425963854479),
       make_row("second", 0.057904070780261795, -0.33246310703870957, -0.31201487041768916,
                -0.019146984445564254, {0.62279053628266912}, -16.567541379693946,
                16.567541379693946),
       make_row("joint", -0.17677091136774217, 0.0, 0.0, 0.01579342665976978, {0.0},
                -14.474401067528966, 14.474401067528966)},
      1);
  const Region region = make_region(system, GetParam());
  ASSERT_EQ(region.components().size(), 1u);
  // As three algorithms of this project and a linear program found it.
  EXPECT_NEAR(region.components().front().d1.high, 17.9986565219, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Methods, FarCrossings, every_method(), to_method_name);

}  // namespace
}  // namespace globaldyn::inside::test
