#pragma once

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace core {

/// An explicit Runge-Kutta formula: stages at t + c h by the slopes before, y by weights b; the
/// difference to `embedded`, of a lower order, is the error's estimate.
struct ExplicitFormula {
  int order{0}, embedded_order{0};
  VectorXd c;  ///< s
  MatrixXd A;  ///< s x s, below the diagonal
  VectorXd b, embedded;
};

/// RK8(7)13M of P. J. Prince and J. R. Dormand, *High order embedded Runge-Kutta formulae*, J.
/// Comp. Appl. Math. 7 (1981). Its estimate does not vanish where y' depends on t alone, as
/// Fehlberg's of order 8 does, by which forces that act in time would be missed.
[[nodiscard]] const ExplicitFormula& prince_dormand_8();

}  // namespace core
}  // namespace globaldyn::inside
