// The rough motion along which lines for sqrt(x) are first laid. Oracle: closed forms of a mass
// under a force and viscous friction.
#include "globaldyn/plan/rows/rough_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/constants.h"

namespace globaldyn::inside::test {
namespace {

// A mass of 1 kg on a path of 1 m: |d2 + friction d1 + load| <= 1.
class Slide : public RowField {
 public:
  Slide(double friction, double load) : friction_(friction), load_(load) {}
  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override { return 1; }
  [[nodiscard]] bool is_straight() const override { return false; }
  void write(std::size_t /*part*/, double /*p*/, RowsAt& rows) override {
    rows.resize(1);
    rows.b[0] = friction_;
    rows.c[0] = load_;
    rows.d[0] = 1.0;
    rows.low[0] = -1.0;
    rows.high[0] = 1.0;
  }

 private:
  double friction_, load_;
  std::vector<SmoothPart> parts_{{0.0, 1.0}};
};

std::vector<RoughSpeeds> find(RowField& field, const SpeedGate& begin, const SpeedGate& end) {
  const RowGrid grid(field, {}, 64);
  return find_rough_motion(grid, {begin, end});
}

// Each of 256 steps is accurate to 1e-4 and too small by up to that; these errors add up.
constexpr double kRough = 1e-2;

constexpr SpeedGate kRestAtBegin{0.0, 0.0, 0.0}, kRestAtEnd{1.0, 0.0, 0.0};

TEST(RoughMotion, WithoutFrictionXIsATriangle) {
  Slide slide(0.0, 0.0);
  const auto speeds = find(slide, kRestAtBegin, kRestAtEnd);
  ASSERT_EQ(speeds.size(), 64u);
  for (std::size_t i = 0; i < 64; ++i) {
    const double p = static_cast<double>(i) / 64.0;
    EXPECT_NEAR(speeds[i][0], 2.0 * std::min(p, 1.0 - p), kRough) << p;
  }
}

// However stiff: except close to the ends, it is where friction takes all of the force.
TEST(RoughMotion, StrongFrictionHoldsDownTheSpeed) {
  for (const double friction : {1e2, 1e4, 1e6}) {
    SCOPED_TRACE(friction);
    Slide slide(friction, 0.0);
    const auto speeds = find(slide, kRestAtBegin, kRestAtEnd);
    ASSERT_EQ(speeds.size(), 64u);
    const double x = 1.0 / (friction * friction);
    for (std::size_t i = 8; i < 56; ++i) EXPECT_NEAR(speeds[i][2], x, 1e-2 * x) << i;
  }
}

// Half of the force is for the load: accelerated with the other half, braked with three halves.
TEST(RoughMotion, LoadsTakeTheirShare) {
  Slide slide(0.0, 0.5);
  const auto speeds = find(slide, kRestAtBegin, kRestAtEnd);
  ASSERT_EQ(speeds.size(), 64u);
  EXPECT_NEAR(speeds[32][0], 2.0 * 0.5 * 0.5, kRough);
  EXPECT_NEAR(speeds[48][0], 2.0 * 1.5 * 0.25, kRough);
}

TEST(RoughMotion, IsNoneWhereLoadsAreTooLargeOrNothingLimits) {
  Slide heavy(0.0, 1.5), light(0.0, 0.0);
  EXPECT_TRUE(find(heavy, kRestAtBegin, kRestAtEnd).empty());
  const SpeedGate free_begin{0.0, 0.0, kInfinity}, free_end{1.0, 0.0, kInfinity};
  EXPECT_TRUE(find(light, free_begin, free_end).empty());
}

}  // namespace
}  // namespace globaldyn::inside::test
