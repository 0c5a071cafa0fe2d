#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "core/base/constants.h"
#include "core/base/interval.h"

namespace globaldyn::inside {
inline namespace choice {

/// A value that is to be chosen.
struct SearchValue {
  Interval range;        ///< finite
  std::size_t group{0};  ///< values of one group, from 0 on, are the same among constants
};

/// What values are worth: the time of the motion with them, or how far it comes.
struct Worth {
  double time{kInfinity};
  double reached{0.0};  ///< share of the way, without a motion

  [[nodiscard]] bool is_better_than(const Worth& other) const {
    if (std::isfinite(time) || std::isfinite(other.time)) return time < other.time;
    return reached > other.reached;
  }
};

/// Called from several threads at once.
using RateValues = std::function<Worth(const std::vector<double>& values)>;

/// What a search has found.
struct FoundValues {
  std::vector<double> values;
  int plans{0};               ///< how often values were rated
  double constant_time{0.0};  ///< s: of the best constants; infinite: no motion is possible
  double time{0.0};           ///< s: of the values
};

/// Each group is a dimension of a grid, which has three places in each at least.
inline constexpr std::size_t kMostGroups = 4;

/// The values that are worth most, as far as a search finds them: constants on a grid over all
/// ranges, the best of them refined without derivatives (NLopt), and then all values from there.
/// The same whatever the number of threads. Its work is a number of ratings: some 100 for one
/// group and 30 more for each further value. @param values of at most kMostGroups groups
[[nodiscard]] FoundValues search_values(const std::vector<SearchValue>& values,
                                        const RateValues& rate, int threads);

}  // namespace choice
}  // namespace globaldyn::inside
