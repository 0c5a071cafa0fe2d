#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "optimize/pareto/outcome.h"
#include "optimize/pareto/points.h"
#include "optimize/refinement/merit.h"

namespace globaldyn {

/// The scales that run from 0, the least value of each objective on a front, to 1, the greatest.
/// An objective that is the same everywhere has its own size as unit, or 1.
[[nodiscard]] std::vector<MeritScale> make_front_scales(const Points& front);

/// One number to be made small, under constraints, so that a feasible point of a front moves to
/// one that dominates it. All numbers are of scaled objectives y (merit.h).
///
/// Either the epsilon constraint of objective k (Haimes 1971, augmented: Mavrotas 2009): y_k, with
/// no other objective worse than the point's. Or the augmented Chebyshev distance from a point
/// better than the front (Steuer & Choo 1983): the greatest of the w_i (y_i - u_i), with weights
/// w_i that make all of them 1 at the point, so that whatever is less than 1 improves every
/// objective. As the greatest of several has kinks, which searches do not like, it is asked for by
/// a variable t of its own: t as small as may be, all w_i (y_i - u_i) <= t.
///
/// To either a small share of the sum of all objectives is added: of two points as good otherwise,
/// the one that dominates the other is the better.
class FrontProblem {
 public:
  [[nodiscard]] static FrontProblem make_epsilon(const std::vector<MeritScale>& scales,
                                                 const Outcome& point, std::size_t objective);
  [[nodiscard]] static FrontProblem make_chebyshev(const std::vector<MeritScale>& scales,
                                                   const Outcome& point);

  /// How many variables there are beside those of the design: t, or none. It is in
  /// [0, kMostDistance], and 1 at the point.
  [[nodiscard]] std::size_t extra_variables() const { return is_chebyshev_ ? 1 : 0; }
  static constexpr double kMostDistance = 2.0;

  [[nodiscard]] std::size_t constraints() const;

  /// values[0] is to be small, the others, constraints() of them, at most 0; all finite, whatever
  /// the outcome.
  /// @param extra as many as extra_variables()
  void calc(const Outcome& outcome, std::span<const double> extra, std::span<double> values) const;

  /// What the problem makes small, of a feasible outcome that is nowhere worse than the point. Less
  /// for an outcome than for any that it dominates.
  [[nodiscard]] double rate(const Outcome& outcome) const;

 private:
  FrontProblem(const std::vector<MeritScale>& scales, const Outcome& point);

  [[nodiscard]] double calc_term(const Outcome& outcome, std::size_t i) const;

  bool is_chebyshev_{false};
  std::size_t objective_{0};  // epsilon: the one made small
  std::vector<MeritScale> scales_;
  // Of each objective: weight (y - from), epsilon: 0 at the point; Chebyshev: 1 at the point.
  std::vector<double> weights_;
  std::vector<double> from_;
};

}  // namespace globaldyn
