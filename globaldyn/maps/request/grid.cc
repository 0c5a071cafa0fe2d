#include "globaldyn/maps/request/grid.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace globaldyn::inside {
inline namespace maps {

using Kind = TaskCoordinate::Kind;

MapGrid::MapGrid(const MapDescription& map) : map_(map), coordinates_(map.list_coordinates()) {
  shape_.push_back(map.orientations.size());
  for (const MapAxis& axis : map.axes) shape_.push_back(static_cast<std::size_t>(axis.count));
  strides_.assign(shape_.size(), 1);
  for (std::size_t k = shape_.size(); k-- > 0;) {
    strides_[k] = size_;
    size_ *= shape_[k];
  }
}

std::vector<std::size_t> MapGrid::find_indices(std::size_t cell) const {
  std::vector<std::size_t> indices(shape_.size());
  for (std::size_t k = 0; k < shape_.size(); ++k) indices[k] = cell / strides_[k] % shape_[k];
  return indices;
}

std::size_t MapGrid::find_cell(const std::vector<std::size_t>& indices) const {
  std::size_t cell = 0;
  for (std::size_t k = 0; k < shape_.size(); ++k) cell += indices[k] * strides_[k];
  return cell;
}

std::size_t MapGrid::find_nearest(const VectorXd& values) const {
  std::size_t cell = 0;
  for (std::size_t k = 0; k < map_.axes.size(); ++k) {
    const MapAxis& axis = map_.axes[k];
    double value = values(static_cast<Eigen::Index>(k));
    if (axis.coordinate.kind == Kind::phi) {
      // Measured up to full turns.
      constexpr double kTurn = 2.0 * std::numbers::pi;
      value += kTurn * std::round((std::midpoint(axis.from, axis.to) - value) / kTurn);
    }
    const double index = (value - axis.from) / axis.step();
    const double last = axis.count - 1;
    cell += strides_[k + 1] * static_cast<std::size_t>(std::clamp(
                                  std::isfinite(index) ? std::round(index) : 0.0, 0.0, last));
  }
  return cell;
}

std::size_t MapGrid::find_neighbour(std::size_t cell, std::size_t direction) const {
  const std::size_t k = direction / 2;
  const std::size_t index = cell / strides_[k] % shape_[k];
  const bool up = direction % 2 == 1;
  if (up ? index + 1 == shape_[k] : index == 0) return size_;
  return up ? cell + strides_[k] : cell - strides_[k];
}

PoseTarget MapGrid::make_target(std::size_t cell) const {
  const std::vector<std::size_t> indices = find_indices(cell);
  PoseTarget target{VectorXd::Zero(static_cast<Eigen::Index>(coordinates_.size()))};
  Eigen::Index next = 0;
  for (std::size_t k = 0; k < map_.axes.size(); ++k) {
    target.value(next++) = map_.axes[k].value(static_cast<int>(indices[k + 1]));
  }
  for (const FixedCoordinate& fixed : map_.fixed) target.value(next++) = fixed.value;
  const MapOrientation& orientation = map_.orientations[indices[0]];
  if (orientation.phi) target.value(next) = *orientation.phi;
  if (orientation.rotation) target.rotation = *orientation.rotation;
  return target;
}

bool MapGrid::is_of_joints() const {
  return std::all_of(
      coordinates_.begin(), coordinates_.end(),
      [](const TaskCoordinate& coordinate) { return coordinate.kind == Kind::joint; });
}

namespace {

void resize(const std::vector<TaskCoordinate>& coordinates, Task& task) {
  const auto count = static_cast<Eigen::Index>(coordinates.size());
  task.coordinates = coordinates;
  task.target.value.resize(count);
  task.target.first.setZero(count);
  task.target.second.setZero(count);
}

}  // namespace

void write_still(const PoseTarget& target, const std::vector<TaskCoordinate>& coordinates,
                 Task& task) {
  resize(coordinates, task);
  task.target.value = target.value;
  task.target.rotation = target.rotation;
}

void write_move(const PoseTarget& from, const PoseTarget& to,
                const std::vector<TaskCoordinate>& coordinates, double s, Task& task) {
  resize(coordinates, task);
  task.target.value = from.value + s * (to.value - from.value);
  task.target.first = to.value - from.value;
  const Vector3d turn = find_rotation_vector(to.rotation * from.rotation.transpose());
  task.target.rotation = make_rotation(s * turn) * from.rotation;
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    if (coordinates[k].kind != Kind::rotation) continue;
    task.target.first(static_cast<Eigen::Index>(k)) = turn(coordinates[k].index);
  }
}

}  // namespace maps
}  // namespace globaldyn::inside
