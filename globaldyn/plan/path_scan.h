#pragma once

#include <functional>
#include <vector>

#include "globaldyn/evaluation/sample.h"

namespace globaldyn {

/// A first look along a path.
struct PathScan {
  std::vector<double> p;       ///< equally spaced, up to the first that is not ok
  std::vector<double> margin;  ///< how far the drives are from losing hold of a freedom there
};

/// Gives the margin (DriveForceMap::smallest_singular_value) at many p, which rise.
using MarginSource = std::function<std::vector<double>(const std::vector<double>& p)>;

/// Where the drives lose hold of a freedom inside a path (parallel singularities), to 1e-13 of it.
/// They are looked for where the margin dips between its neighbours in the scan, as it does with a
/// sharp corner about an isolated singularity, and found by dividing the interval around the least
/// value again and again.
[[nodiscard]] std::vector<double> find_singularities(const PathScan& scan,
                                                     const MarginSource& margins);

}  // namespace globaldyn
