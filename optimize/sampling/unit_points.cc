#include "optimize/sampling/unit_points.h"

#include <boost/random/sobol.hpp>
#include <cassert>
#include <numeric>
#include <utility>

#include "optimize/sampling/sampling_stream.h"

namespace globaldyn::inside {
inline namespace sampling {
namespace {

constexpr unsigned kBits = 64;
using SobolEngine = boost::random::sobol_engine<std::uint64_t, kBits>;

RandomStream make_stream(std::uint64_t seed, SamplingStream purpose, std::size_t coordinate) {
  return RandomStream(seed, static_cast<std::uint64_t>(purpose),
                      static_cast<std::uint32_t>(coordinate));
}

// A double has room only for the leading 53 bits.
double to_unit(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

std::vector<std::uint64_t> make_shift(std::size_t dimension, std::uint64_t seed) {
  std::vector<std::uint64_t> shift(dimension);
  for (std::size_t i = 0; i < dimension; ++i) {
    shift[i] = make_stream(seed, SamplingStream::digital_shift, i).bits();
  }
  return shift;
}

}  // namespace

Points make_sobol_points(std::size_t dimension, std::size_t count,
                         std::optional<std::uint64_t> shift_seed) {
  assert(dimension >= 1 && dimension <= kMostSobolDimensions);
  const std::vector<std::uint64_t> shift =
      shift_seed ? make_shift(dimension, *shift_seed) : std::vector<std::uint64_t>(dimension, 0);
  SobolEngine engine(dimension);
  std::vector<double> values;
  values.reserve(dimension * count);
  for (std::size_t point = 0; point < count; ++point) {
    for (std::size_t i = 0; i < dimension; ++i) {
      // Boost leaves out the origin.
      const std::uint64_t bits = point == 0 ? 0 : engine();
      values.push_back(to_unit(bits ^ shift[i]));
    }
  }
  return {dimension, std::move(values)};
}

Points make_hypercube_points(std::size_t dimension, std::size_t count, std::uint64_t seed) {
  std::vector<double> values(dimension * count);
  for (std::size_t i = 0; i < dimension; ++i) {
    RandomStream random = make_stream(seed, SamplingStream::hypercube, i);
    const std::vector<std::size_t> parts = make_permutation(count, random);
    for (std::size_t point = 0; point < count; ++point) {
      values[point * dimension + i] =
          (static_cast<double>(parts[point]) + random.uniform()) / static_cast<double>(count);
    }
  }
  return {dimension, std::move(values)};
}

Points make_random_points(std::size_t dimension, std::size_t count, std::uint64_t seed) {
  std::vector<double> values(dimension * count);
  for (std::size_t i = 0; i < dimension; ++i) {
    RandomStream random = make_stream(seed, SamplingStream::random_points, i);
    for (std::size_t point = 0; point < count; ++point) {
      values[point * dimension + i] = random.uniform();
    }
  }
  return {dimension, std::move(values)};
}

std::vector<std::size_t> make_permutation(std::size_t count, RandomStream& random) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  for (std::size_t i = count; i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  return numbers;
}

}  // namespace sampling
}  // namespace globaldyn::inside
