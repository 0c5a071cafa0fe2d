#include "optimize/run/study_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "globaldyn/storage/input_hash.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
inline namespace run {
namespace {

constexpr double kBusyTimeout = 0.05;  // s between checks of the clock and of Ctrl-C
constexpr double kInterval = 0.2;      // s between reports of progress

std::uint64_t hash(const Design& design) {
  return calc_fnv1a({reinterpret_cast<const char*>(design.data()), design.size() * sizeof(double)});
}

}  // namespace

StudyRun::StudyRun(const Study& study, StudyStore& store, Executor& executor, std::uint64_t inputs,
                   const StudyRunOptions& options, const SeedOrder& order)
    : store_(store), executor_(executor), inputs_(inputs), options_(options), order_(order) {
  for (const StudyObjective& one : study.objectives) maximized_.push_back(one.is_maximized);
  store_.for_each([&](const DesignRecord& record) {
    if (order_.owns(record.id)) stored_.emplace(order_.number(record.id), record);
  });
}

void StudyRun::set_limits(std::size_t designs, std::optional<double> seconds) {
  limit_ = designs;
  seconds_ = seconds;
  is_out_of_time_ = false;
}

std::size_t StudyRun::do_left() {
  if (options_.cancel != nullptr && *options_.cancel) throw Interrupted();
  const std::size_t done = designs_.size();
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  if ((stop_at_ && done >= *stop_at_) || (!stop_at_ && seconds_ && elapsed >= *seconds_)) {
    is_out_of_time_ = true;
  }
  if (is_out_of_time_) return 0;
  const std::size_t left = limit_ - std::min(limit_, done);
  return stop_at_ ? std::min(left, *stop_at_ - done) : left;
}

std::size_t StudyRun::do_submit(const Design& design) {
  designs_.push_back(design);
  outcomes_.emplace_back();
  const std::size_t number = designs_.size();
  const auto first = find_same(design);
  numbers_.emplace(hash(design), number);
  if (stored_.count(number) != 0) {
    replay(number);
  } else if (!first) {
    executor_.start(order_.id(number), design);
  } else {
    same_[*first].push_back(number);
    if (outcomes_[*first - 1]) answer_same(*first);
  }
  return number;
}

// Answers from the store, which must know the same design under the number.
void StudyRun::replay(std::size_t number) {
  const auto found = stored_.find(number);
  const DesignRecord record = std::move(found->second);
  stored_.erase(found);
  if (record.design != designs_[number - 1]) {
    throw InputError(
        whole_place(store_.file()),
        fmt::format("evaluation {} is of another design than the search asks for now", record.id),
        "expected the same study, seed and search as before; start again in another "
        "folder");
  }
  ++counts_.replayed;
  take(record, false);
}

std::optional<std::size_t> StudyRun::find_same(const Design& design) const {
  const auto [begin, end] = numbers_.equal_range(hash(design));
  std::optional<std::size_t> least;
  for (auto it = begin; it != end; ++it) {
    if (designs_[it->second - 1] == design && (!least || it->second < *least)) least = it->second;
  }
  return least;
}

// A design asked for again gets the same numbers as before.
void StudyRun::answer_same(std::size_t first) {
  const auto found = same_.find(first);
  if (found == same_.end()) return;
  const std::vector<std::size_t> numbers = std::move(found->second);
  same_.erase(found);
  const std::optional<DesignRecord> known = store_.read(order_.id(first));
  assert(known);
  for (const std::size_t number : numbers) {
    DesignRecord record = *known;
    record.id = order_.id(number);
    record.wall_time = 0.0;
    ++counts_.repeated;
    take(record, true);
  }
}

void StudyRun::take(const DesignRecord& record, bool is_new) {
  if (is_new) store_.append(record);
  const Outcome outcome = make_outcome(record, maximized_);
  ++counts_.done;
  if (outcome.is_feasible()) ++counts_.feasible;
  if (record.state == DesignState::failed) ++counts_.failed;
  counts_.busy += record.wall_time;
  const std::size_t number = order_.number(record.id);
  archive_.insert(number, outcome);
  outcomes_[number - 1] = outcome;
}

void StudyRun::collect(double seconds) {
  for (DesignRecord& record : executor_.collect(seconds)) {
    record.inputs = inputs_;
    take(record, true);
    answer_same(order_.number(record.id));
  }
}

const Outcome& StudyRun::do_wait_for(std::size_t number) {
  std::optional<Outcome>& outcome = outcomes_.at(number - 1);
  while (!outcome) {
    check_cancelled();
    collect(kBusyTimeout);
    report_progress();
  }
  // Outcomes that a search waits for one by one are committed when it no longer has to wait.
  if (executor_.under_way() == 0) store_.commit();
  return *outcome;
}

void StudyRun::check_cancelled() {
  if (options_.cancel == nullptr || !*options_.cancel) return;
  store_.commit();  // there may be no time for it later
  throw Interrupted();
}

void StudyRun::finish() {
  executor_.drop_waiting();
  while (executor_.under_way() > 0) collect(kBusyTimeout);
  store_.commit();
}

StudyProgress StudyRun::progress() {
  while (measured_ < outcomes_.size() && outcomes_[measured_]) {
    growth_.take(*outcomes_[measured_++]);
  }
  StudyProgress now = counts_;
  now.limit = limit_;
  now.front = archive_.size();
  now.hypervolume = growth_.measure(archive_);
  now.elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  const auto fresh = static_cast<double>(now.done - now.replayed - now.repeated);
  now.rate = now.elapsed > 0.0 ? fresh / now.elapsed : 0.0;
  return now;
}

void StudyRun::report_progress() {
  if (!options_.progress) return;
  const Clock::time_point now = Clock::now();
  if (std::chrono::duration<double>(now - reported_).count() < kInterval) return;
  reported_ = now;
  options_.progress(progress());
}

}  // namespace run
}  // namespace globaldyn::inside
