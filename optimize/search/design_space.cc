#include "optimize/search/design_space.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace search {

std::size_t count_values(const DesignVariable& variable) {
  return static_cast<std::size_t>(variable.high - variable.low) + 1;
}

double value_at(const DesignVariable& variable, double share) {
  const double low = variable.low;
  const double high = variable.high;
  if (variable.kind != DesignVariable::Kind::continuous) {
    const double count = high - low + 1.0;
    return std::clamp(low + std::floor(share * count), low, high);
  }
  const double value =
      variable.is_log ? low * std::pow(high / low, share) : low + share * (high - low);
  return std::clamp(value, low, high);
}

double share_of(const DesignVariable& variable, double value) {
  const double low = variable.low;
  const double high = variable.high;
  if (variable.kind != DesignVariable::Kind::continuous) {
    return (value - low + 0.5) / (high - low + 1.0);
  }
  if (high == low) return 0.5;
  return variable.is_log ? std::log(value / low) / std::log(high / low)
                         : (value - low) / (high - low);
}

}  // namespace search
}  // namespace globaldyn::inside
