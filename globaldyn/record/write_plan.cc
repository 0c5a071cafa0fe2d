#include "globaldyn/record/write_plan.h"

#include <fmt/format.h>

#include <functional>

#include "globaldyn/storage/hdf5.h"
#include "globaldyn/storage/json.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

Json to_json_limits(const std::vector<ActiveLimit>& active) {
  Json limits = Json::array();
  for (const ActiveLimit& limit : active) {
    limits.push_back({{"name", limit.name}, {"limit", limit.limit}});
  }
  return limits;
}

Json to_intervals(const SpeedSet& set) {
  Json intervals = Json::array();
  for (const Interval& interval : set) intervals.push_back(to_pair(interval));
  return intervals;
}

Json to_json_failure(const PathPlan& plan) {
  Json json;
  const Obstacle obstacle = plan.plan.obstacle.value_or(Obstacle{});
  json["p"] = plan.status() == PlanStatus::unreachable ? plan.failure.p : obstacle.p;
  json["limits"] = Json::array();
  for (const MissingLimit& limit : obstacle.limits) {
    json["limits"].push_back({{"name", limit.limit.name},
                              {"limit", limit.limit.limit},
                              {"missing", to_number(limit.missing)},
                              {"alone", limit.alone}});
  }
  json["reason"] = plan.reason;
  if (plan.status() != PlanStatus::infeasible) return json;
  json["d1_reached"] = to_intervals(obstacle.reached);
  json["d1_needed"] = to_intervals(obstacle.needed);
  json["rest_passable_from"] = nullptr;
  if (obstacle.rest_from) {
    json["rest_passable_from"] = {{"p", *obstacle.rest_from},
                                  {"d1_max", to_number(obstacle.rest_d1)}};
  }
  return json;
}

Json to_json_twist(const Twist& twist) {
  return {{"linear", to_array(twist.v)}, {"angular", to_array(twist.w)}};
}

// A number per drive; null where the drive is no cable.
Json to_json_tensions(const MotionSample& sample, const IdVector<DriveId, char>& is_cable) {
  Json tensions = Json::array();
  for (const DriveId k : is_cable.ids()) {
    const double tension = sample.transmitted(row_of(k));
    tensions.push_back(is_cable[k] != 0 ? Json(tension) : Json());
  }
  return tensions;
}

Json to_json_sample(const MotionSample& sample, const PlannedMotion& motion) {
  const MotionState& at = sample.state;
  Json json = {{"p", at.p}, {"t", at.t}, {"d1", at.d1}, {"d2", at.d2}};
  json["forces"] = to_array(sample.forces);
  json["positions"] = to_array(sample.positions);
  json["speeds"] = to_array(sample.rates);
  json["power"] = to_array(sample.calc_power());
  if (!motion.steps.empty()) json["step"] = motion.find_step(at.t);
  if (motion.has_cables()) json["tensions"] = to_json_tensions(sample, motion.is_cable);
  if (motion.plan.has_tool) {
    json["tool"] = {{"position", to_array(sample.tool.origin)},
                    {"rotation", to_rows(sample.tool.axes)},
                    {"velocity", to_json_twist(sample.tool_velocity)},
                    {"acceleration", to_json_twist(sample.tool_acceleration)}};
  }
  if (!sample.reactions.empty()) {
    json["reactions"] = Json::array();
    for (const double value : sample.reactions) json["reactions"].push_back(to_number(value));
  }
  return json;
}

Json to_json_end(const EndSpeed& end) {
  switch (end.kind) {
    case EndSpeed::Kind::tool:
      return {{"speed", end.value}};
    case EndSpeed::Kind::d1:
      return {{"d1", end.value}};
    case EndSpeed::Kind::free:
      break;
  }
  return "free";
}

Json to_json_use(const PlannedMotion& motion) {
  const DriveUse& use = motion.use;
  Json drives = Json::array();
  for (const DriveId k : motion.drives.ids()) {
    const Eigen::Index at = row_of(k);
    drives.push_back({{"name", motion.drives[k]},
                      {"peak_force", use.peak_force(at)},
                      {"rms_force", use.rms_force(at)},
                      {"peak_speed", use.peak_speed(at)},
                      {"peak_power", use.peak_power(at)},
                      {"rms_power", use.rms_power(at)}});
    // None of a drive whose rated force is not known.
    if (use.heat(at) > 0.0) drives.back()["thermal_share"] = use.heat(at);
  }
  return {{"drives", drives},
          {"energy", use.energy},
          {"braking_energy", use.braking_energy},
          {"peak_supply", use.peak_supply},
          {"peak_return", use.peak_return}};
}

// Of a cycle. Where it waits, "dwell" is for how long.
Json to_json_steps(const PlannedMotion& motion) {
  Json steps = Json::array();
  for (const MotionStep& step : motion.steps) {
    Json json = {{"begin", step.begin}, {"end", step.end}, {"p", {step.p_begin, step.p_end}}};
    json["load"] = step.load.empty() ? Json() : Json(step.load);
    if (step.is_dwell()) {
      json["dwell"] = step.dwell;
    } else {
      json["path"] = step.path;
      json["from"] = step.from;
      json["to"] = step.to;
    }
    steps.push_back(std::move(json));
  }
  return steps;
}

// The plan itself: between nodes d2 is quadratic in p.
Json to_json_nodes(const PathPlan& plan) {
  Json json = {{"p", plan.plan.p}, {"t", Json::array()}, {"d1", Json::array()}};
  for (std::size_t i = 0; i < plan.plan.p.size(); ++i) {
    json["d1"].push_back(plan.plan.d1(i));
    json["t"].push_back(plan.trajectory.arrives_at(i));
  }
  for (const char* name : {"d2_begin", "d2_end", "bulge"}) json[name] = Json::array();
  for (const SegmentMotion& segment : plan.plan.segments) {
    json["d2_begin"].push_back(segment.d2_begin);
    json["d2_end"].push_back(segment.d2_end);
    json["bulge"].push_back(segment.bulge);
  }
  return json;
}

void add_motion(const PlannedMotion& motion, Json& json) {
  const PathPlan& plan = motion.plan;
  json["time"] = to_number(plan.time());
  json["time_lower"] = to_number(plan.time_lower());
  json["bounds"] = plan.status() == PlanStatus::given ? "given" : "estimated";
  const bool is_checked = motion.use.peak_force.size() > 0;
  if (is_checked) json["max_violation"] = motion.max_violation;
  json["switches"] = Json::array();
  json["stretches"] = Json::array();
  for (const Stretch& stretch : plan.stretches) {
    const auto [begin, end] = stretch.find_times(plan.trajectory);
    if (stretch.begin > 0) json["switches"].push_back(begin);
    json["stretches"].push_back({{"t", {begin, end}},
                                 {"p", {plan.plan.p[stretch.begin], plan.plan.p[stretch.end]}},
                                 {"share", (end - begin) / plan.trajectory.duration()},
                                 {"active", to_json_limits(stretch.active)}});
  }
  if (is_checked) json["use"] = to_json_use(motion);
  if (!motion.steps.empty()) {
    json["steps"] = to_json_steps(motion);
    json["shortest"] = motion.shortest;
  }
  json["nodes"] = to_json_nodes(plan);
}

// A column of the record.
struct Column {
  std::string name;
  std::string unit;
  std::function<double(const MotionSample&)> get;
};

void add_vector(const std::string& name, const std::string& unit,
                const std::function<Vector3d(const MotionSample&)>& get,
                std::vector<Column>& columns) {
  for (int i = 0; i < 3; ++i) {
    columns.push_back(
        {name + "_" + "xyz"[i], unit, [get, i](const MotionSample& s) { return get(s)(i); }});
  }
}

std::vector<Column> list_columns(const PlannedMotion& motion) {
  std::vector<Column> columns{{"t", "s", [](const MotionSample& s) { return s.state.t; }},
                              {"p", "", [](const MotionSample& s) { return s.state.p; }},
                              {"d1", "", [](const MotionSample& s) { return s.state.d1; }},
                              {"d2", "", [](const MotionSample& s) { return s.state.d2; }}};
  if (!motion.steps.empty()) {
    columns.push_back({"step", "1", [&motion](const MotionSample& s) {
                         return static_cast<double>(motion.find_step(s.state.t));
                       }});
  }
  const auto add_drives = [&](const std::string& name, VectorXd MotionSample::*values) {
    for (const DriveId k : motion.drives.ids()) {
      columns.push_back({name + "_" + motion.drives[k], "",
                         [=](const MotionSample& s) { return (s.*values)(row_of(k)); }});
    }
  };
  add_drives("position", &MotionSample::positions);
  add_drives("speed", &MotionSample::rates);
  add_drives("force", &MotionSample::forces);
  for (const DriveId k : motion.drives.ids()) {
    columns.push_back({"power_" + motion.drives[k], "W", [k](const MotionSample& s) {
                         const Eigen::Index at = row_of(k);
                         return s.forces(at) * s.rates(at);
                       }});
  }
  for (const DriveId k : motion.drives.ids()) {
    if (motion.is_cable[k] == 0) continue;
    columns.push_back({"tension_" + motion.drives[k], "N",
                       [k](const MotionSample& s) { return s.transmitted(row_of(k)); }});
  }
  if (motion.plan.has_tool) {
    add_vector(
        "tool", "m", [](const MotionSample& s) { return s.tool.origin; }, columns);
    for (int i = 0; i < 3; ++i) {
      add_vector(
          fmt::format("tool_axis_{}", "xyz"[i]), "1",
          [i](const MotionSample& s) -> Vector3d { return s.tool.axes.col(i); }, columns);
    }
    add_vector(
        "velocity", "m/s", [](const MotionSample& s) { return s.tool_velocity.v; }, columns);
    add_vector(
        "angular_velocity", "rad/s", [](const MotionSample& s) { return s.tool_velocity.w; },
        columns);
    add_vector(
        "acceleration", "m/s^2", [](const MotionSample& s) { return s.tool_acceleration.v; },
        columns);
    add_vector(
        "angular_acceleration", "rad/s^2",
        [](const MotionSample& s) { return s.tool_acceleration.w; }, columns);
  }
  for (std::size_t i = 0; i < motion.reaction_names.size(); ++i) {
    columns.push_back({"reaction_" + motion.reaction_names[i], "",
                       [i](const MotionSample& s) { return s.reactions[i]; }});
  }
  return columns;
}

}  // namespace

const char* to_string(ForceChoice choice) {
  switch (choice) {
    case ForceChoice::minimum:
      return "minimum";
    case ForceChoice::preload:
      return "preload";
    case ForceChoice::smooth:
      return "smooth";
  }
  return "";
}

namespace {

Json to_json_law(const GivenPlan& given) {
  Json json{{"name", given.law}, {"least_time", to_number(given.least_time)}};
  json["exceeded"] = Json::array();
  for (const ExceededLimit& one : given.exceeded) {
    json["exceeded"].push_back({{"name", one.limit.name},
                                {"limit", one.limit.limit},
                                {"by", one.by},
                                {"t", one.t},
                                {"p", one.p}});
  }
  return json;
}

Json to_json_prices(const WishedPlan& wished, const IdVector<DriveId, std::string>& drives) {
  const WishPrices& prices = wished.prices;
  Json json = {{"of", call_price(wished)},
               {"rated", Json::object()},
               {"power", Json::object()},
               {"supply", prices.supply},
               {"supply_back", prices.supply_back}};
  for (const DriveId k : drives.ids()) {
    json["rated"][drives[k]] = prices.rated(row_of(k));
    json["power"][drives[k]] = prices.power(row_of(k));
  }
  if (wished.wish.is_least()) json["time"] = prices.time;
  return json;
}

Json to_json_wish(const WishedPlan& wished, const IdVector<DriveId, std::string>& drives) {
  Json json = {{"within_rated", wished.wish.within_rated},
               {"least_losses", wished.wish.least_losses},
               {"least_energy", wished.wish.least_energy},
               {"fastest", wished.fastest},
               {"pause", wished.pause},
               {"losses", {{"value", wished.losses}, {"unit", wished.losses_unit}}},
               {"error", wished.error},
               {"proof", wished.is_global ? "global" : "local"},
               {"cells", wished.cells},
               {"steps", wished.steps},
               {"prices", to_json_prices(wished, drives)}};
  if (wished.wish.time > 0.0) json["time_allowed"] = wished.wish.time;
  if (wished.wish.time_worth > 0.0) json["time_worth"] = wished.wish.time_worth;
  if (wished.wish.least_energy) json["energy"] = wished.energy;
  if (wished.wish.variation_worth > 0.0) {
    json["variation_worth"] = wished.wish.variation_worth;
    for (const DriveId k : drives.ids()) {
      json["variation"][drives[k]] = wished.variation(row_of(k));
    }
  }
  return json;
}

// A list of forces a place, one a drive or one for each that is named.
Json to_json_table(const PreloadTable& table, const IdVector<DriveId, std::string>& drives) {
  Json forces = Json::array();
  for (const auto& column : table.forces.colwise()) forces.push_back(to_array(VectorXd(column)));
  Json json = {{"p", table.p}, {"forces", std::move(forces)}};
  for (const Eigen::Index k : table.of)
    json["drives"].push_back(drives[DriveId(static_cast<int>(k))]);
  return json;
}

}  // namespace

Json make_plan_document(const PlannedMotion& motion, const Origin& origin) {
  const PathPlan& plan = motion.plan;
  Json json;
  json["schema"] = "globaldyn/plan/1";
  add_origin(origin, json);
  json["machine"] = {{"name", plan.machine}, {"drives", motion.drives}};
  if (motion.is_cycle) {
    json["cycle"] = plan.path;
  } else {
    json["path"] = {{"name", plan.path}, {"p_max", motion.p_max}};
    for (const OpenCoordinate& one : motion.open) json["path"]["open"][one.name] = one.values;
  }
  json["options"] = {
      {"tolerance", plan.options.tolerance},  {"start", to_json_end(plan.options.start)},
      {"end", to_json_end(plan.options.end)}, {"closed", plan.options.closed},
      {"reserve", plan.options.reserve},      {"forces", to_string(motion.choice)}};
  if (plan.options.rise_time > 0.0) json["options"]["rise_time"] = plan.options.rise_time;
  if (motion.preload.size() > 0) json["options"]["preload"] = to_array(motion.preload);
  json["options"]["preload_rule"] = to_string(motion.rule.kind);
  if (motion.rule.forces.size() > 0) {
    json["options"]["constant_preload"] = to_array(motion.rule.forces);
  }
  if (motion.rule.kind == PreloadRule::Kind::table) {
    json["options"]["preload_table"] = to_json_table(motion.rule.table, motion.drives);
  }
  json["fingerprint"] = motion.fingerprint;
  json["status"] = to_string(plan.status());
  json["planner"] = {{"method", to_string(plan.planner.method)},
                     {"regions_because", to_string(plan.planner.reason)}};
  if (plan.has_motion()) add_motion(motion, json);
  if (plan.has_motion() && !plan.reason.empty()) json["reason"] = plan.reason;
  if (plan.given) json["law"] = to_json_law(*plan.given);
  if (plan.wished && plan.wished->gap) json["gap"] = *plan.wished->gap;
  if (plan.wished) json["wished"] = to_json_wish(*plan.wished, motion.drives);
  json["stops"] = Json::array();
  for (const PathStop& stop : plan.stops) {
    json["stops"].push_back({{"p", stop.p}, {"duration", stop.duration}});
  }
  if (!motion.reaction_names.empty()) json["reaction_names"] = motion.reaction_names;
  json["samples"] = Json::array();
  for (const MotionSample& sample : motion.record.samples) {
    json["samples"].push_back(to_json_sample(sample, motion));
  }
  if (!plan.has_motion()) json["failure"] = to_json_failure(plan);
  return json;
}

std::string call_price(const WishedPlan& wished) {
  if (wished.wish.least_energy) return "J";
  return wished.wish.least_losses ? wished.losses_unit : "s";
}

std::string to_json(const PlannedMotion& motion, const Origin& origin) {
  return to_file_text(make_plan_document(motion, origin));
}

std::string to_csv(const PlannedMotion& motion, const Origin& origin) {
  const std::vector<Column> columns = list_columns(motion);
  const bool is_loaded = !origin.load_case.empty();
  std::string csv;
  for (std::size_t i = 0; i < columns.size(); ++i) csv += (i > 0 ? "," : "") + columns[i].name;
  csv += is_loaded ? ",load_case\n" : "\n";
  const std::string end = is_loaded ? "," + origin.load_case + "\n" : "\n";
  for (const MotionSample& sample : motion.record.samples) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const double value = columns[i].get(sample);
      if (i > 0) csv += ',';
      if (std::isfinite(value)) fmt::format_to(std::back_inserter(csv), "{}", value);
    }
    csv += end;
  }
  return csv;
}

void write_hdf5(const PlannedMotion& motion, const Origin& origin, const std::string& file) {
  write_hdf5_file(file, [&](const H5::H5File& output) {
    set_text(output, "schema", "globaldyn/plan/1");
    set_origin(output, origin);
    set_text(output, "machine", motion.plan.machine);
    set_text(output, motion.is_cycle ? "cycle" : "path", motion.plan.path);
    set_text(output, "status", to_string(motion.plan.status()));
    for (const Column& column : list_columns(motion)) {
      std::vector<double> values;
      for (const MotionSample& sample : motion.record.samples) {
        values.push_back(column.get(sample));
      }
      const H5::DataSet set = add_numbers(output, column.name, {values.size()}, values);
      if (!column.unit.empty()) set_text(set, "unit", column.unit);
    }
  });
}

}  // namespace record
}  // namespace globaldyn::inside
