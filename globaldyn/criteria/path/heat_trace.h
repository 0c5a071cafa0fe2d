#pragma once

#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace criteria {

/// How a motion heats its motors, step after step of its time; nothing where nobody asks.
struct HeatTrace {
  std::vector<double> durations;  ///< s, of each step
  std::vector<VectorXd> heat;     ///< of each step, per drive: (force / rated force)²

  void add(double duration, const VectorXd& of_drives);
  void append(const HeatTrace& next);
};

/// The highest temperature of a motor while the motion repeats for ever, as a share of what its
/// rated force heats it by for ever: theta that follows time theta' = heat - theta, as a body of
/// one temperature does. @param time s, its time constant; infinite: the mean of the heat
[[nodiscard]] double find_hottest(const HeatTrace& trace, Eigen::Index drive, double time);

}  // namespace criteria
}  // namespace globaldyn::inside
