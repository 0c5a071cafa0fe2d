#pragma once

#include <memory>
#include <vector>

#include "core/base/motion_polynomial.h"
#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace survey {

/// How a drive moves along a part of the path: 1, -1, or 0 at rest.
using Direction = signed char;

[[nodiscard]] inline Direction find_direction(double rate) {
  return static_cast<Direction>((rate > 0.0 ? 1 : 0) - (rate < 0.0 ? 1 : 0));
}

/// Limits at one p as a smooth function of p: as in a LimitSystem, but a row's coefficients of the
/// motion multiplied by the panel's factor f, and the preload's directions chosen so that they are
/// smooth, too (not orthonormal).
struct SmoothLimits {
  double factor{1.0};  ///< f; changes sign where drives lose control of a degree of freedom
  /// Per row: alpha d1² + beta d1 + gamma + delta d2, all of them f times those of the LimitSystem,
  /// plus v.y, between the smaller and the larger of f low and f high. With preload, y is f times
  /// that of the LimitSystem.
  std::vector<double> alpha, beta, gamma, delta;
  std::vector<double> low, high;  ///< not multiplied; may be infinite
  MatrixXd v;                     ///< rows x redundancy

  [[nodiscard]] MotionPolynomial row(std::size_t k) const {
    return {alpha[k], beta[k], gamma[k], delta[k]};
  }
};

/// The limits of rows on a panel; may be infinite.
struct PanelLimits {
  std::vector<double> low, high;

  bool operator==(const PanelLimits&) const = default;
};

/// Limits as polynomials on [begin, end], shared by the panels into which it is cut.
struct PanelPolynomials {
  double begin{0.0};
  double end{0.0};
  int rows{0};
  int redundancy{0};
  int degree{0};
  bool has_factor{false};
  bool has_beta{true};  ///< whether any row has a term beta d1 anywhere
  /// Of T_0, then of T_1, ...: alpha of all rows, beta if there is any, gamma without friction,
  /// delta, v by columns; the factor, if it is not 1.
  std::vector<double> coefficients;
  std::vector<double> delta_sizes;  ///< per row the sum of delta's coefficients in absolute value
  double error{0.0};                ///< estimated, as defined by SurveyOptions::accuracy

  [[nodiscard]] int scalar_count() const {
    return rows * ((has_beta ? 4 : 3) + redundancy) + (has_factor ? 1 : 0);
  }
  /// Whether there is a term beta d1 in the row anywhere.
  [[nodiscard]] bool has_beta_in(std::size_t row) const;
  /// Memory that they alone hold, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;
};

/// What of the limits depends on the directions in which drives move.
struct PanelSides {
  /// Of the drives with losses: 1, -1, or 0 at rest.
  std::vector<Direction> directions;
  /// What is missing in every row's gamma, before multiplication; empty: nothing.
  std::vector<double> friction;
  std::shared_ptr<const PanelLimits> limits;  ///< mostly those of the previous panel
};

/// A part of a path on which the limits are smooth.
class Panel {
 public:
  Panel(double begin, double end, std::shared_ptr<const PanelPolynomials> polynomials,
        PanelSides sides);

  double begin;
  double end;

  /// The limits at p, begin <= p <= end; at the ends those of this panel's side. Allocates nothing
  /// if `limits` has been written before for this path.
  void write(double p, SmoothLimits& limits) const;
  /// Only the preload's directions of these.
  void write_preload(double p, MatrixXd& v) const;

  [[nodiscard]] const PanelPolynomials& polynomials() const { return *polynomials_; }
  [[nodiscard]] const PanelSides& sides() const { return sides_; }
  [[nodiscard]] const PanelLimits& limits() const { return *sides_.limits; }
  /// Memory it holds except for the polynomials, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;

 private:
  std::shared_ptr<const PanelPolynomials> polynomials_;
  PanelSides sides_;
};

}  // namespace survey
}  // namespace globaldyn::inside
