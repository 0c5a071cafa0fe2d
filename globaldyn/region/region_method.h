#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn {

/// How a region is computed. All are exact and give the same region.
enum class RegionMethod {
  automatic,    ///< the fastest for the system's size
  enumeration,  ///< union over r-tuples of drive limits, seed 003 eq. (5)
  circuits,     ///< intersection over circuits of r + 1 rows
};

/// The region of everything the rows and equalities allow.
[[nodiscard]] Region make_region(const LimitSystem& system,
                                 RegionMethod method = RegionMethod::automatic);

}  // namespace globaldyn
