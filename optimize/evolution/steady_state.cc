#include "optimize/evolution/steady_state.h"

#include <algorithm>

#include "optimize/evolution/evolution.h"

namespace globaldyn {

Population run_steady_state(const DesignSpace& space, const EvolutionOptions& options,
                            Evaluations& evaluations) {
  const std::size_t size = std::max<std::size_t>(1, options.population);
  const std::size_t lag = std::max<std::size_t>(1, options.lag);
  Evolution evolution(space, options, std::max(size, lag + size / 2));
  std::vector<Design> designs(lag);
  std::vector<std::size_t> numbers(lag);
  std::size_t submitted = 0, done = 0;
  const auto take = [&] {
    evolution.add(numbers[done % lag], designs[done % lag], evaluations.wait_for(numbers[done % lag]));
    ++done;
    if (evolution.size() > size || done + lag > evolution.count_first()) evolution.select(done);
  };
  EvolutionEnd end = EvolutionEnd::budget;
  while (true) {
    if (evaluations.left() == 0) break;
    while (done + lag < submitted + 1) take();
    Design& design = designs[submitted % lag];
    if (!(submitted < evolution.count_first() ? evolution.make_first(submitted, design)
                                  : evolution.make_child(submitted + 1, 0, design))) { end = EvolutionEnd::exhausted; break; }
    numbers[submitted % lag] = evaluations.submit(design);
    ++submitted;
  }
  while (done < submitted) take();
  return evolution.make_population((done + size - 1) / size, end);
}

}  // namespace globaldyn
