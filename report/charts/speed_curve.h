#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/evaluation/evaluation.h"
#include "report/canvas/outline.h"

namespace globaldyn::inside::report {

/// The largest accessible d1 over p, or a speed at it, in runs without gaps or jumps, and where and
/// why there are gaps.
struct SpeedCurve {
  std::vector<Outline> runs;
  std::vector<double> failed;     ///< p of samples that are not ok
  std::vector<double> empty;      ///< p of empty regions
  std::vector<double> unbounded;  ///< p where d1 is unbounded
  std::optional<Vector2d> least;
};

/// @param breaks the p at which the path's derivatives jump: there the curve may
/// @param factors per sample, what d1 is multiplied by; empty: nothing
[[nodiscard]] SpeedCurve find_speed_curve(const PathEvaluation& path,
                                          const std::vector<double>& breaks,
                                          const std::vector<double>& factors = {});

/// The path's name with the curve's minimum, in `unit`, and its place.
[[nodiscard]] std::string describe(const std::string& name, const SpeedCurve& curve,
                                   const std::string& unit);

/// Whether there are few or isolated samples, which lines alone would not show.
[[nodiscard]] bool is_sparse(const SpeedCurve& curve);

}  // namespace globaldyn::inside::report
