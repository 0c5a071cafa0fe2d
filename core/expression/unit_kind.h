#pragma once

#include "core/expression/dimension.h"

namespace globaldyn {

/// What tells quantities apart that have one dimension, N m and J, Hz and 1/s. It is known by the
/// names in a unit.
enum class UnitFamily {
  plain,
  energy,  ///< with J, kJ or Wh
  cycles,  ///< with Hz
};

/// All that makes two units those of one quantity.
struct UnitKind {
  Dimension dimension;
  UnitFamily family{UnitFamily::plain};
  int turns{0};  ///< the power of angles, which have no dimension: 1 in rad/s, -1 in N m/rad

  bool operator==(const UnitKind&) const = default;
};

}  // namespace globaldyn
