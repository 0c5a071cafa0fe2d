#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace machine {

/// Finds every DriveId that a machine holds. Members are listed by name, all of them: whoever adds
/// one to a value of a machine is told by the compiler to add it here as well, and may then have to
/// say in `without()` what becomes of it when its drive goes.
///
/// What a path's function of p prescribes is not seen from outside; it prescribes the path's
/// coordinates.
template <class Visit>
class DriveIdWalk {
 public:
  explicit DriveIdWalk(const Visit& visit) : visit_(visit) {}

  void walk(Machine& machine) {
    auto& [file, text, description, parameters, load_cases, load_case, mechanism, idle_wrenches,
           topology, off, preload, supply, reactions, clearance, paths, cycles, maps, formulas,
           units, feedback, perturbed, loaded] = machine;
    walk_all(file, text, description, parameters, load_cases, load_case, mechanism, idle_wrenches,
             topology, off, preload, reactions, clearance, paths, cycles, maps, formulas, units,
             feedback, perturbed, loaded);
  }

 private:
  template <class One, class... Others>
  static constexpr bool is_one_of = (std::is_same_v<One, Others> || ...);

  // Numbers, texts and values that cannot name a drive, as they stand below it or know no
  // mechanism.
  template <class One>
  static constexpr bool is_free =
      std::is_arithmetic_v<One> || std::is_enum_v<One> || std::is_pointer_v<One> ||
      is_one_of<One, std::string, Vector3d, VectorXd, BodyId, Body, Joint, Coupling,
                CoordinateIndex, ActingCoordinate, ForceCurve, Frame, Interval, DriveLimit,
                ToolWrench, BranchCondition, std::variant<CoordinateIndex, BodyPoint>, Topology,
                ReactionComponent, Parameters, Expression, Dimension, QuantityUnit, ShownUnits,
                SourcePlace, Clearance, TaskFunction, CurveSteps, PathStop, PathSpeedLimit,
                PathAccelerationLimit, PathPiece, PreloadRule, PathFormulas, Pose, Cycle,
                MapOrientation, CriterionFormula, PatternDescription, ReductionRequest,
                FeedbackDescription>;

  template <class... Members>
  void walk_all(Members&... members) {
    (walk(members), ...);
  }

  void walk(DriveId& id) { visit_(id); }

  template <class Free>
  requires is_free<Free>
  void walk(Free& /*value*/) {}

  template <class Item>
  requires(!is_free<std::vector<Item>>) void walk(std::vector<Item>& items) {
    for (Item& item : items) walk(item);
  }
  template <class Id, class Item>
  void walk(IdVector<Id, Item>& items) {
    for (Item& item : items) walk(item);
  }
  template <class Item>
  void walk(std::optional<Item>& item) {
    if (item) walk(*item);
  }

  void walk(Mechanism& mechanism) {
    auto& [name, bodies, joints, couplings, drives, springs, gravity, has_gravity, payload_mass,
           tool, wrenches, pose_variables, branch, restarts, counted_angles, remarks,
           characteristic_length, kinematic_length] = mechanism;
    walk_all(name, bodies, joints, couplings, drives, springs, gravity, has_gravity, payload_mass,
             tool, wrenches, pose_variables, branch, restarts, counted_angles, remarks,
             characteristic_length, kinematic_length);
  }
  void walk(Drive& drive) {
    auto& [name, kind, coordinate, rotational, rotary_motor, ratio, efficiency, efficiency_back,
           reflected_inertia, viscous, coulomb, stiffness, limit] = drive;
    walk_all(name, kind, coordinate, rotational, rotary_motor, ratio, efficiency, efficiency_back,
             reflected_inertia, viscous, coulomb, stiffness, limit);
  }
  void walk(Spring& spring) {
    auto& [name, coordinate, stiffness, rest, damping, curve, over] = spring;
    walk_all(name, coordinate, stiffness, rest, damping, curve, over);
  }
  void walk(Tool& tool) {
    auto& [body, frame] = tool;
    walk_all(body, frame);
  }
  void walk(PoseVariable& variable) {
    auto& [name, source, axis] = variable;
    walk_all(name, source, axis);
  }
  void walk(ReactionLimit& limit) {
    auto& [name, component, range, place] = limit;
    walk_all(name, component, range, place);
  }
  // Only coordinates of drives have one.
  void walk(TaskCoordinate& coordinate) {
    auto& [kind, index, joint, drive] = coordinate;
    walk_all(kind, index, joint);
    if (kind == TaskCoordinate::Kind::drive) walk(drive);
  }
  void walk(Path& path) {
    auto& [name, p_max, coordinates, task, steps, stops, speed_limits, acceleration_limits,
           formulas, place, start, given, run, jerk_limits, place_of_loads, open, pieces,
           make_task] = path;
    // The last know no drives: the path over its own p is asked for its formulas alone, a free run
    // calls them by name, and what prescribes the drives' coordinates instead of others has the
    // same open ones.
    walk_all(name, p_max, coordinates, task, steps, stops, speed_limits, acceleration_limits,
             formulas, place, start, pieces);
  }
  void walk(MapAxis& axis) {
    auto& [name, coordinate, rotational, from, to, count] = axis;
    walk_all(name, coordinate, rotational, from, to, count);
  }
  void walk(FixedCoordinate& fixed) {
    auto& [coordinate, value] = fixed;
    walk_all(coordinate, value);
  }
  void walk(PoseSettings& settings) {
    auto& [along] = settings;
    walk(along);
  }
  void walk(CriterionRequest& request) {
    auto& [name, criterion, settings] = request;
    walk_all(name, criterion, settings);
  }
  void walk(MapDescription& map) {
    auto& [name, axes, fixed, orientations, seeds, searches, criteria, patterns, reductions,
           place] = map;
    walk_all(name, axes, fixed, orientations, seeds, searches, criteria, patterns, reductions,
             place);
  }

  const Visit& visit_;
};

/// Calls visit(id) with every DriveId that the machine holds, in the machines of the feedback's
/// errors as well; they may be changed.
template <class Visit>
void visit_drive_ids(Machine& machine, const Visit& visit) {
  DriveIdWalk<Visit>(visit).walk(machine);
}

}  // namespace machine
}  // namespace globaldyn::inside
