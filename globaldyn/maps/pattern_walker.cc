#include "globaldyn/maps/pattern_walker.h"
#include "globaldyn/criteria/registry/registry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace globaldyn::inside {
inline namespace maps {
namespace {

using Kind = TaskCoordinate::Kind;

// Moves the target's positions by `offset`, at a rate and a change of rate.
void shift(const Vector3d& offset, const Vector3d& first, const Vector3d& second, Task& task) {
  for (std::size_t k = 0; k < task.coordinates.size(); ++k) {
    if (task.coordinates[k].kind != Kind::position) continue;
    const auto at = static_cast<Eigen::Index>(k);
    const int axis = task.coordinates[k].index;
    task.target.value(at) += offset(axis);
    task.target.first(at) = first(axis);
    task.target.second(at) = second(axis);
  }
}

}  // namespace

PatternWalker::PatternWalker(const Machine& machine, const MapGrid& grid, const SourcePlace& place,
                             const HomePose& home, const EvaluationMethod& method)
    : grid_(grid),
      walker_(machine, home, method, Patience::quick),
      follower_(machine.mechanism, machine.topology, home, choose_solution(machine, method),
                Patience::quick) {
  for (const Criterion& criterion : list_criteria()) {
    if (criterion.of_region() != nullptr) criteria_.push_back(&criterion);
  }
  line_.name = arc_.name = "pattern";
  line_.place = arc_.place = place;
  line_.coordinates = arc_.coordinates = grid.coordinates();
  line_.task = [this](double p, Task& task) { write_line(p, task); };
  arc_.task = [this](double p, Task& task) { write_arc(p, task); };
}

void PatternWalker::write_line(double p, Task& task) const {
  write_still(target_, grid_.coordinates(), task);
  shift(p * direction_, direction_, Vector3d::Zero(), task);
}

void PatternWalker::write_arc(double p, Task& task) const {
  write_still(target_, grid_.coordinates(), task);
  const double angle = p / radius_;
  const Vector3d out = std::cos(angle) * first_ + std::sin(angle) * second_;
  const Vector3d along = -std::sin(angle) * first_ + std::cos(angle) * second_;
  shift(radius_ * out, along, -out / radius_, task);
}

bool PatternWalker::evaluate(const PatternDescription& pattern, const PoseTarget& target,
                             const Pose& pose, std::vector<double>& values) {
  target_ = target;
  samples_ = 0;
  tallies_.clear();
  bool runs = true;
  for (const Vector3d& direction : pattern.directions) {
    runs = runs && run_line(pattern, direction, pose);
  }
  for (const auto& plane : pattern.planes) runs = runs && run_circle(pattern, plane, pose);
  values.clear();
  for (std::size_t i = 0; i < criteria_.size(); ++i) {
    const double otherwise = criteria_[i]->when_unreachable;
    values.push_back(runs ? tallies_[i].worst : otherwise);
    values.push_back(runs ? tallies_[i].best : otherwise);
    values.push_back(runs ? tallies_[i].sum / samples_ : otherwise);
  }
  return runs;
}

bool PatternWalker::run_line(const PatternDescription& pattern, const Vector3d& direction,
                             const Pose& pose) {
  constexpr double kAnyLength = 1e-3;  // m: of a line evaluated only at its first point
  direction_ = direction;
  line_.p_max = pattern.length > 0.0 ? pattern.length : kAnyLength;
  walker_.begin_at(line_, 0.0, pose);
  const int count = pattern.length > 0.0 ? pattern.samples : 1;
  for (int i = 0; i < count; ++i) {
    const double p = count == 1 ? 0.0 : line_.p_max * i / (count - 1);
    if (!take(walker_.move_to(p), pattern.speed)) return false;
  }
  return true;
}

// From the pose straight out to the circle, then around it.
bool PatternWalker::run_circle(const PatternDescription& pattern, const std::pair<int, int>& plane,
                               const Pose& pose) {
  first_ = Vector3d::Unit(plane.first);
  second_ = Vector3d::Unit(plane.second);
  direction_ = first_;
  radius_ = pattern.radius;
  follower_.begin_at(line_.task, 0.0, pose);
  const FollowedPose& start = follower_.follow(radius_);
  if (start.status != PoseStatus::ok) return false;
  const Pose on_circle = start.motion.pose;
  arc_.p_max = 2.0 * std::numbers::pi * radius_;
  walker_.begin_at(arc_, 0.0, on_circle);
  for (int i = 0; i < pattern.samples; ++i) {
    if (!take(walker_.move_to(arc_.p_max * i / pattern.samples), pattern.speed)) return false;
  }
  return walker_.move_to(arc_.p_max).status == SampleStatus::ok;
}

bool PatternWalker::take(const Sample& sample, double speed) {
  if (sample.status != SampleStatus::ok) return false;
  const bool is_first = samples_++ == 0;
  if (is_first) tallies_.resize(criteria_.size());
  for (std::size_t i = 0; i < criteria_.size(); ++i) {
    const double value = criteria_[i]->of_region()->calc(sample.region, speed);
    Tally& tally = tallies_[i];
    if (is_first) {
      tally = {value, value, value};
      continue;
    }
    const bool larger = criteria_[i]->better == Better::larger;
    tally.worst = larger ? std::min(tally.worst, value) : std::max(tally.worst, value);
    tally.best = larger ? std::max(tally.best, value) : std::min(tally.best, value);
    tally.sum += value;
  }
  return true;
}

}  // namespace maps
}  // namespace globaldyn::inside
