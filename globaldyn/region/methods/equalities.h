#pragma once

#include <optional>
#include <vector>

#include "globaldyn/region/strips.h"

namespace globaldyn::inside {
inline namespace region {

/// What the equalities leave of the (d1, d2) plane.
struct EqualitySolution {
  bool is_impossible{false};              ///< nothing is left
  std::optional<Parabola> curve;          ///< d2 as a function of d1
  std::optional<std::vector<double>> d1;  ///< only these d1 (possibly none)
};

/// Eliminates d2 from the equalities and solves the rest for d1. Coefficients are taken as they
/// are, even below 1e-9 of the largest of their row (in the machine's own scale, as the rows are
/// given); rows that are all zero are void.
[[nodiscard]] EqualitySolution solve_equalities(const std::vector<MotionPolynomial>& rows);

/// Keeps the part of `region` where the equalities hold. The curve they leave, if any, is added to
/// `curves` without limits that hold along it.
void restrict_to_equalities(Strips& region, const EqualitySolution& equalities, LimitCurves& curves,
                            Strips& scratch);

}  // namespace region
}  // namespace globaldyn::inside
