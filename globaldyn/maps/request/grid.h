#pragma once

#include <cstddef>
#include <vector>

#include "globaldyn/maps/request/map_description.h"

namespace globaldyn::inside {
inline namespace maps {

/// Where the tool, or the joints, are to be: the values of a map's coordinates.
struct PoseTarget {
  VectorXd value;
  Matrix3d rotation{Matrix3d::Identity()};
};

/// The poses of a map, numbered: the last axis varies fastest, the orientations slowest.
class MapGrid {
 public:
  explicit MapGrid(const MapDescription& map);

  [[nodiscard]] std::size_t size() const { return size_; }

  /// Poses per orientation.
  [[nodiscard]] std::size_t layer_size() const { return size_ / shape_.front(); }

  /// Number of orientations, then of points per axis.
  [[nodiscard]] const std::vector<std::size_t>& shape() const { return shape_; }

  /// Index of the orientation, then per axis.
  [[nodiscard]] std::vector<std::size_t> find_indices(std::size_t cell) const;
  [[nodiscard]] std::size_t find_cell(const std::vector<std::size_t>& indices) const;

  /// The cell nearest to values along the axes, of the first orientation; a tool's angle up to full
  /// turns, joints' as they are.
  [[nodiscard]] std::size_t find_nearest(const VectorXd& values) const;

  /// Directions to neighbours: 2 k goes down dimension k of the shape, 2 k + 1 up. The neighbour,
  /// or size() if there is none.
  [[nodiscard]] std::size_t direction_count() const { return 2 * shape_.size(); }
  [[nodiscard]] std::size_t find_neighbour(std::size_t cell, std::size_t direction) const;

  [[nodiscard]] const std::vector<TaskCoordinate>& coordinates() const { return coordinates_; }
  [[nodiscard]] PoseTarget make_target(std::size_t cell) const;

  /// Whether joints are prescribed and nothing of the tool.
  [[nodiscard]] bool is_of_joints() const;

 private:
  const MapDescription& map_;
  std::vector<TaskCoordinate> coordinates_;
  std::vector<std::size_t> shape_;
  std::vector<std::size_t> strides_;
  std::size_t size_{1};
};

/// The task of standing at a target.
void write_still(const PoseTarget& target, const std::vector<TaskCoordinate>& coordinates,
                 Task& task);

/// The task at fraction s of the straight way from one target to another: positions and angles are
/// interpolated linearly, orientations about one axis.
void write_move(const PoseTarget& from, const PoseTarget& to,
                const std::vector<TaskCoordinate>& coordinates, double s, Task& task);

}  // namespace maps
}  // namespace globaldyn::inside
