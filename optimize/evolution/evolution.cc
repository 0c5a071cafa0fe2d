#include "optimize/evolution/evolution.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "optimize/pareto/domination.h"
#include "optimize/sampling/sample_designs.h"

namespace globaldyn::inside {
inline namespace evolution {
namespace {

constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

std::vector<Design> make_first_designs(const DesignSpace& space, const EvolutionOptions& options,
                                       std::size_t least) {
  std::vector<Design> designs = options.initial_designs;
  if (designs.size() >= least) return designs;
  const std::vector<Design> others =
      make_hypercube_designs(space, least - designs.size(), options.seed);
  designs.insert(designs.end(), others.begin(), others.end());
  designs.resize(least);  // even a space without variables has one design
  return designs;
}

}  // namespace

Evolution::Evolution(const DesignSpace& space, const EvolutionOptions& options,
                     std::size_t first_designs)
    : seed_(options.seed),
      population_(std::max<std::size_t>(1, options.population)),
      first_designs_(make_first_designs(space, options, first_designs)),
      variation_(space, options.variation),
      new_designs_(space),
      survival_(options),
      stagnation_(options.stagnation) {}

bool Evolution::make_first(std::size_t i, Design& design) {
  design = first_designs_[i];
  if (new_designs_.take(design)) return true;
  RandomStream random(seed_, 1, static_cast<std::uint32_t>(i));
  return new_designs_.take_random(random, design);
}

bool Evolution::make_child(std::uint64_t a, std::uint32_t b, Design& child) {
  assert(!standings_.empty());
  constexpr int kMostTries = 10;
  RandomStream random(seed_, a, b);
  if (new_designs_.empty()) return false;
  for (int i = 0; i < kMostTries; ++i) {
    breed(random, child);
    if (new_designs_.take(child)) return true;
  }
  return new_designs_.take_random(random, child);
}

void Evolution::breed(RandomStream& random, Design& child) const {
  const std::size_t first = choose_parent(random, kNobody);
  if (random.uniform() < variation_.options().difference_probability) {
    const std::size_t from = draw_member(random, first);
    const std::size_t to = draw_member(random, first);
    variation_.displace(designs_[first], designs_[from], designs_[to], random, child);
  } else {
    variation_.cross(designs_[first], designs_[choose_parent(random, first)], random, child);
  }
}

// The better of two; the first if they are equal.
std::size_t Evolution::choose_parent(RandomStream& random, std::size_t but) const {
  const std::size_t first = draw_member(random, but);
  const std::size_t second = draw_member(random, but);
  return standings_[second].beats(standings_[first]) ? second : first;
}

std::size_t Evolution::draw_member(RandomStream& random, std::size_t but) const {
  const std::size_t count = standings_.size();
  if (count == 1) return 0;
  if (but == kNobody) return random.below(count);
  const std::size_t i = random.below(count - 1);
  return i < but ? i : i + 1;
}

void Evolution::add(std::size_t number, Design& design, const Outcome& outcome) {
  stagnation_.add(number, outcome);
  if (size_ == designs_.size()) {
    numbers_.emplace_back();
    designs_.emplace_back();
    outcomes_.emplace_back();
  }
  numbers_[size_] = number;
  std::swap(designs_[size_], design);
  outcomes_[size_] = &outcome;
  ++size_;
}

void Evolution::select(std::uint64_t step) {
  survival_.select({outcomes_.data(), size_}, step, kept_, standings_);
  size_ = 0;
  for (const int i : kept_) {
    numbers_[size_] = numbers_[i];
    std::swap(designs_[size_], designs_[i]);
    outcomes_[size_] = outcomes_[i];
    ++size_;
  }
}

void Evolution::add_and_select(std::size_t number, Design& design, const Outcome& outcome) {
  if (is_dominated_by_all_fronts(outcome)) {
    stagnation_.add(number, outcome);
    return;
  }
  add(number, design, outcome);
  constexpr std::size_t kShare = 100;
  const std::size_t come = size_ - standings_.size();
  if (come >= std::max<std::size_t>(1, population_ / kShare)) select(number);
}

// A new member's front comes after all fronts with a member that dominates it. If that is after the
// worst front of a full population, there is no room for it.
bool Evolution::is_dominated_by_all_fronts(const Outcome& outcome) const {
  if (standings_.size() < population_) return false;
  const int worst = std::ranges::max(standings_, {}, &Standing::rank).rank;
  for (std::size_t i = 0; i < standings_.size(); ++i) {
    if (standings_[i].rank == worst && compare(*outcomes_[i], outcome) == Domination::first) {
      return true;
    }
  }
  return false;
}

Population Evolution::make_population(std::size_t generations, EvolutionEnd end) const {
  Population population{{}, generations, end};
  for (std::size_t i = 0; i < size_; ++i) {
    population.members.push_back({numbers_[i], designs_[i], *outcomes_[i]});
  }
  return population;
}

}  // namespace evolution
}  // namespace globaldyn::inside
