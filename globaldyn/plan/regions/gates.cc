#include "globaldyn/plan/regions/gates.h"

#include <algorithm>

namespace globaldyn {

const SpeedSet* Gates::find(double p) const {
  const auto at = std::lower_bound(list.begin(), list.end(), p,
                                   [](const Gate& gate, double value) { return gate.p < value; });
  return at != list.end() && at->p == p ? &at->d1 : nullptr;
}

}  // namespace globaldyn
