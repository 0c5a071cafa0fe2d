#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// A path of all joints to begin with, and where assembly does.
struct Sweep {
  /// Joints that can be prescribed: those that no loop, mimic or coupling moves.
  std::vector<std::string> joints;
  /// Of each of them, rad or m: about the middle of its travel and of that of those that mimic it,
  /// at most 1 either way; of robots with loops a little from where they close.
  std::vector<std::pair<double, double>> ranges;
  /// Of every joint: where the path begins, or loops close, and where all mimics and couplings
  /// hold: a pose tells angles up to full turns only.
  std::map<std::string, double> guesses;
  /// Angles that have to stay within half a turn either way, because they are in sums with factors
  /// that are not in ratios of small whole numbers.
  std::set<std::string> bounded;
};

/// @param loops joints of loops
[[nodiscard]] Sweep find_sweep(const Robot& robot, const std::set<std::string>& loops);

}  // namespace exchange
}  // namespace globaldyn::inside
