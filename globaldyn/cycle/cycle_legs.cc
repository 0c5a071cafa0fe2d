#include "globaldyn/cycle/cycle_legs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/rotation.h"
#include "core/base/round_off.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/path/load_tables.h"
#include "globaldyn/path/path_stretch.h"
#include "globaldyn/path/read_law.h"

namespace globaldyn::inside {
inline namespace cycle {
namespace {

// What counts as the same place, as a share of the machine's size and in rad: numbers of files that
// are rounded to six digits, and far less than a controller's following error.
constexpr double kSamePlace = 1e-6;

// How far apart two poses of a machine are: of any body, as kSamePlace says.
struct PoseDistance {
  double length{0.0};  // m
  double angle{0.0};   // rad
  [[nodiscard]] bool is_none(double size) const {
    return length <= kSamePlace * size && angle <= kSamePlace;
  }
};

PoseDistance find_distance(const Mechanism& mechanism, const Pose& a, const Pose& b) {
  PoseDistance distance;
  for (const BodyId body : moving_bodies(a)) {
    const Frame from = find_body_frame(mechanism.bodies[body], a[body]);
    const Frame to = find_body_frame(mechanism.bodies[body], b[body]);
    distance.length = std::max(distance.length, (to.origin - from.origin).norm());
    const Matrix3d turn = to.axes * from.axes.transpose();
    distance.angle = std::max(distance.angle, find_rotation_vector(turn).norm());
  }
  return distance;
}

std::string tell(const PoseDistance& distance) {
  return fmt::format("{:.4g} m and {:.4g} rad", distance.length, distance.angle);
}

// Walks along the path of a step to p, its last.
class WayThere {
 public:
  WayThere(const Machine& machine, const Path& path, std::size_t step)
      : machine_(machine), path_(path), step_(step), walker_(machine, path) {}

  Pose find_pose(double p) {
    if (const Sample& sample = walker_.move_to_limits(p); sample.status == SampleStatus::ok) {
      return sample.motion.pose;
    }
    // A drum may turn many times along the way: in steps as near to each other as a plan's looks.
    PathWalker walker(machine_, path_);
    constexpr int kSteps = 64;
    for (int i = 1; i < kSteps; ++i) {
      if (walker.move_to_limits(p * i / kSteps).status != SampleStatus::ok) break;
    }
    const Sample& sample = walker.move_to_limits(p);
    if (sample.status == SampleStatus::ok) return sample.motion.pose;
    PathFailure failure = make_failure(sample);
    const std::string what = fmt::format("step {}, path {}: at p = {:.6g}: {}", step_ + 1,
                                         path_.name, failure.p, failure.reason);
    throw CycleLegError(what, step_, std::move(failure));
  }

 private:
  const Machine& machine_;
  const Path& path_;
  std::size_t step_;
  PathWalker walker_;
};

// Makes leg after leg, the machine being where the last one has ended.
class LegMaker {
 public:
  LegMaker(const Machine& machine, const Cycle& cycle) : machine_(machine), cycle_(cycle) {}

  std::vector<CycleLeg> make() {
    for (const CycleStep& step : cycle_.steps) {
      step.is_dwell() ? add_dwell(step) : add_path(step);
      ++number_;
    }
    if (cycle_.repeats) require_closed();
    return std::move(legs_);
  }

 private:
  // A first dwell waits for the path behind it, to know where.
  void add_dwell(const CycleStep& step) {
    if (!last_) {
      waiting_.push_back(step);
      return;
    }
    legs_.push_back(make_dwell(step, *last_, last_->path.p_max));
  }

  // At p of the path of another leg, the last that was cut.
  CycleLeg make_dwell(const CycleStep& step, const CycleLeg& other, double p) {
    const Machine& loaded = find_loaded(machine_, step.load);
    CycleLeg leg{.steps = {step},
                 .ends = {p},
                 .machine = share(loaded, other.path, *stretch_),
                 .path = other.path};
    leg.path.start = move_pose(other.machine->mechanism, other.path.start, loaded.mechanism);
    return leg;
  }

  void add_path(const CycleStep& step) {
    const Machine& loaded = find_loaded(machine_, step.load);
    const Path& whole = find_path(loaded, step.path);
    require_loads(loaded.mechanism.wrenches, whole, whole.p_max, loaded.paths);
    if (is_going_on_) return go_through(step, loaded, whole);
    stretch_.emplace(whole, step.from, step.to);
    CycleLeg leg{.steps = {step},
                 .ends = {stretch_->end()},
                 .machine = share(loaded, whole, *stretch_),
                 .path = stretch_->cut(whole)};
    leg.path.place = step.place;
    if (step.law) {
      leg.path = follow_law(*step.law, step.place, leg.path);
      leg.ends = {leg.path.p_max};
    }
    require_rests(step, leg.path);
    leg.path.start = last_ ? go_on(step, loaded, leg) : begin(loaded, whole, step.from);
    end_ = WayThere(*leg.machine, leg.path, number_).find_pose(leg.path.p_max);
    if (!last_) {
      for (const CycleStep& dwell : waiting_) legs_.push_back(make_dwell(dwell, leg, 0.0));
      start_ = move_pose(loaded.mechanism, leg.path.start, machine_.mechanism);
    }
    is_going_on_ = step.through;
    last_ = leg;
    legs_.push_back(std::move(leg));
  }

  // The last leg goes on along another path, whose p is counted so that the machine moves on as
  // fast with it.
  void go_through(const CycleStep& step, const Machine& loaded, const Path& whole) {
    CycleLeg& leg = legs_.back();
    refuse_loads_over_p(step, loaded);
    if (leg.path.given || whole.given) {
      throw InputError(step.place, "'through' to or from a motion that is given",
                       "expected a rest between them");
    }
    const double end = leg.path.p_max;
    const PathStretch plain(whole, step.from, step.to);
    CycleLeg alone{.steps = {step},
                   .ends = {plain.end()},
                   .machine = share(loaded, whole, plain),
                   .path = plain.cut(whole)};
    (void)go_on(step, loaded, alone);
    const double rate =
        find_rate(step, leg.path.task(std::nextafter(end, 0.0)), alone.path.task(0.0));
    const PathStretch stretch(whole, step.from, step.to, {.begin = end, .rate = rate});
    leg.path = join_paths(leg.path, stretch.cut(whole));
    leg.steps.push_back(step);
    leg.ends.push_back(leg.path.p_max);
    end_ = WayThere(*leg.machine, leg.path, number_).find_pose(leg.path.p_max);
    is_going_on_ = step.through;
    last_ = leg;
  }

  // A motion that is given has to rest where others begin.
  static void require_rests(const CycleStep& step, const Path& path) {
    if (!path.given) return;
    const double size = path.task(0.5 * path.p_max).target.first.norm();
    for (const double p : {0.0, path.p_max}) {
      if (path.task(p).target.first.norm() <= round_off::kSame * size) continue;
      throw InputError(step.place, "path '" + step.path + "' moves where the step begins or ends",
                       "expected a law from rest to rest, all of it");
    }
  }

  static void refuse_loads_over_p(const CycleStep& step, const Machine& loaded) {
    for (const ToolWrench& wrench : loaded.mechanism.wrenches) {
      bool is_constant = !wrench.table;
      for (const auto* components : {&wrench.force, &wrench.torque}) {
        for (const Expression& one : *components) is_constant = is_constant && one.is_constant();
      }
      if (is_constant) continue;
      throw InputError(step.place, "a step that is gone into without rest under loads over p",
                       "expected a rest before it, or loads that do not depend on p");
    }
  }

  // How fast the new path's p has to change for the motion to go on as it came.
  static double find_rate(const CycleStep& step, const Task& before, const Task& behind) {
    const auto refuse = [&](const std::string& wrong) {
      throw InputError(step.place, "path '" + step.path + "' " + wrong,
                       "expected one that goes on smoothly, or a rest before it");
    };
    if (before.coordinates != behind.coordinates) {
      refuse("prescribes other coordinates than the one that goes on into it");
    }
    const VectorXd &from = before.target.first, &to = behind.target.first;
    const double rate = to.squaredNorm() > 0.0 ? from.dot(to) / to.squaredNorm() : 0.0;
    const double miss = (from - rate * to).norm();
    if (rate > 0.0 && miss <= kSamePlace * from.norm()) return rate;
    refuse("goes on in another direction than the one before it comes");
    return 1.0;
  }

  // On the branch that the whole path begins on.
  Pose begin(const Machine& loaded, const Path& whole, double from) {
    WayThere way(loaded, whole, number_);
    const Pose start = way.find_pose(0.0);
    return from == 0.0 ? start : way.find_pose(from);
  }

  // Where the step before has ended.
  Pose go_on(const CycleStep& step, const Machine& loaded, CycleLeg& leg) {
    const Pose pose = move_pose(last_->machine->mechanism, end_, loaded.mechanism);
    leg.path.start = pose;
    const Pose begins = WayThere(*leg.machine, leg.path, number_).find_pose(0.0);
    const PoseDistance distance = find_distance(loaded.mechanism, pose, begins);
    if (!distance.is_none(loaded.mechanism.kinematic_length)) {
      throw InputError(step.place,
                       fmt::format("the step along path '{}' begins {} from where the one before "
                                   "has ended",
                                   step.path, tell(distance)),
                       "expected steps that go on where the last one ends, within 1e-6 of the "
                       "machine's size");
    }
    return begins;
  }

  void require_closed() {
    const Pose end = move_pose(last_->machine->mechanism, end_, machine_.mechanism);
    const PoseDistance distance = find_distance(machine_.mechanism, start_, end);
    if (distance.is_none(machine_.mechanism.kinematic_length)) return;
    throw InputError(
        cycle_.place,
        fmt::format("cycle '{}' ends {} from where it began", cycle_.name, tell(distance)),
        "expected a last step that leads back, or 'repeat: false'");
  }

  static std::shared_ptr<const Machine> share(const Machine& machine) {
    return {std::shared_ptr<const Machine>(), &machine};
  }

  // With its loads over p of the part of the path, unless the path knows where it takes them.
  static std::shared_ptr<const Machine> share(const Machine& machine, const Path& path,
                                              const PathStretch& stretch) {
    const bool is_plain = stretch.is_whole() || path.place_of_loads;
    if (is_plain || machine.mechanism.wrenches.empty()) return share(machine);
    auto cut = std::make_shared<Machine>(machine);
    cut->mechanism.wrenches = stretch.cut(machine.mechanism.wrenches);
    return cut;
  }

  const Machine& machine_;
  const Cycle& cycle_;
  std::vector<CycleLeg> legs_;
  std::size_t number_{0};  // of the step
  std::vector<CycleStep> waiting_;
  std::optional<CycleLeg> last_;        // along a path
  bool is_going_on_{false};             // that leg is not at its end
  std::optional<PathStretch> stretch_;  // of that, or of the one that is being made
  Pose start_;                          // of the machine without a load
  Pose end_;                            // where `last_` has ended
};

}  // namespace

Pose move_pose(const Mechanism& from, const Pose& pose, const Mechanism& to) {
  Pose moved = pose;
  for (const BodyId body : moving_bodies(pose)) {
    const Vector3d step =
        to.bodies[body].mass_properties.com - from.bodies[body].mass_properties.com;
    moved[body].r += pose[body].R * step;
  }
  return moved;
}

namespace {

// What is the fastest for a path by itself need not lead on to the next.
void refuse_open(const Machine& machine, const CycleStep& step) {
  if (step.is_dwell()) return;
  const Path& path = find_path(machine, step.path);
  if (path.run) {
    throw InputError(path.place,
                     "a cycle runs along path '" + path.name + "', as its motors move the machine",
                     "expected a path that is planned, or another law");
  }
  if (!is_open(path)) return;
  throw InputError(path.place,
                   "a cycle runs along path '" + path.name + "', which leaves '" +
                       path.open.front().name + "' open",
                   "expected its values instead of 'free', or by --set; 'plan --path " + path.name +
                       "' tells the fastest for the path by itself");
}

}  // namespace

std::vector<CycleLeg> make_cycle_legs(const Machine& machine, const Cycle& cycle) {
  for (const CycleStep& step : cycle.steps) refuse_open(machine, step);
  return LegMaker(machine, cycle).make();
}

}  // namespace cycle
}  // namespace globaldyn::inside
