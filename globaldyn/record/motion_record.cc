#include "globaldyn/record/motion_record.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/base/nth.h"
#include "core/kinematics/drive_turns.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/record/instant_recorder.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

// A motion's instants in groups that start at known poses, so that threads can share them.
class Replay {
 public:
  Replay(const Machine& machine, const Path& path, const std::vector<MotionState>& states,
         const RecordOptions& options)
      : machine_(machine),
        path_(path),
        states_(states),
        options_(options),
        home_(find_home()),
        groups_(list_groups()) {}

  void run(const TakeSample& take) {
    constexpr std::size_t kGroupsAtOnce = 64;  // kept in memory for long motions
    const bool is_together = options_.choice == ForceChoice::smooth;
    const std::size_t at_once = is_together ? groups_.size() : kGroupsAtOnce;
    for (std::size_t first = 0; first < groups_.size(); first += at_once) {
      const std::size_t last = std::min(first + at_once, groups_.size());
      is_together ? visit_together(take) : visit_one_by_one(first, last, take);
    }
  }

 private:
  struct Group {
    std::size_t begin{0};
    std::size_t end{0};
    Pose pose;  // at its first instant
  };

  // From the path's start: put together at a later place, a machine may be on another branch than
  // the one that it goes along the path on.
  HomePose find_home() const {
    require_finite(states_.front());
    const double p = states_.front().p;
    PathWalker walker(machine_, path_, choose_record_method(options_));
    walker.move_to_limits(0.0);
    const Pose pose = require_ok(walker.move_to_limits(p)).motion.pose;
    return make_home(machine_.mechanism, path_.task(p), pose);
  }

  // Poses by a walk along all groups. If it fails, the last group before continues, to report
  // where.
  std::vector<Group> list_groups() const {
    constexpr std::size_t kPerGroup = 128;
    std::vector<Group> groups;
    BranchWalker leader(machine_, home_, choose_record_method(options_));
    leader.begin_at(path_, states_.front().p, home_.pose);
    for (std::size_t begin = 0; begin < states_.size(); begin += kPerGroup) {
      if (!is_finite(states_[begin])) break;
      const Sample& sample = leader.move_to_limits(states_[begin].p);
      if (sample.status != SampleStatus::ok) break;
      groups.push_back({begin, std::min(begin + kPerGroup, states_.size()), sample.motion.pose});
    }
    groups.back().end = states_.size();
    return groups;
  }

  void visit_one_by_one(std::size_t first, std::size_t last, const TakeSample& take) {
    const VectorXd wanted = options_.choice == ForceChoice::preload
                                ? options_.preload
                                : VectorXd::Zero(machine_.mechanism.drive_count());
    std::vector<std::vector<MotionSample>> samples(last - first);
    for_each_instant(first, last,
                     [&](std::size_t group, InstantRecorder& recorder, Instant& instant) {
                       recorder.take_forces(choose_steady_forces(instant.problem, wanted), instant);
                       samples[group - first].push_back(std::move(instant.sample));
                     });
    for (std::vector<MotionSample>& group : samples) {
      for (MotionSample& sample : group) hand_over(std::move(sample), take);
    }
  }

  // If forces depend on those of other instants.
  void visit_together(const TakeSample& take) {
    std::vector<std::vector<Instant>> instants(groups_.size());
    for_each_instant(0, groups_.size(), [&](std::size_t group, InstantRecorder&, Instant& instant) {
      instants[group].push_back(std::move(instant));
    });
    std::vector<ForceProblem> problems;
    for (std::vector<Instant>& group : instants) {
      for (const Instant& instant : group) problems.push_back(instant.problem);
    }
    const auto chosen =
        choose_all_forces(problems, options_.choice, options_.preload, options_.smoothing);
    auto next = chosen.begin();
    const InstantRecorder recorder(machine_, path_, options_, home_);
    for (std::vector<Instant>& group : instants) {
      for (Instant& instant : group) {
        recorder.take_forces(*next++, instant);
        hand_over(std::move(instant.sample), take);
      }
    }
  }

  // On several threads: visit(group, recorder, instant).
  template <class Visit>
  void for_each_instant(std::size_t first, std::size_t last, const Visit& visit) const {
    const auto make_recorder = [&] {
      return std::make_unique<InstantRecorder>(machine_, path_, options_, home_);
    };
    const SweepOptions sweep{options_.threads, nullptr, {}};
    sweep_with_workers(last - first, sweep, make_recorder,
                       [&](InstantRecorder& recorder, std::size_t i) {
                         const Group& group = groups_[first + i];
                         recorder.begin_at(states_[group.begin].p, group.pose);
                         for (std::size_t at = group.begin; at < group.end; ++at) {
                           Instant instant;
                           recorder.visit(states_[at], instant);
                           visit(first + i, recorder, instant);
                         }
                       });
  }

  void hand_over(MotionSample&& sample, const TakeSample& take) {
    // Rotary drives continue from turn to turn.
    take_out_turns(machine_.mechanism, last_positions_, sample.positions);
    last_positions_ = sample.positions;
    take(std::move(sample));
  }

  const Machine& machine_;
  const Path& path_;
  const std::vector<MotionState>& states_;
  const RecordOptions& options_;
  HomePose home_;
  std::vector<Group> groups_;
  VectorXd last_positions_;
};

}  // namespace

void replay_motion(const Machine& machine, const Path& path, const std::vector<MotionState>& states,
                   const RecordOptions& options, const TakeSample& take) {
  if (!states.empty()) Replay(machine, path, states, options).run(take);
}

MotionRecord record_motion(const Machine& machine, const Path& path,
                           const std::vector<MotionState>& states, const RecordOptions& options) {
  MotionRecord record;
  record.samples.reserve(states.size());
  replay_motion(machine, path, states, options, [&](MotionSample&& sample) {
    record.max_violation = std::max(record.max_violation, sample.violation);
    record.samples.push_back(std::move(sample));
  });
  return record;
}

}  // namespace record
}  // namespace globaldyn::inside
