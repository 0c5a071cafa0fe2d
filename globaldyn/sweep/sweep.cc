#include "globaldyn/sweep/sweep.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <exception>
#include <limits>

#include "core/base/hand_over.h"

namespace globaldyn::inside {
inline namespace sweep {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool is_cancelled(const SweepOptions& options) {
  return options.cancel != nullptr && *options.cancel;
}

// The failure with the smallest index: it must not depend on which thread was first.
class FirstFailure {
 public:
  [[nodiscard]] bool is_before(std::size_t i) const { return index_ < i; }

  void take(std::size_t i) {
    const std::scoped_lock lock(mutex_);
    if (i >= index_) return;
    index_ = i;
    error_ = std::current_exception();
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::atomic<std::size_t> index_{std::numeric_limits<std::size_t>::max()};
  std::exception_ptr error_;
  std::mutex mutex_;
};

}  // namespace

ProgressCounter::ProgressCounter(std::size_t total, const SweepOptions& options)
    : total_(total), options_(options) {}

void ProgressCounter::count_one() {
  ++done_;
  if (is_cancelled(options_)) throw Interrupted();
  if (!options_.progress) return;
  constexpr double kInterval = 0.1;  // s
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  const double elapsed = seconds_since(start_);
  if (elapsed - last_ < kInterval) return;
  last_ = elapsed;
  report(done_, elapsed);
}

void ProgressCounter::finish() const {
  if (options_.progress) report(done_, seconds_since(start_));
}

void ProgressCounter::report(std::size_t done, double elapsed) const {
  SweepProgress progress{done, total_, elapsed, std::nullopt};
  if (done > 0 && done <= total_) {
    progress.remaining = elapsed * static_cast<double>(total_ - done) / static_cast<double>(done);
  }
  options_.progress(progress);
}

int count_threads(const SweepOptions& options) {
  return options.threads > 0 ? options.threads : tbb::this_task_arena::max_concurrency();
}

void run_sweep(std::size_t count, const SweepOptions& options, ProgressCounter& counter,
               const std::function<void(std::size_t slot, std::size_t i)>& visit) {
  FirstFailure failure;
  HandOver hand_over;  // from this thread to the others, from one to the next in a slot, and back
  const auto visit_range = [&](const tbb::blocked_range<std::size_t>& range) {
    hand_over.take();
    const auto slot = static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
    for (std::size_t i = range.begin(); i != range.end(); ++i) {
      if (is_cancelled(options) || failure.is_before(i)) break;
      try {
        visit(slot, i);
      } catch (...) {
        failure.take(i);
      }
    }
    hand_over.give();
  };
  // TBB starts no more threads than cores unless told to.
  constexpr std::size_t kOne = 1;
  const int threads = static_cast<int>(
      std::min(std::max(kOne, count), static_cast<std::size_t>(count_threads(options))));
  const tbb::global_control allowed(
      tbb::global_control::max_allowed_parallelism,
      std::max(static_cast<std::size_t>(threads),
               tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism)));
  tbb::task_arena arena(threads);
  hand_over.give();
  arena.execute([&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count), visit_range); });
  hand_over.take();
  if (is_cancelled(options)) throw Interrupted();
  failure.rethrow();
  counter.finish();
}

void run_sweep(std::size_t count, const SweepOptions& options,
               const std::function<void(std::size_t slot, std::size_t i)>& visit) {
  ProgressCounter counter(count, options);
  run_sweep(count, options, counter, [&](std::size_t slot, std::size_t i) {
    visit(slot, i);
    counter.count_one();
  });
}

}  // namespace sweep
}  // namespace globaldyn::inside
