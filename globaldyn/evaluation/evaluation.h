#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/kinematics/mobility.h"
#include "globaldyn/criteria/registry/path_criterion.h"
#include "globaldyn/evaluation/sample_maker.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
inline namespace evaluation {

struct PathEvaluation {
  std::string name;
  double p_max{0.0};
  std::vector<Sample> samples;
  std::vector<std::string> coordinates;  ///< what the path prescribes, of the matrices' rows
};

/// What `evaluate` gives: regions along paths.
struct Evaluation {
  std::string machine;
  std::vector<std::string> drives;
  std::vector<std::string> links;  ///< joints of PoseMatrices::joint_inertia, if asked for
  int n_bodies{0};
  std::optional<int> n_dof;       ///< unknown if the machine was never assembled
  std::optional<int> redundancy;  ///< the smallest of any sample: m - rank W where W is regular
  std::vector<PathEvaluation> paths;
  std::vector<CriterionValue> criteria;  ///< of the paths; not filled in by evaluate()
};

struct EvaluationOptions {
  std::vector<std::string> paths;  ///< names; empty: all of the file
  int samples{61};                 ///< at equal distances in p, both ends included
  std::vector<double> at;          ///< these p instead, if any
  std::vector<double> bounds_at;   ///< d1 at which to find the range of d2
  bool matrices{false};            ///< samples have them, too
  EvaluationMethod method;
  SweepOptions sweep;
};

/// Evaluates the accessible regions along paths, several paths at a time.
/// @throws InputError for an unknown path, p outside it, a path that prescribes too much or too
///   little, or an idle freedom that inertia or load would move.
[[nodiscard]] Evaluation evaluate(const Machine& machine, const EvaluationOptions& options = {});

/// The same for several machines, all of their paths at once. The machines must all have the paths
/// named in the options, if any are.
[[nodiscard]] std::vector<Evaluation> evaluate_all(const std::vector<const Machine*>& machines,
                                                   const EvaluationOptions& options = {});

}  // namespace evaluation
}  // namespace globaldyn::inside
