#include "explore/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <set>

#include "core/base/errors.h"
#include "core/expression/expression.h"
#include "core/expression/unit_product.h"
#include "explore/course_place.h"
#include "globaldyn/choice/choose_cycle.h"
#include "globaldyn/choice/choose_fastest.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/free_run/run_freely.h"
#include "globaldyn/machine/leave_out_drives.h"

#include "globaldyn/record/write_plan.h"
#include "report/document/cycle_section.h"
#include "report/document/machine_section.h"
#include "report/document/path_section.h"
#include "report/document/result_sections.h"

namespace globaldyn::inside::explore {
namespace {

constexpr int kPoses = 121;     // along the path
constexpr int kInstants = 161;  // of a plan
constexpr int kChecks = 200;    // of a plan that is one of many
constexpr int kInstantsInPassing = 61;

// The machine with one path alone: others may prescribe drives that are off.
void keep_path(const std::string& name, Machine& machine) {
  machine.paths = {find_path(machine, name)};
  machine.cycles.clear();
  machine.loaded.clear();
  for (Machine& one : machine.perturbed) keep_path(name, one);
}

void keep_paths_of(const Cycle& cycle, Machine& machine) {
  std::erase_if(machine.paths, [&](const Path& path) {
    return std::none_of(cycle.steps.begin(), cycle.steps.end(),
                        [&](const CycleStep& step) { return step.path == path.name; });
  });
  for (Machine& one : machine.loaded) keep_paths_of(cycle, one);
}

void keep_cycle(const Cycle& cycle, Machine& machine) {
  machine.perturbed.clear();
  keep_paths_of(cycle, machine);
  machine.cycles = {cycle};
}

const Cycle* find_cycle_called(const std::string& name, const Machine& machine) {
  const auto found = std::find_if(machine.cycles.begin(), machine.cycles.end(),
                                  [&](const Cycle& one) { return one.name == name; });
  return found == machine.cycles.end() ? nullptr : &*found;
}

Json describe_ratings(const Ratings& ratings) {
  Json list = Json::array();
  for (const Rating& one : ratings.list) {
    list.push_back({{"name", one.name},
                    {"unit", one.unit.key()},
                    {"better", one.better},
                    {"value", to_number(one.value)},
                    {"holds", one.holds}});
  }
  return list;
}

Json describe_movable(const Movable& one) {
  return {{"name", one.name},
          {"label", one.label},
          {"group", one.group},
          {"courses", one.courses},
          {"unit", one.unit.key()},
          {"description", one.description},
          {"original", to_number(one.original)},
          {"min", to_number(one.min)},
          {"max", to_number(one.max)},
          {"is_integer", one.is_integer},
          {"is_log", one.is_log},
          {"choices", one.choices}};
}

const char* to_text(Handle::Kind kind) {
  switch (kind) {
    case Handle::Kind::path:
      return "path";
    case Handle::Kind::joint:
      return "joint";
    case Handle::Kind::drive:
      return "drive";
    case Handle::Kind::spring:
      return "spring";
  }
  return "";
}

Json describe_handle(const Handle& one) {
  const Eigen::Map<const VectorXd> jacobian(one.jacobian.data(), one.jacobian.size());
  return {{"kind", to_text(one.kind)},      {"label", one.label},
          {"number", one.number},           {"end", one.end},
          {"at", to_array(one.at)},         {"movables", one.movables},
          {"jacobian", to_array(jacobian)}, {"fixed", one.fixed}};
}

// The sample of a path nearest to p at which the machine can be.
const Sample* find_sample(const PathEvaluation& path, double p) {
  const Sample* nearest = nullptr;
  for (const Sample& one : path.samples) {
    if (one.status != SampleStatus::ok) continue;
    if (nearest == nullptr || std::abs(one.p - p) < std::abs(nearest->p - p)) nearest = &one;
  }
  return nearest;
}

// Why a path has no pose at all; empty if it has one.
std::string explain_no_pose(const PathEvaluation& path) {
  if (report::find_pose(path) != nullptr) return "";
  return fmt::format("{}: {}", to_string(path.samples.front().status),
                     path.samples.front().reason.text());
}

// What `act` says, or why it could not be done; there are regions all the same.
template <class Act>
std::string tell_failure(const Act& act) {
  try {
    return act();
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

Explorer::Explorer(Subject subject, bool has_study, report::PageOptions options,
                   std::vector<std::string> others)
    : subject_(std::move(subject)),
      has_study_(has_study),
      others_(std::move(others)),
      options_(std::move(options)) {
  subject_.planning.threads = options_.sweep.threads;
}

// What can be moved, switched and chosen.
Json Explorer::describe_choices(const Request& request) const {
  Json movables = Json::array();
  if (request.choices) {
    for (const Movable& one : subject_.movables) movables.push_back(describe_movable(one));
  }
  return {{"movables", std::move(movables)},
          {"paths", subject_.paths},
          {"drives", subject_.drives},
          {"has_study", has_study_},
          {"others", others_},
          {"ratings", Json::array()},
          {"handles", Json::array()},
          {"failure", ""},
          {"plan_failure", ""},
          {"rating_failure", ""}};
}

std::vector<Handle> Explorer::find_handles_at(const Machine& machine, const Request& request,
                                              const PathEvaluation& seen) const {
  const Sample* sample = find_sample(seen, request.handles->p);
  if (sample == nullptr) return {};
  const CoursePlace at = find_course_place(machine, sample->p);
  const Values values = list_values(request);
  const Node file = subject_.read(values);
  const auto make_with = [&](const Values& changed) {
    Request other = request;
    other.settings = changed;
    return make(other);
  };
  const auto find_pose = [&](const Machine& other, const Pose& near) {
    return find_pose_near(other, at, near);
  };
  return find_handles({machine, sample->motion.pose, file, subject_.movables, request.handles->by,
                       values, make_with, find_pose});
}

void Explorer::add_regions(const Machine& machine, const Request& request,
                           report::PageArrays& arrays, Json& header) const {
  const PathEvaluation seen =
      machine.cycles.empty()
          ? report::look_along(machine, machine.paths.front(), kPoses, {}, options_.sweep)
          : report::look_along_cycle(machine, machine.cycles.front(), kPoses, options_.sweep);
  header["explore"]["failure"] = explain_no_pose(seen);
  const Pose* pose = report::find_pose(seen);
  if (pose == nullptr) return;
  if (request.regions) {
    header["machine"] = report::describe_machine(machine, *pose);
    header["paths"].push_back(report::describe_path(machine, seen, arrays));
  }
  if (!request.handles) return;
  Json& handles = header["explore"]["handles"];
  for (const Handle& one : find_handles_at(machine, request, seen)) {
    handles.push_back(describe_handle(one));
  }
}

void Explorer::add_numbers(const Machine& machine, const Request& request,
                           std::future<Json>& planned, report::PageArrays& arrays,
                           Json& header) const {
  Json& explore = header["explore"];
  if (request.ratings) {
    explore["rating_failure"] = tell_failure([&] {
      const Path* course = machine.cycles.empty() ? &machine.paths.front() : nullptr;
      const Ratings ratings = subject_.rate(machine, request.off.empty(), course, request.settings,
                                            request.plan != Planning::whole, options_.sweep);
      explore["ratings"] = describe_ratings(ratings);
      std::set<QuantityUnit> units;
      for (const Rating& one : ratings.list) units.insert(one.unit);
      report::add_units(subject_.units, units, header);
      return ratings.reason;
    });
  }
  if (!planned.valid()) return;
  explore["plan_failure"] = tell_failure([&] {
    header["plans"].push_back(report::describe_plan(planned.get(), arrays));
    return std::string();
  });
}

namespace {

// For a plan of which only the time is asked.
PlannedMotionOptions make_plain(PlannedMotionOptions options) {
  options.checks = 0;
  options.samples = 2;
  options.plan.report = false;
  return options;
}

// Losses in a time that is told by the fastest motion's.
MotionWish find_wish(const Request& request, const std::function<PathPlan()>& plan_fastest) {
  MotionWish wish{.within_rated = request.motion == Motion::rated,
                  .least_losses = request.motion == Motion::losses};
  // As near to the least time as such motions are found.
  constexpr double kLeast = 1.002;
  if (!wish.least_losses) return wish;
  const PathPlan fastest = plan_fastest();
  wish.time = std::max(kLeast, request.pace) * fastest.time();
  // There is none either, and the plan says why.
  if (!fastest.has_motion()) wish = {};
  return wish;
}

}  // namespace

// What a path leaves open is chosen while nobody moves: that takes a hundred plans.
Json Explorer::plan(const Machine& machine, const Request& request) const {
  const Planning how = request.plan;
  PlannedMotionOptions options = subject_.planning;
  options.samples = how == Planning::quick ? kInstantsInPassing : kInstants;
  options.checks = how == Planning::quick ? 0 : kChecks;
  options.plan.reserve = request.reserve;
  options.plan.rise_time = request.rise_time;
  options.plan.closed = request.closed && machine.cycles.empty();
  if (!machine.cycles.empty()) {
    const Cycle& cycle = machine.cycles.front();
    options.plan.wish =
        find_wish(request, [&] { return plan_cycle(machine, cycle, make_plain(options)).plan; });
    if (how != Planning::whole || !is_open(machine, cycle)) {
      return make_plan_document(plan_cycle(machine, cycle, options), {});
    }
    const CycleChoice choice = choose_fastest(machine, cycle, options, options.threads);
    PlannedMotion motion = plan_cycle(choice.machine, cycle, options);
    const std::vector<std::string> notes = tell_choice(choice);
    motion.plan.notes.insert(motion.plan.notes.end(), notes.begin(), notes.end());
    return make_plan_document(motion, {});
  }
  const Path& path = machine.paths.front();
  if (path.run) {
    Machine running = machine;
    run_path(running, path.name);
    return make_plan_document(plan_motion(running, running.paths.front(), options), {});
  }
  options.plan.wish =
      find_wish(request, [&] { return plan_motion(machine, path, make_plain(options)).plan; });

  if (how != Planning::whole || !is_open(path)) {
    return make_plan_document(plan_motion(machine, path, options), {});
  }
  const Choice choice = choose_fastest(machine, path, options.plan, options.threads);
  PlannedMotion motion = plan_motion(machine, choice.path, options);
  const std::vector<std::string> notes = tell_choice(path, choice);
  motion.plan.notes.insert(motion.plan.notes.end(), notes.begin(), notes.end());
  return make_plan_document(motion, {});
}

Values Explorer::list_values(const Request& request) const {
  const std::string course = request.path.empty() ? subject_.paths.front() : request.path;
  Values values = request.settings;
  std::erase_if(values, [&](const auto& setting) {
    const auto& all = subject_.movables;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Movable& one) { return one.name == setting.first; });
    if (found == all.end() || found->courses.empty()) return false;
    return std::find(found->courses.begin(), found->courses.end(), course) == found->courses.end();
  });
  return values;
}

Machine Explorer::make(const Request& request) const {
  Machine machine = subject_.make(list_values(request));
  const std::string name = request.path.empty() ? subject_.paths.front() : request.path;
  if (const Cycle* found = find_cycle_called(name, machine)) {
    keep_cycle(Cycle(*found), machine);
  } else {
    keep_path(name, machine);
  }
  const std::vector<DriveId> off = find_drives(machine, request.off);
  return without(std::move(machine), off);
}

std::string Explorer::compute(const Request& request) const {
  report::PageArrays arrays;
  Json header = report::make_page_header(options_, subject_.name);
  header["explore"] = describe_choices(request);
  std::set<QuantityUnit> units;
  for (const Movable& one : subject_.movables) units.insert(one.unit);
  report::add_units(subject_.units, units, header);
  try {
    const Machine machine = make(request);
    // At the same time as all the rest: most of planning is done by one thread.
    std::future<Json> planned;
    if (request.plan != Planning::none) {
      planned = std::async(std::launch::async, [&] { return plan(machine, request); });
    }
    if (request.regions || request.handles) add_regions(machine, request, arrays, header);
    const bool is_there = header["explore"]["failure"].get_ref<const std::string&>().empty();
    if (is_there) add_numbers(machine, request, planned, arrays, header);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {  // of values that no machine can have
    header["explore"]["failure"] = error.what();
  }
  return arrays.write(header);
}

std::string Explorer::read_value(const std::string& typed) const {
  constexpr std::size_t kLongest = 200;
  std::string name, text;
  try {
    const Json json = Json::parse(typed);
    name = json.at("name").get<std::string>();
    text = json.at("text").get<std::string>();
  } catch (const Json::exception&) {
    refuse("no value of the page", "expected name, text");
  }
  if (text.size() > kLongest) refuse("a text this long", "expected a number or a formula");
  const auto& all = subject_.movables;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Movable& one) { return one.name == name; });
  if (found == all.end()) refuse("no parameter '" + name + "'", "expected one of the page's");
  try {
    const std::string& shown = found->label.empty() ? found->name : found->label;
    const Expression expression = Expression::parse(text, whole_place(shown), units_only());
    const bool is_plain = !expression.is_typed();
    if (const auto unit = try_unit(found->unit.si); !is_plain && unit) {
      expression.require_dimension(unit->dimension);
    }
    const double value = expression.evaluate();
    if (!std::isfinite(value)) refuse("'" + text + "'", "expected a finite number");
    return Json{{"value", value}, {"is_plain", is_plain}}.dump();
  } catch (const InputError& error) {
    return Json{{"wrong", error.what()}}.dump();
  }
}

std::string Explorer::write_machine(const Request& request,
                                    const std::optional<std::string>& folder) const {
  if (!request.off.empty()) {
    refuse("a machine file cannot say that drives are off",
           "switch all of them on to save the machine");
  }
  return subject_.write(request.settings, folder);
}

}  // namespace globaldyn::inside::explore
