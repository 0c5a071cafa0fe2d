#pragma once

#include <memory>
#include <vector>

#include "core/expression/expression.h"
#include "globaldyn/path/curves.h"

namespace globaldyn::inside {
inline namespace path {

/// A formula of p that says a coordinate along a path. Once the path's end is known it is divided
/// at its kinks (abs, min, max), see divide_formulas(): from then on each piece is evaluated by its
/// own smooth formula, on either side of a kink and however near to it.
class PathFormula {
 public:
  /// @param is_angle the value is an angle, for which a full turn more is the same
  PathFormula(const Expression& formula, bool is_angle) : parts_{formula}, is_angle_(is_angle) {}

  /// Pieces that have been found already. @param bounds between parts, one fewer, increasing
  PathFormula(std::vector<Expression> parts, std::vector<double> bounds)
      : parts_(std::move(parts)), bounds_(std::move(bounds)) {}

  [[nodiscard]] bool is_constant() const { return parts_.front().is_constant(); }

  /// Value and derivatives at p; where they jump, those on the right.
  [[nodiscard]] Jet operator()(double p) const;

  /// The smooth formulas of its pieces, and the p between them, one fewer, increasing.
  [[nodiscard]] const std::vector<Expression>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<double>& bounds() const { return bounds_; }

 private:
  friend class FormulaDivision;
  std::vector<Expression> parts_;  // one more than bounds
  std::vector<double> bounds_;     // between them, increasing
  double beside_{0.0};             // nearer to them rounding errors may lead out of a domain
  bool is_angle_{false};
};

/// They are shared by the functions that evaluate them.
using PathFormulas = std::vector<std::shared_ptr<PathFormula>>;

/// The same formula as one of `formulas`, to which it is added, and as a function.
[[nodiscard]] std::function<Jet(double p)> add_formula(const Expression& formula, bool is_angle,
                                                       PathFormulas& formulas);

/// Divides formulas for 0 <= p <= p_max at their kinks, and adds these to `steps`: where the first
/// derivative jumps a corner, where a higher one does a break. Kinks that differ from each
/// other or from places in `steps` by rounding errors become one place.
/// @throws InputError at a formula that has no value or no first two derivatives somewhere on the
///   path or jumps there, naming p; or that has more than 10 000 kinks
void divide_formulas(const PathFormulas& formulas, double p_max, CurveSteps& steps);

}  // namespace path
}  // namespace globaldyn::inside
