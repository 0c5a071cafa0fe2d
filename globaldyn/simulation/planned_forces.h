#pragma once

#include "globaldyn/motion/trajectory.h"
#include "globaldyn/record/instant_recorder.h"

namespace globaldyn::inside {
inline namespace simulation {

/// A plan read back from its file.
struct StoredPlan {
  std::string path;      ///< name; of a cycle, if it is of one
  bool is_cycle{false};  ///< whose p counts on from path to path
  /// Names and values of what the path leaves open.
  std::vector<std::pair<std::string, std::vector<double>>> open;
  std::string load_case;    ///< that acted; empty: none
  std::string fingerprint;  ///< of the machine, its settings and the path
  ForceChoice choice{ForceChoice::minimum};
  VectorXd preload;     ///< m, if forces are to stay near it
  PreloadRule rule;     ///< of the machine that was planned for
  double reserve{0.0};  ///< fraction of every limit that its forces keep free
  Plan plan;
  std::vector<PathStop> stops;
};

/// The path with the values of a plan for what it leaves open, unless they are given, or as the
/// machine's motors move it. @throws InputError at `place` if the plan does not have the values
[[nodiscard]] Path close_as_planned(const Machine& machine, const Path& path,
                                    const StoredPlan& stored, const SourcePlace& place);

/// Reads plan.json. @throws InputError if it is none, or has no motion
[[nodiscard]] StoredPlan read_plan(const std::string& file);

/// What a machine does, and what its drives exert, at any time of a planned motion: from the plan's
/// nodes, by inverse dynamics at that very time. One per thread; the path must outlive it.
class PlannedForces {
 public:
  /// Where forces may jump.
  struct Switch {
    double t{0.0};
    double p{0.0};
    double jump{0.0};  ///< of d2, as a share of its largest value; infinite at stops
  };

  /// @throws InputError if forces were chosen to change least: they are known at samples alone
  PlannedForces(const Machine& machine, const Path& path, const StoredPlan& stored);

  [[nodiscard]] double duration() const { return trajectory_.duration(); }

  /// Whether the motion ends at rest, where the machine can be held.
  [[nodiscard]] bool ends_at_rest() const { return trajectory_.at(duration()).d1 == 0.0; }

  /// The motion at t, with its forces; behind its end the machine is held there, if it is at rest.
  /// Stays valid until the next call, and costs nothing if it is asked for again.
  const MotionSample& at(double t);

  /// p at t.
  [[nodiscard]] double place_at(double t) const { return trajectory_.at(t).p; }

  /// The machine's pose at the last at().
  [[nodiscard]] const Pose& pose() const { return recorder_->pose(); }

  [[nodiscard]] const Pose& start_pose() const { return home_.pose; }
  [[nodiscard]] double start_d1() const { return trajectory_.at(0.0).d1; }

  /// The first switch after t, where d2 and with it forces jump, or a stop begins or ends; infinite
  /// behind the last. @param least_jump smaller ones, as shares of the largest d2, do not count
  [[nodiscard]] double find_next_switch(double t, double least_jump) const;

 private:
  [[nodiscard]] MotionState find_state(double t) const;

  [[nodiscard]] static Machine without_clearance(Machine machine);

  Machine machine_;  // of a plan, whose poses keep the clearance that was asked for
  const Path& path_;
  Trajectory trajectory_;
  std::vector<Switch> switches_;
  RecordOptions options_;
  HomePose home_;
  std::unique_ptr<InstantRecorder> recorder_;
  Instant instant_;
  std::optional<double> t_;  // of the instant
  VectorXd wanted_;
};

}  // namespace simulation
}  // namespace globaldyn::inside
