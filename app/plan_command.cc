// `globaldyn plan`: the fastest motion of a machine along one of its paths.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>

#include "app/colour.h"
#include "app/commands.h"
#include "app/table.h"
#include "core/base/memory_size.h"
#include "core/base/write_file.h"
#include "core/description/read_joints.h"
#include "core/formulations/registry/formulations.h"
#include "globaldyn/evaluation/joint_limits.h"
#include "globaldyn/record/motor_use.h"
#include "globaldyn/record/write_plan.h"
#include "globaldyn/region/limit_names.h"
#include "report/pictures.h"

namespace globaldyn::inside::app {
namespace {

struct PlanArguments {
  CommonOptions common;
  std::string path;
  PlannedMotionOptions motion;
  std::string start;
  std::string end;
  std::string reserve;
  std::string rise_time;
  std::string memory;
  std::string forces{"minimum"};
  std::string formulation{"auto"};
  std::vector<double> preload;
  bool no_pictures{false};
};

EndSpeed parse_speed(const std::string& text, const std::string& option) {
  if (text.empty()) return {};
  if (text == "free") return {EndSpeed::Kind::free, 0.0};
  constexpr const char* kD1 = "d1=";
  const bool is_d1 = text.rfind(kD1, 0) == 0;
  const EndSpeed speed{is_d1 ? EndSpeed::Kind::d1 : EndSpeed::Kind::tool,
                       parse_quantity(is_d1 ? text.substr(3) : text,
                                      is_d1 ? dimension::rotary_speed : dimension::speed, option)};
  if (!(speed.value >= 0.0))
    throw InputError(option_place(option), "'" + text + "'", "expected >= 0");
  return speed;
}

void read_forces(const Machine& machine, PlanArguments& arguments) {
  PlannedMotionOptions& motion = arguments.motion;
  for (const ForceChoice choice :
       {ForceChoice::minimum, ForceChoice::preload, ForceChoice::smooth}) {
    if (arguments.forces == to_string(choice)) motion.choice = choice;
  }
  const std::size_t m = machine.mechanism.drives.size();
  if (motion.choice == ForceChoice::preload && arguments.preload.size() != m) {
    throw InputError(option_place("--preload"), fmt::format("{} forces", arguments.preload.size()),
                     fmt::format("expected {}, one a drive", m));
  }
  motion.preload = Eigen::Map<const VectorXd>(arguments.preload.data(),
                                              static_cast<Eigen::Index>(arguments.preload.size()));
}

void print_stretches(const ShownUnits& units, const PathPlan& plan) {
  constexpr std::size_t kShown = 12;
  const ShownUnit second = units.unit_for("s");
  fmt::print("{}\n", in_bold("limits that hold it back:"));
  for (std::size_t i = 0; i < std::min(kShown, plan.stretches.size()); ++i) {
    const Stretch& stretch = plan.stretches[i];
    const auto [begin, end] = stretch.find_times(plan.trajectory);
    fmt::print("  t = {:8.5f} … {:8.5f} {} {:5.1f} %   p = {:7.5g} … {:7.5g}   {}\n",
               begin / second.size, end / second.size, second.name,
               100.0 * (end - begin) / plan.trajectory.duration(), plan.plan.p[stretch.begin],
               plan.plan.p[stretch.end],
               stretch.is_stop()        ? "at rest"
               : stretch.active.empty() ? "none"
                                        : list_names(stretch.active));
  }
  if (plan.stretches.size() > kShown) {
    fmt::print("  … and {} more\n", plan.stretches.size() - kShown);
  }
}

// Of the drives whose motor's rated force the file gives.
void print_thermal_shares(const Machine& machine, const PlannedMotion& motion) {
  std::string text;
  for (const DriveId k : motion.drives.ids()) {
    const double rated = machine.mechanism.drives[k].limit.rated;
    if (!std::isfinite(rated)) continue;
    text += fmt::format("{} {} {:.3g} %", text.empty() ? "" : ",", motion.drives[k],
                        100.0 * motion.use.rms_force(row_of(k)) / rated);
  }
  if (!text.empty()) fmt::print("rms force of the rated one:{}\n", text);
}

// Errors of forces go with the root of that of the time: 2 % of an rms for a thousandth of the
// time.
void print_accuracy(const PathPlan& plan) {
  constexpr double kTells = 1e-5;  // some tenths of a percent
  if (plan.options.tolerance <= kTells) return;
  fmt::print(
      "(of this motion, within {:.1g} of the least time; the fastest may need some percent more "
      "force and power: a smaller --tolerance comes nearer to it)\n",
      plan.options.tolerance);
}

// A row for each drive; the units are those of its kind, so they stand next to the numbers.
void print_drives(const Machine& machine, const PlannedMotion& motion) {
  std::vector<std::vector<std::string>> rows{
      {"drive", "peak force", "", "rms force", "", "peak speed", "", "peak power", ""}};
  for (const DriveId k : motion.drives.ids()) {
    const Eigen::Index at = row_of(k);
    const bool turns = machine.mechanism.drives[k].rotational;
    rows.push_back({motion.drives[k]});
    const auto add = [&](double value, const char* si_unit) {
      rows.back().push_back(tell_number(machine.units, value, si_unit));
      rows.back().push_back(machine.units.unit_for(si_unit).name);
    };
    add(motion.use.peak_force(at), turns ? "N m" : "N");
    add(motion.use.rms_force(at), turns ? "N m" : "N");
    add(motion.use.peak_speed(at), turns ? "rad/s" : "m/s");
    add(motion.use.peak_power(at), "W");
  }
  print_table(rows, "lrlrlrlrl");
  print_accuracy(motion.plan);
  print_thermal_shares(machine, motion);
  fmt::print("energy delivered {}, taken back {}\n", tell(machine.units, motion.use.energy, "J"),
             tell(machine.units, motion.use.braking_energy, "J"));
}

// What a limit is in; empty if that is not known.
std::string find_limit_unit(const Machine& machine, const ActiveLimit& limit) {
  for (const Drive& drive : machine.mechanism.drives) {
    if (drive.name != limit.name || limit.limit == "reaction") continue;
    if (limit.limit == "speed") return drive.rotational ? "rad/s" : "m/s";
    if (limit.limit == "acceleration") return drive.rotational ? "rad/s^2" : "m/s^2";
    return drive.rotational ? "N m" : "N";
  }
  for (const ReactionLimit& reaction : machine.reactions) {
    if (reaction.name == limit.name) return reaction.component.is_moment ? "N m" : "N";
  }
  for (const JointAcceleration& one : list_joint_accelerations(machine.mechanism)) {
    if (limit.limit != "acceleration" || name_of(machine.mechanism, one.coordinate) != limit.name) {
      continue;
    }
    return is_rotational(machine.mechanism, one.coordinate) ? "rad/s^2" : "m/s^2";
  }
  if (limit.name != "tool") return "";
  if (limit.limit == "acceleration") return "m/s^2";
  return limit.limit == "speed" ? "m/s" : "";
}

void print_obstacle(const Machine& machine, const Obstacle& obstacle) {
  for (const MissingLimit& missing : obstacle.limits) {
    const Shown shown =
        machine.units.show(missing.missing, find_limit_unit(machine, missing.limit));
    fmt::print("  {} {}: {}{} more{}\n", missing.limit.name, missing.limit.limit,
               print_missing(shown.value), shown.unit.empty() ? "" : " " + shown.unit,
               missing.alone ? " alone would do" : ", with the others, would do");
  }
}

void print_time(const ShownUnits& units, const PathPlan& plan) {
  const ShownUnit unit = units.unit_for("s");
  fmt::print("time {:.11g} {}; the least possible is between {:.11g} and {:.11g} {} (estimated)\n",
             plan.time() / unit.size, unit.name, plan.time_lower() / unit.size,
             plan.time() / unit.size, unit.name);
  if (plan.dwell > 0.0) fmt::print("of it at stops {}\n", tell(units, plan.dwell, "s"));
}

void print_smoothing(const ShownUnits& units, const PlannedMotion& motion) {
  if (!motion.smoothing) return;
  const Smoothing& smoothing = *motion.smoothing;
  fmt::print(
      "smoothed to a rise time of {}: {}, {} more; averaged over {} of a plan with {:.3g} % in "
      "reserve\n",
      tell(units, smoothing.fastest_rise, "s"), tell(units, smoothing.duration, "s"),
      tell(units, smoothing.duration - motion.plan.time(), "s"), tell(units, smoothing.window, "s"),
      100.0 * smoothing.reserve);
}

// Whether limits are kept is told in any case; what is beyond rounding stands out.
void print_violation(const PlannedMotion& motion) {
  constexpr double kRoundOff = 1e-6;  // as the status judges
  const std::string text = fmt::format("limits exceeded by at most {:.2g} of themselves; {} nodes",
                                       motion.max_violation, motion.plan.plan.p.size());
  fmt::print("{}\n", motion.max_violation > kRoundOff ? in_yellow(text) : text);
}

void print_summary(const Machine& machine, const PlannedMotion& motion) {
  const PathPlan& plan = motion.plan;
  const std::string load =
      machine.load_case.empty() ? "" : fmt::format(", load case {}", machine.load_case);
  fmt::print("{} {}\n", in_bold(fmt::format("{}, path {}{}:", plan.machine, plan.path, load)),
             plan.has_motion() ? to_string(plan.status()) : in_red(to_string(plan.status())));
  for (const std::string& note : plan.notes) fmt::print("{}\n", in_yellow("note: " + note));
  if (!plan.has_motion()) {
    fmt::print("{}\n", plan.reason);
    if (plan.plan.obstacle) print_obstacle(machine, *plan.plan.obstacle);
    return;
  }
  if (!plan.reason.empty()) fmt::print("{}\n", in_yellow(plan.reason));
  print_time(machine.units, plan);
  print_violation(motion);
  print_smoothing(machine.units, motion);
  print_stretches(machine.units, plan);
  print_drives(machine, motion);
}

void write_results(const Machine& machine, const PlannedMotion& motion,
                   const PlanArguments& arguments) {
  const std::filesystem::path folder = arguments.common.out;
  const Origin origin = keep_origin(make_origin(machine), machine, arguments.common);
  write_file((folder / "plan.json").string(), to_json(motion, origin));
  write_file((folder / "plan.csv").string(), to_csv(motion, origin));
  write_hdf5(motion, origin, (folder / "plan.h5").string());
  const IdVector<DriveId, MotorUse> uses = find_motor_use(machine, motion);
  std::string drives;
  if (motion.plan.has_motion()) {
    write_file((folder / "drives.csv").string(), to_csv(uses, machine.load_case));
    drives = fmt::format(" {}/drives.csv", folder.string());
  }
  finish_results(
      arguments.common,
      fmt::format("results: {0}/plan.json {0}/plan.csv {0}/plan.h5{1}\n", folder.string(), drives),
      [&] {
        return arguments.no_pictures || motion.plan.accessible.empty()
                   ? std::vector<std::string>()
                   : report::draw_plan(machine, motion, uses, folder.string());
      });
}

void run_plan(PlanArguments arguments, const CommonOptions& common) {
  arguments.common = common;
  PlannedMotionOptions& options = arguments.motion;
  options.threads = arguments.common.threads;
  options.plan.start = parse_speed(arguments.start, "--start-speed");
  options.plan.end = parse_speed(arguments.end, "--end-speed");
  options.plan.reserve = parse_reserve(arguments.reserve);
  options.plan.method.formulation = find_formulation(arguments.formulation);
  if (!arguments.memory.empty()) {
    options.plan.memory = read_memory_size(arguments.memory, [&](const std::string& expected) {
      throw InputError(option_place("--memory"), "'" + arguments.memory + "'", expected);
    });
  }
  if (!arguments.rise_time.empty()) {
    options.rise_time = parse_quantity(arguments.rise_time, dimension::time, "--rise-time");
    if (!(options.rise_time > 0.0)) {
      throw InputError(option_place("--rise-time"), "'" + arguments.rise_time + "'",
                       "expected > 0");
    }
  }
  const Machine machine = load_machine_of(arguments.common);
  if (machine.paths.empty()) {
    throw InputError(whole_place(machine.file), "no paths in the file", "expected 'paths'");
  }
  if (arguments.path.empty() && machine.paths.size() > 1) {
    std::vector<std::string> names;
    for (const Path& path : machine.paths) names.push_back(path.name);
    throw InputError(whole_place(machine.file), "several paths in the file",
                     fmt::format("expected --path with one of {}", fmt::join(names, ", ")));
  }
  const Path& path =
      arguments.path.empty() ? machine.paths.front() : find_path(machine, arguments.path);
  read_forces(machine, arguments);
  make_output_folder(arguments.common);
  const PlannedMotion motion = plan_motion(machine, path, options);
  if (arguments.common.json) {
    fmt::print("{}", to_json(motion, make_origin(machine)));
  } else if (!arguments.common.quiet) {
    print_summary(machine, motion);
  }
  if (!arguments.common.out.empty()) write_results(machine, motion, arguments);
}

}  // namespace

void add_plan_command(CLI::App& app) {
  auto arguments = std::make_shared<PlanArguments>();
  CLI::App* command = app.add_subcommand("plan", "The fastest motion along a path within limits");
  add_common_options(*command, arguments->common);
  PlannedMotionOptions& motion = arguments->motion;
  command->add_option("--path", arguments->path, "Which path (needed if there are several)")
      ->type_name("NAME");
  command
      ->add_option("--tolerance", motion.plan.tolerance,
                   "How near the time's bounds shall be, relative")
      ->capture_default_str()
      ->check(CLI::Range(1e-10, 0.5));
  command
      ->add_option("--start-speed", arguments->start,
                   "Speed of the tool at the start, e.g. \"0.2 m/s\"; or d1=VALUE; or free")
      ->type_name("V");
  command->add_option("--end-speed", arguments->end, "Likewise at the end (both default to rest)")
      ->type_name("V");
  auto* closed =
      command->add_flag("--closed", motion.plan.closed,
                        "Round and round: the same speed at both ends, the best there is");
  closed->excludes("--start-speed")->excludes("--end-speed");
  command
      ->add_option("--reserve", arguments->reserve, "Share of every limit to keep free, e.g. 10%")
      ->type_name("SHARE");
  command
      ->add_option("--forces", arguments->forces,
                   "Which of the forces that give the same motion, if there are more drives than "
                   "degrees of freedom: of least norm, nearest to a preload, changing least")
      ->capture_default_str()
      ->check(CLI::IsMember({"minimum", "preload", "smooth"}));
  command->add_option("--preload", arguments->preload, "The forces to stay near to, N or N m")
      ->delimiter(',')
      ->type_name("N1,N2,…")
      ->allow_extra_args(false);
  command
      ->add_option("--rise-time", arguments->rise_time,
                   "Smooth the motion: no drive's force changes faster than its whole range in "
                   "this time, e.g. \"5 ms\"")
      ->type_name("T");
  auto* rate = command->add_option("--rate", motion.rate, "Samples per second (Hz)")
                   ->check(CLI::PositiveNumber)
                   ->type_name("HZ");
  command->add_option("--samples", motion.samples, "Samples at equal distances in time instead")
      ->capture_default_str()
      ->check(CLI::Range(2, 10000000))
      ->excludes(rate);
  command
      ->add_option("--work", motion.plan.work,
                   "Work after which to give up with the bounds there are, in sides of limits "
                   "looked at, some 100 ns each; a pose of the machine counts as 50 (default: by "
                   "the length of the path)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1000}, std::size_t{1'000'000'000'000}));
  command
      ->add_option("--memory", arguments->memory,
                   "What the planner may hold before it gives up, e.g. 1GB (default 200 MB)")
      ->type_name("SIZE");
  add_formulation_option(*command, arguments->formulation);
  command->add_flag("--reactions", motion.reactions, "Also give the reactions in all joints");
  command->add_flag("--no-pictures", arguments->no_pictures, "Write numbers only");
  command->footer(
      R"(With --out DIR: DIR/plan.json, DIR/plan.csv, DIR/plan.h5, DIR/drives.csv and pictures (SVG, PNG).

Examples:
  globaldyn plan machines/sliding_star/sliding_star.yaml --path circle_a --out star
  globaldyn plan MACHINE --path line --start-speed "0.2 m/s" --reserve 10% --rate 1000 --out run
  globaldyn plan MACHINE --path loop --closed --json | jq .time)");
  command->callback([arguments] {
    run_load_cases(arguments->common, [&](const auto& common) { run_plan(*arguments, common); });
  });
}

}  // namespace globaldyn::inside::app
