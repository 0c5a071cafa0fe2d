// Which rank gets how many designs: rules that must hold whatever is returned in whatever order.
#include "optimize/executor/hand_out.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "optimize/random/random_stream.h"

namespace globaldyn::inside::test {
namespace {

// What is handed out, rank by rank, until none gets more.
std::vector<std::size_t> hand_out_all(HandOut& hand_out, std::size_t& waiting) {
  std::vector<std::size_t> counts(hand_out.ranks(), 0);
  while (const auto chunk = hand_out.next(waiting)) {
    counts[chunk->rank] += chunk->count;
    waiting -= chunk->count;
  }
  return counts;
}

HandOut make_experienced(std::size_t ranks, std::size_t threads, double seconds) {
  HandOut hand_out(ranks, threads);
  const auto chunk = hand_out.next(1);
  hand_out.take_back(chunk->rank, seconds);
  return hand_out;
}

TEST(HandOut, GivesOneToEachFirst) {
  HandOut hand_out = make_experienced(5, 1, 0.05);
  std::size_t waiting = 4;
  EXPECT_EQ(hand_out_all(hand_out, waiting), (std::vector<std::size_t>{1, 1, 1, 1, 0}));
}

TEST(HandOut, KeepsOneAtHandOnlyWhileThereArePlenty) {
  for (const std::size_t threads : {1u, 3u}) {
    HandOut hand_out = make_experienced(4, threads, 0.05);
    std::size_t waiting = 100;
    for (const std::size_t count : hand_out_all(hand_out, waiting)) {
      EXPECT_EQ(count, 2 * threads);
    }
    // All returned, and few left: no rank hoards them.
    for (std::size_t rank = 0; rank < 4; ++rank) {
      for (std::size_t i = 0; i < 2 * threads; ++i) hand_out.take_back(rank, 0.05);
    }
    waiting = 4 * threads + 1;
    for (const std::size_t count : hand_out_all(hand_out, waiting)) {
      EXPECT_GE(count, threads);
      EXPECT_LE(count, threads + 1);
    }
  }
}

TEST(HandOut, SizesChunksByWhatDesignsTook) {
  // 3 ms of work: 30 designs of 0.1 ms, one of 50 ms.
  EXPECT_EQ(make_experienced(2, 1, 1e-4).next(10'000)->count, 30u);
  EXPECT_EQ(make_experienced(2, 4, 1e-4).next(10'000)->count, 120u);
  EXPECT_EQ(make_experienced(2, 1, 0.05).next(10'000)->count, 1u);
}

TEST(HandOut, MakesChunksSmallerTowardsTheEnd) {
  HandOut hand_out = make_experienced(2, 1, 1e-4);
  EXPECT_EQ(hand_out.next(40)->count, 10u);  // a quarter
  EXPECT_EQ(hand_out.next(3)->count, 1u);
}

TEST(HandOut, GivesNothingWhereNothingWaits) {
  EXPECT_FALSE(HandOut(3, 1).next(0));
}

// Simulated with ranks that are slow and fast by turns: everything is handed out, no rank is idle
// while something waits, and none holds more than two chunks.
TEST(HandOut, LeavesNobodyIdleWhileSomethingWaits) {
  for (const double seconds : {1e-5, 1e-3, 0.1}) {
    HandOut hand_out(7, 2);
    RandomStream random(11, 0);
    std::size_t waiting = 20'000, done = 0;
    while (done < 20'000) {
      hand_out_all(hand_out, waiting);
      std::vector<std::size_t> busy;
      for (std::size_t rank = 0; rank < 7; ++rank) {
        if (hand_out.held_by(rank) > 0) busy.push_back(rank);
        ASSERT_LE(hand_out.held_by(rank), 3u * 512u * 2u);
      }
      if (waiting > 0) {
        ASSERT_EQ(busy.size(), 7u);
      }
      hand_out.take_back(busy[random.below(busy.size())], seconds);
      ++done;
    }
    EXPECT_EQ(waiting, 0u);
    EXPECT_NEAR(hand_out.mean_time(), seconds, 1e-9 * seconds);  // a sum of equal times
  }
}

TEST(HandOut, NapsAPartOfTheTimeBetweenResults) {
  EXPECT_EQ(HandOut(2, 1).find_sleep_time(), kIdleNap);
  EXPECT_NEAR(make_experienced(2, 1, 0.05).find_sleep_time(), 2.5e-3, 1e-15);
  EXPECT_NEAR(make_experienced(6, 1, 0.05).find_sleep_time(), 0.5e-3, 1e-15);
  EXPECT_NEAR(make_experienced(2, 5, 0.05).find_sleep_time(), 0.5e-3, 1e-15);
  EXPECT_EQ(make_experienced(1000, 1, 0.05).find_sleep_time(), kIdleNap);
  EXPECT_EQ(make_experienced(2, 1, 10.0).find_sleep_time(), 5e-3);
}

}  // namespace
}  // namespace globaldyn::inside::test
