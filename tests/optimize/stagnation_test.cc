// When an archive no longer grows: hypervolumes by hand.
#include "optimize/evolution/stagnation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace globaldyn::inside::test {
namespace {

// By hand: (0, 1) and (1, 0) cover 0.21 below (1.1, 1.1), with (0.5, 0.5) it is 0.46.
TEST(Stagnation, ComparesHypervolumesOfTheArchive) {
  const double gain = 1.0 - 0.21 / 0.46;
  for (const auto& [min_gain, is_reached] : {std::pair{gain - 1e-9, false}, {gain + 1e-9, true}}) {
    Stagnation stagnation({3, min_gain});
    // Scaled and shifted: x 10 + 5, x 0.1.
    stagnation.add(1, {{5.0, 0.1}});
    stagnation.add(2, {{15.0, 0.0}});
    stagnation.add(3, {{}, 1.0});
    EXPECT_FALSE(stagnation.is_reached(3));  // nothing to compare with
    EXPECT_FALSE(stagnation.is_reached(4));
    stagnation.add(4, {{10.0, 0.05}});
    stagnation.add(5, {{20.0, 0.3}});  // dominated
    EXPECT_FALSE(stagnation.is_reached(5));
    EXPECT_EQ(stagnation.is_reached(6), is_reached);
    EXPECT_TRUE(stagnation.is_reached(9));  // nothing came
  }
}

TEST(Stagnation, IsNeverReachedIfNoGainIsEnough) {
  Stagnation stagnation({1, 0.0});
  stagnation.add(1, {{5.0, 0.1}});
  for (std::size_t generation = 1; generation < 5; ++generation) {
    EXPECT_FALSE(stagnation.is_reached(generation));
  }
}

TEST(Stagnation, IsNotReachedWithoutFeasibleDesignsOrWhenOff) {
  Stagnation stagnation({1, 0.5}), off({0, 0.5});
  for (std::size_t i = 1; i < 5; ++i) {
    stagnation.add(i, {{}, 1.0 / static_cast<double>(i)});
    off.add(i, {{1.0, 1.0}});
    EXPECT_FALSE(stagnation.is_reached(i));
    EXPECT_FALSE(off.is_reached(i));
  }
}

// A single objective is measured by the total gain since the first design: from 100 to 20, the last
// step starting at 30. Reference point 1.1: 0.125 / 1.1.
TEST(Stagnation, MeasuresASingleObjectiveByAllThatWasGained) {
  const double gain = 0.125 / 1.1;
  for (const auto& [min_gain, is_reached] : {std::pair{gain - 1e-9, false}, {gain + 1e-9, true}}) {
    Stagnation stagnation({1, min_gain});
    stagnation.add(1, {{100.0}});
    stagnation.add(2, {{30.0}});
    EXPECT_FALSE(stagnation.is_reached(1));
    stagnation.add(3, {{20.0}});
    EXPECT_EQ(stagnation.is_reached(2), is_reached);
  }
}

// Volumes of more than three objectives are estimated: a cube's corner is moved from 0.5 to 0.4 in
// one of five objectives, together with five points that fix the scale.
TEST(Stagnation, EstimatesVolumesOfManyObjectives) {
  constexpr std::size_t kObjectives = 5;
  // Covered: the corner's box, 0.6^5 and then 0.6^4 x 0.7; and for each fixing point, best in one
  // objective, a slab of 0.1^4 x 1.1, of which next to nothing (0.1^4 x 0.5) is not in the box.
  const double before = std::pow(0.6, 5), now = std::pow(0.6, 4) * 0.7;
  const double gain = (now - before) / now;
  // Of 16384 samples 790 are in the box, and 130 ± 11 more are gained: a quarter of the gain is
  // three times this deviation.
  for (const auto& [min_gain, is_reached] : {std::pair{0.75 * gain, false}, {1.25 * gain, true}}) {
    Stagnation stagnation({1, min_gain});
    std::size_t number = 0;
    for (std::size_t k = 0; k < kObjectives; ++k) {
      std::vector<double> point(kObjectives, 1.0);
      point[k] = 0.0;
      stagnation.add(++number, {point});
    }
    stagnation.add(++number, {std::vector<double>(kObjectives, 0.5)});
    EXPECT_FALSE(stagnation.is_reached(1));
    stagnation.add(++number, {{0.4, 0.5, 0.5, 0.5, 0.5}});
    EXPECT_EQ(stagnation.is_reached(2), is_reached);
    EXPECT_TRUE(stagnation.is_reached(3));
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
