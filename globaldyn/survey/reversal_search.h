#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn {

/// A quantity of the machine itself at p; nothing where it cannot be.
using Measure = std::function<std::optional<double>(double p)>;

/// A polynomial by Chebyshev coefficients on [begin, end] that is near to what is measured.
struct FittedCourse {
  double begin{0.0};
  double end{0.0};
  VectorXd coefficients;
  double error{0.0};  ///< it may be off by so much

  [[nodiscard]] double calc(double p) const;
  [[nodiscard]] double place(double x) const;  ///< p of x in [-1, 1]
};

/// Where what is measured is zero, from near by: to `resolution` in p.
[[nodiscard]] double refine_root(const FittedCourse& course, double p, const Measure& measure,
                                 double resolution);

/// The p inside at which what is measured changes its sign, rising. Where the polynomial comes so
/// near to zero that it cannot tell, the machine is asked; what it measures up to `nothing` is
/// zero. Where it only touches zero there is none.
[[nodiscard]] std::vector<double> find_reversals(const FittedCourse& course, const Measure& measure,
                                                 double nothing, double resolution);

}  // namespace globaldyn
