#include "optimize/random/random_stream.h"

#include <boost/math/special_functions/erf.hpp>
#include <numbers>

namespace globaldyn::inside {
inline namespace random {

double RandomStream::normal() {
  // Boost would compute in long double, which differs between platforms.
  using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  // Midpoints of 2^52 equal parts: symmetric about 0, never at an end. 52 bits, so that the
  // midpoint is exact. The lower tail, where numbers are dense, is used and mirrored.
  const std::uint64_t word = bits();
  const double tail = (static_cast<double>(word >> 13) + 0.5) * 0x1p-51;  // of (0, 1)
  const double size = std::numbers::sqrt2 * boost::math::erfc_inv(tail, Policy());
  return (word & 1) == 0 ? size : -size;
}

}  // namespace random
}  // namespace globaldyn::inside
