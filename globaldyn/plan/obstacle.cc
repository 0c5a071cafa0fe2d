#include "globaldyn/plan/obstacle.h"

#include <fmt/format.h>

#include <cmath>

namespace globaldyn::inside {
inline namespace plan {

std::string print_missing(double missing) {
  constexpr int kDigits = 5;
  if (!(missing > 0.0) || std::isinf(missing)) return fmt::format("{:.{}g}", missing, kDigits);
  const int exponent = static_cast<int>(std::floor(std::log10(missing))) - (kDigits - 1);
  const double unit = std::pow(10.0, exponent);
  return fmt::format("{:.{}g}", std::ceil(missing / unit) * unit, kDigits);
}

}  // namespace plan
}  // namespace globaldyn::inside
