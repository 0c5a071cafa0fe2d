// Studies end with the same designs in every way: with any number of threads, in any order of
// arrival, uninterrupted or stopped and resumed.
#include <gtest/gtest.h>

#include "globaldyn/sweep/sweep.h"
#include "optimize/evaluator/design_evaluator.h"
#include "optimize/executor/tbb_executor.h"
#include "optimize/random/random_stream.h"
#include "optimize/run/run_study.h"
#include "optimize/store/study_table.h"
#include "tests/study/slide_study.h"

namespace globaldyn::inside {
namespace {

constexpr std::uint64_t kInputs = 17;

// Mass against force for a stroke in a given time, and choices: cheap, as it needs no plan.
constexpr const char* kCheap = R"(
variables:
  length: {from: 0.1 m, to: 3 m}
  force: {from: 1 N, to: 100 N, scale: log}
  mass: {values: [1 kg, 2 kg, 4 kg, 8 kg]}
  kind: {choices: {a: {gap: 0.1 m}, b: {gap: 0.3 m}}}
objectives:
  time: {minimize: 2*sqrt(length*mass/force)}
  effort: {minimize: force + 10*gap*1 N/m}
  stroke: {maximize: length}
constraints: {reach: {value: length - gap, at_most: 2 m}}
)";

// Runs the started designs in its own order.
class ShuffledExecutor final : public Executor {
 public:
  explicit ShuffledExecutor(const Study& study) : evaluator_(study) {}

  std::size_t evaluated{0};
  std::size_t stop_after{SIZE_MAX};  // set `cancel` when this many are evaluated
  std::atomic<bool> cancel{false};

 private:
  void do_start(std::uint64_t id, const Design& design) override {
    waiting_.push_back({id, design});
  }
  std::vector<DesignRecord> do_collect(double) override {
    if (waiting_.empty()) return {};
    RandomStream random(5, evaluated);
    const auto chosen =
        waiting_.begin() + static_cast<std::ptrdiff_t>(random.below(waiting_.size()));
    DesignRecord record = evaluator_.evaluate(chosen->second);
    record.id = chosen->first;
    record.wall_time = 0.25;
    waiting_.erase(chosen);
    if (++evaluated >= stop_after) cancel = true;
    return {record};
  }
  void do_drop_waiting() override { waiting_.clear(); }
  [[nodiscard]] std::size_t do_under_way() const override { return waiting_.size(); }
  [[nodiscard]] int do_width() const override { return 3; }

  DesignEvaluator evaluator_;
  std::vector<std::pair<std::uint64_t, Design>> waiting_;
};

class StudyRunTest : public testing::Test {
 protected:
  Study load(const std::string& search) {
    studies_.push_back(std::make_unique<SlideStudy>(kCheap + search));
    return studies_.back()->load();
  }

  StudyStore make_store(const Study& study, const std::string& name) {
    StudyHeader header;
    header.name = study.name;
    header.seed = study.search.evolution.seed;
    header.seeds = study.search.seeds;
    header.columns = make_columns(study);
    return StudyStore::create(folder_.file(name), header);
  }

  // A study run by itself, in order.
  std::vector<DesignRecord> run(const Study& study, const std::string& name, int threads = 1) {
    StudyStore store = make_store(study, name);
    const auto executor = make_tbb_executor(study, threads);
    result_ = run_study(study, store, *executor, kInputs, {});
    return store.read_all();
  }

  static void expect_same(const std::vector<DesignRecord>& a, const std::vector<DesignRecord>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].id, b[i].id);
      EXPECT_EQ(a[i].design, b[i].design) << "evaluation " << a[i].id;
      // A failed design has none, that is, NaN, which is not equal to itself.
      if (a[i].state != DesignState::failed) {
        EXPECT_EQ(a[i].objectives, b[i].objectives);
      }
      EXPECT_EQ(a[i].violation, b[i].violation);
      EXPECT_EQ(a[i].state, b[i].state);
      EXPECT_EQ(a[i].reason, b[i].reason);
    }
  }

  TemporaryFolder folder_;
  std::vector<std::unique_ptr<SlideStudy>> studies_;
  StudyResult result_;
};

constexpr const char* kGenerations = "search: {algorithm: nsga3, population: 20, budget: 130}\n";
constexpr const char* kSteady =
    "search: {algorithm: steady_state, population: 20, lag: 7, budget: 130}\n";
constexpr const char* kRefined =
    "search: {population: 20, budget: 125}\nrefine: {points: 3, budget: 15}\n";

// A budget is the most designs, those of the refinement included.
TEST_F(StudyRunTest, RefinementIsWithinTheBudget) {
  for (const std::size_t budget : {1u, 5u, 40u, 125u}) {
    const Study study = load("search: {population: 20, budget: " + std::to_string(budget) +
                             "}\nrefine: {points: 3, budget: 15}\n");
    EXPECT_LE(run(study, "most" + std::to_string(budget)).size(), budget);
  }
}

// Lists are as long as they are, whatever follows.
TEST_F(StudyRunTest, RefinementLeavesListsWhole) {
  const char* list = "search: {algorithm: factorial, levels: 3}\n";
  const std::size_t alone = run(load(list), "alone").size();
  EXPECT_EQ(result_.end, "done");
  const std::size_t both =
      run(load(std::string(list) + "refine: {points: 3, budget: 15}\n"), "both").size();
  EXPECT_EQ(result_.end, "done");
  EXPECT_GT(both, alone);
  EXPECT_LE(both, alone + 45u);
}

TEST_F(StudyRunTest, ThreadsAndArrivalDoNotMatter) {
  int number = 0;
  for (const char* search : {kGenerations, kSteady, kRefined}) {
    const Study study = load(search);
    const std::string name = std::to_string(number++);
    const std::vector<DesignRecord> one = run(study, name + "a", 1);
    EXPECT_GE(one.size(), 80u);
    const StudyResult result = result_;
    EXPECT_GT(result.front.size(), 5u);
    expect_same(run(study, name + "b", 3), one);
    EXPECT_EQ(result_.front, result.front);
    EXPECT_EQ(result_.end, result.end);
    StudyStore store = make_store(study, name + "c");
    ShuffledExecutor shuffled(study);
    EXPECT_EQ(run_study(study, store, shuffled, kInputs, {}).front, result.front);
    expect_same(store.read_all(), one);
  }
}

TEST_F(StudyRunTest, AStoppedStudyEndsAsIfItHadNotBeen) {
  int number = 0;
  for (const char* search : {kGenerations, kSteady, kRefined}) {
    const Study study = load(search);
    const std::string name = std::to_string(number++);
    const std::vector<DesignRecord> whole = run(study, name + "whole");
    const StudyResult result = result_;
    const std::string file = folder_.file(name + "stopped");
    { StudyStore store = make_store(study, name + "stopped"); }
    std::size_t evaluated = 0;
    bool has_ended = false;
    for (int runs = 0; !has_ended && runs < 100; ++runs) {
      StudyStore store = StudyStore::open(file);
      ShuffledExecutor executor(study);
      executor.stop_after = 11;
      StudyRunOptions options;
      options.cancel = &executor.cancel;
      try {
        const StudyResult again = run_study(study, store, executor, kInputs, options);
        has_ended = true;
        EXPECT_EQ(again.front, result.front);
        EXPECT_EQ(again.end, result.end);
        ASSERT_EQ(again.refined.size(), result.refined.size());
        for (std::size_t i = 0; i < again.refined.size(); ++i) {
          EXPECT_EQ(again.refined[i].to, result.refined[i].to);
        }
      } catch (const Interrupted&) {
      }
      evaluated += executor.evaluated;
    }
    ASSERT_TRUE(has_ended);
    const std::vector<DesignRecord> records = StudyStore::open_readonly(file).read_all();
    expect_same(records, whole);
    // Nothing was evaluated twice, nor what had been asked for before.
    const auto fresh = std::count_if(records.begin(), records.end(),
                                     [](const DesignRecord& one) { return one.wall_time > 0.0; });
    EXPECT_EQ(evaluated, static_cast<std::size_t>(fresh));
  }
}

// A slide whose drive has no limit.
constexpr const char* kLoose = R"(globaldyn: 1
name: slide
parameters:
  mass: {value: 2 kg, min: 0.1 kg, max: 100 kg}
bodies: {carriage: {mass: mass, inertia: {diag: [1, 1, 1]}}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}
drives:
  F: {joint: P}
tool: carriage
paths:
  stroke: {joints: {P: 1 m*p}, p_max: 1}
)";

// Nothing limits the speed: that says nothing about a design. It counts as failed, with the reason,
// and a resumed study takes the record as it is.
TEST_F(StudyRunTest, UnlimitedDesignsAreFailures) {
  studies_.push_back(std::make_unique<SlideStudy>(
      "variables: {mass: {values: [1 kg, 2 kg, 4 kg]}}\n"
      "objectives: {time: {minimize: stroke.time}}\nsearch: {algorithm: factorial}\n",
      kLoose));
  const Study study = studies_.back()->load();
  const std::vector<DesignRecord> records = run(study, "unlimited");
  ASSERT_EQ(records.size(), 3u);
  for (const DesignRecord& record : records) {
    EXPECT_EQ(record.state, DesignState::failed);
    EXPECT_NE(record.reason.find("nothing limits the speed"), std::string::npos) << record.reason;
    EXPECT_TRUE(std::isnan(record.objectives[0]));
  }
  expect_same(run(study, "again", 2), records);
  // When resumed it evaluates none of them again, and ends the same way.
  StudyStore store = StudyStore::open(folder_.file("unlimited"));
  ShuffledExecutor executor(study);
  (void)run_study(study, store, executor, kInputs, {});
  EXPECT_EQ(executor.evaluated, 0u);
  expect_same(store.read_all(), records);
}

TEST_F(StudyRunTest, ALargerBudgetGoesOn) {
  const Study study = load(kGenerations);
  const std::vector<DesignRecord> whole = run(study, "whole");
  StudyStore store = make_store(study, "more");
  const auto executor = make_tbb_executor(study, 2);
  StudyRunOptions options;
  options.budget = 50;
  EXPECT_EQ(run_study(study, store, *executor, kInputs, options).end, "budget");
  EXPECT_EQ(store.count(), 50u);
  const StudyResult result = run_study(study, store, *executor, kInputs, {});
  EXPECT_EQ(result.progress.replayed, 50u);
  expect_same(store.read_all(), whole);
}

TEST_F(StudyRunTest, AnotherSearchIsRefused) {
  const Study study = load(kGenerations);
  StudyStore store = make_store(study, "a");
  const auto executor = make_tbb_executor(study, 1);
  (void)run_study(study, store, *executor, kInputs, {});
  Study other = study;
  other.search.evolution.seed = 2;
  EXPECT_THROW((void)run_study(other, store, *executor, kInputs, {}), InputError);
}

TEST_F(StudyRunTest, TheTimeLimitEndsAReplayWhereItEndedTheRun) {
  const Study study = load(kGenerations);
  const auto executor = make_tbb_executor(study, 1);
  StudyStore store = make_store(study, "a");
  StudyRunOptions options;
  options.time_limit = 1e-9;  // over at the start
  StudyResult result = run_study(study, store, *executor, kInputs, options);
  EXPECT_EQ(result.end, "time limit");
  EXPECT_EQ(store.count(), 0u);
  EXPECT_EQ(run_study(study, store, *executor, kInputs, options).end, "time limit");
  // A store according to which the same limit came after 40 designs.
  StudyStore later = make_store(study, "b");
  StudyRunOptions budget;
  budget.budget = 40;
  (void)run_study(study, later, *executor, kInputs, budget);
  later.add_event({"time limit", 40, "100 s"});
  options.time_limit = 100.0;
  result = run_study(study, later, *executor, kInputs, options);
  EXPECT_EQ(result.end, "time limit");
  EXPECT_EQ(later.count(), 40u);
  // With another limit it continues.
  options.time_limit = 200.0;
  EXPECT_EQ(run_study(study, later, *executor, kInputs, options).end, "budget");
  EXPECT_EQ(later.count(), 130u);
}

// The time of a study is that of its refinement, too: there as well a study ends where it did.
TEST_F(StudyRunTest, TheTimeLimitEndsTheRefinement) {
  const Study study = load(kRefined);
  const auto executor = make_tbb_executor(study, 1);
  StudyStore store = make_store(study, "a");
  StudyRunOptions options;
  options.time_limit = 100.0;
  store.add_event({"refinement time limit", 83, "100 s"});
  const StudyResult result = run_study(study, store, *executor, kInputs, options);
  EXPECT_NE(result.end.find("refinement time limit"), std::string::npos) << result.end;
  EXPECT_EQ(store.count(), 83u);
  // With more of it, it goes on.
  options.time_limit = 200.0;
  EXPECT_EQ(run_study(study, store, *executor, kInputs, options).end, "budget");
  EXPECT_GT(store.count(), 83u);
  // Nothing is refined once the time is up.
  StudyStore late = make_store(study, "b");
  options.time_limit = 1e-9;
  EXPECT_EQ(run_study(study, late, *executor, kInputs, options).end, "time limit");
  EXPECT_EQ(late.count(), 0u);
}

TEST_F(StudyRunTest, WhatIsAskedAgainIsNotEvaluatedAgain) {
  const Study study = SlideStudy(R"(
variables: {kind: {choices: {a: {gap: 0.1 m}, b: {gap: 0.3 m}}}}
objectives: {x: {minimize: gap}}
search: {algorithm: random, budget: 50}
)")
                          .load();
  StudyStore store = make_store(study, "a");
  ShuffledExecutor executor(study);
  const StudyResult result = run_study(study, store, executor, kInputs, {});
  EXPECT_EQ(executor.evaluated, 2u);
  EXPECT_EQ(result.progress.repeated, 48u);
  EXPECT_EQ(store.count(), 50u);
  EXPECT_EQ(result.front.size(), 1u);  // the first of many that are the same
}

TEST_F(StudyRunTest, SearchesForOneObjectiveFindIt) {
  const Study study = SlideStudy(R"(
variables: {length: {from: 0.1 m, to: 3 m}, force: {from: 1 N, to: 100 N, scale: log}}
objectives: {x: {minimize: abs(length - 2 m)/1 m + abs(log(force/30 N))}}
constraints: {c: {value: length, at_most: 1.5 m}}
search: {algorithm: cobyla, budget: 300, first_step: 0.2, last_step: 1e-5}
)")
                          .load();
  StudyStore store = make_store(study, "a");
  const auto executor = make_tbb_executor(study, 1);
  const StudyResult result = run_study(study, store, *executor, kInputs, {});
  ASSERT_EQ(result.front.size(), 1u);
  const DesignRecord best = *store.read(result.front[0]);
  EXPECT_NEAR(best.design[0], 1.5, 1e-3);
  EXPECT_NEAR(best.design[1], 30.0, 0.1);
}

TEST_F(StudyRunTest, FactorialsAreWhole) {
  const Study study = load("search: {algorithm: factorial, levels: 3}\n");
  EXPECT_EQ(run(study, "a").size(), 3u * 3u * 4u * 2u);
  EXPECT_EQ(result_.end, "done");
}

// The hypervolume shown for a front of one design is a box.
TEST(FrontGrowth, IsABoxOfOneDesign) {
  FrontGrowth growth;
  ParetoArchive front;
  const std::vector<Outcome> outcomes{{{4.0, 1.0}, 0.0}, {{2.0, 3.0}, 0.0}, {{0.0, 0.0}, 1.0}};
  for (const Outcome& one : outcomes) growth.take(one);
  front.insert(1, {{3.0, 2.0}, 0.0});
  EXPECT_EQ(growth.measure(front), (4.0 - 3.0) * (3.0 - 2.0) / 4.0);
}

constexpr const char* kThreeSeeds = "search: {population: 20, budget: 130, seed: 5, seeds: 3}\n";

// What a store has of a seed, numbered as if it were the only one.
std::vector<DesignRecord> take_seed(const StudyStore& store, std::size_t index) {
  std::vector<DesignRecord> records = split_by_seed(load_table(store)).at(index).records;
  std::uint64_t number = 0;
  for (DesignRecord& record : records) record.id = ++number;
  return records;
}

// Oracle: the same study with each of the seeds alone.
TEST_F(StudyRunTest, SeveralSeedsMakeTheSearchOfEach) {
  for (const std::string search :
       {"population: 20", "algorithm: steady_state, population: 20, lag: 7",
        "algorithm: latin_hypercube", "refined"}) {
    SCOPED_TRACE(search);
    const bool is_refined = search == "refined";
    const auto text = [&](const std::string& seeds) {
      return "search: {" + (is_refined ? "population: 20" : search) + ", budget: 100, " + seeds +
             "}\n" + (is_refined ? "refine: {points: 3, budget: 15}\n" : "");
    };
    const Study study = load(text("seed: 5, seeds: 3"));
    StudyStore store = make_store(study, "seeds of " + search);
    const auto executor = make_tbb_executor(study, 2);
    const StudyResult all = run_study(study, store, *executor, kInputs, {});
    EXPECT_EQ(all.progress.done, store.count());
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string seed = std::to_string(5 + i);
      expect_same(take_seed(store, i), run(load(text("seed: " + seed)), search + seed));
    }
  }
}

TEST_F(StudyRunTest, TheFrontIsThatOfAllSeeds) {
  const Study study = load(kThreeSeeds);
  (void)run(study, "a");
  const StudyTable table = load_table(StudyStore::open_readonly(folder_.file("a")));
  EXPECT_EQ(table.header.seeds, 3u);
  EXPECT_EQ(table.records.size(), 390u);
  EXPECT_TRUE(std::equal(result_.front.begin(), result_.front.end(), table.front.begin(),
                         table.front.end()));
  const FrontGrowth growth = make_growth(table);
  EXPECT_EQ(result_.progress.hypervolume, measure_front(table, growth));
  std::uint64_t seed = 5;
  for (const StudyTable& part : split_by_seed(table)) {
    EXPECT_EQ(part.header.seed, seed++);
    EXPECT_LT(measure_front(part, growth), result_.progress.hypervolume);
    EXPECT_GT(measure_front(part, growth), 0.0);
    // Whatever a seed has on the common front is on its own.
    for (const DesignRecord& record : part.records) {
      if (std::binary_search(table.front.begin(), table.front.end(), record.id)) {
        EXPECT_TRUE(std::binary_search(part.front.begin(), part.front.end(), record.id));
      }
    }
  }
}

// Some times in every search, and between two of them.
TEST_F(StudyRunTest, SeveralSeedsAreResumedWhereverTheyWereStopped) {
  const std::vector<std::string> searches{kThreeSeeds,
                                          "search: {population: 20, budget: 60, seeds: 2}\n"
                                          "refine: {points: 2, budget: 10}\n"};
  for (std::size_t k = 0; k < searches.size(); ++k) {
    const Study study = load(searches[k]);
    const std::string name = std::to_string(k);
    const std::vector<DesignRecord> whole = run(study, "whole" + name);
    const std::vector<std::size_t> front = result_.front;
    for (const std::size_t first : {7u, 50u, 61u, 131u, 200u, 260u}) {
      StudyStore store = make_store(study, "stopped" + name + "_" + std::to_string(first));
      for (int i = 0;; ++i) {
        ASSERT_LT(i, 50);
        ShuffledExecutor executor(study);
        executor.stop_after = i == 0 ? first : 90;
        StudyRunOptions options;
        options.cancel = &executor.cancel;
        try {
          EXPECT_EQ(run_study(study, store, executor, kInputs, options).front, front);
          break;
        } catch (const Interrupted&) {
        }
      }
      expect_same(store.read_all(), whole);
    }
  }
}

TEST_F(StudyRunTest, ALargerBudgetGoesOnWithEverySeed) {
  const Study study = load(kThreeSeeds);
  const std::vector<DesignRecord> whole = run(study, "whole");
  StudyStore store = make_store(study, "more");
  const auto executor = make_tbb_executor(study, 2);
  StudyRunOptions options;
  options.budget = 50;
  (void)run_study(study, store, *executor, kInputs, options);
  EXPECT_EQ(store.count(), 150u);
  EXPECT_EQ(run_study(study, store, *executor, kInputs, {}).progress.replayed, 150u);
  expect_same(store.read_all(), whole);
}

// Also where there is no design yet that would be another one.
TEST_F(StudyRunTest, AnotherNumberOfSeedsIsRefused) {
  const Study study = load(kThreeSeeds);
  StudyStore store = make_store(study, "a");
  const auto executor = make_tbb_executor(study, 1);
  Study other = study;
  for (const std::size_t seeds : {1u, 2u, 4u}) {
    other.search.seeds = seeds;
    EXPECT_THROW((void)run_study(other, store, *executor, kInputs, {}), InputError);
  }
  EXPECT_EQ(store.count(), 0u);
}

// A store according to which the time of the second seed was over after 40 designs.
TEST_F(StudyRunTest, ATimeLimitIsThatOfEverySeed) {
  const Study study = load(kThreeSeeds);
  StudyStore store = make_store(study, "a");
  store.add_event({"time limit", 40, "100 s, seed 6"});
  const auto executor = make_tbb_executor(study, 1);
  StudyRunOptions options;
  options.time_limit = 100.0;
  EXPECT_EQ(run_study(study, store, *executor, kInputs, options).end, "budget, time limit");
  const std::vector<StudyTable> parts = split_by_seed(load_table(store));
  EXPECT_EQ(parts[0].records.size(), 130u);
  EXPECT_EQ(parts[1].records.size(), 40u);
  EXPECT_EQ(parts[2].records.size(), 130u);
  // With another limit it goes on, as if nothing had been.
  options.time_limit = 200.0;
  EXPECT_EQ(run_study(study, store, *executor, kInputs, options).end, "budget");
  expect_same(store.read_all(), run(study, "whole"));
}

TEST_F(StudyRunTest, ProgressIsThatOfAllSeeds) {
  const Study study = load(kThreeSeeds);
  StudyStore store = make_store(study, "a");
  ShuffledExecutor executor(study);
  StudyRunOptions options;
  std::size_t done = 0, reports = 0;
  options.progress = [&](const StudyProgress& now) {
    EXPECT_EQ(now.limit, 390u);
    EXPECT_GE(now.done, done);
    EXPECT_LE(now.done, 390u);
    done = now.done;
    ++reports;
  };
  const StudyProgress end = run_study(study, store, executor, kInputs, options).progress;
  EXPECT_GE(reports, 3u);  // each search reports at its start
  EXPECT_GE(done, 260u);
  EXPECT_EQ(end.done, 390u);
}

}  // namespace
}  // namespace globaldyn::inside
