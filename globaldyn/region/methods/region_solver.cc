#include "globaldyn/region/methods/region_solver.h"

#include <algorithm>

#include "core/base/fallbacks.h"
#include "globaldyn/region/methods/subsets.h"
#include "globaldyn/region/methods/tuple_enumeration.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

// Up to this many sets of r + 1 rows, circuits are faster than the walk (docs/math.md has the
// measurements). Curved limits cost circuits more than the walk.
constexpr double kMostStraightCircuits = 600;
constexpr double kMostCurvedCircuits = 50;

// On its way to sets of r + 1 rows, elimination visits the smaller ones, of which there may be
// more.
double count_sets(const BoundedRows& rows) {
  const auto count = static_cast<std::size_t>(rows.count());
  const auto most = static_cast<std::size_t>(rows.redundancy()) + 1;
  return count_subsets(count, std::min(most, count / 2));
}

bool are_circuits_faster(const BoundedRows& rows) {
  const double sets = count_sets(rows);
  return sets <= (rows.is_straight() ? kMostStraightCircuits : kMostCurvedCircuits);
}

}  // namespace

const char* to_string(RegionMethod method) {
  switch (method) {
    case RegionMethod::automatic:
      return "automatic";
    case RegionMethod::enumeration:
      return "svd-enumeration";
    case RegionMethod::circuits:
      return "circuits";
    case RegionMethod::support:
      return "support";
  }
  return "";
}

void RegionSolver::solve(const LimitSystem& system, Region& region) {
  if (method_ == RegionMethod::enumeration) {
    region = enumerate_region(system);
    return;
  }
  rows_.assign(system);
  const bool by_circuits = method_ == RegionMethod::circuits ||
                           (method_ == RegionMethod::automatic && are_circuits_faster(rows_));
  draft_.start(rows_.is_straight());
  if (by_circuits) {
    circuits_.run(rows_, draft_);
  } else if (!support_.run(rows_, draft_)) {
    count(Fallback::region_method);
    draft_.start(rows_.is_straight());
    circuits_.run(rows_, draft_);
  }
  draft_.finish(solve_equalities(rows_.equalities()), system.labels, region);
}

Region make_region(const LimitSystem& system, RegionMethod method) {
  Region region;
  RegionSolver(method).solve(system, region);
  return region;
}

}  // namespace region
}  // namespace globaldyn::inside
