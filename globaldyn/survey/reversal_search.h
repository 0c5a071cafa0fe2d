#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "globaldyn/survey/survey_walk.h"

namespace globaldyn::inside {
inline namespace survey {

/// A quantity of the machine itself at p; nothing where it cannot be.
using Measure = std::function<std::optional<double>(double p)>;

/// What `of` a sample is, wherever the machine is ok. The walk must outlive it.
template <class Of>
[[nodiscard]] Measure measure(SurveyWalk& walk, Of of) {
  return [&walk, of = std::move(of)](double p) -> std::optional<double> {
    const Sample& sample = walk.visit(p);
    if (sample.status != SampleStatus::ok) return std::nullopt;
    return of(sample);
  };
}

/// A polynomial by Chebyshev coefficients on [begin, end] that approximates what is measured.
struct FittedCourse {
  double begin{0.0};
  double end{0.0};
  VectorXd coefficients;
  double error{0.0};  ///< its possible error

  [[nodiscard]] double calc(double p) const;
  [[nodiscard]] double place(double x) const;  ///< p of x in [-1, 1]
};

/// Where the measured quantity is zero, starting nearby: to `resolution` in p.
[[nodiscard]] double refine_root(const FittedCourse& course, double p, const Measure& measure,
                                 double resolution);

/// The p inside at which the measured quantity changes sign, increasing. Where the polynomial is
/// too close to zero to decide, the machine is evaluated; measurements up to `nothing` are zero.
/// Where it only touches zero there is no reversal.
[[nodiscard]] std::vector<double> find_reversals(const FittedCourse& course, const Measure& measure,
                                                 double nothing, double resolution);

}  // namespace survey
}  // namespace globaldyn::inside
