#include "globaldyn/region/region_method.h"

#include "globaldyn/region/circuits.h"
#include "globaldyn/region/enumeration.h"

namespace globaldyn {

Region make_region(const LimitSystem& system, RegionMethod method) {
  switch (method) {
    case RegionMethod::enumeration:
      return enumerate_region(system);
    case RegionMethod::automatic:
    case RegionMethod::circuits:
      break;
  }
  return intersect_circuits(system);
}

}  // namespace globaldyn
