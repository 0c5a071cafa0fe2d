#pragma once

#include <span>
#include <vector>

#include "globaldyn/region/speed_set.h"

namespace globaldyn {

/// A p at which only some d1 are allowed: an end of the path, or a stop.
struct Gate {
  double p{0.0};
  SpeedSet d1;
};

/// The gates of a path, the first at its start, the last at its end.
struct Gates {
  std::vector<Gate> list;  ///< increasing in p
  bool closed{false};      ///< the end is the start again: the same d1 at both

  /// What is allowed at p, or null if everything is. p must equal the gate's exactly.
  [[nodiscard]] const SpeedSet* find(double p) const;
};

}  // namespace globaldyn
