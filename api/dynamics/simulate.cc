#include <globaldyn/simulation.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "api/core/make_mechanism.h"
#include "api/dynamics/machine_impl.h"
#include "api/dynamics/plan_impl.h"
#include "api/dynamics/run.h"
#include "api/dynamics/simulation_impl.h"
#include "core/base/errors.h"
#include "core/description/read_joints.h"
#include "core/formulations/registry/formulations.h"
#include "globaldyn/record/fingerprint.h"
#include "globaldyn/simulation/replay_cycle.h"

namespace globaldyn {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& wrong,
                         const std::string& expected) {
  throw InputError(inside::whole_place(what), wrong, expected);
}

inside::DriveId find_drive(const inside::Mechanism& mechanism, const std::string& name) {
  std::vector<std::string> names;
  for (const inside::Drive& one : mechanism.drives) names.push_back(one.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return inside::DriveId(found - names.begin());
  refuse(name, "no such drive", inside::suggest_name(name, names));
}

inside::Symbol find_time(const std::string& name, const SourcePlace& place) {
  if (name != "t") throw InputError(place, "unknown name '" + name + "'", "expected t, the time");
  return {
      .kind = inside::Symbol::Kind::variable, .typed = true, .dimension = inside::dimension::time};
}

std::vector<inside::DriveForce> read_forces(const inside::Mechanism& mechanism,
                                            const std::vector<DriveForce>& forces) {
  std::vector<inside::DriveForce> result;
  for (const DriveForce& one : forces) {
    const inside::DriveId drive = find_drive(mechanism, one.drive);
    const auto is_same = [&](const inside::DriveForce& other) { return other.drive == drive; };
    if (std::any_of(result.begin(), result.end(), is_same)) {
      refuse(one.drive, "a second force of this drive", "expected one");
    }
    inside::Expression force =
        inside::Expression::parse(one.force, inside::whole_place("force " + one.drive), find_time);
    force.require_dimension(mechanism.drives[drive].rotational ? inside::dimension::torque
                                                               : inside::dimension::force);
    result.push_back({drive, std::move(force)});
  }
  return result;
}

void refuse_loads_over_p(const inside::Machine& machine) {
  const auto depends = [](const inside::Expression& one) { return !one.is_constant(); };
  for (const inside::ToolWrench& wrench : machine.mechanism.wrenches) {
    if (wrench.table || std::any_of(wrench.force.begin(), wrench.force.end(), depends) ||
        std::any_of(wrench.torque.begin(), wrench.torque.end(), depends)) {
      refuse(machine.file, "a load that depends on p", "expected a plan to replay");
    }
  }
}

inside::SimulationStart read_start(const inside::Mechanism& mechanism, const MotionStart& start) {
  inside::SimulationStart result;
  result.path = start.path;
  if (!start.path.empty() && !start.held.empty()) {
    refuse("held", "joints held at the start of a path", "expected one of the two");
  }
  for (const JointValue& one : start.held) {
    const inside::CoordinateIndex index =
        inside::find_coordinate(one.joint, mechanism, inside::whole_place("held"));
    const auto is_same = [&](const auto& other) { return other.coordinate == index; };
    if (std::any_of(result.held.begin(), result.held.end(), is_same)) {
      refuse(one.joint, "a second value of this joint", "expected one");
    }
    result.held.push_back({index, one.value});
  }
  for (const DriveSpeed& one : start.speeds) {
    result.speeds.push_back({find_drive(mechanism, one.drive), one.speed});
  }
  return result;
}

inside::IntegrationMethod to_integrator(SimulationOptions::Integrator integrator) {
  switch (integrator) {
    case SimulationOptions::Integrator::runge_kutta:
      return inside::IntegrationMethod::runge_kutta;
    case SimulationOptions::Integrator::adams:
      return inside::IntegrationMethod::adams;
    case SimulationOptions::Integrator::bdf:
      return inside::IntegrationMethod::bdf;
  }
  return inside::IntegrationMethod::runge_kutta;
}

void check_simulation_numbers(const SimulationOptions& options) {
  const auto require = [](bool holds, const char* option, const char* expected) {
    if (!holds) refuse(option, "a number that makes no sense", expected);
  };
  require(options.duration >= 0.0 && std::isfinite(options.duration), "duration", "expected >= 0");
  require(options.tolerance > 0.0, "tolerance", "expected > 0");
  require(options.projection >= 0.0, "projection", "expected >= 0");
  require(options.baumgarte_alpha >= 0.0, "baumgarte_alpha", "expected >= 0");
  require(options.baumgarte_beta >= 0.0, "baumgarte_beta", "expected >= 0");
  require(options.loop_springs >= 0.0, "loop_springs", "expected >= 0");
  require(options.spring_damping >= 0.0, "spring_damping", "expected >= 0");
  require(options.samples >= 2, "samples", "expected at least 2");
  require(options.work >= 0, "work", "expected >= 0");
}

// Of SimulationOptions::run what simulations have: they are told of the time that they have come
// to.
void take_run(const Work& run, inside::SimulationOptions& options) {
  if (run.cancel != nullptr) {
    options.is_cancelled = [cancel = run.cancel] { return cancel->load(); };
  }
  if (!run.progress) return;
  using Clock = std::chrono::steady_clock;
  options.progress = [tell = run.progress, begin = Clock::now(),
                      duration = options.duration](double t) {
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
    const double share = t / duration;
    Progress now{.done = static_cast<std::size_t>(1000.0 * share), .total = 1000};
    now.elapsed = elapsed;
    if (share > 0.0) now.remaining = elapsed * (1.0 - share) / share;
    tell(now);
  };
}

inside::SimulationOptions to_simulation_options(const SimulationOptions& options, double duration) {
  check_simulation_numbers(options);
  inside::SimulationOptions result;
  result.duration = options.duration > 0.0 ? options.duration : duration;
  result.method = to_integrator(options.integrator);
  result.tolerance = options.tolerance;
  result.formulation = to_formulation(options.formulation);
  result.projection_tolerance = options.projection;
  result.stabilisation = {options.baumgarte_alpha, options.baumgarte_beta};
  result.samples = options.samples;
  result.reactions = options.reactions;
  result.work = options.work;
  if (options.loop_springs > 0.0) {
    if (result.formulation != nullptr && !result.formulation->has_tree) {
      refuse("formulation",
             "no joints that are closed by themselves, so that springs would close all",
             "expected denoc or recursive with loop_springs");
    }
    result.loop_springs = {options.loop_springs, options.spring_damping};
  }
  take_run(options.run, result);
  return result;
}

std::optional<inside::Feedback> read_feedback(const std::optional<Feedback>& feedback) {
  if (!feedback) return std::nullopt;
  const inside::Feedback result{feedback->bandwidth, feedback->damping, feedback->period,
                                feedback->delay};
  inside::check_feedback(result, inside::whole_place("feedback"));
  if (!(result.bandwidth > 0.0)) refuse("feedback", "no bandwidth", "expected one > 0");
  return result;
}

std::vector<inside::ParameterError> read_errors(const inside::Machine& machine,
                                                const std::vector<ParameterError>& errors) {
  std::vector<inside::ParameterError> result;
  for (const ParameterError& one : errors) {
    const auto is_same = [&](const inside::ParameterError& other) {
      return other.name == one.name;
    };
    if (std::any_of(result.begin(), result.end(), is_same)) {
      refuse(one.name, "a parameter that is off twice", "expected once");
    }
    const inside::Parameter* parameter = machine.parameters.find(one.name);
    if (parameter == nullptr) {
      refuse(one.name, "no such parameter",
             inside::suggest_name(one.name, machine.parameters.names()));
    }
    if (parameter->value == 0.0) {
      refuse(one.name, "a parameter that is 0, of which any share is 0", "expected another");
    }
    if (!(one.share > -1.0)) refuse(one.name, "off by all of itself or more", "expected > -1");
    result.push_back({one.name, one.share, 0.0});
  }
  return result;
}

inside::Machine load_real_machine(const Machine& machine,
                                  const std::vector<inside::ParameterError>& errors) {
  const inside::Machine& model = machine_of(machine);
  inside::Machine real =
      inside::parse_machine(model.text, model.file, machine.impl().folder,
                            to_overrides(machine.settings()), model.load_case, errors);
  if (inside::has_structure_of(real, model)) return real;
  refuse("errors", "errors that change the number of bodies or drives",
         "expected errors of lengths, masses, forces and the like");
}

// Nothing is planned there.
void refuse_time_behind_plan(const inside::PlannedForces& planned,
                             const inside::ReplayOptions& options) {
  if (options.simulation.duration <= planned.duration()) return;
  if (!planned.ends_at_rest()) {
    refuse("duration", "longer than the plan, whose end is not at rest", "expected less");
  }
  if (options.feedback) return;
  refuse("duration", "longer than the plan", "expected less, or a feedback to hold the machine");
}

Simulation make_simulation(const Machine& machine, inside::MachineSimulation simulation,
                           const inside::FallbackCounts& before) {
  return Simulation(std::make_shared<const Simulation::Impl>(
      Simulation::Impl{machine, std::move(simulation), make_origin(machine, before)}));
}

// As long as it takes, by machines that are as planned.
Simulation replay_stored_cycle(const Machine& machine, const inside::StoredPlan& stored,
                               const ReplayOptions& options) {
  if (!options.errors.empty()) refuse("errors", "of a cycle", "expected none");
  if (options.simulation.duration > 0.0) refuse("duration", "of a cycle", "expected none");
  const inside::FallbackCounts before = inside::list_fallbacks();
  const inside::Machine& model = machine_of(machine);
  const double time = inside::Trajectory(stored.plan, stored.stops).duration();
  const inside::ReplayOptions replay{.simulation = to_simulation_options(options.simulation, time),
                                     .feedback = read_feedback(options.feedback),
                                     .band = options.band};
  return make_simulation(
      machine, inside::replay_cycle(model, inside::find_cycle(model, stored.path), stored, replay),
      before);
}

Simulation replay_stored(const Machine& machine, const inside::StoredPlan& stored,
                         const std::string& from, const ReplayOptions& options) {
  if (stored.is_cycle) return replay_stored_cycle(machine, stored, options);
  const inside::FallbackCounts before = inside::list_fallbacks();
  const inside::Machine& model = machine_of(machine);
  const inside::Path path = inside::close_as_planned(model, inside::find_path(model, stored.path),
                                                     stored, inside::whole_place(from));
  if (stored.fingerprint != inside::make_fingerprint(model, path)) {
    refuse(from, "the plan of another machine, of other settings, or of another path",
           "expected one of path '" + path.name + "' of " + model.file + " as it is now");
  }
  inside::PlannedForces planned(model, path, stored);
  inside::ReplayOptions replay{
      .simulation = to_simulation_options(options.simulation, planned.duration()),
      .feedback = read_feedback(options.feedback),
      .real = nullptr,
      .errors = read_errors(model, options.errors),
      .band = options.band};
  refuse_time_behind_plan(planned, replay);
  std::optional<inside::Machine> real;
  if (!replay.errors.empty()) {
    real = load_real_machine(machine, replay.errors);
    replay.real = &*real;
  }
  inside::MachineSimulation simulation = inside::replay_plan(model, path, planned, replay);
  return Simulation(std::make_shared<const Simulation::Impl>(
      Simulation::Impl{machine, std::move(simulation), make_origin(machine, before)}));
}

inside::StoredPlan make_stored(const inside::PlannedMotion& motion) {
  inside::StoredPlan stored;
  stored.path = motion.plan.path;
  stored.is_cycle = motion.is_cycle;
  stored.fingerprint = motion.fingerprint;
  for (const inside::OpenCoordinate& one : motion.open) {
    stored.open.emplace_back(one.name, one.values);
  }
  stored.choice = motion.choice;
  stored.preload = motion.preload;
  stored.rule = motion.rule;
  stored.reserve = motion.plan.options.reserve;
  stored.plan = motion.plan.plan;
  stored.stops = motion.plan.stops;
  return stored;
}

}  // namespace

std::optional<Feedback> find_feedback(const Machine& machine) {
  const auto& described = machine_of(machine).feedback;
  if (!described) return std::nullopt;
  const inside::Feedback& found = described->feedback;
  return Feedback{found.bandwidth, found.damping, found.period, found.delay};
}

Simulation simulate(const Machine& machine, const std::vector<DriveForce>& forces,
                    const MotionStart& start, const SimulationOptions& options) {
  const inside::FallbackCounts before = inside::list_fallbacks();
  const inside::Machine& model = machine_of(machine);
  refuse_loads_over_p(model);
  const std::vector<inside::DriveForce> laws = read_forces(model.mechanism, forces);
  inside::MachineSimulation simulation = inside::simulate_machine(
      model, read_start(model.mechanism, start), laws, to_simulation_options(options, 1.0));
  return Simulation(std::make_shared<const Simulation::Impl>(
      Simulation::Impl{machine, std::move(simulation), make_origin(machine, before)}));
}

Simulation simulate_controlled(const Machine& machine, const Controller& controller,
                               const MotionStart& start, const SimulationOptions& options) {
  const inside::FallbackCounts before = inside::list_fallbacks();
  const inside::Machine& model = machine_of(machine);
  refuse_loads_over_p(model);
  if (!(controller.period > 0.0) || !std::isfinite(controller.period)) {
    refuse("controller", "a period that is not positive", "expected seconds between calls");
  }
  const inside::SampledController sampled{
      .period = controller.period,
      .control = [&](double t, const Eigen::VectorXd& positions, const Eigen::VectorXd& rates,
                     Eigen::VectorXd& forces) {
        const Eigen::VectorXd found = controller.control(t, positions, rates);
        if (found.size() != forces.size() || !found.allFinite()) {
          throw Error("controller: expected " + std::to_string(forces.size()) +
                      " finite forces, at t = " + std::to_string(t));
        }
        forces = found;
      }};
  inside::MachineSimulation simulation = inside::simulate_controlled(
      model, read_start(model.mechanism, start), sampled, to_simulation_options(options, 1.0));
  return Simulation(std::make_shared<const Simulation::Impl>(
      Simulation::Impl{machine, std::move(simulation), make_origin(machine, before)}));
}

Simulation replay(const Machine& machine, const Plan& plan, const ReplayOptions& options) {
  const inside::PlannedMotion& motion = plan.impl().motion;
  if (!motion.plan.has_motion()) refuse("plan", "a plan without a motion", "expected one with");
  return replay_stored(machine, make_stored(motion), "plan", options);
}

Simulation replay(const Machine& machine, const std::string& plan_file,
                  const ReplayOptions& options) {
  return replay_stored(machine, inside::read_plan(plan_file), plan_file, options);
}

}  // namespace globaldyn
