#include "globaldyn/forces/preload_rule.h"

#include <cmath>

namespace globaldyn::inside {
inline namespace forces {

const char* to_string(PreloadRule::Kind kind) {
  switch (kind) {
    case PreloadRule::Kind::free:
      return "free";
    case PreloadRule::Kind::least_norm:
      return "least_norm";
    case PreloadRule::Kind::constant:
      return "constant";
  }
  return "";
}

PreloadRule::Kind read_preload_kind(const std::string& name) {
  using Kind = PreloadRule::Kind;
  for (const Kind kind : {Kind::least_norm, Kind::constant}) {
    if (name == to_string(kind)) return kind;
  }
  return Kind::free;
}

void apply(const PreloadRule& rule, DriveForceMap& map) {
  if (rule.is_free() || map.V.cols() == 0) return;
  if (rule.kind == PreloadRule::Kind::constant) {
    const VectorXd preload = map.V * (map.V.transpose() * rule.forces);
    map.forces.col(kConstant) += preload;
    map.transmitted.col(kConstant) += preload;
  }
  map.V.resize(map.V.rows(), 0);
  map.determinant = std::abs(map.determinant);
}

}  // namespace forces
}  // namespace globaldyn::inside
