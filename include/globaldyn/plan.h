#pragma once

#include <globaldyn/evaluation.h>
#include <globaldyn/machine.h>
#include <globaldyn/motion_state.h>
#include <globaldyn/plan_status.h>
#include <globaldyn/region.h>

#include <Eigen/Core>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace globaldyn {

/// How fast a motion may be at an end of the path.
struct EndSpeed {
  enum class Kind {
    tool,  ///< `value` is the tool's speed, m/s; 0 is rest
    d1,    ///< `value` is d1, 1/s
    free,  ///< as fast as is best
  };
  Kind kind{Kind::tool};
  double value{0.0};
};

/// Which of the drive forces that give the same motion, if there are more drives than degrees of
/// freedom.
enum class ForceChoice {
  minimum,  ///< of least norm within the limits
  preload,  ///< nearest to given forces
  smooth,   ///< changing least from sample to sample
};

/// As the command `plan` has them.
struct PlanOptions {
  double tolerance{1e-6};  ///< how near the time's bounds shall be, relative
  EndSpeed start;
  EndSpeed end;
  bool closed{false};   ///< round and round: the same speed at both ends, the best there is
  double reserve{0.0};  ///< share of every limit to be kept free, 0 <= reserve < 1
  ForceChoice forces{ForceChoice::minimum};
  std::vector<double> preload;  ///< a force a drive, N or N m, for ForceChoice::preload
  double rise_time{0.0};        ///< s: > 0: no drive's force changes faster than its whole range
                                ///< at rest in this time
  /// The fastest motion whose rms forces, stops included, are within what motors bear for ever.
  bool within_rated{false};
  /// Instead of the fastest the motion that loses least in its motors, or draws least energy from
  /// the supply, in `time` (s, stops included) or with what a second is worth (W, or of the losses'
  /// unit), or both.
  bool least_losses{false};
  bool least_energy{false};
  double time{0.0};
  double time_worth{0.0};
  /// What it is worth that a drive's force changes by its whole range at rest less, all rises and
  /// falls added up: of the losses' unit or J, s where neither is to be least.
  double variation_worth{0.0};
  double rate{0.0};     ///< Hz, of samples; 0: as many as below
  int samples{501};     ///< at equal distances in time
  std::size_t work{0};  ///< sides of limits looked at, some 100 ns each, after which it gives
                        ///< up with the bounds it has; 0: by the length of the path
  std::size_t memory{200'000'000};           ///< bytes that the planner may hold
  std::string formulation{"auto"};           ///< see list_formulations()
  bool reactions{false};                     ///< also give the reactions in all joints
  int threads{1};                            ///< 0: one per core; changes no result
  const std::atomic<bool>* cancel{nullptr};  ///< set to true from outside: Interrupted is thrown
};

/// A part of a motion along which the same limits hold it back, or a stop at which it rests.
struct Stretch {
  Interval t;  ///< s
  Interval p;
  std::vector<ActiveLimit> active;  ///< none only where nothing limits the motion

  [[nodiscard]] bool is_stop() const { return p.low == p.high; }
};

/// A limit that prevents a motion.
struct MissingLimit {
  ActiveLimit limit;
  double missing{0.0};  ///< by how much it would have to be wider: N, N m, m/s or rad/s
  bool alone{true};     ///< that alone is enough; otherwise all those listed have to be widened
};

/// Why there is no motion.
struct PlanFailure {
  double p{0.0};  ///< the last that can be reached
  std::string reason;
  std::vector<MissingLimit> limits;  ///< the easiest to remedy first
  std::vector<Interval> d1_reached;  ///< with which p is reached
  std::vector<Interval> d1_needed;   ///< from which the rest could be passed
};

/// What a motion asks of a drive, at its coordinate: N and m/s, or N m and rad/s.
struct DriveUse {
  std::string name;
  double peak_force{0.0};
  double rms_force{0.0};  ///< over the whole time, stops included
  double peak_speed{0.0};
  double rms_speed{0.0};
  double peak_power{0.0};  ///< W
  double rms_power{0.0};
  double energy{0.0};          ///< J: delivered
  double braking_energy{0.0};  ///< J: taken back
};

/// The same of its motor, in front of the gear: what a motor is chosen by.
struct MotorUse {
  std::string drive;
  bool is_rotary{true};
  double peak_force{0.0};
  double rms_force{0.0};
  double peak_speed{0.0};
  double rms_speed{0.0};
  std::optional<double> rated_force;    ///< that it bears for ever (at rest), if the file says
  std::optional<double> inertia_ratio;  ///< the load's over the rotor's
  std::optional<double> thermal_share;  ///< mean of (force / rated force at that speed)²
};

/// What one more unit of what holds a motion back would save of what is least: of time (s), losses
/// (in their unit) or energy (J).
struct WishPrices {
  std::vector<double> rated;  ///< of every drive's rated force, N or N m
  std::vector<double> power;  ///< of every drive's power, W
  double supply{0.0};         ///< of the supply's power, W
  double supply_back{0.0};    ///< of what it takes back, W
  double time{0.0};           ///< of the time allowed, s
};

/// What is known of a motion that is best as a whole.
struct WishedMotion {
  double fastest{0.0};      ///< s: within the limits at single p alone, stops included
  double pause{0.0};        ///< s: after it, in which motors cool
  double losses{0.0};       ///< in `losses_unit`
  std::string losses_unit;  ///< "J", "s at rated force" or "s at full force"
  double energy{0.0};       ///< J: drawn from the supply, if that was to be least
  double error{0.0};        ///< estimated, of what was to be least, relative
  /// Whether no other motion is better, as is proven, up to `error`.
  bool is_global{false};
  /// By how much any other motion may be better, relative to what was to be least, if that is
  /// known.
  std::optional<double> gap;
  /// All rises and falls of every drive's force while the machine moves, N or N m, if their worth
  /// was told; 0 of drives without a range.
  std::vector<double> variation;
  WishPrices prices;
};

/// What is accessible at a p, whatever comes before and after.
struct AccessibleSpeeds {
  double p{0.0};
  std::vector<Interval> d1;
};

/// A step of a planned cycle.
struct CycleStep {
  std::string path;   ///< that the machine runs along; empty: it waits
  std::string load;   ///< the load case that acts, if any
  double begin{0.0};  ///< s
  double end{0.0};    ///< s
  double from{0.0};   ///< p of the path, where the step begins and ends: backwards if from > to
  double to{0.0};
  Interval p;  ///< of the whole motion, which counts on from path to path

  [[nodiscard]] bool is_dwell() const { return path.empty(); }
};

/// A limit that a given motion exceeds.
struct ExceededLimit {
  ActiveLimit limit;
  double by{0.0};  ///< at most, in the limit's unit
  double t{0.0};   ///< s: when that is
  double p{0.0};
};

/// A motion that is given by a law: its p is the time since its start, and d1 = 1.
struct GivenLaw {
  std::string name;        ///< poly5, ..., speed
  double least_time{0.0};  ///< s: of the same law within the limits; may be infinite
  std::vector<ExceededLimit> exceeded;
};

/// The fastest motion of a machine along a path, or through a cycle. A value; copies share what
/// they hold.
class Plan {
 public:
  struct Impl;
  explicit Plan(std::shared_ptr<const Impl> impl);
  Plan(const Plan&) = default;
  Plan& operator=(const Plan&) = default;
  ~Plan() = default;

  [[nodiscard]] const std::string& machine() const;
  [[nodiscard]] const std::string& path() const;
  [[nodiscard]] const std::vector<std::string>& drives() const;
  [[nodiscard]] PlanStatus status() const;
  [[nodiscard]] bool has_motion() const;
  /// One line: why there is no motion, or none that is optimal.
  [[nodiscard]] const std::string& reason() const;
  [[nodiscard]] const std::vector<std::string>& notes() const;
  /// Which planner the plan is from: none, rows, regions; and why regions.
  [[nodiscard]] std::string planner() const;
  [[nodiscard]] std::string regions_because() const;
  /// Why there is no motion.
  [[nodiscard]] std::optional<PlanFailure> failure() const;

  // With a motion; without one numbers are 0 and lists are empty.

  /// s: upper and lower bound of the least possible time, both with stops.
  [[nodiscard]] double time() const;
  [[nodiscard]] double time_lower() const;
  /// s, of it at stops.
  [[nodiscard]] double dwell() const;
  /// By how much limits are exceeded, relative to themselves: rounding errors.
  [[nodiscard]] double max_violation() const;
  /// The motion at a time.
  [[nodiscard]] MotionState at(double t) const;
  /// Of a cycle, whose name path() is: one after the other.
  [[nodiscard]] const std::vector<CycleStep>& steps() const;
  /// s: the least time found for a cycle, longer than which it takes if it has a period.
  [[nodiscard]] double shortest() const;
  /// Of a path whose motion is given.
  [[nodiscard]] std::optional<GivenLaw> law() const;
  /// p of the plan's nodes.
  [[nodiscard]] const std::vector<double>& nodes() const;
  /// From the file, and at corners.
  [[nodiscard]] const std::vector<PathStop>& stops() const;
  /// s: where others limits begin to hold it back.
  [[nodiscard]] std::vector<double> switches() const;
  [[nodiscard]] const std::vector<Stretch>& stretches() const;
  [[nodiscard]] const std::vector<AccessibleSpeeds>& accessible() const;
  [[nodiscard]] const std::vector<DriveUse>& use() const;
  [[nodiscard]] const std::vector<MotorUse>& motors() const;
  /// J: what all drives together deliver, and take back.
  [[nodiscard]] double energy() const;
  [[nodiscard]] double braking_energy() const;

  /// Of a motion that is best as a whole: within rated forces, of least losses, or limited by more
  /// than single p.
  [[nodiscard]] std::optional<WishedMotion> wished() const;

  // Samples of the motion: vectors with a number, matrices with a row for each.

  [[nodiscard]] Eigen::VectorXd t() const;
  [[nodiscard]] Eigen::VectorXd p() const;
  [[nodiscard]] Eigen::VectorXd d1() const;
  [[nodiscard]] Eigen::VectorXd d2() const;
  /// samples x drives: N or N m, m or rad, m/s or rad/s, W.
  [[nodiscard]] Eigen::MatrixXd forces() const;
  [[nodiscard]] Eigen::MatrixXd positions() const;
  [[nodiscard]] Eigen::MatrixXd speeds() const;
  [[nodiscard]] Eigen::MatrixXd power() const;
  /// Where the tool is; empty without one.
  [[nodiscard]] std::vector<Frame> tool() const;
  /// Names of reactions asked for, and samples x reactions; NaN where they are not determined.
  [[nodiscard]] const std::vector<std::string>& reaction_names() const;
  [[nodiscard]] Eigen::MatrixXd reactions() const;

  /// plan.json, plan.csv, drives.csv.
  [[nodiscard]] std::string json() const;
  [[nodiscard]] std::string csv() const;
  [[nodiscard]] std::string drives_csv() const;
  /// Writes these and plan.h5 to a folder, which is made if needed, and keeps there what they were
  /// computed from. @throws Error if they cannot be written
  void write(const std::string& folder) const;

  [[nodiscard]] const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// minimum, preload, smooth.
[[nodiscard]] const char* to_string(ForceChoice choice);

/// Plans a cycle of the machine's file, every step from rest to rest under its own load, slowed
/// down to its period if it has one. @param options without speeds at ends, and not closed
/// @throws InputError as plan(); for an unknown cycle; for steps that do not lead on to each other
[[nodiscard]] Plan plan_cycle(const Machine& machine, const std::string& cycle,
                              const PlanOptions& options = {});

/// Plans the fastest motion along a path of the machine, and replays it by inverse dynamics. What
/// the path leaves open is chosen first, so that the motion is the fastest; notes() say what.
/// @throws InputError for an unknown path, options that make no sense, a path that the machine does
///   not fit, a closed plan of a path that does not return; Error for more samples than 1e7;
///   Interrupted
[[nodiscard]] Plan plan(const Machine& machine, const std::string& path,
                        const PlanOptions& options = {});

}  // namespace globaldyn
