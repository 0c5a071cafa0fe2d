// `globaldyn simulate`: a machine's motion in time, by its planned forces or by given ones.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>

#include "app/colour.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/start_options.h"
#include "app/table.h"
#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/base/write_file.h"
#include "core/formulations/registry/formulations.h"
#include "core/kinematics/assembly.h"
#include "core/simulation/start_rates.h"
#include "globaldyn/record/fingerprint.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "globaldyn/simulation/replay_cycle.h"
#include "report/pictures.h"

namespace globaldyn::inside::app {
namespace {

struct SimulateArguments {
  CommonOptions common;
  std::string plan;
  std::vector<std::string> forces;
  std::vector<std::string> rates;
  std::vector<std::string> held;
  std::string path;
  std::string time;
  std::string formulation{"auto"};
  std::string integrator{"runge-kutta"};
  bool feedback{false};  // as the file says, unless one of these does
  std::string bandwidth, damping, period, delay, band;
  std::string loop_springs, spring_damping;
  std::string projection, alpha, beta;
  std::vector<std::string> errors;
  // Some minutes of work for machines of ten bodies.
  SimulationOptions options{.work = 20'000'000};
  bool no_pictures{false};
};

DriveId find_drive(const Mechanism& mechanism, const std::string& name, const std::string& option) {
  std::vector<std::string> names;
  for (const Drive& drive : mechanism.drives) names.push_back(drive.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return DriveId(found - names.begin());
  throw InputError(option_place(option), "no drive '" + name + "'", suggest_name(name, names));
}

Symbol find_time_or_refuse(const std::string& name, const SourcePlace& place) {
  if (name == "t") {
    return {.kind = Symbol::Kind::variable, .typed = true, .dimension = dimension::time};
  }
  throw InputError(place, "unknown name '" + name + "'", "expected t, the time");
}

std::vector<DriveForce> read_forces(const Machine& machine, const std::vector<std::string>& texts) {
  std::vector<DriveForce> forces;
  for (const std::string& text : texts) {
    const auto [name, formula] = split_setting(text, "--force", "DRIVE=VALUE");
    const DriveId drive = find_drive(machine.mechanism, name, "--force");
    const Expression force =
        Expression::parse(formula, option_place("--force", name), find_time_or_refuse);
    const bool rotational = machine.mechanism.drives[drive].rotational;
    force.require_dimension(rotational ? dimension::torque : dimension::force);
    const auto is_same = [&](const DriveForce& one) { return one.drive == drive; };
    if (std::any_of(forces.begin(), forces.end(), is_same)) {
      throw InputError(option_place("--force", name), "a second force of this drive",
                       "expected one");
    }
    forces.push_back({drive, force});
  }
  return forces;
}

std::vector<DriveSpeed> read_rates(const Machine& machine, const std::vector<std::string>& texts) {
  std::vector<DriveSpeed> speeds;
  for (const std::string& text : texts) {
    const auto [name, value] = split_setting(text, "--rate", "DRIVE=VALUE");
    const DriveId drive = find_drive(machine.mechanism, name, "--rate");
    const bool rotational = machine.mechanism.drives[drive].rotational;
    speeds.push_back(
        {drive, parse_quantity(value, rotational ? dimension::rotary_speed : dimension::speed,
                               "--rate " + name)});
  }
  return speeds;
}

void refuse_loads_over_p(const Machine& machine) {
  for (const ToolWrench& wrench : machine.mechanism.wrenches) {
    const auto depends = [](const Expression& one) { return !one.is_constant(); };
    if (!wrench.table && std::none_of(wrench.force.begin(), wrench.force.end(), depends) &&
        std::none_of(wrench.torque.begin(), wrench.torque.end(), depends)) {
      continue;
    }
    throw InputError(whole_place(machine.file), "a load that depends on p", "expected --plan FILE");
  }
}

// That of the file, or none, with what the command line says.
std::optional<Feedback> find_feedback(const Machine& machine, const SimulateArguments& arguments) {
  const bool has_own = !arguments.bandwidth.empty() || !arguments.damping.empty() ||
                       !arguments.period.empty() || !arguments.delay.empty();
  if (!arguments.feedback && !has_own) return std::nullopt;
  Feedback feedback;
  if (machine.feedback) feedback = machine.feedback->feedback;
  const auto take = [](const std::string& text, const Dimension& dimension, const char* option,
                       double& value) {
    if (!text.empty()) value = parse_quantity(text, dimension, option);
  };
  take(arguments.bandwidth, dimension::rotary_speed, "--bandwidth", feedback.bandwidth);
  take(arguments.damping, dimension::number, "--damping", feedback.damping);
  take(arguments.period, dimension::time, "--period", feedback.period);
  take(arguments.delay, dimension::time, "--delay", feedback.delay);
  check_feedback(feedback, option_place("--feedback"));
  if (feedback.bandwidth > 0.0) return feedback;
  throw InputError(option_place("--feedback"), "no bandwidth",
                   "expected --bandwidth, or 'feedback: {bandwidth: …}' in " + machine.file);
}

void refuse_twice(const std::vector<ParameterError>& errors) {
  std::set<std::string> names;
  for (const ParameterError& error : errors) {
    if (names.insert(error.name).second) continue;
    throw InputError(option_place("--error"), "parameter '" + error.name + "' twice",
                     "expected once");
  }
}

// "PARAMETER=SHARE".
ParameterError read_error(const Machine& machine, const std::string& text) {
  const auto [name, share] = split_setting(text, "--error", "PARAMETER=SHARE");
  const SourcePlace place = option_place("--error", text);
  ParameterError error = parse_error(machine.parameters, name, share, place);
  if (machine.parameters.find(name)->value != 0.0) return error;
  throw InputError(place, "parameter '" + name + "' is 0, of which any share is 0",
                   "expected another");
}

const ErrorCase& find_case(const Machine& machine, const std::string& name) {
  std::vector<std::string> names;
  if (machine.feedback) {
    for (const ErrorCase& one : machine.feedback->cases) {
      if (one.name == name) return one;
      names.push_back(one.name);
    }
  }
  throw InputError(option_place("--error", name), "no errors of that name in the file",
                   names.empty() ? "expected PARAMETER=SHARE" : suggest_name(name, names));
}

// Each a parameter with its share, or one of the file's cases.
std::vector<ParameterError> read_errors(const Machine& machine,
                                        const std::vector<std::string>& texts) {
  std::vector<ParameterError> errors;
  for (const std::string& text : texts) {
    if (text.find('=') != std::string::npos) {
      errors.push_back(read_error(machine, text));
      continue;
    }
    const ErrorCase& one = find_case(machine, text);
    errors.insert(errors.end(), one.errors.begin(), one.errors.end());
  }
  refuse_twice(errors);
  return errors;
}

Machine load_real_machine(const Machine& machine, const CommonOptions& common,
                          const std::vector<ParameterError>& errors) {
  Machine real =
      load_machine(common.machine, parse_settings(common.settings), common.load_case, errors);
  if (has_structure_of(real, machine)) return real;
  throw InputError(option_place("--error"), "errors that change the number of bodies or drives",
                   "expected errors of lengths, masses, forces and the like");
}

// Nothing is planned there.
void refuse_time_behind_plan(const PlannedForces& planned, const ReplayOptions& options,
                             const std::string& time) {
  if (options.simulation.duration <= planned.duration()) return;
  const std::string wrong =
      fmt::format("'{}' is longer than the plan, {:.6g} s", time, planned.duration());
  if (!planned.ends_at_rest()) {
    throw InputError(option_place("--time"), wrong + ", whose end is not at rest", "expected less");
  }
  if (options.feedback) return;
  throw InputError(option_place("--time"), wrong,
                   "expected less, or a feedback to hold the machine");
}

void read_band(const SimulateArguments& arguments, ReplayOptions& options) {
  if (arguments.band.empty()) return;
  options.band = parse_quantity(arguments.band, dimension::length, "--band");
}

// Always from its start to its end, by machines that are as planned.
MachineSimulation replay_cycle(const Machine& machine, const StoredPlan& stored,
                               const SimulateArguments& arguments) {
  if (!arguments.errors.empty()) {
    throw InputError(option_place("--error"), "a cycle with errors of parameters",
                     "expected the plan of a path");
  }
  if (!arguments.time.empty()) {
    throw InputError(option_place("--time"), "a time for a cycle",
                     "expected none: a cycle is simulated as long as it takes");
  }
  const Cycle& cycle = find_cycle(machine, stored.path);
  ReplayOptions options{.simulation = arguments.options,
                        .feedback = find_feedback(machine, arguments)};
  options.simulation.duration = Trajectory(stored.plan, stored.stops).duration();
  read_band(arguments, options);
  return inside::replay_cycle(machine, cycle, stored, options);
}

// A plan knows the load case that it is of: it need not be said again, and no other will do.
void take_load_case(const StoredPlan& stored, CommonOptions& common) {
  const std::string asked = common.load_case;
  common.load_case = stored.load_case;
  if (asked.empty() || asked == stored.load_case) return;
  const std::string made = stored.load_case.empty() ? "without a load case"
                                                    : "under load case '" + stored.load_case + "'";
  throw InputError(option_place("--load", asked), "another load than that of a plan made " + made,
                   stored.load_case.empty() ? "expected no --load"
                                            : "expected '" + stored.load_case + "', or no --load");
}

MachineSimulation replay(Machine machine, const StoredPlan& stored,
                         const SimulateArguments& arguments) {
  set_preload(stored.rule, whole_place(arguments.plan), machine);
  if (stored.is_cycle) return replay_cycle(machine, stored, arguments);
  const Path path = close_as_planned(machine, find_path(machine, stored.path), stored,
                                     whole_place(arguments.plan));
  const std::string fingerprint = make_fingerprint(machine, path);
  if (stored.fingerprint != fingerprint) {
    throw InputError(whole_place(arguments.plan),
                     "the plan of another machine, of other settings, or of another path",
                     fmt::format("expected one of path '{}' of {} as it is now ({}, not {})",
                                 path.name, machine.file, fingerprint,
                                 stored.fingerprint.empty() ? "unknown" : stored.fingerprint));
  }
  PlannedForces planned(machine, path, stored);
  ReplayOptions options{.simulation = arguments.options,
                        .feedback = find_feedback(machine, arguments),
                        .real = nullptr,
                        .errors = read_errors(machine, arguments.errors)};
  if (arguments.time.empty()) options.simulation.duration = planned.duration();
  refuse_time_behind_plan(planned, options, arguments.time);
  read_band(arguments, options);
  std::optional<Machine> real;
  if (!options.errors.empty()) {
    real = load_real_machine(machine, arguments.common, options.errors);
    options.real = &*real;
  }
  return replay_plan(machine, path, planned, options);
}

MachineSimulation run_freely(const Machine& machine, const SimulateArguments& arguments) {
  refuse_loads_over_p(machine);
  const std::vector<DriveForce> forces = read_forces(machine, arguments.forces);
  const SimulationStart start{arguments.path, read_held(machine, arguments.held),
                              read_rates(machine, arguments.rates)};
  return simulate_machine(machine, start, forces, arguments.options);
}

std::string describe_status(const SimulationResult& result) {
  if (result.status == SimulationStatus::done) return "done";
  return in_yellow(fmt::format("{}: {}", to_string(result.status), result.reason));
}

void print_tracking(const Machine& machine, const MachineSimulation& simulation) {
  const auto tell_length = [&](double length) { return tell(machine.units, length, "m"); };
  const auto tell_time = [&](double time) { return tell(machine.units, time, "s"); };
  if (const auto& feedback = simulation.feedback) {
    const std::string sampled =
        feedback->period > 0.0 ? fmt::format(", every {}, {} late", tell_time(feedback->period),
                                             tell_time(feedback->delay))
                               : std::string();
    fmt::print("feedback of {:g} rad/s, damping {:g}{}\n", feedback->bandwidth, feedback->damping,
               sampled);
  }
  for (const ParameterError& error : simulation.errors) {
    fmt::print("{} off by {:g} %\n", error.name, 100.0 * error.share);
  }
  fmt::print("the tool was within {} of its plan, and turned from it by at most {}\n",
             tell_length(simulation.tracking_error),
             tell(machine.units, simulation.orientation_error, "rad"));
  if (simulation.tracking_error <= simulation.band) return;
  fmt::print("it was farther than {} from it for up to {}, {}\n", tell_length(simulation.band),
             tell_time(simulation.longest_off_path),
             simulation.back_on_path ? "and on it from t = " + tell_time(*simulation.back_on_path)
                                     : "also at the end");
}

void print_simulation(const Machine& machine, const MachineSimulation& simulation, double seconds) {
  const SimulationResult& result = simulation.result;
  std::string what =
      simulation.path.empty() ? std::string() : fmt::format(", plan of {}", simulation.path);
  if (!machine.load_case.empty()) what += ", load case " + machine.load_case;
  fmt::print("{} {}\n", in_bold(fmt::format("{}{}:", simulation.machine, what)),
             describe_status(result));
  fmt::print("{} simulated in {:.3g} s: {} steps, {} right sides, {} restarts\n",
             tell(machine.units, result.time, "s"), seconds, result.count.steps,
             result.count.right_sides, result.restarts);
  const std::string accuracy = fmt::format(
      "constraints drifted by at most {:.2g}; energy by {:.2g} of the largest kinetic one",
      result.max_drift, result.energy_error / std::max(result.max_kinetic, round_off::kLeastSize));
  fmt::print("{}\n", simulation.is_bounded() ? accuracy : in_yellow(accuracy));
  if (simulation.step_tolerance < simulation.options.tolerance) {
    fmt::print("steps had to be accurate to {:.2g} for that: {} runs, {} right sides in all\n",
               simulation.step_tolerance, simulation.runs, simulation.right_sides);
  }
  if (simulation.is_tracked()) print_tracking(machine, simulation);
  for (const DriveId k : simulation.drives.ids()) {
    const double share = simulation.saturated_shares[k];
    if (share > 0.0) {
      fmt::print("{}\n",
                 in_yellow(fmt::format("{} was asked for more than it can {:.3g} % of the time",
                                       simulation.drives[k], 100.0 * share)));
    }
  }
  if (const auto& springs = simulation.options.loop_springs) {
    fmt::print("loops closed by springs of {:g} N/m, damping ratio {:g}\n", springs->stiffness,
               springs->damping_ratio);
  }
  if (!result.dependent.empty()) {
    fmt::print("constraints that depend on others: {}\n", fmt::join(result.dependent, ", "));
  }
}

void write_results(const Machine& machine, const MachineSimulation& simulation,
                   const SimulateArguments& arguments) {
  const std::filesystem::path folder = arguments.common.out;
  const Origin origin = keep_origin(make_origin(machine), machine, arguments.common);
  write_file((folder / "simulation.json").string(), to_json(simulation, origin));
  write_file((folder / "simulation.csv").string(), to_csv(simulation));
  write_hdf5(simulation, origin, (folder / "simulation.h5").string());
  finish_results(arguments.common,
                 fmt::format("results: {0}/simulation.json {0}/simulation.csv {0}/simulation.h5\n",
                             folder.string()),
                 [&] {
                   return arguments.no_pictures
                              ? std::vector<std::string>()
                              : report::draw_simulation(machine, simulation, folder.string());
                 });
}

// Springs instead of the joints that close loops, or none.
std::optional<LoopSprings> read_loop_springs(const SimulateArguments& arguments) {
  if (arguments.loop_springs.empty()) return std::nullopt;
  const Formulation* formulation = find_formulation(arguments.formulation);
  if (formulation != nullptr && !formulation->has_tree) {
    throw InputError(option_place("--formulation", arguments.formulation),
                     "no joints that are closed by themselves, so that springs would close all",
                     "expected denoc or recursive with --loop-springs");
  }
  LoopSprings springs;
  springs.stiffness =
      parse_quantity(arguments.loop_springs, dimension::stiffness, "--loop-springs");
  if (!arguments.spring_damping.empty()) {
    springs.damping_ratio =
        parse_quantity(arguments.spring_damping, dimension::number, "--spring-damping");
  }
  if (springs.stiffness > 0.0 && springs.damping_ratio >= 0.0) return springs;
  throw InputError(option_place("--loop-springs"),
                   "'" + arguments.loop_springs + "', damping '" + arguments.spring_damping + "'",
                   "expected a stiffness > 0 and a damping ratio >= 0");
}

// "off": never.
double read_projection(const std::string& text) {
  if (text.empty()) return 0.0;
  if (text == "off") return kInfinity;
  const double tolerance = parse_quantity(text, dimension::number, "--projection");
  if (tolerance >= 0.0) return tolerance;
  throw InputError(option_place("--projection"), "'" + text + "'",
                   "expected a number >= 0, or off");
}

Stabilisation read_stabilisation(const SimulateArguments& arguments) {
  const auto read = [](const std::string& text, const char* option) {
    if (text.empty()) return 0.0;
    const double rate = parse_quantity(text, dimension::rotary_speed, option);
    if (rate >= 0.0) return rate;
    throw InputError(option_place(option), "'" + text + "'", "expected a rate >= 0");
  };
  return {read(arguments.alpha, "--baumgarte-alpha"), read(arguments.beta, "--baumgarte-beta")};
}

void run_simulate(SimulateArguments arguments, const CommonOptions& common) {
  using Clock = std::chrono::steady_clock;
  arguments.common = common;
  SimulationOptions& options = arguments.options;
  options.formulation = find_formulation(arguments.formulation);
  for (const IntegrationMethod method : {IntegrationMethod::adams, IntegrationMethod::bdf}) {
    if (arguments.integrator == to_string(method)) options.method = method;
  }
  options.loop_springs = read_loop_springs(arguments);
  options.projection_tolerance = read_projection(arguments.projection);
  options.stabilisation = read_stabilisation(arguments);
  if (!arguments.time.empty()) {
    options.duration = parse_quantity(arguments.time, dimension::time, "--time");
    if (!(options.duration > 0.0)) {
      throw InputError(option_place("--time"), "'" + arguments.time + "'", "expected > 0");
    }
  }
  std::optional<StoredPlan> stored;
  if (!arguments.plan.empty()) {
    stored = read_plan(arguments.plan);
    take_load_case(*stored, arguments.common);
  }
  const Machine machine = load_machine_of(arguments.common);
  make_output_folder(arguments.common);
  Progress progress("simulating", !common.quiet && !common.json);
  const auto begin = Clock::now();
  options.is_cancelled = [cancel = catch_interrupt()] { return cancel->load(); };
  options.progress = [&](double t) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const double share = t / options.duration;
    progress.show({.done = static_cast<std::size_t>(1000.0 * share),
                   .total = 1000,
                   .elapsed = seconds,
                   .remaining = share > 0.0 ? seconds * (1.0 - share) / share : 0.0});
  };
  const MachineSimulation simulation =
      stored ? replay(machine, *stored, arguments) : run_freely(machine, arguments);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  progress.clear();
  if (common.json) {
    fmt::print("{}", to_json(simulation, make_origin(machine)));
  } else if (!common.quiet) {
    print_simulation(machine, simulation, seconds);
  }
  if (!common.out.empty()) write_results(machine, simulation, arguments);
}

}  // namespace

void add_simulate_command(CLI::App& app) {
  auto arguments = std::make_shared<SimulateArguments>();
  CLI::App* command =
      app.add_subcommand("simulate", "A machine's motion in time, under planned or given forces");
  add_common_options(*command, arguments->common);
  SimulationOptions& options = arguments->options;
  auto* plan = command
                   ->add_option("--plan", arguments->plan,
                                "Drive the machine by the forces of this plan.json, from its start")
                   ->type_name("FILE");
  command
      ->add_option("--force", arguments->forces,
                   "Force or torque of a drive as a function of the time t, e.g. "
                   "\"M=0.01 N m*exp(-t/1 s)\" (repeatable; others exert none)")
      ->type_name("DRIVE=EXPR")
      ->allow_extra_args(false)
      ->excludes(plan);
  command
      ->add_option("--rate", arguments->rates,
                   "Speed of a drive at the start, e.g. \"M=2 rad/s\" (repeatable; where that "
                   "leaves freedom, the motion has the least kinetic energy)")
      ->type_name("DRIVE=SPEED")
      ->allow_extra_args(false)
      ->excludes(plan);
  auto* path = command
                   ->add_option("--path", arguments->path,
                                "Start where this path does (default: at the file's guesses)")
                   ->type_name("NAME")
                   ->excludes(plan);
  command
      ->add_option("--at", arguments->held,
                   "Start with a joint's coordinate here, e.g. \"O=80 deg\" or \"U.angle_a=0.3 "
                   "rad\" (repeatable; the others move from the file's guesses as they must)")
      ->type_name("JOINT=VALUE")
      ->allow_extra_args(false)
      ->excludes(plan)
      ->excludes(path);
  command
      ->add_option("--time", arguments->time,
                   "How long (default: 1 s, or the plan's time, behind which only a feedback holds "
                   "the machine)")
      ->type_name("T");
  command
      ->add_flag("--feedback", arguments->feedback,
                 "Keep the machine on its plan, by computed torque with 'feedback' of the file")
      ->needs(plan);
  const auto add_text = [&](const char* name, std::string& text, const char* help,
                            const char* type) {
    command->add_option(name, text, help)->type_name(type)->needs(plan);
  };
  add_text("--bandwidth", arguments->bandwidth,
           "Feedback in which errors vanish with this natural frequency, e.g. \"60 rad/s\"", "W");
  add_text("--damping", arguments->damping, "Its damping ratio (default: 1)", "ZETA");
  add_text("--period", arguments->period,
           "It measures this often, e.g. \"1 ms\" (default: all the time)", "T");
  add_text("--delay", arguments->delay, "From measuring to acting, e.g. \"0.5 ms\" (default: 0)",
           "T");
  add_text("--band", arguments->band,
           "Distance from its plan within which the tool counts as on its path (default: 0.1 mm)",
           "LENGTH");
  command
      ->add_option("--error", arguments->errors,
                   "The machine that moves is off in a parameter, e.g. mass=5%; or as one of "
                   "'feedback: errors' of the file (repeatable)")
      ->type_name("PARAMETER=SHARE")
      ->allow_extra_args(false)
      ->needs(plan);
  add_formulation_option(*command, arguments->formulation);
  auto* springs =
      command
          ->add_option("--loop-springs", arguments->loop_springs,
                       "Close loops by springs of this stiffness instead of constraints, e.g. "
                       "\"1e6 N/m\": what moves is off by 1/K; with denoc or recursive")
          ->type_name("K");
  command
      ->add_option("--spring-damping", arguments->spring_damping,
                   "Damping ratio of these springs (default: 1)")
      ->type_name("ZETA")
      ->needs(springs);
  command
      ->add_option("--projection", arguments->projection,
                   "Project onto the constraints after steps that leave them by more than this, in "
                   "rad or kinematic lengths; off: never (default: 0)")
      ->type_name("DRIFT");
  command
      ->add_option("--baumgarte-alpha", arguments->alpha,
                   "Draw violated constraints c back by c'' + 2 A c' + B^2 c = 0, e.g. \"20/s\" "
                   "(default: 0)")
      ->type_name("A");
  command->add_option("--baumgarte-beta", arguments->beta, "Likewise (default: 0)")->type_name("B");
  command
      ->add_option("--integrator", arguments->integrator,
                   "runge-kutta: explicit; adams: for smooth motions; bdf: for stiff machines")
      ->capture_default_str()
      ->check(CLI::IsMember({"runge-kutta", "adams", "bdf"}));
  command
      ->add_option("--tolerance", options.tolerance,
                   "Most that the energy balance may lack, as a share of the largest kinetic "
                   "energy; and error of each step, relative")
      ->capture_default_str()
      ->check(CLI::Range(1e-12, 1e-2));
  command->add_option("--samples", options.samples, "Samples at equal distances in time")
      ->capture_default_str()
      ->check(CLI::Range(2, 1000000));
  command->add_flag("--reactions", options.reactions, "Also give the reactions in all joints");
  command
      ->add_option("--work", options.work,
                   "Right sides after which the simulation ends where it is")
      ->capture_default_str()
      ->check(CLI::Range(1L, 1'000'000'000'000L));
  command->add_flag("--no-pictures", arguments->no_pictures, "Write numbers only");
  command->footer(
      R"(With --out DIR: DIR/simulation.json, DIR/simulation.csv, DIR/simulation.h5 and pictures of motion, drift and
energy (SVG, PNG).

A simulation ends early, with exit code 0 and the reason, at a singular pose, at an end of a joint's travel,
and where the integrator cannot go on.

Examples:
  globaldyn plan machines/sliding_star/sliding_star.yaml --path circle_a --out star
  globaldyn simulate machines/sliding_star/sliding_star.yaml --plan star/plan.json --tolerance 1e-9
  globaldyn simulate machines/sliding_star/sliding_star.yaml --plan star/plan.json --bandwidth "60 rad/s" --error platform_mass=5%
  globaldyn simulate machines/slider_crank/slider_crank.yaml --force "M=1 N m" --time "2 s" --out run)");
  command->callback([arguments] {
    run_load_cases(arguments->common,
                   [&](const auto& common) { run_simulate(*arguments, common); });
  });
}

}  // namespace globaldyn::inside::app
