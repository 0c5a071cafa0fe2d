#pragma once

#include <cstddef>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace globaldyn {

/// Two doubles processed at once, as every 64-bit processor can.
using Pair = double __attribute__((vector_size(16)));

inline Pair load_pair(const double* from) {
  Pair pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}

inline Pair repeat(double value) {
  return Pair{value, value};
}

inline Pair max_of(Pair left, Pair right) {
#if defined(__SSE2__)
  return _mm_max_pd(left, right);
#else
  return left > right ? left : right;
#endif
}

inline Pair size_of(Pair value) {
  return max_of(value, -value);
}

inline double max_in(Pair pair) {
  return pair[0] > pair[1] ? pair[0] : pair[1];
}

}  // namespace globaldyn
