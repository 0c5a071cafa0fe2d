#include "tests/ledger/ledger_cases.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/base/fallbacks.h"
#include "core/following/branch_follower.h"
#include "core/following/path_follower.h"
#include "core/loops/loop_solver.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/plan/rows/table_field.h"
#include "globaldyn/region/methods/region_solver.h"
#include "tests/plan/random_system.h"
#include "tests/plan/singular_machines.h"
#include "tests/rows/function_field.h"
#include "tests/rows/long_field.h"
#include "tests/support/machines.h"
#include "tests/support/narrow_features.h"
#include "tests/support/random_machine.h"
#include "tests/support/read_text.h"
#include "tests/support/region_plan.h"
#include "tests/support/small_machines.h"
#include "tests/table/table_cases.h"

namespace globaldyn::inside::test {
namespace {

// Where grids differ by rounding errors times differ within the tolerance that they were made to.
constexpr double kShareOfTolerance = 0.02;
// Of what is found without a grid, or by bisection to rounding errors.
constexpr double kSolvedWell = 1e-7;

double add(double a, double b) {
  return a + (std::isfinite(b) ? b : 1.0);
}

void write_obstacle(const Obstacle& obstacle, LedgerLine& line) {
  // Searches for these go on to 1e-4 at least.
  constexpr double kMargin = 2e-4;
  const auto number = [&](const std::string& key, double value) {
    line.number(key, value, kMargin * std::abs(value));
  };
  number("stuck_at", obstacle.p);
  const auto sum_up = [](const SpeedSet& set) {
    double sum = 0.0;
    for (const Interval& one : set) sum = add(add(sum, one.low), one.high);
    return sum;
  };
  number("reached", sum_up(obstacle.reached));
  number("needed", sum_up(obstacle.needed));
  if (obstacle.rest_from) number("rest_from", *obstacle.rest_from);
  number("rest_d1", obstacle.rest_d1);
  for (const MissingLimit& limit : obstacle.limits) {
    number((limit.alone ? "alone:" : "all:") + limit.limit.name + ":" + limit.limit.limit,
           limit.missing);
  }
}

void write_plan(const Plan& plan, double tolerance, LedgerLine& line) {
  line.word("status", to_string(plan.status));
  if (plan.shortage != Shortage::none) {
    line.word("short_of", plan.shortage == Shortage::work ? "work" : "memory");
  }
  const double margin = kShareOfTolerance * tolerance * plan.time;
  line.number("time", plan.time, margin);
  line.number("time_lower", plan.time_lower, margin);
  line.count("segments", plan.segments.size());
  line.exact("rounds", static_cast<std::size_t>(plan.rounds));
  line.count("sides", plan.work);
  line.count("looks", plan.looks);
  line.count("bytes", plan.bytes);
  if (plan.blocked_at) {
    line.number("blocked_at", *plan.blocked_at, kSolvedWell * std::abs(*plan.blocked_at));
  }
  if (plan.obstacle) write_obstacle(*plan.obstacle, line);
}

void write_survey(PathSurvey& survey, LedgerLine& line) {
  line.count("poses", survey.pose_count());
  line.count("panels", survey.panels().size());
  line.exact("breaks", survey.breaks().size());
  line.count("survey_bytes", survey.calc_bytes());
  // Of the digits of an estimate the first counts.
  line.number("error", survey.error(), 0.1 * survey.error());
  if (!survey.standstills().empty()) line.exact("standstills", survey.standstills().size());
  if (!survey.hidden().empty()) line.exact("hidden", survey.hidden().size());
  if (const std::size_t narrow = survey.list_narrow().size()) line.count("narrow", narrow);
  if (!survey.is_regular()) line.word("regular", "no");
  if (survey.gave_up()) line.word("survey", "gave_up");
  const PathFailure& failure = survey.failure();
  if (failure.status == SampleStatus::ok) return;
  line.word("failure", to_string(failure.status));
  line.number("fails_at", failure.p, kSolvedWell * std::abs(failure.p));
}

// What it took besides, since counts were taken.
void write_fallbacks(const FallbackCounts& before, LedgerLine& line) {
  const FallbackCounts after = list_fallbacks();
  for (std::size_t i = 0; i < kFallbacks; ++i) {
    const auto count = static_cast<std::size_t>(after[i] - before[i]);
    if (count > 0) line.count(to_string(static_cast<Fallback>(i)), count);
  }
}

void write_report(const PathPlan& plan, double p_max, LedgerLine& line) {
  line.count("stretches", plan.stretches.size());
  line.count("accessible", plan.accessible.size());
  if (!plan.has_motion()) return;
  const double duration = plan.trajectory.duration(), margin = plan.options.tolerance;
  line.number("lasts", duration, margin * duration);
  line.number("half_way", plan.trajectory.at(0.5 * duration).p, margin * p_max);
  line.number("mean", plan.trajectory.integrate_p(duration), margin * p_max * duration);
}

void take_path(const std::string& name, const Machine& machine, const Path& path,
               const PathPlanOptions& options, const TakeLine& take) {
  LedgerLine line(name);
  const FallbackCounts before = list_fallbacks();
  try {
    PathAnalysis analysis(machine, path, make_survey_options(path, options));
    write_survey(analysis.survey(), line);
    const PathPlan plan = analysis.plan(options);
    line.word("planner", to_string(plan.planner.method));
    if (plan.planner.reason != RegionsReason::none) {
      line.word("because", to_string(plan.planner.reason));
    }
    write_plan(plan.plan, options.tolerance, line);
    line.count("work", plan.work);
    line.count("all_poses", analysis.survey().pose_count());
    if (options.report) write_report(plan, path.p_max, line);
  } catch (const Error& error) {
    line.word("refused", std::string(error.what()).substr(0, 60));
  }
  write_fallbacks(before, line);
  take(line);
}

void take_text(const std::string& name, const std::string& text, const PathPlanOptions& options,
               const TakeLine& take) {
  const Machine machine = parse_machine(text, name + ".yaml", ".");
  for (const Path& path : machine.paths) {
    take_path(name + "/" + path.name, machine, path, options, take);
  }
}

void take_library_path(const LibraryPath& one, const std::string& how,
                       const PathPlanOptions& options, const TakeLine& take) {
  const Machine machine = load(one.machine);
  take_path(one.machine + "/" + one.path + " " + how, machine, find_path(machine, one.path),
            options, take);
}

PathPlanOptions make_options(double tolerance) {
  PathPlanOptions options;
  options.tolerance = tolerance;
  options.explain = false;
  options.report = false;
  options.work = 2'000'000;  // what takes more is no case for a test that is run often
  return options;
}

// Along the loops in equal steps, each from the one before.
void step_along(const Machine& machine, const Path& path, const Pose& start, int idle_count,
                LedgerLine& line) {
  constexpr int kSteps = 48;
  constexpr double kReach = 0.1;
  LoopSolver solver(machine.mechanism, machine.topology);
  if (!solver.prepare(path.task(0.0), start, idle_count)) return line.word("loops", "none");
  std::size_t declined = 0;
  double sum = 0.0, here = 0.0;
  for (int i = 1; i <= kSteps; ++i) {
    const double p = path.p_max * i / kSteps;
    if (!solver.advance(path.task(p), p - here, kReach)) {
      ++declined;
      continue;
    }
    here = p;
    sum += solver.pivot_ratio() + solver.find_distance(0.3 * path.p_max / kSteps) / path.p_max;
  }
  line.exact("declined", declined);
  line.number("pivots", sum, kSolvedWell * sum);
}

// Sent to places out of order, as maps do, also beyond what can be reached.
void send_along(const Machine& machine, const Path& path, const Pose& start, Patience patience,
                LedgerLine& line) {
  constexpr int kPlaces = 16;
  const std::string key = patience == Patience::quick ? "quick_" : "sent_";
  const HomePose home = make_home(machine.mechanism, path.task(0.0), start);
  BranchFollower follower(machine.mechanism, machine.topology, home, SolveBy::loops, patience);
  (void)follower.begin_at(path.task, 0.0, start);
  std::size_t reached = 0;
  for (int i = 1; i <= kPlaces; ++i) {
    const double p = path.p_max * std::fmod(0.618033988749895 * i, 1.0);
    if (follower.follow(p).status == PoseStatus::ok) {
      ++reached;
    } else {
      (void)follower.begin_at(path.task, 0.0, start);
    }
  }
  line.exact(key + "reached", reached);
  line.count(key + "tries", static_cast<std::size_t>(follower.tries()));
}

void follow_path(const LibraryPath& one, const TakeLine& take) {
  constexpr int kPoses = 24;
  LedgerLine line("follow " + to_test_name(one));
  const Machine machine = load(one.machine);
  const Path& path = find_path(machine, one.path);
  const FallbackCounts before = list_fallbacks();
  PathFollower follower(machine.mechanism, machine.topology, path.task, 0.0, path.p_max,
                        SolveBy::loops);
  const FollowedPose start = follower.pose_at(0.0);
  line.word("start", to_string(start.status));
  if (start.status == PoseStatus::ok) {
    std::size_t ok = 0;
    for (int i = 1; i <= kPoses; ++i) {
      ok += follower.follow(path.p_max * i / kPoses).status == PoseStatus::ok ? 1U : 0U;
    }
    line.exact("ok", ok);
    line.count("tries", static_cast<std::size_t>(follower.branch().tries()));
    const int idle_count = follower.branch().idle_count();
    step_along(machine, path, start.motion.pose, idle_count, line);
    send_along(machine, path, start.motion.pose, Patience::thorough, line);
    send_along(machine, path, start.motion.pose, Patience::quick, line);
  }
  write_fallbacks(before, line);
  take(line);
}

double sum_up(const Region& region) {
  double sum = 0.0;
  for (const Interval& d1 : region.d1_intervals()) {
    sum = add(add(sum, d1.low), d1.high);
    const double middle = std::isfinite(d1.high) ? 0.6 * d1.high + 0.4 * d1.low : d1.low + 1.0;
    if (const auto d2 = region.d2_range(middle)) sum = add(add(sum, d2->high), d2->low);
  }
  return sum;
}

void solve_regions_along(const LibraryPath& one, const TakeLine& take) {
  constexpr int kPoses = 4;
  const Machine machine = load(one.machine);
  const Path& path = find_path(machine, one.path);
  LedgerLine line("regions " + to_test_name(one));
  const FallbackCounts before = list_fallbacks();
  PathWalker walker(machine, path);
  for (int i = 0; i < kPoses; ++i) {
    if (walker.move_to_limits(path.p_max * (i + 0.37) / kPoses).status != SampleStatus::ok)
      continue;
    const LimitSystem& limits = walker.limits();
    constexpr int kFewDrives = 4;
    for (const RegionMethod method :
         {RegionMethod::circuits, RegionMethod::support, RegionMethod::enumeration}) {
      if (method == RegionMethod::enumeration && limits.redundancy > kFewDrives) continue;
      const Region region = make_region(limits, method);
      const std::string key = fmt::format("{}_{}_", i, to_string(method));
      const double sum = sum_up(region);
      line.exact(key + "strips", region.strips().size());
      line.number(key + "sum", sum, kSolvedWell * std::abs(sum));
      line.word(key + "status", to_string(region.status()));
    }
  }
  write_fallbacks(before, line);
  take(line);
}

void take_plan(const std::string& name, const Plan& plan, double tolerance, const TakeLine& take) {
  LedgerLine line(name);
  write_plan(plan, tolerance, line);
  take(line);
}

// A path through the middle of where the machine's singularities were found.
std::string cross(const SingularMachine& machine, double share) {
  std::string task = machine.task;
  for (std::size_t k = 0; k < machine.from.size(); ++k) {
    const Interval &from = machine.from[k], &to = machine.to[k];
    const double a = from.low + share * (from.high - from.low);
    const double b = to.low + (1.0 - share) * (to.high - to.low);
    const std::string key = "$" + std::to_string(k);
    task.replace(task.find(key), key.size(), fmt::format("{} + {}*p", a, b - a));
  }
  return task;
}

std::string write_singular(const SingularMachine& machine, double share) {
  return machine.text.substr(0, machine.text.find("\npaths:")) +
         fmt::format("\npaths:\n  cross: {{{}, p_max: 1}}\n", cross(machine, share));
}

constexpr const char* kMotorsOfArm =
    "drives:\n  M1: {joint: J1, limits: 90, viscous: 0.3, coulomb: 1.5}\n"
    "  M2: {joint: J2, limits: [-25, 30], speed_line: {stall: 60, no_load_speed: 12}}\n";

std::string write_arm_on(const std::string& path) {
  return write_arm(kMotorsOfArm + ("paths:\n  p: {" + path + "}\n"));
}

}  // namespace

void follow_library(const TakeLine& take) {
  for (const LibraryPath& one : list_paths()) follow_path(one, take);
}

void solve_regions(const TakeLine& take) {
  for (const LibraryPath& one : list_paths()) solve_regions_along(one, take);
}

void plan_row_fields(const TakeLine& take) {
  constexpr double kTolerance = 1e-6;
  const PlanOptions options{.tolerance = kTolerance};
  take_plan("table circle", plan_table(make_circle(64), options), kTolerance, take);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const RandomPath path(2 + seed, seed);
    const std::string number = std::to_string(seed);
    take_plan("table axes " + number, plan_table(path.tabulate_axes(100), options), kTolerance,
              take);
    take_plan("table loaded " + number, plan_table(path.tabulate_loaded(100), options), kTolerance,
              take);
  }
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (const double viscous : {0.0, 0.3, -0.5}) {
      take_plan(fmt::format("rows {} {}", seed, viscous),
                plan_to_rest(make_field(RandomSystem(seed), viscous), 1e-5), 1e-5, take);
    }
  }
  for (const double viscous : {0.0, 0.4}) {
    constexpr std::size_t kParts = 60;
    FunctionField field = make_long_field(kParts, viscous);
    PlanOptions asked = make_long_options(kParts, 1e-4);
    take_plan(fmt::format("long {}", viscous), plan_rows(field, asked), asked.tolerance, take);
    asked.work = 200'000;
    take_plan(fmt::format("long {} of little work", viscous), plan_rows(field, asked),
              asked.tolerance, take);
    asked.work = 0;
    asked.memory = 300'000;
    take_plan(fmt::format("long {} in little memory", viscous), plan_rows(field, asked),
              asked.tolerance, take);
  }
}

void plan_region_fields(const TakeLine& take) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const RandomSystem system(seed);
    const RegionRequest request{.tolerance = 1e-4};
    take_plan("region plan " + std::to_string(seed),
              make_plan(make_source(system), {0.0, 2.0}, request), request.tolerance, take);
  }
}

void plan_difficult(const TakeLine& take) {
  PathPlanOptions options = make_options(1e-4);
  options.report = true;
  // Stops and corners, turning points, dead points of the path, features and steps of formulas.
  for (const char* path :
       {"position: {polyline: {points: [[0.5, 0.1], [0.6, 0.3], [0.2, 0.6], [0.4, 0.2]]}}",
        "position: {polyline: {points: [[0.5, 0.1], [0.6, 0.3], [0.2, 0.6]], blend: 0.02, shape: "
        "parabola}}",
        "position: {x: 0.5, y: '0.3*sin(p)'}, p_max: 10",
        "position: {x: '0.3 + 0.3*(10*p^3-15*p^4+6*p^5)', y: 0.3}, p_max: 1",
        "position: {x: '0.3 + 0.3*p^2', y: 0.3}, p_max: 1",
        "position: {x: '0.5 + 0.1*exp(-((p-0.4)/0.001)^2)', y: '0.6*p - 0.2'}, p_max: 1",
        "position: {x: '0.5 + 0.02*sin(40*p)', y: '0.6*p - 0.2'}, p_max: 1",
        "position: {x: '0.5 + 0.2*abs(p-0.5)', y: '0.6*p - 0.2'}, p_max: 1",
        "position: {x: '0.5 + 0.45*p', y: 0}, p_max: 1"}) {
    take_text(fmt::format("arm on {}", path), write_arm_on(path), options, take);
  }
  for (const char* angle : {"0.3 + 6*p", "1.2*sin(6*p)", "3.5*p^2"}) {
    const std::string rest = fmt::format(
        "drives:\n  F: {{joint: S, limits: 40}}\npaths:\n  p: {{joints: {{A: '{}'}}, p_max: 1}}\n",
        angle);
    take_text(fmt::format("engine at {}", angle), write_engine(rest), options, take);
  }
  for (const char* height : {"0.2*p - 0.1", "0.1*sin(5*p)", "(p-0.5)^3"}) {
    const std::string rest =
        fmt::format("paths:\n  p: {{position: {{x: '0.3*p', y: '{}'}}, p_max: 1}}\n", height);
    take_text(fmt::format("two motors at {}", height), write_two_motors("-1", "[-20, 20]", rest),
              options, take);
  }
  std::mt19937 random(1);
  for (int i = 0; i < 8; ++i) {
    const NarrowFeature feature = draw_narrow_feature(random);
    take_text(
        fmt::format("{} {}", feature.kind, i),
        write_arm_on(fmt::format("position: {{x: '0.5 + 0.1*({})', y: '0.6*p - 0.2'}}, p_max: 1",
                                 feature.formula)),
        options, take);
  }
  for (const SingularMachine& machine : list_singular_machines()) {
    for (const double share : {0.3, 0.5}) {
      take_text(fmt::format("singular {} {}", machine.name, share), write_singular(machine, share),
                make_options(1e-4), take);
    }
  }
  for (const char* name : {"gantry_rms", "lost_on_a_spline", "rod_without_time",
                           "standing_speed_line", "through_singularity"}) {
    const std::string file = fmt::format("{}/tests/data/cases/{}.yaml", GLOBALDYN_SOURCE_DIR, name);
    take_text(name, read_text(file), make_options(1e-4), take);
  }
}

void find_obstacles(const TakeLine& take) {
  for (const LibraryPath& one :
       {LibraryPath{"arm_2r", "circle"}, LibraryPath{"five_bar", "cycle"},
        LibraryPath{"sliding_star", "circle_a"}, LibraryPath{"puma560", "circle"}}) {
    PathPlanOptions options;
    options.tolerance = 1e-3;
    options.reserve = 0.97;
    take_library_path(one, "with a reserve", options, take);
    options.reserve = 0.0;
    options.end = {EndSpeed::Kind::d1, 1e3};
    take_library_path(one, "too fast at its end", options, take);
    options.end = {EndSpeed::Kind::d1, 0.2};
    options.start = {EndSpeed::Kind::free, 0.0};
    take_library_path(one, "in motion", options, take);
    options.work = 20'000;
    take_library_path(one, "with little work", options, take);
  }
}

void plan_random_machines(const TakeLine& take) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const RandomMachine made = make_random_machine(seed);
    take_text(fmt::format("random {} {}", seed, made.kind), made.text, make_options(1e-3), take);
  }
}

void plan_library(const TakeLine& take) {
  for (const double tolerance : {1e-3, 1e-6}) {
    for (const LibraryPath& one : list_paths()) {
      PathPlanOptions options = make_options(tolerance);
      options.work = 0;
      take_library_path(one, fmt::format("{}", tolerance), options, take);
    }
  }
}

}  // namespace globaldyn::inside::test
