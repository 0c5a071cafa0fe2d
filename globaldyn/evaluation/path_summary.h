#pragma once

#include <optional>

#include "globaldyn/evaluation/evaluation.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// Summary of the samples of a path.
struct PathSummary {
  /// The place where the largest accessible d1 is smallest.
  struct Least {
    double p{0.0};
    double d1_max{0.0};  ///< 1/s; infinite if d1 is limited nowhere
  };

  std::size_t ok{0};           ///< samples that are ok
  std::size_t failed{0};       ///< samples that are not
  std::size_t empty{0};        ///< ok, but neither motion nor rest is within the limits
  std::size_t only_moving{0};  ///< ok and not empty, but d1 = 0 is not accessible
  std::size_t not_held{0};     ///< ok and not empty, but (d1, d2) = (0, 0) is not accessible
  std::size_t unbounded{0};    ///< ok, with an unbounded region
  std::optional<Least> least;  ///< if any region is not empty
};

[[nodiscard]] PathSummary summarize(const PathEvaluation& path);

/// The end of the accessible d1, infinite without one; none if the region is empty.
[[nodiscard]] std::optional<double> find_d1_max(const Region& region);

}  // namespace evaluation
}  // namespace globaldyn::inside
