#pragma once

#include <vector>

namespace globaldyn::inside {
inline namespace pareto {

/// What the evaluation of a design tells a search.
struct Outcome {
  std::vector<double> objectives;  ///< all minimised, finite; empty if the design has none (a
                                   ///< machine that cannot run has no time); then violation > 0
  double violation{0.0};           ///< >= 0, how far it is from feasible; 0: it is feasible

  [[nodiscard]] bool is_feasible() const { return violation == 0.0; }

  bool operator==(const Outcome&) const = default;
};

}  // namespace pareto
}  // namespace globaldyn::inside
