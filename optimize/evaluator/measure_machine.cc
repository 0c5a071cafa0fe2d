#include "optimize/evaluator/measure_machine.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/kinematics/assembly.h"
#include "globaldyn/maps/path_poses.h"
#include "globaldyn/maps/workspace_map.h"
#include "globaldyn/rating/cycle_model.h"
#include "optimize/evaluator/plan_options.h"

namespace globaldyn::inside {
inline namespace evaluator {
namespace {

// How far the machine is from being assembled on a task.
double grade_assembly(const Machine& machine, const Task& task) {
  const AssemblyOutcome outcome = assemble_quickly(machine.mechanism, machine.topology, task, 0);
  const double r = std::isfinite(outcome.residual) ? outcome.residual : 1e300;
  return 2.0 + r / (1.0 + r);
}

// `start`: the machine assembled at the start of the path, if known.
double grade_failure(const Machine& machine, const Path& path, double failed_at,
                     const Pose& start) {
  if (failed_at <= 0.0) return start.empty() ? grade_assembly(machine, path.task(0.0)) : 2.0;
  return 1.0 + (path.p_max - failed_at) / path.p_max;
}

// The measures of one kind and place, by their numbers.
using Numbers = std::vector<std::size_t>;

class Measurement {
 public:
  Measurement(const Study& study, const Machine& machine, const MachineOrigin& origin)
      : study_(study), machine_(machine), origin_(origin), values_(study.measures.size()) {}

  std::vector<MeasureValue> run() {
    for (std::size_t i = 0; i < machine_.paths.size(); ++i) {
      const Numbers of_path = find(Measure::Kind::of_path, i);
      Pose start;
      const MeasureValue why = take_path_poses(i, find(Measure::Kind::of_path_poses, i), start);
      if (why.shortfall == 0.0) {
        take_path(i, of_path, start);
      } else {
        // If it cannot follow the path there is no need to ask how fast.
        fail(of_path, why.shortfall, why.reason);
      }
    }
    for (std::size_t i = 0; i < machine_.cycles.size(); ++i) {
      take_cycle(i, find(Measure::Kind::of_cycle, i));
    }
    for (std::size_t i = 0; i < machine_.maps.size(); ++i) {
      take_map(i, find(Measure::Kind::of_map, i));
    }
    take_whole(find(Measure::Kind::of_machine, 0));
    return std::move(values_);
  }

 private:
  [[nodiscard]] Numbers find(Measure::Kind kind, std::size_t place) const {
    Numbers numbers;
    for (std::size_t k = 0; k < study_.measures.size(); ++k) {
      const Measure& measure = study_.measures[k];
      if (measure.kind == kind && measure.place == place) numbers.push_back(k);
    }
    return numbers;
  }

  void fail(const Numbers& numbers, double shortfall, const std::string& reason) {
    for (const std::size_t k : numbers) values_[k] = {kNaN, shortfall, reason};
  }

  [[nodiscard]] PathCriteriaOptions make_options() const {
    PathCriteriaOptions options;
    options.plan = make_plan_options(study_.precision);
    options.speed = study_.precision.speed;
    options.time = study_.precision.time;
    options.places = study_.precision.places;
    return options;
  }

  [[nodiscard]] PathNeeds add_needs(const Numbers& numbers) const {
    PathNeeds needs;
    for (const std::size_t k : numbers) {
      needs.add(study_.measures[k].criterion, machine_.formulas);
    }
    return needs;
  }

  // The values of criteria on a model that was followed. `left` of the way is behind where a motion
  // ends.
  void take_values(const Numbers& numbers, const PathModel& model, double left,
                   const std::string& course) {
    for (const std::size_t k : numbers) {
      const PathCriterion& criterion = study_.measures[k].criterion;
      const PathNeeds own = find_needs(criterion, machine_.formulas);
      if (own.plan && !model.time) {
        values_[k] = {kNaN, std::clamp(left, kLeastShortfall, 1.0), course + ": " + model.reason};
        continue;
      }
      const double value =
          calc_path_criterion(criterion, model, study_.precision.speed, machine_.formulas);
      const std::string missing = std::isfinite(value) ? "" : tell_missing(own, model);
      if (missing.empty()) {
        values_[k].value = value;
      } else {
        values_[k] = {kNaN, 1.0, course + ": " + missing};
      }
    }
  }

  void take_cycle(std::size_t number, const Numbers& numbers) {
    if (numbers.empty()) return;
    const Cycle& cycle = machine_.cycles[number];
    const std::string course = "cycle " + cycle.name;
    const PathModel model = make_cycle_model(machine_, cycle, add_needs(numbers), make_options());
    if (!model.is_followed) {
      return fail(numbers, 2.0 - model.failed_at, course + ": " + model.reason);
    }
    if (!model.undecided.empty()) throw Error(course + ": " + model.undecided);
    take_values(numbers, model, 1.0 - model.reached, course);
  }

  // `start`: the machine at the start of the path, if known.
  void take_path(std::size_t number, const Numbers& numbers, const Pose& start) {
    if (numbers.empty()) return;
    const Path& path = machine_.paths[number];
    PathCriteriaOptions options = make_options();
    options.plan.start_pose = start;
    const PathModel model = make_path_model(machine_, path, add_needs(numbers), options);
    if (!model.is_followed) {
      return fail(numbers, grade_failure(machine_, path, model.failed_at, start),
                  "path " + path.name + ": " + model.reason);
    }
    if (!model.undecided.empty()) throw Error("path " + path.name + ": " + model.undecided);
    take_values(numbers, model, (path.p_max - model.reached) / path.p_max, "path " + path.name);
  }

  // Returns why there are no poses along the path, if there are none.
  MeasureValue take_path_poses(std::size_t number, const Numbers& numbers, Pose& start) {
    if (numbers.empty()) return {};
    const Path& path = machine_.paths[number];
    std::vector<CriterionRequest> requests;
    for (const std::size_t k : numbers) requests.push_back(study_.measures[k].pose_criterion);
    const PathPoses poses = calc_path_poses(machine_, path, requests, study_.precision.places);
    if (poses.status != SampleStatus::ok) {
      const MeasureValue why{kNaN, grade_failure(machine_, path, poses.failed_at, poses.start),
                             "path " + path.name + ": " + poses.reason};
      fail(numbers, why.shortfall, why.reason);
      return why;
    }
    start = poses.start;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t k = numbers[i];
      values_[k].value = reduce(poses.values[i], study_.measures[k].reduction.kind);
    }
    return {};
  }

  void take_map(std::size_t number, const Numbers& numbers) {
    if (numbers.empty()) return;
    MapDescription description = machine_.maps[number];
    keep_columns(description, numbers);
    MapOptions options;
    options.sweep.threads = 1;  // parallelism is over designs
    try {
      const WorkspaceMap map = make_map(machine_, description, options);
      for (const std::size_t k : numbers) {
        const double value = find_reduction(map, study_.measures[k].reduction.name);
        values_[k] =
            std::isnan(value)
                ? MeasureValue{kNaN, 1.0,
                               "map " + map.description.name + ": no pose to take a value from"}
                : MeasureValue{value, 0.0, ""};
      }
    } catch (const AssemblyError& error) {
      fail(numbers, grade_assembly(machine_, {}), error.what());
    }
  }

  // Removes from the map what is not asked for. Patterns stay: the names of their columns have many
  // parts.
  void keep_columns(MapDescription& map, const Numbers& numbers) const {
    std::vector<ReductionRequest> kept;
    for (const std::size_t k : numbers) {
      const std::string& name = study_.measures[k].reduction.name;
      kept.push_back(*std::find_if(map.reductions.begin(), map.reductions.end(),
                                   [&](const auto& one) { return one.name == name; }));
    }
    map.reductions = std::move(kept);
    const auto is_asked_for = [&](const std::string& column, bool whole) {
      return std::any_of(map.reductions.begin(), map.reductions.end(), [&](const auto& one) {
        return whole ? one.column == column : one.column.rfind(column + ".", 0) == 0;
      });
    };
    std::erase_if(map.criteria, [&](const auto& one) { return !is_asked_for(one.name, true); });
    std::erase_if(map.patterns, [&](const auto& one) { return !is_asked_for(one.name, false); });
  }

  void take_whole(const Numbers& numbers) {
    for (const std::size_t k : numbers) {
      if (study_.measures[k].of_machine == nullptr) {
        throw Error(study_.measures[k].name +
                    " is not known here: a program in C++ or Python adds it");
      }
      const Criterion& criterion = *study_.measures[k].of_machine;
      const double value = criterion.of_machine()->calc(machine_, origin_);
      values_[k] = std::isfinite(value)
                       ? MeasureValue{value, 0.0, ""}
                       : MeasureValue{kNaN, 1.0, "criterion " + criterion.name + ": no value"};
    }
  }

  static double find_reduction(const WorkspaceMap& map, const std::string& name) {
    // The file's own come after those of every column.
    const auto found = std::find_if(map.reductions.rbegin(), map.reductions.rend(),
                                    [&](const Reduction& one) { return one.name == name; });
    return found->value;
  }

  // A machine that can reach every pose by itself but not the end of the path falls short, too.
  static constexpr double kLeastShortfall = 1e-6;

  const Study& study_;
  const Machine& machine_;
  const MachineOrigin& origin_;
  std::vector<MeasureValue> values_;
};

}  // namespace

std::vector<MeasureValue> measure_machine(const Study& study, const Machine& machine,
                                          const MachineOrigin& origin) {
  return Measurement(study, machine, origin).run();
}

}  // namespace evaluator
}  // namespace globaldyn::inside
