#include "optimize/evolution/nsga.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "optimize/evolution/evolution.h"

namespace globaldyn::inside {
inline namespace evolution {
namespace {

class Generations {
 public:
  Generations(const DesignSpace& space, const EvolutionOptions& options, Evaluations& evaluations)
      : options_(options),
        evaluations_(evaluations),
        size_(std::max<std::size_t>(1, options.population)),
        evolution_(space, options, size_),
        designs_(std::max(size_, evolution_.count_first())) {}

  Population run() {
    EvolutionEnd end = EvolutionEnd::budget;
    while (run_one(end)) {
    }
    return evolution_.make_population(done_, end);
  }

 private:
  bool run_one(EvolutionEnd& end);
  void hand_in(std::size_t most);
  void take();

  const EvolutionOptions& options_;
  Evaluations& evaluations_;
  std::size_t size_;
  Evolution evolution_;
  std::size_t done_{0};
  std::vector<Design> designs_;       // of this generation
  std::vector<std::size_t> numbers_;  // of their evaluations
};

// Whether to continue; if not, `end` says why.
bool Generations::run_one(EvolutionEnd& end) {
  const auto stop = [&](EvolutionEnd why) {
    end = why;
    return false;
  };
  if (options_.generations > 0 && done_ == options_.generations) {
    return stop(EvolutionEnd::generations);
  }
  const std::size_t wanted = done_ == 0 ? evolution_.count_first() : size_;
  const std::size_t most = std::min(wanted, evaluations_.left());
  if (most == 0) return stop(EvolutionEnd::budget);
  hand_in(most);
  if (numbers_.empty()) return stop(EvolutionEnd::exhausted);
  take();
  ++done_;
  evolution_.select(done_);
  return evolution_.is_stagnant(done_) ? stop(EvolutionEnd::stagnation) : true;
}

void Generations::hand_in(std::size_t most) {
  numbers_.clear();
  for (std::size_t i = 0; i < most; ++i) {
    const bool is_made =
        done_ == 0 ? evolution_.make_first(i, designs_[i])
                   : evolution_.make_child(done_ + 1, static_cast<std::uint32_t>(i), designs_[i]);
    if (!is_made) return;
    numbers_.push_back(evaluations_.submit(designs_[i]));
  }
}

void Generations::take() {
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    evolution_.add(numbers_[i], designs_[i], evaluations_.wait_for(numbers_[i]));
  }
}

}  // namespace

Population run_generational(const DesignSpace& space, const EvolutionOptions& options,
                            Evaluations& evaluations) {
  return Generations(space, options, evaluations).run();
}

}  // namespace evolution
}  // namespace globaldyn::inside
