#pragma once

#include <optional>
#include <vector>

#include "globaldyn/region/strips.h"

namespace globaldyn {

/// What the equalities leave of the (d1, d2) plane.
struct EqualitySolution {
  bool is_impossible{false};              ///< nothing
  std::optional<Parabola> curve;          ///< d2 as a function of d1
  std::optional<std::vector<double>> d1;  ///< only these d1 (possibly none)
};

/// Eliminates d2 from the equalities and solves what is left for d1. Coefficients below 1e-9 of
/// the largest of their row (in the machine's own scale, as the rows come) count as they are;
/// rows that are all zero are void.
[[nodiscard]] EqualitySolution solve_equalities(const std::vector<EqualityRow>& rows);

/// Keeps the part of `region` where the equalities hold. `curves` gets the curve they leave, if
/// any, without limits that hold along it.
void restrict_to_equalities(Strips& region, const EqualitySolution& equalities, LimitCurves& curves,
                            Strips& scratch);

}  // namespace globaldyn
