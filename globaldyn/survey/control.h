#pragma once

#include <vector>

#include "globaldyn/survey/survey.h"

namespace globaldyn::inside {
inline namespace survey {

/// How firmly the drives hold a machine along a surveyed path.
struct Control {
  /// The smallest factor of limits anywhere (see SmoothLimits), as a share of the largest on its
  /// panel: near a parallel singularity it is small.
  double least{1.0};
  /// Where it vanishes, inside the path or at its ends, increasing: there drives lose hold of a
  /// freedom.
  std::vector<double> losses;
};

/// As many drives as degrees of freedom; with more there is no factor, and nothing is found.
[[nodiscard]] Control find_control(const Survey& survey);

/// Whether a machine at rest where these equalities hold stays there for ever, whatever its drives
/// exert: d2 is zero in rest. Towards such a place what the drives can do vanishes in proportion to
/// the distance s, so that d1 falls like s at least, and neither leaving nor arriving takes finite
/// time.
[[nodiscard]] bool stays_at_rest(const std::vector<MotionPolynomial>& equalities);

/// Whether they leave one speed, not rest: the place can be passed with exactly that d1 only.
[[nodiscard]] bool fixes_speed(const std::vector<MotionPolynomial>& equalities);

/// Whether the equalities can hold in rest only.
[[nodiscard]] bool forces_rest(const std::vector<MotionPolynomial>& equalities);

}  // namespace survey
}  // namespace globaldyn::inside
