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
#include "globaldyn/choice/choose_cycle.h"
#include "globaldyn/choice/choose_fastest.h"
#include "globaldyn/cycle/cycle_losses.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/evaluation/joint_limits.h"
#include "globaldyn/free_run/run_freely.h"
#include "globaldyn/machine/read_preload_table.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/record/controller_table.h"
#include "globaldyn/record/feed_table.h"
#include "globaldyn/record/loss_curve.h"
#include "globaldyn/record/motor_use.h"
#include "globaldyn/record/rest_places.h"
#include "globaldyn/record/rms_digits.h"
#include "globaldyn/record/write_plan.h"
#include "globaldyn/region/limit_names.h"
#include "report/pictures.h"

namespace globaldyn::inside::app {
namespace {

struct PlanArguments {
  CommonOptions common;
  std::string path;
  std::string cycle;
  PlannedMotionOptions motion;
  std::string start;
  std::string end;
  std::string reserve;
  std::string rise_time;
  std::string memory;
  std::string forces{"minimum"};
  std::string formulation{"auto"};
  std::vector<std::string> preload;
  bool no_pictures{false};
  std::string controller;
  ControllerFormat format;
  bool stretch{false};
  std::string feed_rates;
  std::string within;
  std::string least;
  std::string time;
  std::string time_worth;
  std::string variation_worth;
  int trade_off{0};
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

std::vector<double> read_preload_forces(const std::vector<std::string>& texts) {
  std::vector<double> forces;
  for (const std::string& text : texts) {
    forces.push_back(parse_quantity(text, dimension::number, "--preload"));
  }
  return forces;
}

VectorXd to_vector(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

// Over the p of one path.
void read_preload_file(const std::string& file, Machine& machine, const PlanArguments& arguments) {
  if (!arguments.cycle.empty()) {
    throw InputError(option_place("--preload", file), "a table over p for a cycle",
                     "expected a path: a cycle has several");
  }
  PreloadRule rule{PreloadRule::Kind::table, {}, read_preload_table(file, machine)};
  set_preload(rule, option_place("--preload", file), machine);
}

// A word or a table is a rule for all the time, before limits are looked at; numbers alone are what
// forces are to stay near to.
void read_preload(Machine& machine, PlanArguments& arguments) {
  std::vector<std::string> texts = arguments.preload;
  PreloadRule rule;
  if (texts.size() == 1 && texts.front().ends_with(".csv")) {
    read_preload_file(texts.front(), machine, arguments);
    return;
  }
  for (const auto kind :
       {PreloadRule::Kind::free, PreloadRule::Kind::least_norm, PreloadRule::Kind::constant}) {
    if (texts.empty() || texts.front() != to_string(kind)) continue;
    rule.kind = kind;
    texts.erase(texts.begin());
    rule.forces = to_vector(read_preload_forces(texts));
    if (kind != PreloadRule::Kind::constant && !texts.empty()) {
      throw InputError(option_place("--preload"), "forces behind '" + arguments.preload[0] + "'",
                       "expected none: they are for 'constant'");
    }
    set_preload(rule, option_place("--preload"), machine);
    return;
  }
  arguments.motion.preload = to_vector(read_preload_forces(texts));
}

void read_forces(Machine& machine, PlanArguments& arguments) {
  PlannedMotionOptions& motion = arguments.motion;
  for (const ForceChoice choice :
       {ForceChoice::minimum, ForceChoice::preload, ForceChoice::smooth}) {
    if (arguments.forces == to_string(choice)) motion.choice = choice;
  }
  read_preload(machine, arguments);
  const std::size_t m = machine.mechanism.drives.size();
  const auto given = static_cast<std::size_t>(motion.preload.size());
  if (motion.choice != ForceChoice::preload && given > 0) {
    throw InputError(option_place("--preload"), "forces to stay near to, which nothing asks for",
                     "expected '--forces preload' as well, or a rule: constant,N1,N2,…");
  }
  if (motion.choice == ForceChoice::preload && given != m) {
    throw InputError(option_place("--preload"), fmt::format("{} forces", given),
                     fmt::format("expected {}, one a drive", m));
  }
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
    const double share = 100.0 * std::sqrt(motion.use.heat(row_of(k)));
    text += fmt::format("{} {} {:.3g} %", text.empty() ? "" : ",", motion.drives[k],
                        round_rms(share, motion.plan));
  }
  if (!text.empty()) fmt::print("rms force of the rated one:{}\n", text);
}

// Errors of forces go with the root of that of the time.
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
    const Shown rms = machine.units.show(motion.use.rms_force(at), turns ? "N m" : "N");
    rows.back().push_back(spell(round_rms(rms.value, motion.plan)));
    rows.back().push_back(rms.unit);
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

std::string tell_law(const ShownUnits& units, const GivenPlan& given) {
  if (given.law == kLawOfMotors) return "as its motors move it";
  const std::string least =
      std::isfinite(given.least_time)
          ? "the least of this law within the limits " + tell(units, given.least_time, "s")
          : "however slow, the law is not within the limits";
  return fmt::format("by the law {}; {}", given.law, least);
}

// A motion that is given has no bounds.
void print_law(const Machine& machine, const PathPlan& plan) {
  const GivenPlan& given = *plan.given;
  fmt::print("time {}, {}\n", tell(machine.units, plan.time(), "s"),
             tell_law(machine.units, given));
  for (const ExceededLimit& one : given.exceeded) {
    const Shown shown = machine.units.show(one.by, find_limit_unit(machine, one.limit));
    fmt::print("  {} {}: exceeded by up to {:.4g}{}, at t = {}\n", one.limit.name, one.limit.limit,
               shown.value, shown.unit.empty() ? "" : " " + shown.unit,
               tell(machine.units, one.t, "s"));
  }
}

// Units of several words.
std::string in_brackets(const std::string& unit) {
  return unit.find(' ') == std::string::npos ? unit : "(" + unit + ")";
}

// What more of what holds the motion back would save of what is least, in a line.
void print_prices(const Machine& machine, const WishedPlan& wished) {
  const WishPrices& prices = wished.prices;
  const std::string of = in_brackets(call_price(wished));
  // Of its kind; what is less by far is a rounding error.
  constexpr double kNothing = 1e-6;
  const double most = std::max({prices.rated.maxCoeff(), prices.power.maxCoeff(), prices.supply,
                                prices.supply_back, prices.time});
  std::string text;
  const auto add = [&](double price, const std::string& what, const char* per) {
    if (price <= kNothing * most) return;
    text += fmt::format("{} {} {:.3g} {}/{}", text.empty() ? "" : ",", what, price, of, per);
  };
  for (const DriveId k : machine.mechanism.drives.ids()) {
    const Drive& drive = machine.mechanism.drives[k];
    add(prices.rated(row_of(k)), "rated " + drive.name, drive.rotational ? "(N m)" : "N");
  }
  for (const DriveId k : machine.mechanism.drives.ids()) {
    add(prices.power(row_of(k)), "power " + machine.mechanism.drives[k].name, "W");
  }
  add(prices.supply, "supply", "W");
  add(prices.supply_back, "supply back", "W");
  add(prices.time, "time", "s");
  if (!text.empty()) fmt::print("one more unit would save: {}\n", text.substr(1));
}

void print_variation(const Machine& machine, const WishedPlan& wished) {
  std::string text;
  for (const DriveId k : machine.mechanism.drives.ids()) {
    if (wished.ranges.size() == 0 || wished.ranges(row_of(k)) == 0.0) continue;
    text += fmt::format(", {} {:.3g}", machine.mechanism.drives[k].name,
                        wished.variation(row_of(k)) / wished.ranges(row_of(k)));
  }
  if (!text.empty())
    fmt::print("forces rise and fall in shares of their ranges:{}\n", text.substr(1));
}

std::string tell_proof(const WishedPlan& wished) {
  if (wished.is_global) return "the best of all motions";
  const std::string near = "better than all motions next to it";
  return wished.gap ? near + fmt::format(" and by at most {:.1g} worse than any", *wished.gap)
                    : near;
}

void print_wished(const Machine& machine, const PathPlan& plan) {
  const WishedPlan& wished = *plan.wished;
  const ShownUnits& units = machine.units;
  fmt::print("time {}, known to {:.1g} of it, {}; the fastest within limits alone takes {}\n",
             tell(units, plan.time(), "s"), wished.error, tell_proof(wished),
             tell(units, wished.fastest, "s"));
  if (wished.pause > 0.0) {
    fmt::print("after it the motors need a pause without losses of {}: a cycle of {}\n",
               tell(units, wished.pause, "s"), tell(units, plan.time() + wished.pause, "s"));
  }
  if (wished.wish.least_energy) {
    fmt::print("energy drawn from the supply {}\n", tell(units, wished.energy, "J"));
  }
  fmt::print("losses {:.5g} {}\n", wished.losses, wished.losses_unit);
  print_variation(machine, wished);
  print_prices(machine, wished);
  if (plan.dwell > 0.0) fmt::print("of the time at stops {}\n", tell(units, plan.dwell, "s"));
}

void print_time(const ShownUnits& units, const PathPlan& plan) {
  const ShownUnit unit = units.unit_for("s");
  fmt::print("time {:.11g} {}; the least possible is between {:.11g} and {:.11g} {} (estimated)\n",
             plan.time() / unit.size, unit.name, plan.time_lower() / unit.size,
             plan.time() / unit.size, unit.name);
  if (plan.dwell > 0.0) fmt::print("of it at stops {}\n", tell(units, plan.dwell, "s"));
}

// Of a cycle: when what is done.
void print_steps(const ShownUnits& units, const PlannedMotion& motion) {
  if (!motion.is_cycle) return;
  if (motion.shortest < motion.plan.time() && !motion.plan.wished) {
    fmt::print("all motions are slowed down to it; the shortest cycle takes {}\n",
               tell(units, motion.shortest, "s"));
  }
  const std::string second = units.unit_for("s").name;
  std::vector<std::vector<std::string>> rows{{"step", "", "load", "begins", "lasts", ""}};
  for (const MotionStep& step : motion.steps) {
    const bool is_back = step.to < step.from;
    rows.push_back({fmt::format("{}", rows.size()),
                    step.is_dwell() ? "waits" : step.path + (is_back ? ", backwards" : ""),
                    step.load, tell_number(units, step.begin, "s"),
                    tell_number(units, step.end - step.begin, "s"), second});
  }
  print_table(rows, "rllrrl");
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
  const char* what = motion.is_cycle ? "cycle" : "path";
  fmt::print("{} {}\n", in_bold(fmt::format("{}, {} {}{}:", plan.machine, what, plan.path, load)),
             plan.has_motion() ? to_string(plan.status()) : in_red(to_string(plan.status())));
  for (const std::string& note : plan.notes) fmt::print("{}\n", in_yellow("note: " + note));
  if (!plan.has_motion()) {
    fmt::print("{}\n", plan.reason);
    if (plan.plan.obstacle) print_obstacle(machine, *plan.plan.obstacle);
    return;
  }
  if (!plan.reason.empty() && !plan.given) fmt::print("{}\n", in_yellow(plan.reason));
  if (plan.given) {
    print_law(machine, plan);
  } else if (plan.wished) {
    print_wished(machine, plan);
  } else if (motion.is_cycle && plan.status() == PlanStatus::given) {
    fmt::print("time {}, as its laws and dwells say: nothing in it is planned\n",
               tell(machine.units, plan.time(), "s"));
  } else if (motion.is_cycle && motion.shortest < plan.time()) {
    fmt::print("time {}, the cycle's period\n", tell(machine.units, plan.time(), "s"));
  } else {
    print_time(machine.units, plan);
  }
  if (const auto rests = describe_rest_places(motion); !rests.empty()) fmt::print("{}\n", rests);
  print_steps(machine.units, motion);
  print_violation(motion);
  if (!plan.given && !plan.wished && plan.status() != PlanStatus::given)
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
  const IdVector<DriveId, MotorUse> uses =
      motion.is_cycle ? find_cycle_use(machine, find_cycle(machine, motion.plan.path), motion)
                      : find_motor_use(machine, motion);
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

const Cycle& find_cycle_of(const Machine& machine, const PlanArguments& arguments) {
  if (!machine.load_case.empty()) {
    throw InputError(option_place("--load", machine.load_case), "a load case for a cycle",
                     "expected it at the steps of the cycle, in the machine file");
  }
  return find_cycle(machine, arguments.cycle);
}

const Path& find_path_of(const Machine& machine, const PlanArguments& arguments) {
  return arguments.path.empty() ? machine.paths.front() : find_path(machine, arguments.path);
}

// What was chosen is told, and is from then on as if it had been set: results and what is made of
// them know no other path.
void set(const std::vector<ParameterOverride>& settings, Machine& machine,
         PlanArguments& arguments) {
  for (const ParameterOverride& one : settings) {
    arguments.common.settings.push_back(one.name + "=" + one.text);
  }
  machine = load_machine_of(arguments.common);
  read_preload(machine, arguments);
}

// What is open is chosen by time, of which least losses take all that there is.
void refuse_open_losses(const PlanArguments& arguments) {
  if (!arguments.motion.plan.wish.is_least()) return;
  throw InputError(option_place("--least"), "losses along a path that leaves something open",
                   "expected its values, by --set PATH.NAME=...");
}

std::vector<std::string> choose_open(Machine& machine, PlanArguments& arguments) {
  if (!arguments.cycle.empty()) {
    const Cycle& cycle = find_cycle_of(machine, arguments);
    if (!is_open(machine, cycle)) return {};
    refuse_open_losses(arguments);
    const CycleChoice choice =
        choose_fastest(machine, cycle, arguments.motion, arguments.common.threads);
    set(choice.settings, machine, arguments);
    return tell_choice(choice);
  }
  const Path& path = find_path_of(machine, arguments);
  if (!is_open(path)) return {};
  refuse_open_losses(arguments);
  const Choice choice =
      choose_fastest(machine, path, arguments.motion.plan, arguments.common.threads);
  const std::vector<ParameterOverride> settings = list_settings(path, choice);
  std::vector<std::string> notes = tell_choice(path, choice);
  set(settings, machine, arguments);
  return notes;
}

// What is asked for: a cycle, or a path.
PlannedMotion plan(const Machine& machine, const PlanArguments& arguments) {
  if (!arguments.cycle.empty()) {
    const Cycle& cycle = find_cycle_of(machine, arguments);
    make_output_folder(arguments.common);
    return plan_cycle(machine, cycle, arguments.motion);
  }
  const Path& path = find_path_of(machine, arguments);
  make_output_folder(arguments.common);
  return plan_motion(machine, path, arguments.motion);
}

void check_controller(PlanArguments& arguments) {
  if (arguments.controller.empty()) return;
  PlannedMotionOptions& options = arguments.motion;
  if (!(options.rate > 0.0)) {
    throw InputError(option_place("--controller"), "no rate of its samples",
                     "expected --rate, in Hz, as well");
  }
  if (!arguments.controller.ends_with(".csv") && !arguments.controller.ends_with(".h5")) {
    throw InputError(option_place("--controller"), "'" + arguments.controller + "'",
                     "expected a file called .csv or .h5");
  }
  arguments.format.rate = options.rate;
  if (!arguments.stretch) return;
  options.multiple_of = 1.0 / options.rate;
}

void write_controller(const Machine& machine, const PlannedMotion& motion,
                      const PlanArguments& arguments) {
  if (arguments.controller.empty() || !motion.plan.has_motion()) return;
  const auto table = make_controller_table(machine, motion, arguments.format);
  if (arguments.controller.ends_with(".h5")) {
    write_hdf5(table, arguments.controller);
  } else {
    write_file(arguments.controller, to_csv(table, arguments.format));
  }
  if (arguments.common.quiet || arguments.common.json) return;
  fmt::print("for the controller: {}, {} samples\n", arguments.controller,
             table.front().values.size());
}

void check_feed_rates(const PlanArguments& arguments) {
  if (arguments.feed_rates.empty()) return;
  const SourcePlace option = option_place("--feed-rates", arguments.feed_rates);
  if (!arguments.feed_rates.ends_with(".csv")) {
    throw InputError(option, "no .csv", "expected a file called .csv");
  }
  if (!arguments.cycle.empty()) {
    throw InputError(option, "feed rates of a cycle", "expected a path");
  }
}

void write_feed_rates(const Machine& machine, const PlannedMotion& motion,
                      const PlanArguments& arguments) {
  if (arguments.feed_rates.empty() || !motion.plan.has_motion()) return;
  const std::vector<PieceFeed> feeds = list_feeds(find_path_of(machine, arguments), motion);
  write_file(arguments.feed_rates, to_csv(feeds, machine.units));
  if (arguments.common.quiet || arguments.common.json) return;
  fmt::print("feed rates: {}, {} pieces\n", arguments.feed_rates, feeds.size());
}

// Power where losses are in J; a plain number where they are in seconds at some force.
double read_worth(const std::string& text) {
  const double worth = text.find_first_of("Ww") != std::string::npos
                           ? parse_quantity(text, dimension::power, "--time-worth")
                           : parse_quantity(text, dimension::number, "--time-worth");
  if (worth > 0.0) return worth;
  throw InputError(option_place("--time-worth"), "'" + text + "'", "expected > 0");
}

// A time; of what is lost least its unit, energy (N m) or seconds at some force.
void read_variation_worth(const PlanArguments& arguments, MotionWish& wish) {
  const std::string& text = arguments.variation_worth;
  if (text.empty()) return;
  const bool is_energy = wish.is_least() && text.find('J') != std::string::npos;
  wish.variation_worth =
      parse_quantity(text, is_energy ? dimension::torque : dimension::time, "--variation-worth");
  if (!(wish.variation_worth > 0.0)) {
    throw InputError(option_place("--variation-worth"), "'" + text + "'", "expected > 0");
  }
  if (arguments.trade_off == 0) return;
  throw InputError(option_place("--variation-worth"),
                   "what changes of forces are worth beside "
                   "--trade-off, which is of losses and time",
                   "expected one of them");
}

// What the motion is to be besides within its limits.
void read_wish(const Machine& machine, PlanArguments& arguments) {
  MotionWish& wish = arguments.motion.plan.wish;
  wish.within_rated = !arguments.within.empty();
  wish.least_losses = arguments.least == "losses";
  wish.least_energy = arguments.least == "energy";
  if (!arguments.time.empty()) {
    wish.time = parse_quantity(arguments.time, dimension::time, "--time");
    if (!(wish.time > 0.0)) {
      throw InputError(option_place("--time"), "'" + arguments.time + "'", "expected > 0");
    }
  }
  if (!arguments.time_worth.empty()) {
    wish.time_worth = read_worth(arguments.time_worth);
    if (!wish.is_least()) {
      throw InputError(option_place("--time-worth"), "what nothing is weighed against",
                       "expected --least losses, or --least energy, as well");
    }
  }
  const auto has_period = [&] {
    return !arguments.cycle.empty() && find_cycle(machine, arguments.cycle).period.has_value();
  };
  if (wish.is_least() && wish.time == 0.0 && wish.time_worth == 0.0 && !has_period()) {
    throw InputError(option_place("--least"), arguments.least + " in any time",
                     "expected --time, or --time-worth, as well: in more time less is lost, down "
                     "to nothing");
  }
  read_variation_worth(arguments, wish);
  if (wish.time > 0.0 && !wish.is_least() && arguments.trade_off == 0) {
    throw InputError(option_place("--time"), "a time that nothing asks for",
                     "expected --least losses, or --trade-off, as well");
  }
}

LossCurve find_losses(const Machine& machine, const PlanArguments& arguments) {
  const PlannedMotionOptions& options = arguments.motion;
  if (!arguments.cycle.empty()) {
    const Cycle& cycle = find_cycle_of(machine, arguments);
    return find_loss_curve(machine, cycle, options, arguments.trade_off);
  }
  const Path& path = find_path_of(machine, arguments);
  PathAnalysis analysis(machine, path, make_survey_options(path, options.plan));
  return find_loss_curve(analysis, options.plan, arguments.trade_off);
}

std::string to_csv(const LossCurve& curve) {
  std::string csv = "time [s],losses [" + curve.losses_unit + "]\n";
  for (const LossPoint& point : curve.points) {
    csv += fmt::format("{},{}\n", point.time, point.losses);
  }
  return csv;
}

void print_losses(const ShownUnits& units, const LossCurve& curve) {
  std::vector<std::vector<std::string>> rows{{"time", "", "losses", "", "saved"}};
  const std::string second = units.unit_for("s").name;
  for (const LossPoint& point : curve.points) {
    rows.push_back(
        {tell_number(units, point.time, "s"), second, fmt::format("{:.5g}", point.losses),
         curve.losses_unit,
         fmt::format("{:.1f} %", 100.0 * (1.0 - point.losses / curve.points.front().losses))});
  }
  print_table(rows, "rlrlr");
}

// What more time saves.
void run_trade_off(const Machine& machine, const PlanArguments& arguments) {
  if (!arguments.common.out.empty()) make_output_folder(arguments.common);
  const LossCurve curve = find_losses(machine, arguments);
  if (!curve.reason.empty()) fmt::print("{}\n", curve.reason);
  if (!curve.points.empty() && !arguments.common.quiet) print_losses(machine.units, curve);
  if (arguments.common.out.empty()) return;
  const std::string folder = arguments.common.out;
  write_file((std::filesystem::path(folder) / "trade_off.csv").string(), to_csv(curve));
  const std::string& course =
      arguments.cycle.empty() ? find_path_of(machine, arguments).name : arguments.cycle;
  finish_results(arguments.common, fmt::format("results: {}/trade_off.csv\n", folder), [&] {
    return arguments.no_pictures
               ? std::vector<std::string>()
               : report::draw_loss_curve(curve, machine.units,
                                         machine.mechanism.name + ", " + course, folder);
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
    options.plan.rise_time = parse_quantity(arguments.rise_time, dimension::time, "--rise-time");
    if (!(options.plan.rise_time > 0.0)) {
      throw InputError(option_place("--rise-time"), "'" + arguments.rise_time + "'",
                       "expected > 0");
    }
  }
  Machine machine = load_machine_of(arguments.common);
  require_course(machine, !arguments.path.empty() || !arguments.cycle.empty());
  read_forces(machine, arguments);
  check_controller(arguments);
  check_feed_rates(arguments);
  read_wish(machine, arguments);
  const std::vector<std::string> notes = choose_open(machine, arguments);
  if (arguments.cycle.empty()) run_path(machine, find_path_of(machine, arguments).name);
  if (arguments.trade_off > 0) return run_trade_off(machine, arguments);
  PlannedMotion motion = plan(machine, arguments);
  motion.plan.notes.insert(motion.plan.notes.end(), notes.begin(), notes.end());
  if (arguments.common.json) {
    fmt::print("{}", to_json(motion, make_origin(machine)));
  } else if (!arguments.common.quiet) {
    print_summary(machine, motion);
  }
  write_controller(machine, motion, arguments);
  write_feed_rates(machine, motion, arguments);
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
  auto* cycle = command
                    ->add_option("--cycle", arguments->cycle,
                                 "A cycle of the file instead: all its steps as one motion")
                    ->type_name("NAME")
                    ->excludes("--path");
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
  for (const char* option : {"--start-speed", "--end-speed", "--closed"}) cycle->excludes(option);
  command
      ->add_option("--reserve", arguments->reserve, "Share of every limit to keep free, e.g. 10%")
      ->type_name("SHARE");
  command
      ->add_option("--forces", arguments->forces,
                   "Which of the forces that give the same motion, if there are more drives than "
                   "degrees of freedom: of least norm, nearest to a preload, changing least")
      ->capture_default_str()
      ->check(CLI::IsMember({"minimum", "preload", "smooth"}));
  command
      ->add_option("--preload", arguments->preload,
                   "How redundant drives share: free (default); least_norm; constant,N1,N2,…; "
                   "FILE.csv, forces over p; or, with --forces preload, the forces to stay near "
                   "to, N or N m")
      ->delimiter(',')
      ->type_name("RULE")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--rise-time", arguments->rise_time,
          "No drive's force changes faster than its whole range in this time, e.g. \"5 ms\"")
      ->type_name("T");
  command
      ->add_option("--within", arguments->within,
                   "rated: the fastest motion whose rms forces, stops included, the motors bear "
                   "for ever (`rated` in the machine file)")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"rated"}));
  command
      ->add_option(
          "--least", arguments->least,
          "losses: the motion that loses least in its motors in --time; energy: that draws "
          "least from the supply")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"losses", "energy"}));
  command->add_option("--time", arguments->time, "How long it may take, stops included")
      ->type_name("T");
  command
      ->add_option("--time-worth", arguments->time_worth,
                   "With --least, what a second is worth, e.g. \"50 W\": the least of losses and "
                   "time together")
      ->type_name("POWER");
  command
      ->add_option("--variation-worth", arguments->variation_worth,
                   "What it is worth that a drive's force changes by its whole range less, all "
                   "rises and falls added up: a time, e.g. \"5 ms\", or with --least an energy")
      ->type_name("WORTH");
  command
      ->add_option("--trade-off", arguments->trade_off,
                   "Instead of a plan, how much motors lose in N times, from the least to --time "
                   "(default: twice as long)")
      ->type_name("N")
      ->check(CLI::Range(2, 1000));
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
  auto* controller =
      command
          ->add_option(
              "--controller", arguments->controller,
              "Also write what the motors do at --rate, in front of their gears and in the "
              "machine's units, to a file .csv or .h5")
          ->type_name("FILE");
  command
      ->add_option("--feed-rates", arguments->feed_rates,
                   "Also write how fast the plan is along each line, arc and blend, with the "
                   "largest constant feed that is never faster, to a file .csv")
      ->type_name("FILE");
  command
      ->add_flag("--stretch", arguments->stretch,
                 "Slow the motion down to end on a sample of --rate")
      ->needs(controller);
  command
      ->add_flag("--cam", arguments->format.is_cam,
                 "The controller's file as a cam: positions and slopes over a master from 0 to 1")
      ->needs(controller);
  command
      ->add_flag("--decimal-comma", arguments->format.decimal_comma,
                 "The controller's numbers as 1,5, between semicolons")
      ->needs(controller);
  command->add_flag("--no-pictures", arguments->no_pictures, "Write numbers only");
  command->footer(
      R"(With --out DIR: DIR/plan.json, DIR/plan.csv, DIR/plan.h5, DIR/drives.csv and pictures (SVG, PNG).

Examples:
  globaldyn plan machines/sliding_star/sliding_star.yaml --path circle_a --out star
  globaldyn plan MACHINE --path line --start-speed "0.2 m/s" --reserve 10% --rate 1000 --out run
  globaldyn plan MACHINE --path loop --closed --json | jq .time
  globaldyn plan MACHINE --cycle shift --rate 1000 --controller shift.csv --out shift)");
  command->callback([arguments] {
    run_load_cases(arguments->common, [&](const auto& common) { run_plan(*arguments, common); });
  });
}

}  // namespace globaldyn::inside::app
