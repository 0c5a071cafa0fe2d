#include "optimize/pareto/directions.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace globaldyn::inside {
inline namespace pareto {
namespace {

constexpr std::size_t kTooMany = std::numeric_limits<std::size_t>::max();

std::size_t add(std::size_t a, std::size_t b) {
  return a > kTooMany - b ? kTooMany : a + b;
}

// The next composition of the same sum in descending lexicographic order. False: there is none.
bool step_down(std::vector<int>& shares) {
  const auto last = shares.end() - 1;
  auto it = last;
  while (it != shares.begin() && *(it - 1) == 0) --it;
  if (it == shares.begin()) return false;
  const int rest = std::exchange(*last, 0);
  --*(it - 1);
  *it = rest + 1;
  return true;
}

}  // namespace

// Binomial (divisions + i over i) for i = 1, 2 …, each an integer.
std::size_t count_directions(int objectives, int divisions) {
  assert(objectives >= 1 && divisions >= 0);
  std::size_t count = 1;
  for (int i = 1; i < objectives; ++i) {
    const auto denominator = static_cast<std::size_t>(i);
    const std::size_t common = std::gcd(count, denominator);
    const std::size_t factor =
        (static_cast<std::size_t>(divisions) + denominator) / (denominator / common);
    if (count / common > kTooMany / factor) return kTooMany;
    count = count / common * factor;
  }
  return count;
}

Points make_directions(int objectives, int divisions) {
  assert(objectives >= 1 && divisions >= 0);
  const auto dimension = static_cast<std::size_t>(objectives);
  Points directions(dimension);
  if (divisions == 0) {
    directions.add(std::vector<double>(dimension, 1.0 / objectives));
    return directions;
  }
  std::vector<int> shares(dimension, 0);
  shares.front() = divisions;
  std::vector<double> direction(dimension);
  do {
    std::ranges::transform(shares, direction.begin(),
                           [&](int share) { return static_cast<double>(share) / divisions; });
    directions.add(direction);
  } while (step_down(shares));
  return directions;
}

int choose_divisions(int objectives, std::size_t population) {
  if (objectives == 1) return 1;
  int fits = 0, exceeds = std::numeric_limits<int>::max();
  while (exceeds - fits > 1) {
    const int middle = std::midpoint(fits, exceeds);
    (count_directions(objectives, middle) <= population ? fits : exceeds) = middle;
  }
  return fits;
}

std::size_t count_directions(int objectives, const DirectionLayers& layers) {
  const std::size_t outer = count_directions(objectives, layers.outer);
  return layers.inner ? add(outer, count_directions(objectives, *layers.inner)) : outer;
}

Points make_directions(int objectives, const DirectionLayers& layers) {
  Points directions = make_directions(objectives, layers.outer);
  if (!layers.inner) return directions;
  const Points inner = make_directions(objectives, *layers.inner);
  std::vector<double> direction(inner.dimension());
  for (std::size_t i = 0; i < inner.size(); ++i) {
    std::ranges::transform(inner[i], direction.begin(),
                           [&](double share) { return 0.5 * (share + 1.0 / objectives); });
    directions.add(direction);
  }
  return directions;
}

DirectionLayers choose_layers(int objectives, std::size_t population) {
  const int single = choose_divisions(objectives, population);
  if (single >= objectives) return {single, std::nullopt};
  for (int outer = single; outer > 0; --outer) {
    const DirectionLayers layers{outer, outer - 1};
    if (count_directions(objectives, layers) <= population) return layers;
  }
  return {single, std::nullopt};
}

}  // namespace pareto
}  // namespace globaldyn::inside
