#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "optimize/pareto/outcome.h"
#include "optimize/pareto/points.h"
#include "optimize/refinement/merit.h"

namespace globaldyn::inside {
inline namespace refinement {

/// The scales from 0, the smallest value of each objective on a front, to 1, the largest. An
/// objective that is the same everywhere has its absolute value as unit, or 1.
[[nodiscard]] std::vector<MeritScale> make_front_scales(const Points& front);

/// A number to be minimised under constraints, so that a feasible point of a front moves to one
/// that dominates it. All numbers refer to scaled objectives y (merit.h).
///
/// Either the epsilon constraint of objective k (Haimes 1971, augmented: Mavrotas 2009): y_k, with
/// no other objective worse than the point's. Or the augmented Chebyshev distance from a point
/// better than the front (Steuer & Choo 1983): the maximum of the w_i (y_i - u_i), with weights w_i
/// that make all of them 1 at the point, so that any value below 1 improves every objective. As a
/// maximum has kinks, which searches do not like, it is expressed by an extra variable t: minimise
/// t subject to all w_i (y_i - u_i) <= t.
///
/// To either, a small share of the sum of all objectives is added: of two otherwise equal points,
/// the one that dominates the other is better.
class FrontProblem {
 public:
  [[nodiscard]] static FrontProblem make_epsilon(const std::vector<MeritScale>& scales,
                                                 const Outcome& point, std::size_t objective);
  [[nodiscard]] static FrontProblem make_chebyshev(const std::vector<MeritScale>& scales,
                                                   const Outcome& point);

  /// How many variables there are in addition to those of the design: t, or none. It is in
  /// [0, kMostDistance], and 1 at the point.
  [[nodiscard]] std::size_t extra_variables() const { return is_chebyshev_ ? 1 : 0; }
  static constexpr double kMostDistance = 2.0;

  [[nodiscard]] std::size_t constraints() const;

  /// values[0] is to be minimised, the others, constraints() of them, must be at most 0; all are
  /// finite for any outcome.
  /// @param extra as many as extra_variables()
  void calc(const Outcome& outcome, std::span<const double> extra, std::span<double> values) const;

  /// What the problem minimises, for a feasible outcome that is nowhere worse than the point.
  /// Smaller for an outcome than for any that it dominates.
  [[nodiscard]] double rate(const Outcome& outcome) const;

 private:
  FrontProblem(const std::vector<MeritScale>& scales, const Outcome& point);

  [[nodiscard]] double calc_term(const Outcome& outcome, std::size_t i) const;

  bool is_chebyshev_{false};
  std::size_t objective_{0};  // epsilon: the one minimised
  std::vector<MeritScale> scales_;
  // Of each objective: weight (y - from), epsilon: 0 at the point; Chebyshev: 1 at the point.
  std::vector<double> weights_;
  std::vector<double> from_;
};

}  // namespace refinement
}  // namespace globaldyn::inside
