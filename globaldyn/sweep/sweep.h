#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace sweep {

/// How far a sweep has come.
struct SweepProgress {
  std::size_t done{0};
  std::size_t total{0};
  double elapsed{0.0};              ///< s
  std::optional<double> remaining;  ///< s, if the rest takes as long per item as those done

  [[nodiscard]] double share() const {
    return total == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total);
  }
};

/// How a sweep is run. None of it changes its result.
struct SweepOptions {
  int threads{0};                                      ///< 0: one per core
  const std::atomic<bool>* cancel{nullptr};            ///< set to true from outside: stop soon
  std::function<void(const SweepProgress&)> progress;  ///< some ten times a second, from any
                                                       ///< thread but one at a time; may be empty
};

/// A sweep was stopped by SweepOptions::cancel.
using globaldyn::Interrupted;

/// Counts finished work and reports it now and then, one call at a time.
class ProgressCounter {
 public:
  ProgressCounter(std::size_t total, const SweepOptions& options);

  /// From any thread. @throws Interrupted if the sweep is cancelled.
  void count_one();

  /// Reports the end.
  void finish() const;

 private:
  void report(std::size_t done, double elapsed) const;

  std::size_t total_;
  const SweepOptions& options_;
  std::chrono::steady_clock::time_point start_{std::chrono::steady_clock::now()};
  std::atomic<std::size_t> done_{0};
  std::mutex mutex_;
  double last_{0.0};
};

/// How many threads a sweep uses.
[[nodiscard]] int count_threads(const SweepOptions& options);

/// Calls visit(slot, i) for every i < count on several threads at once; `slot` < count_threads()
/// is different for every working thread. Items with many steps count these themselves; items of
/// one step are counted by default.
/// @throws Interrupted if cancelled; otherwise what visit() throws, for the smallest i that throws.
void run_sweep(std::size_t count, const SweepOptions& options, ProgressCounter& counter,
               const std::function<void(std::size_t slot, std::size_t i)>& visit);
void run_sweep(std::size_t count, const SweepOptions& options,
               const std::function<void(std::size_t slot, std::size_t i)>& visit);

/// The same with a worker per thread, made by `make_worker()` (a unique_ptr) when it is first
/// needed: visit(*worker, i). What a worker does with i must not depend on what it did before, or
/// results would depend on the number of threads.
template <class MakeWorker, class Visit>
void sweep_with_workers(std::size_t count, const SweepOptions& options,
                        const MakeWorker& make_worker, const Visit& visit) {
  std::vector<decltype(make_worker())> workers(static_cast<std::size_t>(count_threads(options)));
  run_sweep(count, options, [&](std::size_t slot, std::size_t i) {
    if (!workers[slot]) workers[slot] = make_worker();
    visit(*workers[slot], i);
  });
}

}  // namespace sweep
}  // namespace globaldyn::inside
