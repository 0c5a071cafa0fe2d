// What run_sweep() promises: every index once, the smallest index's failure, stopping, progress.
#include "globaldyn/sweep/sweep.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

namespace globaldyn::inside::test {
namespace {

class Threads : public ::testing::TestWithParam<int> {
 protected:
  static SweepOptions options() {
    SweepOptions result;
    result.threads = GetParam();
    return result;
  }
};

class Sweeps : public Threads {
  // TBB starts no more threads than there are cores unless it is told to.
  const tbb::global_control many_threads_{tbb::global_control::max_allowed_parallelism, 8};
};

// Some microseconds of work, so that all threads take part.
void work() {
  volatile double sum = 0.0;
  for (int i = 0; i < 2000; ++i) sum = sum + 1.0 / (1.0 + i);
}

TEST_P(Sweeps, VisitEveryIndexOnce) {
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{5000}}) {
    std::vector<std::atomic<int>> visits(count);
    run_sweep(count, options(), [&](std::size_t, std::size_t i) {
      work();
      ++visits.at(i);
    });
    for (const auto& visit : visits) EXPECT_EQ(visit, 1);
  }
}

// No two threads at work have the same slot, and slots are numbered up to the number of threads.
TEST_P(Sweeps, GiveEveryThreadASlotOfItsOwn) {
  std::vector<std::atomic<bool>> taken(static_cast<std::size_t>(count_threads(options())));
  std::atomic<int> clashes{0};
  run_sweep(3000, options(), [&](std::size_t slot, std::size_t) {
    if (taken.at(slot).exchange(true)) ++clashes;
    work();
    taken.at(slot) = false;
  });
  EXPECT_EQ(clashes, 0);
  EXPECT_EQ(count_threads(options()), GetParam());
}

TEST_P(Sweeps, MakeAtMostAWorkerPerThread) {
  struct Worker {
    std::set<std::size_t> items;
    std::vector<std::set<std::size_t>>* all;
    ~Worker() { all->push_back(items); }
    explicit Worker(std::vector<std::set<std::size_t>>* to) : all(to) {}
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
  };
  std::vector<std::set<std::size_t>> items;
  sweep_with_workers(
      2000, options(), [&] { return std::make_unique<Worker>(&items); },
      [](Worker& worker, std::size_t i) {
        work();
        worker.items.insert(i);
      });
  EXPECT_GE(items.size(), 1u);
  EXPECT_LE(items.size(), static_cast<std::size_t>(GetParam()));
  std::set<std::size_t> together;
  std::size_t sum = 0;
  for (const auto& some : items) {
    together.insert(some.begin(), some.end());
    sum += some.size();
  }
  EXPECT_EQ(sum, 2000u);
  EXPECT_EQ(together.size(), 2000u);
}

// Whichever thread is first: the smallest index fails late, or early while others still run.
TEST_P(Sweeps, ThrowTheFailureOfTheLeastIndex) {
  for (const bool is_late : {true, false}) {
    for (const std::size_t least :
         {std::size_t{0}, std::size_t{1}, std::size_t{613}, std::size_t{1999}}) {
      try {
        run_sweep(2000, options(), [&](std::size_t, std::size_t i) {
          if (i < least || (i != least && i % 3 != 0)) return;
          if ((i == least) == is_late) std::this_thread::sleep_for(std::chrono::milliseconds(20));
          throw std::runtime_error(std::to_string(i));
        });
        ADD_FAILURE() << "nothing thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(), std::to_string(least));
      }
    }
  }
}

// Also if the failure is that of a worker that cannot be made.
TEST_P(Sweeps, ThrowWhatMakingAWorkerThrows) {
  const auto make = []() -> std::unique_ptr<int> { throw InputError({"f", 1, 2}, "a", "b"); };
  EXPECT_THROW(sweep_with_workers(10, options(), make, [](int&, std::size_t) {}), InputError);
}

TEST_P(Sweeps, StopWhenCancelledByAnItem) {
  std::atomic<bool> cancel{false};
  SweepOptions stopping = options();
  stopping.cancel = &cancel;
  std::atomic<std::size_t> visits{0};
  EXPECT_THROW(run_sweep(100000, stopping,
                         [&](std::size_t, std::size_t) {
                           work();
                           if (++visits == 50) cancel = true;
                         }),
               Interrupted);
  // Every thread may finish its current item.
  EXPECT_GE(visits, 50u);
  EXPECT_LE(visits, 50u + static_cast<std::size_t>(GetParam()));
}

TEST_P(Sweeps, StopWhenCancelledFromElsewhere) {
  std::atomic<bool> cancel{false}, running{false};
  SweepOptions stopping = options();
  stopping.cancel = &cancel;
  std::thread canceller([&] {
    while (!running) std::this_thread::yield();
    cancel = true;
  });
  EXPECT_THROW(run_sweep(1000000, stopping,
                         [&](std::size_t, std::size_t) {
                           running = true;
                           work();
                         }),
               Interrupted);
  canceller.join();
  std::size_t visits = 0;
  EXPECT_THROW(run_sweep(5, stopping, [&](std::size_t, std::size_t) { ++visits; }), Interrupted);
  EXPECT_EQ(visits, 0u);  // cancelled before the start
}

TEST_P(Sweeps, StopWhenCancelledFromProgress) {
  std::atomic<bool> cancel{false};
  SweepOptions stopping = options();
  stopping.cancel = &cancel;
  stopping.progress = [&](const SweepProgress&) { cancel = true; };
  EXPECT_THROW(run_sweep(100000, stopping,
                         [](std::size_t, std::size_t) {
                           std::this_thread::sleep_for(std::chrono::milliseconds(1));
                         }),
               Interrupted);
}

TEST_P(Sweeps, TellHowFarTheyHaveCome) {
  SweepOptions telling = options();
  std::vector<SweepProgress> told;
  std::atomic<int> at_once{0};
  telling.progress = [&](const SweepProgress& progress) {
    EXPECT_EQ(++at_once, 1);
    told.push_back(progress);
    --at_once;
  };
  run_sweep(400, telling, [](std::size_t, std::size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  });
  ASSERT_GE(told.size(), 1u);
  if (GetParam() == 1) {
    EXPECT_GE(told.size(), 3u);  // 0.8 s at a tenth of a second each
  }
  EXPECT_LE(static_cast<double>(told.size()), 10.0 * told.back().elapsed + 2.0);
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].total, 400u);
    EXPECT_LE(told[i].done, 400u);
    if (i > 0) {
      EXPECT_GE(told[i].done, told[i - 1].done);
      EXPECT_GE(told[i].elapsed, told[i - 1].elapsed);
    }
    if (told[i].remaining) {
      const double rest = static_cast<double>(400 - told[i].done);
      EXPECT_NEAR(*told[i].remaining, told[i].elapsed * rest / static_cast<double>(told[i].done),
                  1e-9);
    }
  }
  EXPECT_EQ(told.back().done, 400u);
  EXPECT_EQ(told.back().share(), 1.0);
  EXPECT_EQ(told.back().remaining, 0.0);
}

// As many as requested, even on machines with fewer cores: items wait for each other.
TEST_P(Threads, AreAtWorkTogether) {
  std::atomic<int> present{0};
  std::atomic<bool> met{false};
  // Only waited for in vain: a busy machine may take long to begin with a thread.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  run_sweep(64, options(), [&](std::size_t, std::size_t) {
    if (++present == GetParam()) met = true;
    while (!met && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    --present;
  });
  EXPECT_TRUE(met) << "fewer than " << GetParam() << " threads";
}

INSTANTIATE_TEST_SUITE_P(Counts, Threads, ::testing::Values(1, 2, 3, 8),
                         [](const auto& test) { return std::to_string(test.param); });
INSTANTIATE_TEST_SUITE_P(Counts, Sweeps, ::testing::Values(1, 2, 3, 8),
                         [](const auto& test) { return std::to_string(test.param); });

TEST(Progress, OfNothingIsAll) {
  EXPECT_EQ(SweepProgress{}.share(), 1.0);
  EXPECT_EQ((SweepProgress{1, 4, 0.0, {}}.share()), 0.25);
}

TEST(Sweep, UsesAThreadAtLeastByDefault) {
  EXPECT_GE(count_threads({}), 1);
}

}  // namespace
}  // namespace globaldyn::inside::test
