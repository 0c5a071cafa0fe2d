#include "optimize/executor/tbb_executor.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "optimize/evaluator/design_evaluator.h"

namespace globaldyn::inside {
inline namespace executor {
namespace {

using Clock = std::chrono::steady_clock;

int choose_threads(int threads) {
  return threads > 0 ? threads : std::max(1, tbb::this_task_arena::max_concurrency());
}

class TbbExecutor final : public Executor {
 public:
  TbbExecutor(const Study& study, int threads)
      : study_(study),
        // TBB starts no more threads than cores unless told to, and counts the one that waits.
        allowed_(tbb::global_control::max_allowed_parallelism,
                 static_cast<std::size_t>(choose_threads(threads)) + 1),
        arena_(choose_threads(threads), 0),
        width_(choose_threads(threads)) {}

  ~TbbExecutor() override {
    do_drop_waiting();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return tasks_ == 0; });
  }

 private:
  void do_start(std::uint64_t id, const Design& design) override {
    {
      const std::scoped_lock lock(mutex_);
      waiting_.push_back({id, design});
      ++under_way_;
      ++tasks_;
    }
    arena_.enqueue([this] { run_next(); });
  }

  std::vector<DesignRecord> do_collect(double seconds) override {
    std::unique_lock lock(mutex_);
    if (finished_.empty() && under_way_ > 0) {
      done_.wait_for(lock, std::chrono::duration<double>(seconds),
                     [this] { return !finished_.empty() || failure_; });
    }
    if (failure_) std::rethrow_exception(failure_);
    under_way_ -= finished_.size();
    return std::exchange(finished_, {});
  }

  void do_drop_waiting() override {
    const std::scoped_lock lock(mutex_);
    under_way_ -= waiting_.size() - next_;
    next_ = waiting_.size();
  }

  [[nodiscard]] std::size_t do_under_way() const override {
    const std::scoped_lock lock(mutex_);
    return under_way_;
  }

  [[nodiscard]] int do_width() const override { return width_; }

  struct Job {
    std::uint64_t id;
    Design design;
  };

  // A task takes the design that has waited longest, so that results come about in order.
  void run_next() {
    std::optional<Job> job = take_job();
    std::optional<DesignRecord> record;
    std::exception_ptr failure;
    if (job) {
      try {
        record = evaluate(*job);
      } catch (...) {
        failure = std::current_exception();
      }
    }
    // Notifies under the lock: once the last task has released it this object may be gone.
    const std::scoped_lock lock(mutex_);
    if (record) finished_.push_back(std::move(*record));
    if (failure && !failure_) failure_ = failure;
    --tasks_;
    done_.notify_all();
  }

  std::optional<Job> take_job() {
    const std::scoped_lock lock(mutex_);
    if (next_ == waiting_.size()) return std::nullopt;
    Job job = std::move(waiting_[next_++]);
    if (next_ == waiting_.size()) {
      waiting_.clear();
      next_ = 0;
    }
    return job;
  }

  DesignRecord evaluate(const Job& job) {
    std::unique_ptr<DesignEvaluator> evaluator = take_evaluator();
    const Clock::time_point start = Clock::now();
    DesignRecord record = evaluator->evaluate(job.design);
    record.id = job.id;
    record.wall_time = std::chrono::duration<double>(Clock::now() - start).count();
    const std::scoped_lock lock(mutex_);
    evaluators_.push_back(std::move(evaluator));
    return record;
  }

  // An idle one, or a new one.
  std::unique_ptr<DesignEvaluator> take_evaluator() {
    {
      const std::scoped_lock lock(mutex_);
      if (!evaluators_.empty()) {
        std::unique_ptr<DesignEvaluator> evaluator = std::move(evaluators_.back());
        evaluators_.pop_back();
        return evaluator;
      }
    }
    return std::make_unique<DesignEvaluator>(study_);
  }

  const Study& study_;
  tbb::global_control allowed_;
  tbb::task_arena arena_;
  int width_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<DesignEvaluator>> evaluators_;  // idle
  std::condition_variable done_;
  std::vector<Job> waiting_;  // from next_ on
  std::size_t next_{0};
  std::vector<DesignRecord> finished_;
  std::size_t under_way_{0};  // started, neither collected nor dropped
  std::size_t tasks_{0};      // given to TBB and not finished
  std::exception_ptr failure_;
};

}  // namespace

std::unique_ptr<Executor> make_tbb_executor(const Study& study, int threads) {
  return std::make_unique<TbbExecutor>(study, threads);
}

}  // namespace executor
}  // namespace globaldyn::inside
