#include "globaldyn/evaluation/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/round_off.h"
#include "core/kinematics/assembly.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/path/load_tables.h"
#include "globaldyn/path/path_jumps.h"

namespace globaldyn::inside {
inline namespace evaluation {
namespace {

std::vector<const Path*> select_paths(const Machine& machine,
                                      const std::vector<std::string>& names) {
  std::vector<const Path*> paths;
  for (const std::string& name : names) paths.push_back(&find_path(machine, name));
  if (names.empty()) {
    for (const Path& path : machine.paths) paths.push_back(&path);
  }
  return paths;
}

std::vector<double> select_p(const Machine& machine, const Path& path,
                             const EvaluationOptions& options) {
  if (options.at.empty()) return path.make_samples(options.samples);
  const auto print = [](double value) { return fmt::format("{}", value); };
  std::vector<double> selected;
  for (const double p : options.at) {
    if (!(p >= -round_off::kSolved * path.p_max && p <= path.p_max * (1.0 + round_off::kSolved))) {
      throw InputError(whole_place(machine.file),
                       "p = " + print(p) + " is not on path '" + path.name + "'",
                       "expected 0 … " + print(path.p_max));
    }
    selected.push_back(std::clamp(p, 0.0, path.p_max));
  }
  return selected;
}

// All of the way to the last p is gone.
void require_path_to(const Machine& machine, const Path& path, const std::vector<double>& p) {
  if (p.empty()) return;
  const double end = *std::max_element(p.begin(), p.end());
  require_loads(machine.mechanism.wrenches, path, end, machine.paths);
  require_continuous(machine.mechanism, path, end);
}

// Follows the path with increasing p whatever order was asked for, starting at p = 0 so that the
// branch is that of the file.
PathEvaluation evaluate_path(const Machine& machine, const Path& path,
                             const EvaluationOptions& options, ProgressCounter& counter) {
  const std::vector<double> wanted = select_p(machine, path, options);
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  PathWalker walker(machine, path, options.method);
  PathEvaluation result{path.name, path.p_max, std::vector<Sample>(wanted.size()), {}};
  for (const TaskCoordinate& coordinate : path.coordinates) {
    result.coordinates.push_back(name_of(machine.mechanism, coordinate));
  }
  std::optional<PoseMatrixMaker> matrices;
  Task task;
  if (options.matrices) matrices.emplace(machine);
  if (!order.empty() && wanted[order[0]] > 0.0) (void)walker.move_to(0.0);
  for (const std::size_t i : order) {
    Sample& sample = result.samples[i];
    sample = walker.move_to(wanted[i]);
    if (sample.status == SampleStatus::ok) {
      for (const double d1 : options.bounds_at) {
        sample.d2_at.emplace_back(d1, sample.region.d2_range(d1));
      }
      if (matrices) {
        path.task.write(sample.p, task);
        sample.matrices = matrices->make(walker.branch(), sample.motion, task, sample.p);
      }
    }
    counter.count_one();
  }
  return result;
}

std::vector<TaskCoordinate> list_watched(const std::vector<const Path*>& paths) {
  std::vector<TaskCoordinate> watched;
  for (const Path* path : paths) {
    for (const TaskCoordinate& coordinate : path->coordinates) {
      if (std::find(watched.begin(), watched.end(), coordinate) == watched.end()) {
        watched.push_back(coordinate);
      }
    }
  }
  return watched;
}

void summarize(const Machine& machine, const std::vector<const Path*>& paths,
               Evaluation& evaluation) {
  int redundancy = machine.mechanism.drive_count();
  const Pose* pose = nullptr;
  for (const PathEvaluation& path : evaluation.paths) {
    for (const Sample& sample : path.samples) {
      if (sample.status != SampleStatus::ok) continue;
      if (pose == nullptr) pose = &sample.motion.pose;
      redundancy = std::min(redundancy, sample.map.redundancy());
    }
  }
  AssemblyOutcome joints;
  if (pose == nullptr) {
    // No pose on any path: the joints alone still determine the machine's mobility.
    joints = assemble(machine.mechanism, machine.topology, {});
    if (joints.status == AssemblyStatus::unreachable) return;
    pose = &joints.pose;
  }
  const Mobility mobility =
      analyze_mobility(machine.mechanism, machine.topology, list_watched(paths), *pose);
  evaluation.n_dof = mobility.n_dof;
  evaluation.redundancy = pose == &joints.pose ? mobility.redundancy : redundancy;
}

Evaluation begin_evaluation(const Machine& machine) {
  Evaluation evaluation;
  evaluation.machine = machine.mechanism.name;
  evaluation.n_bodies = machine.mechanism.body_count();
  for (const Drive& drive : machine.mechanism.drives) evaluation.drives.push_back(drive.name);
  return evaluation;
}

}  // namespace

Evaluation evaluate(const Machine& machine, const EvaluationOptions& options) {
  return std::move(evaluate_all({&machine}, options).front());
}

std::vector<Evaluation> evaluate_all(const std::vector<const Machine*>& machines,
                                     const EvaluationOptions& options) {
  struct Item {
    std::size_t machine;
    const Path* path;
    PathEvaluation result;
  };
  std::vector<Item> items;
  std::vector<std::vector<const Path*>> paths;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    paths.push_back(select_paths(*machines[i], options.paths));
    for (const Path* path : paths.back()) {
      require_path_to(*machines[i], *path, select_p(*machines[i], *path, options));
      items.push_back({i, path, {}});
    }
  }
  const std::size_t per_path =
      options.at.empty() ? static_cast<std::size_t>(options.samples) : options.at.size();
  ProgressCounter counter(items.size() * per_path, options.sweep);
  run_sweep(items.size(), options.sweep, counter, [&](std::size_t, std::size_t i) {
    Item& item = items[i];
    item.result = evaluate_path(*machines[item.machine], *item.path, options, counter);
  });
  std::vector<Evaluation> evaluations;
  for (const Machine* machine : machines) {
    evaluations.push_back(begin_evaluation(*machine));
    if (options.matrices) evaluations.back().links = list_links(*machine);
  }
  for (Item& item : items) evaluations[item.machine].paths.push_back(std::move(item.result));
  for (std::size_t i = 0; i < machines.size(); ++i) {
    summarize(*machines[i], paths[i], evaluations[i]);
  }
  return evaluations;
}

}  // namespace evaluation
}  // namespace globaldyn::inside
