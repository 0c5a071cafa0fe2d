#include "optimize/evolution/nsga.h"

#include <algorithm>

#include "optimize/evolution/evolution.h"

namespace globaldyn {
namespace {

// The designs of a generation, and the numbers of their evaluations.
struct Batch {
  std::vector<Design> designs;
  std::vector<std::size_t> numbers;
};

}  // namespace

Population run_generational(const DesignSpace& space, const EvolutionOptions& options,
                            Evaluations& evaluations) {
  const std::size_t size = std::max<std::size_t>(1, options.population);
  Evolution evolution(space, options, size);
  Batch batch;
  batch.designs.resize(std::max(size, evolution.count_first()));
  std::size_t generation = 0;
  while (true) {
    if (options.generations > 0 && generation == options.generations) {
      return evolution.make_population(generation, EvolutionEnd::generations);
    }
    const std::size_t wanted = generation == 0 ? evolution.count_first() : size;
    const std::size_t most = std::min(wanted, evaluations.left());
    if (most == 0) return evolution.make_population(generation, EvolutionEnd::budget);
    batch.numbers.clear();
    for (std::size_t i = 0; i < most; ++i) {
      Design& design = batch.designs[i];
      if (!(generation == 0
                ? evolution.make_first(i, design)
                : evolution.make_child(generation + 1, static_cast<std::uint32_t>(i), design))) {
        break;
      }
      batch.numbers.push_back(evaluations.submit(design));
    }
    if (batch.numbers.empty()) {
      return evolution.make_population(generation, EvolutionEnd::exhausted);
    }
    for (std::size_t i = 0; i < batch.numbers.size(); ++i) {
      const std::size_t number = batch.numbers[i];
      evolution.add(number, batch.designs[i], evaluations.wait_for(number));
    }
    ++generation;
    evolution.select(generation);
    if (evolution.is_stagnant(generation)) {
      return evolution.make_population(generation, EvolutionEnd::stagnation);
    }
  }
}

}  // namespace globaldyn
