#pragma once

#include "globaldyn/region/methods/bounded_rows.h"
#include "globaldyn/region/methods/nested_elimination.h"
#include "globaldyn/region/methods/region_draft.h"

namespace globaldyn::inside {
inline namespace region {

/// Regions by eliminating the preload y along circuits of rows: minimal sets of rows whose v are
/// linearly dependent. Up to scale there is one weighting in which the v of a circuit cancel; the
/// weighted sum of its rows then lies between the weighted sums of their limits. The region is the
/// intersection of all these pairs of inequalities (the facets of the zonotope of producible
/// forces). Exact; cost C(rows, r + 1) r. Allocates nothing once it has seen its largest system.
class CircuitElimination {
 public:
  /// Cuts `draft`, which starts with everything, down to the region of the rows.
  void run(const BoundedRows& rows, RegionDraft& draft);

 private:
  void extend(int first);
  void visit_dependent(int row);
  [[nodiscard]] bool is_surely_redundant(int row) const;
  void cut(double sign);

  const BoundedRows* rows_{nullptr};
  RegionDraft* draft_{nullptr};
  NestedElimination elimination_;  // entries v, tail alpha, beta, gamma, delta
  std::vector<int> chosen_;        // independent rows, increasing, that are completed to circuits
  std::vector<double> weights_;    // of the rows of the current circuit
  std::vector<int> members_;
  MotionPolynomial sum_;        // of the current circuit's rows, without limits
  double terms_of_gamma_{0.0};  // sum of |weight gamma|
  std::vector<HeldLimit> held_;
};

}  // namespace region
}  // namespace globaldyn::inside
