#pragma once

#include <optional>
#include <string>

#include "globaldyn/curve/curve_limits.h"
#include "globaldyn/plan/plan.h"

namespace globaldyn::inside {
inline namespace curve {

/// What a motion along curves is to be.
struct CurveWish {
  /// Of each drive, infinite: not limited; the root of its force's mean square, pauses included.
  VectorXd rated;
  /// Instead of the fastest motion that of the least integral of weights . n² over time, in `time`
  /// (s) or with what a second is worth, or both; 0: not given.
  bool least_losses{false};
  VectorXd weights;
  double time{0.0};
  double time_worth{0.0};
};

/// A motion along curves.
struct CurvePlan {
  Plan plan;
  std::string reason;     ///< one line, if there is no motion or it is not known to the tolerance
  bool is_whole{false};   ///< whether more than single p limits it, or it is not the fastest
  double fastest{0.0};    ///< s: within the limits at single p alone
  double pause{0.0};      ///< s: after it, in which motors cool
  VectorXd squares;       ///< integrals of n_k² over time
  double error{0.0};      ///< estimated, of what was to be least, relative
  bool is_global{false};  ///< whether no other motion is better, as is proven, up to `error`
  std::optional<double> gap;  ///< by how much another may be better, relative, if that is known
  double excess{0.0};         ///< by how much limits were seen to be exceeded, in shares of them
};

/// Whether more than single p limits a motion, or it is not to be the fastest.
[[nodiscard]] bool is_limited_as_whole(const DriveBounds& bounds, const CurveWish& wish);

/// The motion along the curves that is best as wished within the bounds. @param options of which
/// gates say how fast it is at its ends
[[nodiscard]] CurvePlan plan_curves(const DriveCurves& curves, const DriveBounds& bounds,
                                    const CurveWish& wish, const PlanOptions& options);

}  // namespace curve
}  // namespace globaldyn::inside
