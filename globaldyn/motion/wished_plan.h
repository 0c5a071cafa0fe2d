#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace motion {

/// What drives lose, in W over the square of their motors' forces, at their coordinates.
struct LossWeights {
  VectorXd weights;  ///< m
  std::string unit;  ///< of losses: "J", "s at rated force" or "s at full force"
};

/// By the file's `loss_weight` if every drive has one; otherwise the square of forces in shares of
/// the rated ones, if all are known, or of their limits: losses are then the time in which a drive
/// at that force loses as much.
/// @param are_asked whether losses are what is asked for
/// @throws InputError if they are, and neither is known of all drives, or `loss_weight` of some
[[nodiscard]] LossWeights find_loss_weights(const Machine& machine, const Path& path,
                                            bool are_asked);

/// Whether a plan of the machine's path takes more than limits at single p: it is wished for, or
/// drives have limits of their power, or of how their forces and accelerations change.
[[nodiscard]] bool is_wished(const Machine& machine, const Path& path,
                             const PathPlanOptions& options);

/// @throws InputError for what cannot be wished for: of a motion that is given, or closed; within
/// rated forces that no drive has; within a time that is none
void refuse_wish(const Machine& machine, const Path& path, const PathPlanOptions& options);

/// The motion that was wished for, see MotionWish, within all limits of the drives.
/// @param fastest the plan within the limits at every p, of the same options
[[nodiscard]] PathPlan make_wished_plan(const Machine& machine, const Path& path,
                                        PathSurvey& survey, const PathPlanOptions& options,
                                        PathPlan fastest);

/// A part of a cycle: a motion along a path that is to be found, a stop on one, or a motion that is
/// given, of which `duration` and `squares` tell all.
struct WishedLeg {
  const Machine* machine{nullptr};
  const Path* path{nullptr};
  PathSurvey* survey{nullptr};
  PathPlan plan{};    ///< of a motion: the fastest; then the one that was wished for
  bool waits{false};  ///< at `place` of the path
  double place{0.0};
  double duration{0.0};   ///< s
  bool is_braked{false};  ///< what has to be held costs nothing
  bool is_given{false};
  VectorXd squares{};  ///< m: of a motion that is given, integrals of n² over the time
};

/// What is known of legs that share what is rated, losses and time.
struct WishedLegs {
  std::optional<WishedPlan> wished;  ///< none: there is no such motion
  PlanStatus status{PlanStatus::gave_up};
  std::string reason;              ///< one line: why there is none, or none that is optimal
  std::vector<std::string> notes;  ///< what else should be known, a line each
};

/// The motions along all legs, from rest to rest, that are together what was wished for. Machines
/// are the same one under different loads.
[[nodiscard]] WishedLegs make_wished_plans(std::vector<WishedLeg>& legs,
                                           const PathPlanOptions& options);

}  // namespace motion
}  // namespace globaldyn::inside
