// Courses in lock step: what is submitted depends on outcomes alone, and no thread is left behind.
#include "optimize/refinement/lock_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "globaldyn/sweep/sweep.h"
#include "optimize/search/function_evaluations.h"
#include "tests/optimize/courses.h"
#include "tests/optimize/shuffled_evaluations.h"

namespace globaldyn::inside {
namespace {

using test::kPlenty;

Outcome sum_up(const Design& design) {
  double sum = 0.0;
  for (const double value : design) sum += value;
  return {{sum}, 0.0};
}

// Course i asks for {i, 0}, {i, 1} … as often as lengths[i] says.
Course count_up(const std::vector<int>& lengths) {
  return [lengths](std::size_t i, const Ask& ask) {
    for (int k = 0; k < lengths[i]; ++k) {
      const Design design{static_cast<double>(i), static_cast<double>(k)};
      const Answer answer = ask(design);
      if (!answer) return;
      EXPECT_EQ(answer.outcome->objectives, sum_up(design).objectives);
    }
  };
}

// Separates the batches submitted before the next outcome is asked for.
class RoundEvaluations : public Evaluations {
 public:
  std::vector<std::vector<Design>> rounds;

 private:
  [[nodiscard]] std::size_t do_left() override { return kPlenty; }
  std::size_t do_submit(const Design& design) override {
    if (is_new_) rounds.emplace_back();
    is_new_ = false;
    rounds.back().push_back(design);
    outcomes_.push_back(sum_up(design));
    return outcomes_.size();
  }
  [[nodiscard]] const Outcome& do_wait_for(std::size_t number) override {
    is_new_ = true;
    return outcomes_.at(number - 1);
  }

  bool is_new_{true};
  std::deque<Outcome> outcomes_;
};

TEST(LockStep, NumbersRequestsInOrderOfCoursesRoundByRound) {
  RoundEvaluations evaluations;
  run_in_lock_step(5, 2, count_up({2, 1, 3, 0, 2}), evaluations);
  const std::vector<std::vector<Design>> expected{{{0, 0}, {1, 0}},
                                                  {{0, 1}, {2, 0}},  // 1 has ended
                                                  {{2, 1}, {4, 0}},  // 0 and 3 have ended
                                                  {{2, 2}, {4, 1}}};
  EXPECT_EQ(evaluations.rounds, expected);
}

TEST(LockStep, GivesEachCourseItsNumbers) {
  FunctionEvaluations evaluations(sum_up, kPlenty);
  std::vector<std::vector<std::size_t>> numbers(3);
  run_in_lock_step(
      3, 3,
      [&](std::size_t i, const Ask& ask) {
        for (int k = 0; k < 2; ++k)
          numbers[i].push_back(ask({1.0 * static_cast<double>(i)}).number);
      },
      evaluations);
  EXPECT_EQ(numbers, (std::vector<std::vector<std::size_t>>{{1, 4}, {2, 5}, {3, 6}}));
}

TEST(LockStep, OneAtATimeIsOneAfterTheOther) {
  FunctionEvaluations evaluations(sum_up, kPlenty);
  run_in_lock_step(3, 1, count_up({2, 0, 1}), evaluations);
  EXPECT_EQ(test::list(evaluations), (std::vector<Design>{{0, 0}, {0, 1}, {2, 0}}));
}

TEST(LockStep, OfNothingAsksNothing) {
  FunctionEvaluations evaluations(sum_up, kPlenty);
  run_in_lock_step(0, 4, count_up({}), evaluations);
  run_in_lock_step(3, 4, count_up({0, 0, 0}), evaluations);
  EXPECT_TRUE(evaluations.designs().empty());
}

// Courses that go where outcomes lead them: each next design follows from the last outcome, and so
// does the end.
void wander(std::size_t i, const Ask& ask) {
  double x = static_cast<double>(i);
  for (int k = 0; k < 40 && x < 60.0; ++k) {
    const Answer answer = ask({x, 1.0});
    if (!answer) return;
    x = answer.outcome->objectives[0] + static_cast<double>((i * 7) % 5);
  }
}

TEST(LockStep, OrderDoesNotDependOnTimes) {
  FunctionEvaluations at_once(sum_up, kPlenty);
  run_in_lock_step(12, 4, wander, at_once);
  EXPECT_GT(at_once.designs().size(), 100u);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    test::ShuffledEvaluations shuffled(sum_up, kPlenty, seed);
    run_in_lock_step(12, 4, wander, shuffled);
    EXPECT_EQ(shuffled.designs(), test::list(at_once));
    EXPECT_EQ(shuffled.max_in_flight(), 4u);
  }
}

// With fewer evaluations left the same designs come first, and all courses end.
TEST(LockStep, CutShortIsTheBeginningOfTheFullRun) {
  FunctionEvaluations full(sum_up, kPlenty);
  run_in_lock_step(12, 4, wander, full);
  const std::vector<Design> all = test::list(full);
  for (const std::size_t budget : {0u, 1u, 3u, 4u, 5u, 50u, 101u}) {
    FunctionEvaluations cut(sum_up, budget);
    std::atomic<int> begun{0}, ended{0};
    run_in_lock_step(
        12, 4,
        [&](std::size_t i, const Ask& ask) {
          ++begun;
          wander(i, ask);
          EXPECT_TRUE(cut.left() > 0 || !ask({0.0, 0.0}));  // still none if asked again
          ++ended;
        },
        cut);
    EXPECT_EQ(test::list(cut),
              std::vector<Design>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(budget)));
    EXPECT_EQ(begun, ended);
  }
}

// The study is stopped from outside while courses wait for outcomes.
class InterruptedEvaluations : public FunctionEvaluations {
 public:
  explicit InterruptedEvaluations(std::size_t last)
      : FunctionEvaluations(sum_up, kPlenty), last_(last) {}

 private:
  [[nodiscard]] const Outcome& do_wait_for(std::size_t number) override {
    if (number > last_) throw Interrupted();
    return outcomes().at(number - 1);
  }

  std::size_t last_;
};

TEST(LockStep, LetsInterruptionsOutWhenAllThreadsAreDone) {
  for (const std::size_t last : {0u, 2u, 17u}) {
    InterruptedEvaluations evaluations(last);
    std::atomic<int> begun{0}, ended{0};
    const Course course = [&](std::size_t i, const Ask& ask) {
      ++begun;
      wander(i, ask);
      ++ended;
    };
    EXPECT_THROW(run_in_lock_step(12, 4, course, evaluations), Interrupted);
    EXPECT_EQ(begun, ended);
    EXPECT_GE(begun, 4);
  }
}

// Of courses that fail in the same round the first one's failure is thrown, in any order.
TEST(LockStep, LetsTheFirstFailureOfACourseOut) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    test::ShuffledEvaluations evaluations(sum_up, kPlenty, seed);
    std::atomic<int> begun{0}, ended{0};
    const Course course = [&](std::size_t i, const Ask& ask) {
      ++begun;
      for (int k = 0; k < 10; ++k) {
        if (k == 3 && (i == 1 || i == 2)) {
          ++ended;
          throw std::runtime_error(std::to_string(i));
        }
        if (!ask({static_cast<double>(i)})) break;
      }
      ++ended;
    };
    try {
      run_in_lock_step(8, 4, course, evaluations);
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "1");
    }
    EXPECT_EQ(begun, ended);
    EXPECT_EQ(evaluations.designs().size(), 12u);
  }
}

// The failure of a course because nothing is left is reported, too.
TEST(LockStep, LetsFailuresAfterTheEndOut) {
  FunctionEvaluations evaluations(sum_up, 5);
  const Course course = [](std::size_t, const Ask& ask) {
    while (ask({1.0})) {
    }
    throw std::runtime_error("none left");
  };
  EXPECT_THROW(run_in_lock_step(3, 2, course, evaluations), std::runtime_error);
}

}  // namespace
}  // namespace globaldyn::inside
