#include "bench/cluster_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <deque>
#include <limits>
#include <queue>
#include <utility>

#include "core/base/errors.h"
#include "optimize/executor/hand_out.h"
#include "optimize/random/random_stream.h"

namespace globaldyn::inside {
namespace {

// Designs numbered first, first + 1, …
struct Chunk {
  std::size_t first;
  std::size_t count;
};

struct Event {
  enum class Kind {
    chunk_comes,   // at a rank
    evaluated,     // the design chunk.first, by a rank
    result_comes,  // at rank 0
    rank_0_polls   // for messages
  };

  double time;
  std::uint64_t order;  // of events at the same time
  Kind kind;
  std::size_t rank;
  Chunk chunk;

  bool operator>(const Event& other) const {
    return time > other.time || (time == other.time && order > other.order);
  }
};

class Events {
 public:
  void add(double time, Event::Kind kind, std::size_t rank = 0, Chunk chunk = {0, 0}) {
    queue_.push({time, ++count_, kind, rank, chunk});
  }

  [[nodiscard]] bool is_empty() const { return queue_.empty(); }

  Event take() {
    const Event event = queue_.top();
    queue_.pop();
    return event;
  }

 private:
  std::priority_queue<Event, std::vector<Event>, std::greater<>> queue_;
  std::uint64_t count_{0};
};

// Which designs can be bred.
class Search {
 public:
  explicit Search(const SimulatedSearch& search)
      : search_(search), is_there_(search.evaluations, false) {}

  void add_result(std::size_t design) {
    is_there_[design] = true;
    while (taken_ < is_there_.size() && is_there_[taken_]) ++taken_;
  }

  // Breeds all designs that can be bred now; returns how many.
  std::size_t breed() {
    const bool waits = search_.scheme == SimulatedSearch::Scheme::generational && taken_ < bred_;
    const std::size_t end = waits ? bred_ : std::min(search_.evaluations, taken_ + search_.size);
    return end - std::exchange(bred_, end);
  }

  [[nodiscard]] std::size_t bred() const { return bred_; }
  [[nodiscard]] bool is_over() const { return taken_ == search_.evaluations; }

 private:
  SimulatedSearch search_;
  std::vector<bool> is_there_;
  std::size_t taken_{0};  // results, in the order of their numbers
  std::size_t bred_{0};
};

class Cluster {
 public:
  Cluster(const SimulatedSearch& search, std::size_t ranks, const EvaluationTimes& times,
          const ClusterOptions& options)
      : times_(times), options_(options), search_(search), hand_out_(ranks, 1), queues_(ranks) {}

  SimulatedRun run() {
    work(0.0);
    while (!events_.is_empty()) handle(events_.take());
    assert(search_.is_over());
    run_.efficiency = run_.useful / (static_cast<double>(queues_.size()) * run_.makespan);
    run_.rank_0_busy /= run_.makespan;
    return run_;
  }

 private:
  struct Result {
    std::size_t rank;
    std::size_t design;
  };

  void handle(const Event& event);
  void begin_next(std::size_t rank, double now);
  void end_design(std::size_t rank, std::size_t design, double now);
  void notice_result(std::size_t rank, double now);
  void look(double now);
  void work(double now);
  void plan_look(double time);
  [[nodiscard]] double take_results(double now);
  [[nodiscard]] double breed(double now);
  [[nodiscard]] double hand_out(double now);
  void send(std::size_t rank, std::size_t count, double now);

  [[nodiscard]] std::size_t waiting() const { return search_.bred() - handed_out_; }
  [[nodiscard]] double sleep_time_of(std::size_t rank) const {
    const bool works = rank == 0 && hand_out_.held_by(0) > 0;
    return options_.nap.value_or(works ? hand_out_.find_sleep_time() : kIdleNap);
  }
  [[nodiscard]] double latency(std::size_t rank) const {
    return rank == 0 ? 0.0 : options_.latency;
  }
  [[nodiscard]] static double find_look(double nap, double since, double now);

  const EvaluationTimes& times_;
  const ClusterOptions& options_;
  Events events_;
  Search search_;
  HandOut hand_out_;
  std::vector<std::deque<Chunk>> queues_;  // what a rank evaluates now and next
  std::vector<Result> inbox_;
  bool is_asleep_{false};  // rank 0's thread that looks for messages
  double asleep_since_{0.0};
  double next_look_{0.0};
  std::size_t handed_out_{0};
  SimulatedRun run_;
};

void Cluster::handle(const Event& event) {
  switch (event.kind) {
    case Event::Kind::chunk_comes:
      queues_[event.rank].push_back(event.chunk);
      if (queues_[event.rank].size() == 1) begin_next(event.rank, event.time);
      return;
    case Event::Kind::evaluated:
      return end_design(event.rank, event.chunk.first, event.time);
    case Event::Kind::result_comes:
      inbox_.push_back({event.rank, event.chunk.first});
      return notice_result(event.rank, event.time);
    case Event::Kind::rank_0_polls:
      return look(event.time);
  }
}

// The first design of the first chunk is the one being evaluated.
void Cluster::begin_next(std::size_t rank, double now) {
  if (queues_[rank].empty()) return;
  const std::size_t design = queues_[rank].front().first;
  events_.add(now + times_.of(design), Event::Kind::evaluated, rank, {design, 1});
}

void Cluster::end_design(std::size_t rank, std::size_t design, double now) {
  run_.useful += times_.of(design);
  Chunk& chunk = queues_[rank].front();
  ++chunk.first;
  if (--chunk.count == 0) queues_[rank].pop_front();
  begin_next(rank, now);
  events_.add(now + latency(rank), Event::Kind::result_comes, rank, {design, 1});
}

// When a process that has checked for messages at `since` and after every nap from then on sees one
// that arrives now.
double Cluster::find_look(double nap, double since, double now) {
  if (nap <= 0.0) return now;
  return std::max(now, since + std::ceil((now - since) / nap) * nap);
}

void Cluster::notice_result(std::size_t rank, double now) {
  if (!is_asleep_) return;
  // Results within rank 0 are seen at once.
  const double seen = rank == 0 ? now : find_look(sleep_time_of(0), asleep_since_, now);
  if (seen < next_look_) plan_look(seen);
}

void Cluster::plan_look(double time) {
  next_look_ = time;
  events_.add(time, Event::Kind::rank_0_polls);
}

void Cluster::look(double now) {
  if (now != next_look_) return;  // there was one before
  if (!inbox_.empty()) return work(now);
  is_asleep_ = true;
  asleep_since_ = now;
  next_look_ = std::numeric_limits<double>::infinity();
}

// What rank 0 does repeatedly: takes the results that arrived, breeds what can be bred, hands out.
void Cluster::work(double now) {
  const double end = hand_out(breed(take_results(now)));
  run_.rank_0_busy += end - now;
  is_asleep_ = false;
  plan_look(end);
}

double Cluster::take_results(double now) {
  for (const Result& result : inbox_) {
    hand_out_.take_back(result.rank, times_.of(result.design));
    search_.add_result(result.design);
  }
  now += options_.result * static_cast<double>(inbox_.size());
  inbox_.clear();
  run_.makespan = now;
  return now;
}

double Cluster::breed(double now) {
  return now + options_.breeding * static_cast<double>(search_.breed());
}

double Cluster::hand_out(double now) {
  while (const auto chunk = hand_out_.next(waiting())) {
    now += options_.chunk;
    send(chunk->rank, chunk->count, now);
  }
  return now;
}

// Each rank checks for messages at different times.
void Cluster::send(std::size_t rank, std::size_t count, double now) {
  constexpr double kGoldenRatio = 0.6180339887498949;
  const double phase =
      std::fmod(kGoldenRatio * static_cast<double>(rank), 1.0) * sleep_time_of(rank);
  const double comes = now + latency(rank);
  const double seen = rank == 0 ? comes : find_look(sleep_time_of(rank), phase, comes);
  events_.add(seen, Event::Kind::chunk_comes, rank, {handed_out_, count});
  handed_out_ += count;
  ++run_.chunks;
}

}  // namespace

EvaluationTimes::EvaluationTimes(std::vector<double> measured, std::uint64_t seed)
    : measured_(std::move(measured)), seed_(seed) {
  if (measured_.empty()) throw Error("no times of evaluations");
  for (const double time : measured_) {
    if (!(time > 0.0)) throw Error(fmt::format("an evaluation of {} s", time));
  }
}

double EvaluationTimes::of(std::size_t design) const {
  return measured_[RandomStream(seed_, design).below(measured_.size())];
}

SimulatedRun simulate_cluster(const SimulatedSearch& search, std::size_t ranks,
                              const EvaluationTimes& times, const ClusterOptions& options) {
  if (search.size == 0 || search.evaluations == 0 || ranks == 0) {
    throw Error("a search of no evaluations, or on no ranks");
  }
  return Cluster(search, ranks, times, options).run();
}

}  // namespace globaldyn::inside
