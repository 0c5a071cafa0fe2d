#include "globaldyn/simulation/planned_forces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/free_run/run_freely.h"
#include "globaldyn/record/write_plan.h"
#include "globaldyn/storage/json.h"

namespace globaldyn::inside {
inline namespace simulation {
namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& wrong) {
  throw InputError(whole_place(file), wrong, "expected a plan.json that 'plan --out' has written");
}

// Most of the file are samples and whatever holds the motion back, which is not needed here.
bool is_needed(const Json& key) {
  constexpr std::array kNeeded{"schema",    "machine", "path",  "cycle", "fingerprint",
                               "load_case", "options", "nodes", "stops", "smoothing"};
  return std::find(kNeeded.begin(), kNeeded.end(), key.get_ref<const std::string&>()) !=
         kNeeded.end();
}

Json read_json(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw InputError(whole_place(file), "cannot be read", "expected a file with a plan");
  const auto keep = [](int depth, Json::parse_event_t event, const Json& parsed) {
    return depth != 1 || event != Json::parse_event_t::key || is_needed(parsed);
  };
  const Json json = Json::parse(stream, keep, false);
  if (json.is_discarded() || !json.is_object()) refuse(file, "no JSON document");
  if (!json.contains("schema") || json["schema"] != "globaldyn/plan/1") refuse(file, "no plan");
  if (!json.contains("nodes")) refuse(file, "a plan without a motion");
  if (json.contains("smoothing")) {
    refuse(file, "a smoothed plan, whose motion is known at samples alone");
  }
  return json;
}

Plan read_nodes(const Json& nodes) {
  Plan plan;
  plan.p = nodes.at("p").get<std::vector<double>>();
  const auto d1 = nodes.at("d1").get<std::vector<double>>();
  const auto begin = nodes.at("d2_begin").get<std::vector<double>>();
  const auto end = nodes.at("d2_end").get<std::vector<double>>();
  const auto bulge = nodes.at("bulge").get<std::vector<double>>();
  const std::size_t count = plan.p.size();
  const auto increase = [](double a, double b) { return !(a < b); };
  if (count < 2 || d1.size() != count || begin.size() + 1 != count || end.size() + 1 != count ||
      bulge.size() + 1 != count ||
      std::adjacent_find(plan.p.begin(), plan.p.end(), increase) != plan.p.end()) {
    throw std::out_of_range("nodes");
  }
  for (const double one : d1) plan.x.push_back(one * one);
  for (std::size_t i = 0; i + 1 < plan.p.size(); ++i) {
    plan.segments.push_back(
        {plan.p[i + 1] - plan.p[i], plan.x[i], begin.at(i), end.at(i), bulge.at(i)});
  }
  return plan;
}

// Where d2 is continuous, an integrator's own control of errors is enough.
std::vector<PlannedForces::Switch> list_switches(const Plan& plan, const Trajectory& trajectory) {
  const std::vector<SegmentMotion>& segments = plan.segments;
  double largest = 0.0;
  for (const SegmentMotion& one : segments) {
    largest = std::max({largest, std::abs(one.d2_begin), std::abs(one.d2_end)});
  }
  std::vector<PlannedForces::Switch> switches;
  for (std::size_t i = 0; i <= segments.size(); ++i) {
    const double before = trajectory.arrives_at(i), after = trajectory.leaves_at(i);
    if (after > before) {
      switches.push_back({before, plan.p[i], kInfinity});
      switches.push_back({after, plan.p[i], kInfinity});
      continue;
    }
    if (i == 0 || i == segments.size()) continue;
    const double jump = std::abs(segments[i].d2_begin - segments[i - 1].d2_end);
    if (!is_zero(jump, largest, round_off::kSame)) {
      switches.push_back({before, plan.p[i], jump / largest});
    }
  }
  return switches;
}

// Of a motion that is given, whose accelerations jump, or turn sharply, at breaks of its path.
std::vector<PlannedForces::Switch> list_breaks(const Path& path, const Plan& plan,
                                               const Trajectory& trajectory) {
  std::vector<PlannedForces::Switch> switches;
  if (!path.given) return switches;
  for (const double p : path.steps.breaks) {
    // They are among the nodes, up to the digits of a file.
    const auto after = std::lower_bound(plan.p.begin(), plan.p.end(), p);
    const auto node = static_cast<std::size_t>(after - plan.p.begin());
    const auto is_there = [&](std::size_t i) {
      return i < plan.p.size() && is_zero(plan.p[i] - p, path.p_max, round_off::kSame);
    };
    const std::size_t at = node > 0 && is_there(node - 1) ? node - 1 : node;
    if (is_there(at)) switches.push_back({trajectory.arrives_at(at), plan.p[at], kInfinity});
  }
  return switches;
}

ForceChoice find_choice(const std::string& name) {
  for (const ForceChoice choice : {ForceChoice::preload, ForceChoice::smooth}) {
    if (name == to_string(choice)) return choice;
  }
  return ForceChoice::minimum;
}

// A list of forces a place, one a drive or one for each that is named.
PreloadTable read_preload_table(const Json& json, const std::vector<std::string>& names) {
  PreloadTable table{json.at("p").get<std::vector<double>>(), {}, "plan.json"};
  const auto forces = json.at("forces").get<std::vector<std::vector<double>>>();
  if (table.p.size() < 2 || forces.size() != table.p.size()) throw std::out_of_range("preload");
  for (const std::string& name : json.value("drives", std::vector<std::string>())) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::out_of_range("preload");
    table.of.push_back(found - names.begin());
  }
  const std::size_t drives = forces.front().size();
  if (!table.of.empty() && drives != table.of.size()) throw std::out_of_range("preload");
  table.forces.resize(static_cast<Eigen::Index>(drives), static_cast<Eigen::Index>(forces.size()));
  for (std::size_t i = 0; i < forces.size(); ++i) {
    if (forces[i].size() != drives) throw std::out_of_range("preload");
    table.forces.col(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const VectorXd>(forces[i].data(), static_cast<Eigen::Index>(drives));
  }
  return table;
}

PreloadRule read_rule(const Json& plan) {
  const Json& options = plan.at("options");
  PreloadRule rule;
  rule.kind = read_preload_kind(options.value("preload_rule", "free"));
  const auto forces = options.value("constant_preload", std::vector<double>());
  rule.forces = Eigen::Map<const VectorXd>(forces.data(), static_cast<Eigen::Index>(forces.size()));
  if (rule.kind == PreloadRule::Kind::table) {
    rule.table =
        read_preload_table(options.at("preload_table"),
                           plan.at("machine").at("drives").get<std::vector<std::string>>());
  }
  return rule;
}

}  // namespace

Path close_as_planned(const Machine& machine, const Path& path, const StoredPlan& stored,
                      const SourcePlace& place) {
  if (path.run) return run_freely(machine, path);
  if (!is_open(path)) return path;
  std::vector<std::vector<double>> values;
  for (const OpenCoordinate& one : path.open) {
    const auto found = std::find_if(stored.open.begin(), stored.open.end(),
                                    [&](const auto& known) { return known.first == one.name; });
    const bool is_known = found != stored.open.end() && found->second.size() == one.values.size();
    if (!is_known && !one.is_given) {
      throw InputError(place,
                       "a plan without values of '" + one.name + "', which its path leaves open",
                       "expected one of the path as it is in the machine file now");
    }
    values.push_back(one.is_given ? one.values : found->second);
  }
  return fill(path, values);
}

StoredPlan read_plan(const std::string& file) {
  const Json json = read_json(file);
  try {
    StoredPlan stored;
    stored.is_cycle = json.contains("cycle");
    stored.path = stored.is_cycle ? json.at("cycle") : json.at("path").at("name");
    stored.fingerprint = json.value("fingerprint", "");
    stored.load_case = json.value("load_case", "");
    const Json open =
        json.value("path", Json::object()).value("open", Json::object());  // none of a cycle
    for (const auto& [name, values] : open.items()) {
      stored.open.emplace_back(name, values.get<std::vector<double>>());
    }
    stored.choice = find_choice(json.at("options").at("forces"));
    const auto preload = json.at("options").value("preload", std::vector<double>());
    stored.preload =
        Eigen::Map<const VectorXd>(preload.data(), static_cast<Eigen::Index>(preload.size()));
    stored.rule = read_rule(json);
    stored.reserve = json.at("options").value("reserve", 0.0);
    stored.plan = read_nodes(json.at("nodes"));
    for (const Json& stop : json.at("stops")) {
      stored.stops.push_back({stop.at("p"), stop.at("duration")});
    }
    return stored;
  } catch (const Json::exception&) {
    refuse(file, "a damaged plan");
  } catch (const std::out_of_range&) {
    refuse(file, "a damaged plan");
  }
}

PlannedForces::PlannedForces(const Machine& machine, const Path& path, const StoredPlan& stored)
    : machine_(without_clearance(machine)), path_(path), trajectory_(stored.plan, stored.stops) {
  if (stored.choice == ForceChoice::smooth) {
    throw InputError(option_place("--plan"), "a plan whose forces change least",
                     "expected one with forces of least norm or near a preload, which are known at "
                     "all times");
  }
  if (stored.choice == ForceChoice::preload &&
      stored.preload.size() != machine.mechanism.drive_count()) {
    throw InputError(option_place("--plan"), "a plan without its preload",
                     "expected a force per drive");
  }
  options_.choice = stored.choice;
  options_.preload = stored.preload;
  options_.reserve = stored.reserve;
  wanted_ = stored.choice == ForceChoice::preload
                ? stored.preload
                : VectorXd(VectorXd::Zero(machine.mechanism.drive_count()));
  switches_ = list_switches(stored.plan, trajectory_);
  const std::vector<Switch> breaks = list_breaks(path, stored.plan, trajectory_);
  switches_.insert(switches_.end(), breaks.begin(), breaks.end());
  std::stable_sort(switches_.begin(), switches_.end(),
                   [](const Switch& a, const Switch& b) { return a.t < b.t; });
  switches_.push_back({trajectory_.duration(), stored.plan.p.back(), kInfinity});
  PathWalker walker(machine_, path, choose_record_method(options_));
  const Pose pose = require_ok(walker.move_to_limits(0.0)).motion.pose;
  home_ = make_home(machine_.mechanism, path.task(0.0), pose);
  recorder_ = std::make_unique<InstantRecorder>(machine_, path, options_, home_);
  recorder_->begin_at(0.0, pose);
}

Machine PlannedForces::without_clearance(Machine machine) {
  machine.clearance.reset();
  return machine;
}

// Just before a switch the path may be another one than behind it, as at a corner: p must not round
// to the place of the switch.
MotionState PlannedForces::find_state(double t) const {
  MotionState state = trajectory_.at(t);
  const auto next = std::upper_bound(switches_.begin(), switches_.end(), t,
                                     [](double time, const Switch& one) { return time < one.t; });
  if (next != switches_.end() && state.p >= next->p) {
    state.p = std::nextafter(next->p, 0.0);
  }
  if (t >= duration() && state.d1 == 0.0) {
    state.d2 = 0.0;
    state.rests = true;
  }
  return state;
}

const MotionSample& PlannedForces::at(double t) {
  if (t_ == t) return instant_.sample;
  t_.reset();
  recorder_->visit(find_state(t), instant_);
  recorder_->take_forces(choose_steady_forces(instant_.problem, wanted_), instant_);
  t_ = t;
  return instant_.sample;
}

double PlannedForces::find_next_switch(double t, double least_jump) const {
  auto next = std::upper_bound(switches_.begin(), switches_.end(), t,
                               [](double time, const Switch& one) { return time < one.t; });
  while (next != switches_.end() && next->jump < least_jump) ++next;
  return next == switches_.end() ? kInfinity : next->t;
}

}  // namespace simulation
}  // namespace globaldyn::inside
