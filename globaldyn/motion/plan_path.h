#pragma once

#include "globaldyn/evaluation/sample_maker.h"
#include "globaldyn/forces/preload_rule.h"
#include "globaldyn/motion/planner_reason.h"
#include "globaldyn/motion/stretches.h"
#include "globaldyn/motion/trajectory.h"
#include "globaldyn/plan/limit_field.h"
#include "globaldyn/plan/plan.h"
#include "globaldyn/survey/path_failure.h"

namespace globaldyn::inside {
inline namespace motion {

/// How fast a plan may be at an end of the path.
struct EndSpeed {
  enum class Kind {
    tool,  ///< `value` is the tool's speed, m/s; 0 is rest
    d1,    ///< `value` is d1, 1/s
    free,  ///< as fast as is optimal
  };
  Kind kind{Kind::tool};
  double value{0.0};
};

/// What a motion is to be besides within its limits.
struct MotionWish {
  /// The rms of every motor's force over the whole time, stops included, is within what the file
  /// says it bears for ever (`rated`), and the time the least with which it is.
  bool within_rated{false};
  /// It loses the least energy, see LossWeights, in at most `time`.
  bool least_losses{false};
  /// Likewise of the energy that all drives together draw from their supply, see DrawnEnergy.
  bool least_energy{false};
  double time{0.0};  ///< s, stops included
  /// What a second is worth beside losses or energy: of their unit. With it `time` may be 0: any.
  double time_worth{0.0};
  /// What it is worth that a drive's force changes by its whole range at rest less, all its rises
  /// and falls added up: of the unit of losses or energy, s where neither is to be least. Drives
  /// without a range do not count.
  double variation_worth{0.0};

  [[nodiscard]] bool is_least() const { return least_losses || least_energy; }
  [[nodiscard]] bool is_any() const { return within_rated || is_least() || variation_worth > 0.0; }
};

/// How a machine is to run along its path.
struct PathPlanOptions {
  double tolerance{1e-6};  ///< relative, of the time
  EndSpeed start;
  EndSpeed end;
  bool closed{false};   ///< periodic: the same speed at both ends, the best possible
  double reserve{0.0};  ///< fraction of every limit to be kept free
  /// s: > 0: no drive's force changes faster than its whole range at rest in this time
  double rise_time{0.0};
  bool explain{true};  ///< if there is no motion, find which limits prevent it, and speeds
  bool report{true};   ///< find PathPlan::stretches and PathPlan::accessible as well
  /// Work after which it gives up, in sides of limits as in PlanOptions; a pose of the machine
  /// (the survey takes some hundreds) counts as kWorkOfPose of them. 0: as the path requires. For a
  /// path that may have to be surveyed and planned again more accurately, rows get half of it each
  /// time, and the second time gets what the first has left. Half as much again, or as what rows
  /// got, is allowed for explaining why there is no motion.
  std::size_t work{0};
  std::size_t memory{200'000'000};  ///< maximum bytes held by the planner
  MotionWish wish;
  Pose start_pose;          ///< of the machine at p = 0, if known: saves assembling it there
  EvaluationMethod method;  ///< how poses are evaluated
};

/// A plan that exceeds its limits anywhere by more than this fraction of them is not optimal.
inline constexpr double kMostViolation = 1e-6;

/// A limit that a given motion exceeds.
struct ExceededLimit {
  ActiveLimit limit;
  double by{0.0};  ///< at most, in the limit's unit
  double t{0.0};   ///< s: when that is
  double p{0.0};
};

/// What is known of a motion that is given, not planned.
struct GivenPlan {
  std::string law;         ///< its name
  double least_time{0.0};  ///< s: of the same law within the limits, if asked for; may be infinite
  std::vector<ExceededLimit> exceeded;
};

/// What one more unit of what a motion is held back by would save of what is least: of the time, s,
/// or of losses, in their unit.
struct WishPrices {
  VectorXd rated;           ///< m: of every rated force, N or N m; 0 where it does not count
  VectorXd power;           ///< m: of every drive's power, W
  double supply{0.0};       ///< of the supply's power, W
  double supply_back{0.0};  ///< of what it takes back, W
  double time{0.0};         ///< of the time allowed, s
};

/// What is known of a motion that is more than the fastest one within its limits.
struct WishedPlan {
  MotionWish wish;
  double fastest{0.0};  ///< s: within the limits alone, stops included
  /// s: how much longer a cycle has to be than the motion so that its motors are within their rated
  /// forces: it pauses without losses
  double pause{0.0};
  double losses{0.0};  ///< of the motion, in `losses_unit`
  std::string losses_unit;
  double energy{0.0};  ///< J: drawn from the supply, if that was to be least
  /// m, or none: all rises and falls of forces while the machine moves, if their worth was told, N
  /// or N m; 0 of drives that do not count
  VectorXd variation;
  VectorXd ranges;  ///< m: of forces at rest, of drives that count there; 0 of others
  WishPrices prices;
  VectorXd heat;      ///< m: mean of (force / rated force)² over the cycle; 0 without one
  double error{0.0};  ///< estimated: of what was to be least, relative
  /// Whether no other motion is better, as the prices of limits prove, up to `error`; otherwise no
  /// motion next to it is.
  bool is_global{false};
  /// No motion is better than by this share of what was to be least: proven of the grid's, and
  /// `error` besides. None: nothing is proven.
  std::optional<double> gap;
  int cells{0};  ///< of the grid
  int steps{0};  ///< of the interior point method, on all grids
};

/// A plan along a machine's path.
struct PathPlan {
  std::string machine;
  std::string path;
  bool has_tool{false};
  PathPlanOptions options;
  Plan plan{.status = PlanStatus::unreachable};
  PlannerChoice planner;           ///< which the plan is from, and why
  PathFailure failure;             ///< where the machine cannot follow the path at all, if so
  std::vector<std::string> notes;  ///< what else should be known of it, a line each
  std::string reason;              ///< one line: why there is no plan, or none that is optimal
  std::vector<PathStop> stops;     ///< from the file, and at corners
  double dwell{0.0};               ///< s: all stops together; not included in the plan's times
  Trajectory trajectory;           ///< if there is a plan
  std::vector<Stretch> stretches;  ///< which limits hold along it, if asked for
  std::optional<GivenPlan> given;  ///< if the path's motion is
  std::optional<WishedPlan> wished;
  /// Of a motion that was wished for, if the machine has more drives than degrees of freedom: the
  /// forces with which it is what it is to be.
  std::optional<PreloadTable> preload;
  /// Along the path, if asked for and if the machine can follow it; of a motion that is given those
  /// that can be kept, at which the law can be there.
  std::vector<AccessibleSpeeds> accessible;

  std::size_t work{0};  ///< done, as options.work counts it, without that for explaining

  /// That of the plan: inaccurate also if limits are exceeded by more than kMostViolation, or may
  /// have features that nobody has looked at.
  [[nodiscard]] PlanStatus status() const { return plan.status; }
  /// Upper and lower bound of the minimum time, including stops.
  [[nodiscard]] double time() const { return plan.time + dwell; }
  [[nodiscard]] double time_lower() const { return plan.time_lower + dwell; }
  [[nodiscard]] bool has_motion() const { return plan.has_motion(); }
};

/// Plans the fastest motion along a path of a machine, with stops where the file asks for them and
/// at corners, which can be passed only at rest.
/// @throws InputError as PathSurvey does; for tables of loads that cannot be meant for the path,
///   before anything else; for a speed at an end where the tool does not
///   move with p; for a closed plan of a path that does not return to its start
[[nodiscard]] PathPlan plan_path(const Machine& machine, const Path& path,
                                 const PathPlanOptions& options = {});

}  // namespace motion
}  // namespace globaldyn::inside
