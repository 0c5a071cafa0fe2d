#pragma once

#include <string>
#include <vector>

#include "globaldyn/region/drive_force_map.h"

namespace globaldyn {

/// Which of the two sides of a limit.
enum class LimitSide { min, max };

/// One limited quantity: low <= alpha d1² + beta d1 + gamma + delta d2 + v.y <= high.
/// Limits are rows, not drives: one drive may have several.
struct LimitRow {
  std::string name;
  double alpha{0.0};
  double beta{0.0};
  double gamma{0.0};
  double delta{0.0};
  VectorXd v;        ///< r
  double low{0.0};   ///< -infinity if there is none
  double high{0.0};  ///< +infinity if there is none
};

/// What must sum to zero: alpha d1² + beta d1 + gamma + delta d2 = 0.
struct EqualityRow {
  double alpha{0.0};
  double beta{0.0};
  double gamma{0.0};
  double delta{0.0};
};

/// Everything that bounds (d1, d2) at one p.
struct LimitSystem {
  std::vector<LimitRow> rows;
  std::vector<EqualityRow> equalities;
  int redundancy{0};  ///< r, the size of every v
};

/// The force limits of the drives as rows, and the equalities of the map. A drive standing still
/// under Coulomb friction may exert its limit plus or minus the friction.
[[nodiscard]] LimitSystem make_limit_system(const Mechanism& mechanism, const DriveForceMap& map,
                                            const DriveLimits& limits);

}  // namespace globaldyn
