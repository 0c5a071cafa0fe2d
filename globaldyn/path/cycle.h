#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "globaldyn/path/motion_law.h"

namespace globaldyn::inside {
inline namespace path {

/// What holds the drives while a machine waits.
enum class Hold {
  motors,  ///< they bear what acts on them, as far as friction does not
  brake,   ///< nothing is asked of the motors
};

/// One thing after the other that a machine does: it runs along a path, or it waits.
struct CycleStep {
  std::string path;                ///< its name; empty: a dwell
  double from{0.0};                ///< p at which it begins
  double to{0.0};                  ///< p at which it ends: backwards where that is less
  bool through{false};             ///< it goes on into the next step without coming to rest
  std::optional<MotionLaw> law{};  ///< by which it moves, from rest to rest; none: planned
  double dwell{0.0};               ///< s
  Hold hold{Hold::motors};
  std::string load;   ///< the load case that acts; empty: none
  SourcePlace place;  ///< in the file

  [[nodiscard]] bool is_dwell() const { return path.empty(); }
  [[nodiscard]] bool is_backward() const { return to < from; }
};

/// What a machine does over and over: steps one after the other.
struct Cycle {
  std::string name;
  std::vector<CycleStep> steps;  ///< at least one of them along a path
  std::optional<double> period;  ///< s, if the time is given: else as short as possible
  bool repeats{true};            ///< it ends where it began
  SourcePlace place;
};

}  // namespace path
}  // namespace globaldyn::inside
