#pragma once

#include <vector>

#include "globaldyn/evaluation/branch_walker.h"
#include "globaldyn/maps/request/grid.h"

namespace globaldyn::inside {
inline namespace maps {

/// Runs the paths of patterns from poses of a map. One per thread; machine and grid must outlive
/// it.
class PatternWalker {
 public:
  /// `place` is the map's in its file, for messages.
  PatternWalker(const Machine& machine, const MapGrid& grid, const SourcePlace& place,
                const HomePose& home, const EvaluationMethod& method);
  PatternWalker(const PatternWalker&) = delete;
  PatternWalker& operator=(const PatternWalker&) = delete;

  /// Worst, best and mean of every criterion of regions over all paths of the pattern about the
  /// target, where the machine's pose is known; in the order of list_columns(). If the machine
  /// cannot run one of the paths, returns false, with the criteria's values for that case.
  bool evaluate(const PatternDescription& pattern, const PoseTarget& target, const Pose& pose,
                std::vector<double>& values);

 private:
  bool run_line(const PatternDescription& pattern, const Vector3d& direction, const Pose& pose);
  bool run_circle(const PatternDescription& pattern, const std::pair<int, int>& plane,
                  const Pose& pose);
  bool take(const Sample& sample, double speed);
  void write_line(double p, Task& task) const;
  void write_arc(double p, Task& task) const;

  struct Tally {
    double worst;
    double best;
    double sum;
  };

  const MapGrid& grid_;
  std::vector<const Criterion*> criteria_;
  PoseTarget target_;        // the pose that the pattern is about
  Vector3d direction_;       // of the line
  Vector3d first_, second_;  // axes of the circle
  double radius_{0.0};
  Path line_, arc_;
  BranchWalker walker_;
  BranchFollower follower_;
  std::vector<Tally> tallies_;
  int samples_{0};
};

}  // namespace maps
}  // namespace globaldyn::inside
