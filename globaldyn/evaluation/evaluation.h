#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/kinematics/mobility.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/region/region.h"

namespace globaldyn {

enum class SampleStatus {
  ok,
  unreachable,
  singular,
  lost_branch,
  out_of_travel,
};

[[nodiscard]] const char* to_string(SampleStatus status);

/// The machine's global dynamics at one p of a path.
struct Sample {
  double p{0.0};
  SampleStatus status{SampleStatus::unreachable};
  std::string reason;           ///< one line, if not ok
  Motion motion;                ///< if ok; its pose also if out of travel
  Frame tool;                   ///< in the global frame, if ok and there is a tool
  DriveForceMap map;            ///< if ok
  Region region;                ///< if ok
  double kinematic_ratio{0.0};  ///< sigma_min / sigma_max of the kinematic Jacobian (estimate)
  std::vector<std::pair<double, std::optional<Interval>>> d2_at;  ///< at the d1 asked for
};

struct PathEvaluation {
  std::string name;
  double p_max{0.0};
  std::vector<Sample> samples;
};

/// What `evaluate` gives: regions along paths.
struct Evaluation {
  std::string machine;
  std::vector<std::string> drives;
  int n_bodies{0};
  std::optional<int> n_dof;       ///< unknown if the machine was never put together
  std::optional<int> redundancy;  ///< the least of any sample: m - rank W where W is regular
  std::vector<PathEvaluation> paths;
};

struct EvaluationOptions {
  std::vector<std::string> paths;              ///< names; empty: all of the file
  int samples{61};                             ///< at equal distances in p, both ends included
  std::vector<double> at;                      ///< these p instead, if any
  std::vector<double> bounds_at;               ///< d1 at which the range of d2 is wanted
  std::function<void(double share)> progress;  ///< called with 0 … 1; may be empty
};

/// Evaluates the accessible regions along paths.
/// @throws InputError for an unknown path, p outside it, a path that prescribes too much or too
///   little, or an idle freedom that inertia or load would move.
[[nodiscard]] Evaluation evaluate(const Machine& machine, const EvaluationOptions& options = {});

/// The global dynamics for a motion known already: map and region.
struct PoseDynamics {
  DriveForceMap map;
  Region region;
};
[[nodiscard]] PoseDynamics calc_dynamics(const Machine& machine, const Task& task,
                                         const Motion& motion, double p);

}  // namespace globaldyn
