#include "globaldyn/maps/workspace_map.h"

#include <algorithm>

#include "core/base/nth.h"
#include "globaldyn/criteria/pose/pose_criteria.h"
#include "globaldyn/criteria/pose/pose_model.h"
#include "globaldyn/evaluation/pose_check.h"
#include "globaldyn/maps/best_turns.h"
#include "globaldyn/maps/pattern_walker.h"
#include "globaldyn/maps/reach.h"
#include "globaldyn/maps/reductions.h"

namespace globaldyn::inside {
inline namespace maps {
namespace {

// The distance to a parallel singularity, with a sign that distinguishes its two sides where W is
// square.
double calc_signed_margin(const PoseModel& model) {
  const double margin = calc_drive_margin(model, {});
  if (model.W.rows() != model.W.cols() || model.W.rows() == 0) return margin;
  return model.W.fullPivLu().determinant() < 0.0 ? -margin : margin;
}

// Evaluates poses of a map, one after the other.
class PoseEvaluator {
 public:
  PoseEvaluator(const Machine& machine, const MapGrid& grid, const SourcePlace& place,
                const HomePose& home, const EvaluationMethod& method)
      : machine_(machine),
        grid_(grid),
        place_(place),
        follower_(machine.mechanism, machine.topology, home, choose_solution(machine, method)),
        modeller_(machine.mechanism, machine.topology, machine.clearance.value_or(Clearance{})),
        pose_check_(machine),
        patterns_(machine, grid, place, home, method) {}

  void evaluate(std::size_t cell, const ReachedPose& reached, WorkspaceMap& map) {
    const PoseTarget target = grid_.make_target(cell);
    write_still(target, grid_.coordinates(), still_);
    const FollowedPose& pose =
        follower_.begin_at([this](double, Task& task) { task = still_; }, 0.0, reached.pose);
    if (pose.status != PoseStatus::ok) {
      map.status[cell] = SampleStatus::singular;
      map.reason[cell] = pose.reason.what;
      return;
    }
    if (auto fault = pose_check_.find_fault(pose.motion.pose)) {
      map.status[cell] = fault->status;
      map.reason[cell] = std::move(fault->reason);
      return;
    }
    const PoseModel& model = modeller_.calc(follower_, pose.motion, still_, 0.0);
    refuse_driven_idle(machine_, model.idle_demand, place_);
    map.signed_margin[cell] = calc_signed_margin(model);
    std::size_t column = 0;
    for (; column < map.columns.size() && !map.columns[column].plan.pattern; ++column) {
      const MapColumnPlan& plan = map.columns[column].plan;
      map.columns[column].values[cell] = plan.criterion->of_pose()->calc(model, plan.settings);
    }
    for (std::size_t i = 0; i < map.description.patterns.size(); ++i) {
      const PatternDescription& pattern = map.description.patterns[i];
      map.pattern_fits[i][cell] = patterns_.evaluate(pattern, target, reached.pose, values_);
      for (const double value : values_) map.columns[column++].values[cell] = value;
    }
  }

 private:
  const Machine& machine_;
  const MapGrid& grid_;
  SourcePlace place_;
  BranchFollower follower_;
  PoseModeller modeller_;
  PoseCheck pose_check_;
  PatternWalker patterns_;
  Task still_;
  std::vector<double> values_;
};

WorkspaceMap begin_map(const Machine& machine, const MapDescription& description,
                       const MapGrid& grid) {
  WorkspaceMap map;
  map.machine = machine.mechanism.name;
  map.description = description;
  map.shape = grid.shape();
  map.status.assign(grid.size(), SampleStatus::unreachable);
  map.reason.resize(grid.size());
  map.signed_margin.assign(grid.size(), 0.0);
  map.pattern_fits.assign(description.patterns.size(), std::vector<unsigned char>(grid.size(), 0));
  for (MapColumnPlan& plan : list_columns(description.criteria, description.patterns)) {
    const double otherwise = plan.criterion->when_unreachable;
    map.columns.push_back({std::move(plan), std::vector<double>(grid.size(), otherwise)});
  }
  return map;
}

}  // namespace

std::size_t WorkspaceMap::count(SampleStatus wanted) const {
  return static_cast<std::size_t>(std::count(status.begin(), status.end(), wanted));
}

bool WorkspaceMap::has_own_value(const MapColumn& column, std::size_t pose) const {
  if (status[pose] != SampleStatus::ok) return false;
  const std::optional<int> pattern = column.plan.pattern;
  return !pattern || nth(pattern_fits, *pattern)[pose] != 0;
}

WorkspaceMap make_map(const Machine& machine, const MapDescription& description,
                      const MapOptions& options) {
  const MapGrid grid(description);
  WorkspaceMap map = begin_map(machine, description, grid);
  std::vector<ReachedPose> reached = find_reachable(
      machine, description, grid, choose_solution(machine, options.method), options.sweep);
  std::vector<std::size_t> poses;
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    map.status[cell] = reached[cell].status;
    map.reason[cell] = std::move(reached[cell].reason);
    if (reached[cell].status == SampleStatus::ok) poses.push_back(cell);
  }
  if (!poses.empty()) {
    Task task;
    write_still(grid.make_target(poses.front()), grid.coordinates(), task);
    const HomePose home = make_home(machine.mechanism, task, reached[poses.front()].pose);
    sweep_with_workers(
        poses.size(), options.sweep,
        [&] {
          return std::make_unique<PoseEvaluator>(machine, grid, description.place, home,
                                                 options.method);
        },
        [&](PoseEvaluator& evaluator, std::size_t i) {
          evaluator.evaluate(poses[i], reached[poses[i]], map);
        });
  }
  take_best_turns(map);
  std::vector<ReductionRequest> requests = list_default_reductions(map);
  requests.insert(requests.end(), description.reductions.begin(), description.reductions.end());
  for (const ReductionRequest& request : requests) {
    if (options.sweep.cancel != nullptr && *options.sweep.cancel) throw Interrupted();
    map.reductions.push_back(calc_reduction(map, request));
  }
  return map;
}

}  // namespace maps
}  // namespace globaldyn::inside
