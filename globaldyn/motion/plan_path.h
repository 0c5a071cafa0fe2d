#pragma once

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/motion/stretches.h"
#include "globaldyn/motion/trajectory.h"
#include "globaldyn/plan/general/planner.h"
#include "globaldyn/survey/path_failure.h"

namespace globaldyn {

/// How fast a plan may be at an end of the path.
struct EndSpeed {
  enum class Kind {
    tool,  ///< `value` is the tool's speed, m/s; 0 is rest
    d1,    ///< `value` is d1, 1/s
    free,  ///< as fast as is best
  };
  Kind kind{Kind::tool};
  double value{0.0};
};

/// How a machine is to run along its path.
struct PathPlanOptions {
  double tolerance{1e-6};  ///< of the time, relative
  EndSpeed start;
  EndSpeed end;
  bool closed{false};   ///< round and round: the same speed at both ends, the best there is
  double reserve{0.0};  ///< share of every limit to be kept free
  bool explain{true};   ///< if there is no way, look for which limits are in it, and speeds
  bool report{true};    ///< find PathPlan::stretches and PathPlan::accessible as well
  /// Only a time whose bounds are proven is `optimal`. None are: what is interpolated between the
  /// poses of a survey is known to an estimated error, so that every plan is `inaccurate`.
  bool certified{false};
  /// Beyond which it gives up, in sides of limits as in RowPlanOptions; a pose of the machine, of
  /// which the survey takes some hundreds, counts as kWorkOfPose of them. 0: as the path asks for.
  /// A path that may have to be surveyed and planned once more, better, has half of it each time.
  std::size_t work{0};
  std::size_t memory{200'000'000};  ///< bytes that the planner holds at most
  Pose start_pose;  ///< of the machine at p = 0, where it is known: saves assembling it there
};

enum class PathPlanStatus {
  optimal,      ///< as of the plan
  inaccurate,   ///< as of the plan, or limits exceeded by more than kMostViolation
  infeasible,   ///< no motion within the limits gets to the end
  unreachable,  ///< the machine cannot be at all p
  gave_up,      ///< the work or memory allowed was spent
  unlimited,    ///< nothing limits the speed
};

[[nodiscard]] const char* to_string(PathPlanStatus status);

/// What a pose of the machine counts as, in sides of limits: of small machines it takes as long.
inline constexpr std::size_t kWorkOfPose = 50;

/// A plan that exceeds its limits anywhere by more than this share of them is not optimal.
inline constexpr double kMostViolation = 1e-6;

/// A plan along a machine's path.
struct PathPlan {
  std::string machine;
  std::string path;
  bool has_tool{false};
  PathPlanOptions options;
  PathPlanStatus status{PathPlanStatus::unreachable};
  Plan plan;
  PathFailure failure;             ///< where the machine cannot follow the path at all, if so
  std::string reason;              ///< one line: why there is no plan, or none that is optimal
  std::vector<PathStop> stops;     ///< of the file, and at corners
  double dwell{0.0};               ///< s: all stops together; not in the plan's times
  Trajectory trajectory;           ///< if there is a plan
  std::vector<Stretch> stretches;  ///< which limits hold along it, if asked for
  /// Along the path, if asked for and the machine can follow it.
  std::vector<AccessibleSpeeds> accessible;

  /// Upper and lower bound of the least time, with stops.
  [[nodiscard]] double time() const { return plan.time + dwell; }
  [[nodiscard]] double time_lower() const { return plan.time_lower + dwell; }
  [[nodiscard]] bool has_motion() const { return !plan.p.empty(); }
};

/// Plans the fastest motion along a path of a machine, with stops where the file asks for them and
/// at corners, which can be passed at rest only.
/// @throws InputError as PathWalker::move_to() does; for a speed at an end where the tool does not
///   move with p; for a closed plan of a path that does not come back to where it began
[[nodiscard]] PathPlan plan_path(const Machine& machine, const Path& path,
                                 const PathPlanOptions& options = {});

}  // namespace globaldyn
