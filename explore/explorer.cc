#include "explore/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/errors.h"
#include "core/expression/dimension.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/record/write_plan.h"
#include "optimize/study/own_units.h"
#include "optimize/study/write_design.h"
#include "report/document/machine_section.h"
#include "report/document/path_section.h"
#include "report/document/result_sections.h"

namespace globaldyn::explore {
namespace {

constexpr int kPoses = 121;     // along the path
constexpr int kInstants = 161;  // of the plan
constexpr double kTolerance = 1e-4;
constexpr std::size_t kWork = 50'000'000;  // some five seconds: a move must not take longer

[[noreturn]] void refuse(const std::string& wrong, const std::string& expected) {
  throw InputError({"request", 0, 0}, wrong, expected);
}

// Whether a parameter stands in the file as a number, perhaps with a unit, and not as a formula.
bool is_number(const Node& value) {
  const Node figure = value.is_map() ? value.find("value").value_or(value) : value;
  if (!figure.is_scalar()) return false;
  if (find_own_unit(figure)) return true;
  const std::string text = figure.text();
  std::size_t read = 0;
  try {
    (void)std::stod(text, &read);
  } catch (const std::exception&) {
    return false;
  }
  return read == text.size();
}

void leave_out(const std::vector<std::string>& off, Machine& machine) {
  std::vector<Drive>& drives = machine.mechanism.drives;
  for (const std::string& name : off) {
    const auto found = std::find_if(drives.begin(), drives.end(),
                                    [&](const Drive& drive) { return drive.name == name; });
    if (found == drives.end()) refuse("no drive '" + name + "'", "expected one of the machine");
    machine.limits.erase(machine.limits.begin() + (found - drives.begin()));
    drives.erase(found);
  }
}

// Criteria that need no motion of their own.
std::vector<std::string> list_criteria(const Machine& machine) {
  if (!machine.mechanism.tool) return {"constant_rate"};
  return {"constant_speed", "constant_rate", "guaranteed_acceleration", "guaranteed_deceleration"};
}

Json describe_criteria(const Machine& machine, const Path& path, const SweepOptions& sweep) {
  PathCriteriaOptions options;
  options.plan.tolerance = kTolerance;
  options.places = kPoses;
  options.sweep = sweep;
  Json list = Json::array();
  for (const CriterionValue& value :
       calc_path_criteria(machine, {path.name}, list_criteria(machine), options)) {
    list.push_back({{"name", value.criterion.name},
                    {"unit", value.criterion.unit},
                    {"better", value.criterion.better == Better::larger ? "larger" : "smaller"},
                    {"value", to_number(value.value)}});
  }
  return list;
}

// Why a path has no pose at all; empty if it has one.
std::string explain_no_pose(const PathEvaluation& path) {
  if (report::find_pose(path) != nullptr) return "";
  return fmt::format("{}: {}", to_string(path.samples.front().status),
                     path.samples.front().reason.text());
}

}  // namespace

Request read_request(const std::string& text) {
  Request request;
  try {
    const Json json = Json::parse(text);
    const auto& settings = json.at("settings").get_ref<const Json::object_t&>();
    for (const auto& [name, value] : settings) {
      const double number = value.get<double>();
      if (!std::isfinite(number)) refuse("a number that is none", "expected a finite one");
      request.settings.emplace_back(name, number);
    }
    request.path = json.value("path", std::string());
    request.off = json.value("off", std::vector<std::string>());
    request.regions = json.value("regions", true);
    request.plan = json.value("plan", false);
  } catch (const Json::exception&) {
    refuse("no request of the page", "expected settings, path, off, regions, plan");
  }
  return request;
}

Explorer::Explorer(const std::string& file, const std::vector<ParameterOverride>& settings,
                   const std::string& load_case, report::PageOptions options)
    : fixed_(settings),
      load_case_(load_case),
      options_(std::move(options)),
      machine_(load_machine(file, settings, load_case)),
      root_(parse_document(machine_.text, file)) {
  if (machine_.paths.empty()) {
    throw InputError({file, 0, 0}, "no paths in the file", "expected 'paths'");
  }
}

std::vector<ParameterOverride> Explorer::list_settings(const Request& request) const {
  std::vector<ParameterOverride> all = fixed_;
  for (const auto& [name, value] : request.settings) {
    const Parameter* parameter = machine_.parameters.find(name);
    if (parameter == nullptr) refuse("no parameter '" + name + "'", "expected one of the machine");
    const std::string unit = parameter->typed ? format_unit(parameter->dimension) : "1";
    std::erase_if(all, [&](const ParameterOverride& one) { return one.name == name; });
    all.push_back({name, fmt::format("{}{}", value, unit == "1" ? "" : " " + unit)});
  }
  return all;
}

Machine Explorer::make_machine(const Request& request) const {
  const std::string folder = std::filesystem::path(machine_.file).parent_path().string();
  Machine machine = read_machine(root_, machine_.file, folder, list_settings(request), load_case_);
  leave_out(request.off, machine);
  return machine;
}

// What can be moved, switched and chosen.
Json Explorer::describe_choices(const Machine& machine) const {
  Json parameters = Json::array();
  const Node list = root_.find("parameters").value_or(root_);
  for (const auto& [key, node] : list.entries()) {
    const Parameter* own = machine_.parameters.find(key.text());
    const Parameter* now = machine.parameters.find(key.text());
    if (own == nullptr || now == nullptr || !is_number(node)) continue;
    parameters.push_back({{"name", own->name},
                          {"unit", own->typed ? format_unit(own->dimension) : "1"},
                          {"description", own->description},
                          {"original", to_number(own->value)},
                          {"value", to_number(now->value)},
                          {"min", to_number(own->min)},
                          {"max", to_number(own->max)}});
  }
  Json paths = Json::array(), drives = Json::array();
  for (const Path& path : machine_.paths) paths.push_back(path.name);
  for (const Drive& drive : machine_.mechanism.drives) drives.push_back(drive.name);
  return {{"parameters", std::move(parameters)},
          {"paths", std::move(paths)},
          {"drives", std::move(drives)},
          {"criteria", Json::array()},
          {"failure", ""},
          {"plan_failure", ""}};
}

void Explorer::add_regions(const Machine& machine, const Path& path, report::PageArrays& arrays,
                           Json& header) const {
  const PathEvaluation seen = report::look_along(machine, path, kPoses, {}, options_.sweep);
  header["explore"]["failure"] = explain_no_pose(seen);
  const Pose* pose = report::find_pose(seen);
  if (pose == nullptr) return;
  header["machine"] = report::describe_machine(machine, *pose);
  header["paths"].push_back(report::describe_path(machine, seen, arrays));
}

void Explorer::add_plan(const Machine& machine, const Path& path, report::PageArrays& arrays,
                        Json& header) const {
  PlannedMotionOptions options;
  options.plan.tolerance = kTolerance;
  options.plan.work = kWork;
  options.samples = kInstants;
  options.threads = options_.sweep.threads;
  const PlannedMotion motion = plan_motion(machine, path, options);
  header["plans"].push_back(report::describe_plan(Json::parse(to_json(motion, Origin{})), arrays));
  header["explore"]["criteria"] = describe_criteria(machine, path, options_.sweep);
}

std::string Explorer::compute(const Request& request) const {
  report::PageArrays arrays;
  Json header = report::make_page_header(options_, machine_.mechanism.name);
  report::add_units(machine_.units, {}, header);
  header["explore"] = describe_choices(machine_);
  try {
    const Machine machine = make_machine(request);
    const Path& path =
        request.path.empty() ? machine.paths.front() : find_path(machine, request.path);
    std::set<std::string> units{"m/s", "1/s"};
    for (const Parameter& one : machine.parameters.all()) units.insert(format_unit(one.dimension));
    report::add_units(machine.units, units, header);
    header["explore"] = describe_choices(machine);
    header["explore"]["path"] = path.name;
    if (request.regions) add_regions(machine, path, arrays, header);
    const bool is_there = header["explore"]["failure"] == "";
    if (request.plan && is_there) add_plan(machine, path, arrays, header);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {  // of values that no machine can have
    header["explore"]["failure"] = error.what();
  }
  return arrays.write(header);
}

std::string Explorer::write_machine(const Request& request,
                                    const std::optional<std::string>& folder) const {
  if (!request.off.empty()) {
    refuse("drives that are off, which no value of the file says",
           "expected all drives on to save the machine");
  }
  const std::string own = std::filesystem::path(machine_.file).parent_path().string();
  return write_settings(
      {machine_.text, machine_.file, read_machine(root_, machine_.file, own).parameters},
      make_machine(request), list_settings(request), folder.value_or(own));
}

}  // namespace globaldyn::explore
