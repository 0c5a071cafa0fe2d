#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "optimize/executor/executor.h"
#include "optimize/pareto/archive.h"
#include "optimize/pareto/front_growth.h"
#include "optimize/search/evaluations.h"
#include "optimize/store/seed_order.h"
#include "optimize/store/study_store.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace run {

/// The progress of a study.
struct StudyProgress {
  std::size_t done{0};      ///< designs whose outcome is known
  std::size_t replayed{0};  ///< of these, answered from the store
  std::size_t repeated{0};  ///< of these, the same as one before
  std::size_t feasible{0};
  std::size_t failed{0};
  std::size_t limit{0};     ///< maximum number of designs
  std::size_t front{0};     ///< non-dominated ones
  double hypervolume{0.0};  ///< of the front, or NaN, see FrontGrowth
  double elapsed{0.0};      ///< s
  double rate{0.0};         ///< recent rate of new designs, 1/s
  double busy{0.0};         ///< s of evaluation, all threads together
};

/// How a study is run. None of it changes a design's numbers.
struct StudyRunOptions {
  std::size_t budget{0};                     ///< maximum designs of the search; 0: the study's
  std::optional<double> time_limit;          ///< s, refinement included; else the study's
  const std::atomic<bool>* cancel{nullptr};  ///< set to true from outside: stop soon
  std::function<void(const StudyProgress&)> progress;  ///< some times a second; may be empty
};

/// The evaluations as a study's search sees them. Every design asked for is numbered, looked up in
/// the store, then among the designs before it, and evaluated if it is in neither; then it is
/// stored. So a search that is run again gets the outcomes of the previous run, at no cost, as long
/// as it asks for the same designs.
class StudyRun final : public Evaluations {
 public:
  /// @param inputs hash of what designs are evaluated from, stored with each
  /// @param order which ids its designs have in the store; all others are none of its business
  StudyRun(const Study& study, StudyStore& store, Executor& executor, std::uint64_t inputs,
           const StudyRunOptions& options, const SeedOrder& order);

  /// The maximum number of designs when the search ends, including those of previous runs, and for
  /// how many seconds it may run (none: no limit).
  void set_limits(std::size_t designs, std::optional<double> seconds);

  /// Ends the search when it has asked for this many designs, where a time limit ended it
  /// previously, rather than when the time is up; none: undoes that.
  void stop_at(std::optional<std::size_t> designs) { stop_at_ = designs; }

  /// How many designs have been asked for; and whether the time, or stop_at(), ended the search.
  [[nodiscard]] std::size_t submitted() const { return designs_.size(); }
  [[nodiscard]] bool is_out_of_time() const { return is_out_of_time_; }

  /// Waits for what is under way, and stores it. Designs not yet started are dropped.
  void finish();

  [[nodiscard]] const ParetoArchive& archive() const { return archive_; }
  [[nodiscard]] const Design& design(std::size_t number) const { return designs_[number - 1]; }
  [[nodiscard]] const Outcome& outcome(std::size_t number) const { return *outcomes_[number - 1]; }
  [[nodiscard]] StudyProgress progress();

 private:
  [[nodiscard]] std::size_t do_left() override;
  std::size_t do_submit(const Design& design) override;
  [[nodiscard]] const Outcome& do_wait_for(std::size_t number) override;

  void replay(std::size_t number);
  void take(const DesignRecord& record, bool is_new);
  void collect(double seconds);
  void answer_same(std::size_t first);
  [[nodiscard]] std::optional<std::size_t> find_same(const Design& design) const;
  void check_cancelled();
  void report_progress();

  using Clock = std::chrono::steady_clock;

  std::vector<bool> maximized_;  // objectives
  StudyStore& store_;
  Executor& executor_;
  std::uint64_t inputs_;
  StudyRunOptions options_;
  SeedOrder order_;
  std::unordered_map<std::size_t, DesignRecord> stored_;  // by number, not yet asked for
  std::deque<Design> designs_;                            // by number - 1
  std::deque<std::optional<Outcome>> outcomes_;
  std::unordered_multimap<std::uint64_t, std::size_t> numbers_;  // of designs, by hash
  std::map<std::size_t, std::vector<std::size_t>> same_;         // waiting for the first of them
  ParetoArchive archive_;
  FrontGrowth growth_;
  std::size_t measured_{0};  // outcomes that growth_ has taken
  StudyProgress counts_;
  std::size_t limit_{0};
  std::optional<std::size_t> stop_at_;
  std::optional<double> seconds_;
  bool is_out_of_time_{false};
  Clock::time_point start_{Clock::now()};
  Clock::time_point reported_{};
};

}  // namespace run
}  // namespace globaldyn::inside
