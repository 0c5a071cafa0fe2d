#pragma once

#include "globaldyn/region/methods/circuits.h"
#include "globaldyn/region/methods/support_walk.h"
#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace region {

/// How a region is computed. All are exact and give the same region.
enum class RegionMethod {
  automatic,    ///< the fastest for the system's size
  enumeration,  ///< union over r-tuples of drive limits, Horáček et al. 2013, eq. (5)
  circuits,     ///< intersection over circuits of r + 1 rows
  support,      ///< the boundary traced by parametric linear programming
};

/// "automatic", "svd-enumeration", "circuits", "support".
[[nodiscard]] const char* to_string(RegionMethod method);

/// Computes regions, one after the other. Allocates nothing once it has seen its largest system
/// (except by enumeration). One per thread.
class RegionSolver {
 public:
  explicit RegionSolver(RegionMethod method = RegionMethod::automatic) : method_(method) {}

  /// The region of everything the rows and equalities allow.
  /// If the support method does not terminate, which it always should, circuits take over.
  void solve(const LimitSystem& system, Region& region);

 private:
  RegionMethod method_;
  BoundedRows rows_;
  RegionDraft draft_;
  CircuitElimination circuits_;
  SupportWalk support_;
};

/// The region of everything the rows and equalities allow.
[[nodiscard]] Region make_region(const LimitSystem& system,
                                 RegionMethod method = RegionMethod::automatic);

}  // namespace region
}  // namespace globaldyn::inside
