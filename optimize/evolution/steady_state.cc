#include "optimize/evolution/steady_state.h"

#include <algorithm>
#include <vector>

#include "optimize/evolution/evolution.h"

namespace globaldyn::inside {
inline namespace evolution {
namespace {

class SteadyState {
 public:
  SteadyState(const DesignSpace& space, const EvolutionOptions& options, Evaluations& evaluations)
      : evaluations_(evaluations),
        size_(std::max<std::size_t>(1, options.population)),
        most_(options.generations * size_),
        lag_(std::max<std::size_t>(1, options.lag)),
        evolution_(space, options, std::max(size_, lag_ + size_ / 2)),
        under_way_(lag_) {}

  Population run() {
    EvolutionEnd end = EvolutionEnd::budget;
    while (run_one(end)) {
    }
    while (taken_ < submitted_) take_next();
    if (evolution_.size() > size_) evolution_.select(taken_);  // ended before the first child
    return evolution_.make_population((taken_ + size_ - 1) / size_, end);
  }

 private:
  struct UnderWay {
    std::size_t number;
    Design design;
  };

  bool run_one(EvolutionEnd& end);
  bool submit_next();
  void take_next();

  Evaluations& evaluations_;
  std::size_t size_;
  std::size_t most_;  // maximum number of evaluations; 0: no limit
  std::size_t lag_;
  Evolution evolution_;
  std::size_t submitted_{0}, taken_{0};
  std::vector<UnderWay> under_way_;  // the i-th one at i modulo lag
};

// Whether to continue; if not, `end` says why.
bool SteadyState::run_one(EvolutionEnd& end) {
  const auto stop = [&](EvolutionEnd why) {
    end = why;
    return false;
  };
  // The outcomes up to k - lag, where k is the number of the next child.
  while (taken_ + lag_ <= submitted_) {
    take_next();
    if (taken_ % size_ == 0 && evolution_.is_stagnant(taken_ / size_)) {
      return stop(EvolutionEnd::stagnation);
    }
  }
  if (most_ > 0 && submitted_ == most_) return stop(EvolutionEnd::generations);
  if (evaluations_.left() == 0) return stop(EvolutionEnd::budget);
  return submit_next() ? true : stop(EvolutionEnd::exhausted);
}

bool SteadyState::submit_next() {
  UnderWay& next = under_way_[submitted_ % lag_];
  const bool is_made = submitted_ < evolution_.count_first()
                           ? evolution_.make_first(submitted_, next.design)
                           : evolution_.make_child(submitted_ + 1, 0, next.design);
  if (!is_made) return false;
  next.number = evaluations_.submit(next.design);
  ++submitted_;
  return true;
}

// Selection begins when it is first needed, for the first child.
void SteadyState::take_next() {
  UnderWay& next = under_way_[taken_ % lag_];
  const Outcome& outcome = evaluations_.wait_for(next.number);
  if (submitted_ < evolution_.count_first()) {
    evolution_.add(next.number, next.design, outcome);
  } else {
    evolution_.add_and_select(next.number, next.design, outcome);
  }
  ++taken_;
}

}  // namespace

Population run_steady_state(const DesignSpace& space, const EvolutionOptions& options,
                            Evaluations& evaluations) {
  return SteadyState(space, options, evaluations).run();
}

}  // namespace evolution
}  // namespace globaldyn::inside
