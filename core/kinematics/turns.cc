#include "core/kinematics/turns.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/nth.h"
#include "core/base/rotation.h"
#include "core/base/round_off.h"
#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// An angle this close beyond an end of its travel is at it.
constexpr double kAtEnd = round_off::kSame;

ScalarRow make_bare_row(const Mechanism& mechanism, const CoordinateIndex& index,
                        const KinematicState& state) {
  return make_bare_coordinate_row(mechanism.joints[index.joint], index.coordinate, state);
}

// The joint coordinate that a task coordinate prescribes as it is, if it does.
std::optional<CoordinateIndex> find_prescribed(const Mechanism& mechanism,
                                               const TaskCoordinate& coordinate) {
  if (coordinate.kind == TaskCoordinate::Kind::joint) return coordinate.joint;
  if (coordinate.kind != TaskCoordinate::Kind::drive) return std::nullopt;
  const Drive& drive = mechanism.drives[coordinate.drive];
  const auto* index = std::get_if<CoordinateIndex>(&drive.coordinate);
  return index != nullptr ? std::optional(*index) : std::nullopt;
}

// Calls visit(place, prescribed value) for counted angles that the task prescribes.
template <class Visit>
void visit_prescribed(const Mechanism& mechanism, const Task& task, const Visit& visit) {
  for (std::size_t k = 0; k < task.coordinates.size(); ++k) {
    const auto index = find_prescribed(mechanism, task.coordinates[k]);
    if (!index) continue;
    const std::vector<int>& counted = mechanism.joints[index->joint].counted;
    if (counted.empty() || nth(counted, index->coordinate) < 0) continue;
    visit(nth(counted, index->coordinate), task.target.value(static_cast<Eigen::Index>(k)));
  }
}

}  // namespace

double choose_turn(double angle, const Interval& travel, double near) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const double low = travel.low - kAtEnd, high = travel.high + kAtEnd;
  const double nearest = find_turn_nearest(angle, near);
  if (nearest >= low && nearest <= high) return nearest;
  // Just above the lower end, or just below the upper one: whichever end it is beyond.
  const double inside = nearest < low ? nearest + kTurn * std::ceil((low - nearest) / kTurn)
                                      : nearest - kTurn * std::ceil((nearest - high) / kTurn);
  if (inside >= low && inside <= high) return inside;
  const double other = nearest < low ? inside - kTurn : inside + kTurn;
  const auto beyond = [&](double value) {
    return std::max(travel.low - value, value - travel.high);
  };
  return beyond(inside) < beyond(other) ? inside : other;
}

void take_prescribed_turns(const Mechanism& mechanism, const Task& task, Pose& pose) {
  if (pose.angles.empty()) return;
  visit_prescribed(mechanism, task,
                   [&](int place, double value) { nth(pose.angles, place) = value; });
}

void choose_turns(const Mechanism& mechanism, const Task& task, Pose& pose) {
  pose.angles.assign(static_cast<std::size_t>(mechanism.counted_angles), 0.0);
  visit_counted_angles(mechanism, [&](const CoordinateIndex& index, std::size_t place) {
    const Joint& joint = mechanism.joints[index.joint];
    pose.angles[place] =
        choose_turn(make_bare_row(mechanism, index, {pose, nullptr}).value,
                    nth(joint.travel, index.coordinate), nth(joint.guess, index.coordinate));
  });
  take_prescribed_turns(mechanism, task, pose);
}

void return_turns(const Mechanism& mechanism, const Task& task, Pose& pose) {
  if (pose.angles.empty()) return;
  visit_counted_angles(mechanism, [&](const CoordinateIndex& index, std::size_t place) {
    const Joint& joint = mechanism.joints[index.joint];
    double& angle = pose.angles[place];
    angle = choose_turn(make_bare_row(mechanism, index, {pose, nullptr}).value,
                        nth(joint.travel, index.coordinate), angle);
  });
  take_prescribed_turns(mechanism, task, pose);
}

void count_turns(const Mechanism& mechanism, Pose& pose) {
  if (pose.angles.empty()) return;
  visit_counted_angles(mechanism, [&](const CoordinateIndex& index, std::size_t place) {
    double& angle = pose.angles[place];
    angle = find_turn_nearest(make_bare_row(mechanism, index, {pose, nullptr}).value, angle);
  });
}

void write_angle_motion(const Mechanism& mechanism, const Motion& motion, AngleMotion& angles) {
  if (motion.pose.angles.empty()) return;
  const std::size_t count = motion.pose.angles.size();
  for (auto* values : {&angles.value, &angles.first, &angles.second}) values->resize(count);
  visit_counted_angles(mechanism, [&](const CoordinateIndex& index, std::size_t place) {
    const ScalarRow row = make_bare_row(mechanism, index, {motion.pose, &motion.first});
    angles.value[place] = find_turn_nearest(row.value, motion.pose.angles[place]);
    angles.first[place] = row.calc_rate(motion.first);
    angles.second[place] = row.calc_rate(motion.second) + row.bias;
  });
}

void count_turns(const Mechanism& mechanism, const Task& task, double h, AngleMotion& from,
                 Motion& motion) {
  Pose& pose = motion.pose;
  if (pose.angles.empty()) return;
  visit_counted_angles(mechanism, [&](const CoordinateIndex& index, std::size_t place) {
    const ScalarRow row = make_bare_row(mechanism, index, {pose, &motion.first});
    const double first = row.calc_rate(motion.first);
    const double second = row.calc_rate(motion.second) + row.bias;
    const double way =
        0.5 * h * (from.first[place] + first) + h * h / 12.0 * (from.second[place] - second);
    pose.angles[place] = find_turn_nearest(row.value, from.value[place] + way);
    from.first[place] = first;
    from.second[place] = second;
  });
  take_prescribed_turns(mechanism, task, pose);
  from.value = pose.angles;
}

}  // namespace core
}  // namespace globaldyn::inside
