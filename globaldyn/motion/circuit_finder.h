#pragma once

#include <cstddef>
#include <vector>

#include "core/base/interval.h"
#include "core/base/rotation.h"
#include "globaldyn/limits/limit_rows.h"
#include "globaldyn/motion/preload_program.h"
#include "globaldyn/motion/survey_field.h"
#include "globaldyn/survey/panel.h"

namespace globaldyn::inside {
inline namespace motion {

/// Where a machine is in its motion along a path, except for p.
struct PathState {
  double d1{0.0};
  double d2{0.0};
};

/// Finds which circuits of a partial field states violate, or come nearest to violating.
class CircuitFinder {
 public:
  explicit CircuitFinder(SurveyField& field) : field_(field) {}

  /// Takes the limits at p, on a panel.
  void look(std::size_t panel, double p);

  /// The share of their sizes by which limits that depend on the preload are exceeded there at the
  /// least, whatever the preload is; below 0: how far the state is within them.
  double find_excess(const PathState& at);

  /// Gives the panel the circuit that says so. False if it is among its rows already.
  bool add();

  /// The limits looked at last.
  [[nodiscard]] LimitSystem make_system() const;
  /// States that no limits as large as these allow, if they limit anything, and rest.
  [[nodiscard]] std::vector<PathState> list_far() const;

  /// So far, in units of 100 ns as PlanOptions::work.
  [[nodiscard]] std::size_t work() const;

 private:
  void list_rows();
  void find_sizes();

  SurveyField& field_;
  std::size_t panel_{0};
  std::vector<int> rows_;  // the limits that depend on the preload
  SmoothLimits limits_;
  MatrixXd v_;
  std::vector<Interval> room_;
  std::vector<double> sizes_;
  PreloadProgram program_;
  std::size_t looks_{0};
};

}  // namespace motion
}  // namespace globaldyn::inside
