#include "optimize/sampling/sample_designs.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "optimize/random/random_stream.h"
#include "optimize/sampling/sampling_stream.h"
#include "optimize/sampling/unit_points.h"

namespace globaldyn::inside {
inline namespace sampling {
namespace {

bool is_continuous(const DesignVariable& variable) {
  return variable.kind == DesignVariable::Kind::continuous;
}

std::size_t count_levels(const DesignVariable& variable, std::size_t wanted) {
  assert(wanted >= 1);
  if (is_continuous(variable)) return variable.low == variable.high ? 1 : wanted;
  return std::min(wanted, count_values(variable));
}

// The value at `level` of `levels`.
double level_at(const DesignVariable& variable, std::size_t level, std::size_t levels) {
  if (is_continuous(variable)) {
    const double share =
        levels == 1 ? 0.5 : static_cast<double>(level) / static_cast<double>(levels - 1);
    return value_at(variable, share);
  }
  const std::size_t last = count_values(variable) - 1;
  const std::size_t step =
      levels == 1 ? last / 2 : (level * last + (levels - 1) / 2) / (levels - 1);
  return variable.low + static_cast<double>(step);
}

}  // namespace

std::vector<Design> make_designs(const DesignSpace& space, const Points& shares) {
  assert(shares.dimension() == space.size());
  std::vector<Design> designs(shares.size(), Design(space.size()));
  for (std::size_t k = 0; k < designs.size(); ++k) {
    for (std::size_t i = 0; i < space.size(); ++i) {
      designs[k][i] = value_at(space.variables[i], shares[k][i]);
    }
  }
  return designs;
}

std::size_t count_factorial_designs(const DesignSpace& space,
                                    const std::vector<std::size_t>& levels) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  std::size_t count = 1;
  for (std::size_t i = 0; i < space.size(); ++i) {
    const std::size_t more = count_levels(space.variables[i], levels[i]);
    count = count > kMost / more ? kMost : count * more;
  }
  return count;
}

std::vector<Design> make_factorial_designs(const DesignSpace& space,
                                           const std::vector<std::size_t>& levels) {
  assert(levels.size() == space.size());
  std::vector<Design> designs(count_factorial_designs(space, levels), Design(space.size()));
  std::size_t repeats = 1;  // of each value, one after the other
  for (std::size_t i = space.size(); i-- > 0;) {
    const DesignVariable& variable = space.variables[i];
    const std::size_t count = count_levels(variable, levels[i]);
    for (std::size_t k = 0; k < designs.size(); ++k) {
      designs[k][i] = level_at(variable, k / repeats % count, count);
    }
    repeats *= count;
  }
  return designs;
}

std::vector<Design> make_hypercube_designs(const DesignSpace& space, std::size_t count,
                                           std::uint64_t seed) {
  std::vector<Design> designs =
      make_designs(space, make_hypercube_points(space.size(), count, seed));
  for (std::size_t i = 0; i < space.size(); ++i) {
    const DesignVariable& variable = space.variables[i];
    if (is_continuous(variable)) continue;
    // The parts of a hypercube extend across the boundaries between values.
    const std::vector<std::size_t> values = spread_values(count_values(variable), count, seed, i);
    for (std::size_t k = 0; k < count; ++k) {
      designs[k][i] = variable.low + static_cast<double>(values[k]);
    }
  }
  return designs;
}

std::vector<Design> make_sobol_designs(const DesignSpace& space, std::size_t count,
                                       std::optional<std::uint64_t> shift_seed) {
  return make_designs(space, make_sobol_points(space.size(), count, shift_seed));
}

std::vector<Design> make_random_designs(const DesignSpace& space, std::size_t count,
                                        std::uint64_t seed) {
  return make_designs(space, make_random_points(space.size(), count, seed));
}

std::vector<std::size_t> spread_values(std::size_t values, std::size_t count, std::uint64_t seed,
                                       std::size_t variable) {
  RandomStream random(seed, static_cast<std::uint64_t>(SamplingStream::spread_values),
                      static_cast<std::uint32_t>(variable));
  std::vector<std::size_t> list;
  for (std::size_t k = 0; k < count - count % values; ++k) list.push_back(k % values);
  // Systematic sampling: steps of more than one value from a random place.
  const std::size_t rest = count % values;
  const double place = random.uniform();
  for (std::size_t k = 0; k < rest; ++k) {
    const double value = std::floor((static_cast<double>(k) + place) * static_cast<double>(values) /
                                    static_cast<double>(rest));
    list.push_back(std::min(static_cast<std::size_t>(value), values - 1));
  }
  std::vector<std::size_t> shuffled(count);
  const std::vector<std::size_t> order = make_permutation(count, random);
  for (std::size_t k = 0; k < count; ++k) shuffled[k] = list[order[k]];
  return shuffled;
}

}  // namespace sampling
}  // namespace globaldyn::inside
