#pragma once

#include <cstdint>

namespace globaldyn::inside {
inline namespace sampling {

/// What the random numbers of a seed are used for: the `a` of a RandomStream (`b` is the variable).
/// Far from those of searches, which count up from 0, so that a study needs only one seed.
enum class SamplingStream : std::uint64_t {
  digital_shift = 1ULL << 63,
  hypercube,
  random_points,
  spread_values,
  morris_order,
  bootstrap,
};

}  // namespace sampling
}  // namespace globaldyn::inside
