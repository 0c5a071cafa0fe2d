#include "optimize/evolution/latin_hypercube.h"

#include <numeric>
#include <utility>

#include "optimize/random/random_stream.h"

namespace globaldyn {
namespace {

// Fisher & Yates 1938.
void shuffle(std::vector<std::size_t>& parts, RandomStream& random) {
  for (std::size_t i = parts.size(); i > 1; --i) {
    std::swap(parts[i - 1], parts[random.below(i)]);
  }
}

}  // namespace

std::vector<Design> make_latin_hypercube(const DesignSpace& space, std::size_t count,
                                         std::uint64_t seed) {
  std::vector<Design> designs(count, Design(space.size()));
  std::vector<std::size_t> parts(count);
  for (std::size_t variable = 0; variable < space.size(); ++variable) {
    RandomStream random(seed, 0, static_cast<std::uint32_t>(variable));
    std::iota(parts.begin(), parts.end(), std::size_t{0});
    shuffle(parts, random);
    for (std::size_t i = 0; i < count; ++i) {
      const double share =
          (static_cast<double>(parts[i]) + random.uniform()) / static_cast<double>(count);
      designs[i][variable] = value_at(space.variables[variable], share);
    }
  }
  return designs;
}

}  // namespace globaldyn
