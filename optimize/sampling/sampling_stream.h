#pragma once

#include <cstdint>

namespace globaldyn {

/// What random numbers of a seed are for: the `a` of a RandomStream (`b` is the variable). Far from
/// those of searches, which count up from 0, so that one seed serves everything in a study.
enum class SamplingStream : std::uint64_t {
  digital_shift = 1ULL << 63,
  hypercube,
  random_points,
  spread_values,
  morris_order,
  bootstrap,
};

}  // namespace globaldyn
