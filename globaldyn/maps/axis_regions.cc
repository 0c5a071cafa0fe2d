#include "globaldyn/maps/axis_regions.h"

#include <algorithm>
#include <memory>

#include "core/base/nth.h"
#include "globaldyn/evaluation/branch_walker.h"
#include "globaldyn/maps/reach.h"
#include "globaldyn/maps/request/grid.h"

namespace globaldyn::inside {
inline namespace maps {
namespace {

// Stands at one pose after the other and looks along the axes.
class AxisWalker {
 public:
  AxisWalker(const Machine& machine, const MapDescription& map, const MapGrid& grid,
             const HomePose& home)
      : grid_(grid), walker_(machine, home, {}, Patience::quick) {
    path_.name = map.name;
    path_.place = map.place;
    path_.coordinates = grid.coordinates();
    path_.p_max = 1e-3;  // any: only its beginning is looked at
    path_.task = [this](double p, Task& task) {
      write_still(target_, grid_.coordinates(), task);
      task.target.value(axis_) += p;
      task.target.first(axis_) = 1.0;
    };
  }
  AxisWalker(const AxisWalker&) = delete;
  AxisWalker& operator=(const AxisWalker&) = delete;

  Sample look(std::size_t cell, int axis, const Pose& pose) {
    target_ = grid_.make_target(cell);
    axis_ = axis;
    walker_.begin_at(path_, 0.0, pose);
    Sample sample = walker_.move_to(0.0);
    sample.p = static_cast<double>(cell);
    return sample;
  }

 private:
  const MapGrid& grid_;
  PoseTarget target_;
  Eigen::Index axis_{0};  // the coordinates of a map begin with its axes
  Path path_;
  BranchWalker walker_;
};

// Every so-manieth along all axes, the fewest that leave at most so many.
std::vector<std::size_t> choose_cells(const MapGrid& grid, std::size_t most) {
  for (std::size_t step = 1;; ++step) {
    std::vector<std::size_t> cells;
    for (std::size_t cell = 0; cell < grid.size() && cells.size() <= most; ++cell) {
      const std::vector<std::size_t> indices = grid.find_indices(cell);
      const bool is_taken = std::all_of(indices.begin() + 1, indices.end(),
                                        [&](std::size_t index) { return index % step == 0; });
      if (is_taken) cells.push_back(cell);
    }
    const bool is_one = std::all_of(grid.shape().begin() + 1, grid.shape().end(),
                                    [&](std::size_t count) { return count <= step; });
    if (cells.size() <= most || is_one) return cells;
  }
}

// Not those that the machine can reach but not stand at, beyond its travel or colliding.
void keep_poses_that_are(std::vector<PathEvaluation>& regions) {
  std::vector<std::vector<Sample>> kept(regions.size());
  for (std::size_t i = 0; i < regions.front().samples.size(); ++i) {
    const bool is_there = std::any_of(
        regions.begin(), regions.end(),
        [&](const PathEvaluation& one) { return one.samples[i].status == SampleStatus::ok; });
    for (std::size_t k = 0; k < regions.size() && is_there; ++k) {
      kept[k].push_back(std::move(regions[k].samples[i]));
    }
  }
  for (std::size_t k = 0; k < regions.size(); ++k) regions[k].samples = std::move(kept[k]);
}

}  // namespace

std::vector<PathEvaluation> find_axis_regions(const Machine& machine, const MapDescription& map,
                                              std::size_t most, const SweepOptions& options) {
  const MapGrid grid(map);
  const std::vector<ReachedPose> reached =
      find_reachable(machine, map, grid, choose_solution(machine, {}), options);
  std::vector<std::size_t> cells = choose_cells(grid, most);
  std::erase_if(cells, [&](std::size_t cell) { return reached[cell].status != SampleStatus::ok; });
  std::vector<PathEvaluation> regions;
  for (const MapAxis& axis : map.axes) {
    regions.push_back({axis.name, static_cast<double>(grid.size() - 1), {}});
    regions.back().samples.resize(cells.size());
  }
  if (cells.empty()) return regions;
  Task task;
  write_still(grid.make_target(cells.front()), grid.coordinates(), task);
  const HomePose home = make_home(machine.mechanism, task, reached[cells.front()].pose);
  sweep_with_workers(
      cells.size(), options, [&] { return std::make_unique<AxisWalker>(machine, map, grid, home); },
      [&](AxisWalker& walker, std::size_t i) {
        for (std::size_t k = 0; k < regions.size(); ++k) {
          regions[k].samples[i] =
              walker.look(cells[i], static_cast<int>(k), reached[cells[i]].pose);
        }
      });
  keep_poses_that_are(regions);
  return regions;
}

}  // namespace maps
}  // namespace globaldyn::inside
