#pragma once

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace record {

/// low <= a.y <= high.
struct Slab {
  VectorXd a;
  double low{0.0};   ///< -infinity if there is none
  double high{0.0};  ///< infinity if there is none
  double size{1.0};  ///< allowed violation of the bounds, relative to the tolerance
};

/// The point closest to `wanted` that lies in all slabs, by the dual active set method (Goldfarb
/// and Idnani 1983): starts at `wanted` and adds the most violated bounds one by one. A bound
/// violated by no more than tolerance * size counts as kept.
/// @param y on return the point; if there is none, where the method stopped
/// @return false if there is none
[[nodiscard]] bool find_nearest_point(const std::vector<Slab>& slabs, const VectorXd& wanted,
                                      double tolerance, VectorXd& y);

}  // namespace record
}  // namespace globaldyn::inside
