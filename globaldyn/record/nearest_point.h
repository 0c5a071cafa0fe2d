#pragma once

#include "core/base/rotation.h"

namespace globaldyn {

/// low <= a.y <= high.
struct Slab {
  VectorXd a;
  double low{0.0};   ///< -infinity if there is none
  double high{0.0};  ///< infinity if there is none
  double size{1.0};  ///< what the bounds may be missed by, relative to the tolerance
};

/// The point nearest to `wanted` that lies in all slabs, by the dual active set method (Goldfarb
/// and Idnani 1983): starts at `wanted` and takes in the bounds one by one that are missed most.
/// A bound missed by no more than tolerance * size counts as kept.
/// @param y on return the point; if there is none, where the method stood
/// @return false if there is none
[[nodiscard]] bool find_nearest_point(const std::vector<Slab>& slabs, const VectorXd& wanted,
                                      double tolerance, VectorXd& y);

}  // namespace globaldyn
