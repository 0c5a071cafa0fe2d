#include "globaldyn/region/region_solver.h"

#include "globaldyn/region/enumeration.h"

namespace globaldyn {

const char* to_string(RegionMethod method) {
  switch (method) {
    case RegionMethod::automatic:
      return "automatic";
    case RegionMethod::enumeration:
      return "enumeration";
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
  draft_.start(rows_.is_straight());
  if (method_ != RegionMethod::support || !support_.run(rows_, draft_)) {
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

}  // namespace globaldyn
