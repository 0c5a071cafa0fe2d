#pragma once

#include <globaldyn/coefficients.h>

#include <Eigen/Core>
#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace globaldyn {

/// m drives along a path without a machine file, at the nodes p_0 < ... < p_N: how their
/// coordinates q move, and what forces a motion takes,
///     n = a x + b sqrt(x) + c + d u,   x = (dp/dt)², u = d²p/dt².
/// Between nodes all are cubic splines with two continuous derivatives: nodes have to be as dense
/// as q is curved. Where q or the forces are not as smooth, as at the knots of a spline, a p stands
/// twice: the first node ends what comes before, the second begins what follows.
struct DriveCurves {
  std::vector<double> p;  ///< N + 1 nodes, at least two, increasing but for those that stand twice
  Eigen::MatrixXd rates;  ///< (N + 1) x m: dq/dp
  Eigen::MatrixXd seconds;  ///< (N + 1) x m: d²q/dp²
  /// (N + 1) x m each: forces, where they are known; b and c may be empty, which means zeros.
  /// Without a and d it is accelerations that count as forces.
  Eigen::MatrixXd a, b, c, d;
};

/// What is limited of each drive: m numbers, infinite ones limit nothing; or empty: of no drive.
struct DriveBounds {
  std::vector<double> speed;             ///< dq/dt, above 0
  std::vector<double> speed_low;         ///< below 0; empty: -speed
  std::vector<double> acceleration;      ///< d²q/dt², above 0
  std::vector<double> acceleration_low;  ///< below 0; empty: -acceleration

  std::vector<double> jerk;       ///< |d³q/dt³|
  std::vector<double> force_low;  ///< of n
  std::vector<double> force_high;
  std::vector<double> force_rate;  ///< |dn/dt|
  std::vector<double> power;       ///< |n dq/dt|
  std::vector<double> rated;       ///< the root of the mean square of n over time
};

struct CurveOptions {
  double tolerance{1e-6};            ///< of what is to be least, relative
  std::optional<double> start{0.0};  ///< d1 there; none: as fast as is best
  std::optional<double> end{0.0};
  bool closed{false};  ///< round and round: the same speed at both ends, the best there is
  /// p of inner nodes at which the motion rests, increasing: where curves have corners, or stand
  /// still with their second derivatives. Only of motions that are limited at single p alone.
  std::vector<double> stops;
  /// Instead of the fastest motion that of the least integral of the sum of weights . n² over time,
  /// in `time` (s) or with what a second is worth (in the unit of the sum), or both.
  bool least_losses{false};
  std::vector<double> weights;  ///< m; empty: 1 each
  double time{0.0};
  double time_worth{0.0};
  std::size_t work{0};  ///< as TableOptions have them
  std::size_t memory{200'000'000};
  const std::atomic<bool>* cancel{nullptr};  ///< set to true from outside: Interrupted is thrown
};

/// A motion along curves.
struct CurvePlan {
  TablePlan motion;     ///< its time_lower is the time where that is not to be least
  std::string reason;   ///< one line: why there is no motion, or none that is optimal
  double fastest{0.0};  ///< s: within the limits at single p alone
  double pause{0.0};    ///< s: after the motion, in which motors cool
  /// Integrals of n_k² over time; none of a motion that is limited at single p alone.
  std::vector<double> squares;
  double error{0.0};          ///< estimated, of what was to be least, relative
  bool is_global{false};      ///< whether no other motion is better, as is proven, up to `error`
  std::optional<double> gap;  ///< by how much another may be better, relative, if that is known
};

/// The motion along curves that is best as a whole: within bounds at single p, and of what changes
/// in finite time, heats motors or costs losses.
/// @throws InputError for sizes that do not fit, p that do not increase, numbers that are none, and
/// for
///   bounds or options that are negative
[[nodiscard]] CurvePlan plan_curves(const DriveCurves& curves, const DriveBounds& bounds,
                                    const CurveOptions& options = {});

}  // namespace globaldyn
