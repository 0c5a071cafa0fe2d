// What others could gain on a motion: closed forms for one drive, |d2| <= 1, over a unit distance.
// The fastest from rest to rest takes 2.
#include "globaldyn/plan/regions/headroom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/constants.h"
#include "globaldyn/plan/regions/station_grid.h"
#include "tests/support/region_plan.h"

namespace globaldyn::inside::test {
namespace {

constexpr std::size_t kSegments = 64;

// From rest to rest with |d2| = `push`, but no more than `most` x on the way.
Profile make_motion(double push, double most) {
  const double length = 1.0 / kSegments;
  const auto x_at = [&](double p) { return std::min(most, 2.0 * push * std::min(p, 1.0 - p)); };
  Profile profile;
  for (std::size_t i = 0; i < kSegments; ++i) {
    const double p = length * static_cast<double>(i);
    const double d2 = (x_at(p + length) - x_at(p)) / (2.0 * length);
    profile.segments.push_back({length, x_at(p), d2, d2});
    profile.time += profile.segments.back().time_to(length);
    profile.d1.push_back(std::sqrt(x_at(p)));
  }
  profile.d1.push_back(0.0);
  return profile;
}

// Others keep |d2| <= 1 and d1 <= `fastest`.
Headroom find_headroom(const Profile& profile, double fastest = kInfinity) {
  const LimitSource source = [fastest](std::span<const double>, std::span<LimitsAt> limits) {
    for (LimitsAt& one : limits) {
      one.before.rows = {{0, 0, 0, 1, VectorXd(), -1, 1}, {0, 1, 0, 0, VectorXd(), 0, fastest}};
    }
  };
  WorkMeter meter;
  SourceField field(source);
  StationGrid grid(field, 0.1, meter);
  std::vector<double> nodes;
  for (std::size_t i = 0; i <= kSegments; ++i) {
    nodes.push_back(static_cast<double>(i) / kSegments);
  }
  grid.start(nodes);
  const Gates gates{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, false};
  return inside::find_headroom(profile, grid.stations(StationGrid::Version::exact), gates);
}

double find_most_blamed(const Headroom& headroom) {
  return *std::ranges::max_element(headroom.blames);
}

TEST(Headroom, OfTheFastestMotionThereIsNone) {
  const Headroom headroom = find_headroom(make_motion(1.0, kInfinity));
  EXPECT_NEAR(headroom.gain, 0.0, 1e-9);  // round-off of sums of 64 steps
  EXPECT_NEAR(find_most_blamed(headroom), 0.0, 1e-9);
}

// With half the force x is half as large everywhere: steps along straight lines are exact.
TEST(Headroom, OfASlowMotionIsWhatTheFastestSaves) {
  const Headroom headroom = find_headroom(make_motion(0.5, kInfinity));
  EXPECT_NEAR(headroom.gain, 2.0 * std::sqrt(2.0) - 2.0, 1e-9);
  EXPECT_GT(find_most_blamed(headroom), 0.0);
}

// Up to `fastest` in as much time, along at it, and down: never less than what is saved, and more
// by at most a quarter of a segment passed at its faster end, 1 / 256 of the path.
TEST(Headroom, EndsWhereNothingIsAccessible) {
  const double fastest = std::sqrt(0.75);
  const Profile motion = make_motion(0.5, kInfinity);
  const double saved = motion.time - (2.0 * fastest + (1.0 - 0.75) / fastest);
  const double gain = find_headroom(motion, fastest).gain;
  EXPECT_GE(gain, saved - 1e-9);
  EXPECT_LE(gain, 1.02 * saved);
}

// Where a motion uses the full force nothing gets above it; where its speed is constant, others do.
TEST(Headroom, BlamesTheSegmentsThatHaveRoom) {
  const Headroom headroom = find_headroom(make_motion(1.0, 0.5));  // a quarter of the way up
  for (std::size_t i = 0; i < kSegments; ++i) {
    if (i < kSegments / 4 || i >= 3 * kSegments / 4) {
      EXPECT_NEAR(headroom.blames[i], 0.0, 1e-12) << i;
    } else {
      EXPECT_GT(headroom.blames[i], 1e-3) << i;
    }
  }
  const double time = make_motion(1.0, 0.5).time;
  EXPECT_GE(headroom.gain, time - 2.0 - 1e-9);
  EXPECT_LE(headroom.gain, 1.05 * (time - 2.0));
}

}  // namespace
}  // namespace globaldyn::inside::test
