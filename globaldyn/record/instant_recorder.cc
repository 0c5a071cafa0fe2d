#include "globaldyn/record/instant_recorder.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/kinematics/acting_rows.h"
#include "globaldyn/evaluation/tool_acceleration.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/limits/gear.h"
#include "globaldyn/limits/limit_size.h"
#include "globaldyn/limits/motor_force.h"
#include "globaldyn/limits/reserve.h"
#include "globaldyn/limits/resting_machine.h"
#include "globaldyn/region/limit_names.h"
#include "globaldyn/region/speed_set.h"

namespace globaldyn::inside {
inline namespace record {

bool is_finite(const MotionState& state) {
  return std::isfinite(state.t) && std::isfinite(state.p) && std::isfinite(state.d1) &&
         std::isfinite(state.d2);
}

EvaluationMethod choose_record_method(const RecordOptions& options) {
  return {.solve_by = options.reactions.empty() ? SolveBy::loops : SolveBy::dense,
          .formulation = options.formulation};
}

void require_finite(const MotionState& state) {
  if (is_finite(state)) return;
  throw NumericalError(
      "the planner has failed: its motion is at no place at t = " + std::to_string(state.t) + " s");
}

const Sample& require_ok(const Sample& sample) {
  if (sample.status == SampleStatus::ok) return sample;
  throw NumericalError("the machine cannot be at p = " + std::to_string(sample.p) + ": " +
                       sample.reason.what);
}

InstantRecorder::InstantRecorder(const Machine& machine, const Path& path,
                                 const RecordOptions& options, const HomePose& home)
    : machine_(machine),
      path_(path),
      options_(options),
      drives_(tighten(machine.mechanism.drives, options.reserve)),
      walker_(machine, home, choose_record_method(options)) {}

void InstantRecorder::visit(const MotionState& state, Instant& instant) {
  require_finite(state);
  const Sample& sample = require_ok(walker_.move_to_limits(state.p));
  MotionSample& result = instant.sample;
  result = {};
  pose_ = sample.motion.pose;
  result.state = state;
  if (machine_.mechanism.tool) add_tool(sample, result);
  result.rates = sample.map.drive_rate * state.d1;
  result.accelerations =
      sample.map.drive_second * (state.d1 * state.d1) + sample.map.drive_rate * state.d2;
  result.positions = find_positions(sample.motion.pose);
  ForceProblem& problem = instant.problem;
  problem.limits = walker_.limits();
  tighten(problem.limits, options_.reserve);
  if (state.rests) {
    DriveForceMap map = sample.map;
    hold_still(drives_, map, problem.limits);
    write_problem(state, map, instant);
  } else {
    write_problem(state, sample.map, instant);
  }
  if (!options_.reactions.empty()) instant.motion = sample.motion;
}

void InstantRecorder::write_problem(const MotionState& state, const DriveForceMap& map,
                                    Instant& instant) {
  ForceProblem& problem = instant.problem;
  problem.particular = map.calc_forces(state.d1, state.d2);
  problem.V = map.V;
  problem.d1 = state.d1;
  problem.d2 = state.d2;
  problem.per_d2 = map.D();
  const bool has_choice = problem.V.cols() > 0 && !state.rests;
  problem.d2_range = has_choice ? find_range(problem.limits, state.d1) : std::nullopt;
  problem.stictions = map.coulomb_slack;
  problem.motors.clear();
  // A motor at rest has the full torque of its torque-speed line.
  for (const DriveId id : drives_.ids()) {
    const Drive& drive = drives_[id];
    problem.motors.push_back(
        find_range_at_rest(drive, calc_force_range_at_rest(drive.limit),
                           drive.reflected_inertia * instant.sample.accelerations(row_of(id))));
  }
  instant.directions = map.drive_rate;
  const Eigen::Vector4d powers(state.d1 * state.d1, state.d1, 1.0, state.d2);
  instant.losses = (map.forces - map.transmitted) * powers;
}

void InstantRecorder::take_forces(const ChosenForces& chosen, Instant& instant) const {
  MotionSample& sample = instant.sample;
  share_with_stiction(chosen.forces, instant.problem, sample);
  sample.transmitted = chosen.forces - instant.losses;
  if (chosen.violation > kMostViolation) list_exceeded(chosen, instant.problem, sample);
  sample.violation = std::max(sample.violation, chosen.violation);
  add_gear_losses(instant.directions, sample);
  if (!options_.reactions.empty()) add_reactions(instant.motion, sample);
}

// What is exceeded by as little as rounding errors is not.
void InstantRecorder::list_exceeded(const ChosenForces& chosen, const ForceProblem& problem,
                                    MotionSample& sample) const {
  const VectorXd y = problem.V.transpose() * (chosen.forces - problem.particular);
  const LimitSystem& limits = problem.limits;
  for (std::size_t k = 0; k < limits.rows.size(); ++k) {
    const LimitRow& row = limits.rows[k];
    const double value = row.at(problem.d1, problem.d2) + row.v.dot(y);
    const double least = kMostViolation * calc_limit_size(row);
    const bool is_above = value - row.high > least;
    if (!is_above && !(row.low - value > least)) continue;
    double by = is_above ? value - row.high : row.low - value;
    // A row has the square of a speed.
    if (kind_of_row(limits.labels, k) == LimitKind::speed)
      by = std::sqrt(value) - std::sqrt(row.high);
    const HeldLimit held{static_cast<int>(k), is_above ? LimitSide::max : LimitSide::min};
    sample.exceeded.push_back(
        {name_limit(held, limits.labels), by, sample.state.t, sample.state.p});
  }
}

// So far, forces are those of gears without losses.
void InstantRecorder::add_gear_losses(const VectorXd& directions, MotionSample& sample) const {
  sample.gear_losses.setZero(sample.forces.size());
  for (const DriveId id : drives_.ids()) {
    const Eigen::Index k = row_of(id);
    const double rotor = drives_[id].reflected_inertia * sample.accelerations(k);
    sample.gear_losses(k) = calc_gear_loss(drives_[id], sample.forces(k), rotor, directions(k));
  }
  sample.forces += sample.gear_losses;
}

// The accessible d2, at the closest accessible d1, because the motion's own d1 may be
// inaccessible by rounding errors.
std::optional<Interval> InstantRecorder::find_range(const LimitSystem& limits, double d1) {
  if (const auto range = find_range_at(limits, d1)) return range;
  const Region region = make_region(limits);
  if (const auto range = region.d2_range(d1)) return range;
  const std::vector<Interval> speeds = region.d1_intervals();
  if (speeds.empty()) return std::nullopt;
  return region.d2_range(find_nearest({speeds.begin(), speeds.end()}, d1));
}

// From the limits of d2 at this d1 alone, which are fewer and linear.
std::optional<Interval> InstantRecorder::find_range_at(const LimitSystem& limits, double d1) {
  LimitSystem frozen = limits;
  for (LimitRow& row : frozen.rows) row.freeze(d1);
  for (MotionPolynomial& sum : frozen.equalities) sum.freeze(d1);
  region_solver_.solve(frozen, region_at_);
  return region_at_.d2_range(d1);
}

// Drives at rest are held by friction as well as by their motors. Forces chosen to
// change least stay as they are, as far as motors can exert them.
void InstantRecorder::share_with_stiction(const VectorXd& forces, const ForceProblem& problem,
                                          MotionSample& sample) const {
  sample.forces = forces;
  const VectorXd& stictions = problem.stictions;
  for (const DriveId id : drives_.ids()) {
    const Eigen::Index k = row_of(id);
    if (stictions(k) == 0.0) continue;
    const double wanted = options_.choice == ForceChoice::smooth    ? forces(k)
                          : options_.choice == ForceChoice::preload ? options_.preload(k)
                                                                    : 0.0;
    sample.forces(k) = find_motor_force(forces(k), stictions(k), nth(problem.motors, k), wanted);
  }
  sample.stiction = forces - sample.forces;
}

VectorXd InstantRecorder::find_positions(const Pose& pose) const {
  const Drives& drives = machine_.mechanism.drives;
  VectorXd positions(static_cast<Eigen::Index>(drives.size()));
  for (const DriveId id : drives.ids()) {
    positions(row_of(id)) =
        make_acting_row(machine_.mechanism, drives[id].coordinate, {pose, nullptr}).value *
        drives[id].sign();
  }
  return positions;
}

void InstantRecorder::check_tool(const char* limit, double value, double most,
                                 MotionSample& result) {
  const double excess = value / most - 1.0;
  result.violation = std::max(result.violation, excess);
  if (!(excess > kMostViolation)) return;
  result.exceeded.push_back({{"tool", limit}, value - most, result.state.t, result.state.p});
}

void InstantRecorder::check_tool_speed(MotionSample& result) const {
  const double speed = result.tool_velocity.v.norm(), p = result.state.p;
  for (const PathSpeedLimit& limit : path_.speed_limits) {
    if (p >= limit.from && p <= limit.to) check_tool("speed", speed, limit.speed, result);
  }
}

// Its components along and across the path, and its length.
void InstantRecorder::check_tool_acceleration(const Sample& sample, MotionSample& result) const {
  if (path_.acceleration_limits.empty()) return;
  const MotionState& state = result.state;
  const ToolAcceleration of =
      calc_tool_acceleration(machine_.mechanism, sample.motion, path_.p_max);
  const double along = std::abs(of.along_square * state.d1 * state.d1 + of.along * state.d2);
  const double across = of.across_square * state.d1 * state.d1;
  for (const PathAccelerationLimit& limit : path_.acceleration_limits) {
    if (state.p < limit.from || state.p > limit.to) continue;
    check_tool("acceleration", along, limit.along, result);
    check_tool("acceleration", across, limit.across, result);
    check_tool("acceleration", std::hypot(along, across), limit.all, result);
  }
}

void InstantRecorder::add_tool(const Sample& sample, MotionSample& result) const {
  const auto [d1, d2] = std::pair(result.state.d1, result.state.d2);
  const auto [first, second] = calc_tool_motion(machine_.mechanism, sample.motion);
  result.tool = sample.tool;
  result.tool_velocity = {first.v * d1, first.w * d1};
  result.tool_acceleration = {first.v * d2 + second.v * (d1 * d1),
                              first.w * d2 + second.w * (d1 * d1)};
  check_tool_speed(result);
  check_tool_acceleration(sample, result);
}

// With known forces, the reactions follow from them alone.
void InstantRecorder::add_reactions(const Motion& motion, MotionSample& sample) const {
  const double p = sample.state.p, d1 = sample.state.d1, d2 = sample.state.d2;
  const Eigen::Vector4d powers(d1 * d1, d1, 1.0, d2);
  const Task task = path_.task(p);
  const MovingMachine moving{machine_.mechanism, machine_.topology, task, motion,
                             path_.find_load_place(p)};
  MotionEquations equations = make_equations(moving, options_.formulation);
  // All terms of the motion as one constant.
  const VectorXd right = equations.right_side * powers;
  equations.right_side.setZero();
  equations.right_side.col(kConstant) = right;
  if (auto& bodies = equations.bodies) {
    const VectorXd demand = bodies->right_side * powers;
    bodies->right_side.setZero();
    bodies->right_side.col(kConstant) = demand;
  }
  equations.drive_side.setZero();
  const VectorXd exerted = sample.forces - sample.gear_losses + sample.stiction;
  equations.drive_side.col(kConstant) = exerted - sample.transmitted;
  MatrixXd forces = MatrixXd::Zero(exerted.size(), kMotionColumns);
  forces.col(kConstant) = exerted;
  const MatrixXd none(sample.forces.size(), 0);
  for (const Reaction& reaction :
       calc_reactions(moving, equations, forces, none, options_.reactions)) {
    sample.reactions.push_back(reaction.is_determined ? reaction.value.gamma : std::nan(""));
  }
}

}  // namespace record
}  // namespace globaldyn::inside
