// A team of threads for pieces of work of microseconds.
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "globaldyn/sweep/make_thread_team.h"

namespace globaldyn::inside::test {
namespace {

TEST(ThreadTeam, DoesEveryPieceOnceAndIsDoneThen) {
  for (const int threads : {1, 2, 5}) {
    const ThreadTeam team = make_thread_team(threads);
    EXPECT_EQ(team.threads, threads);
    for (int round = 0; round < 200; ++round) {
      std::vector<std::atomic<int>> done(7);
      team.run(7, [&](int i) { ++done[static_cast<std::size_t>(i)]; });
      for (const std::atomic<int>& count : done) EXPECT_EQ(count, 1);
    }
  }
}

TEST(ThreadTeam, HasAThreadPerCoreByDefault) {
  EXPECT_GE(make_thread_team(0).threads, 1);
}

}  // namespace
}  // namespace globaldyn::inside::test
