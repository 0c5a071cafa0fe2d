#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <functional>

#include "globaldyn/simulation/machine_simulation.h"
#include "globaldyn/storage/hdf5.h"
#include "globaldyn/storage/json.h"

namespace globaldyn::inside {
inline namespace simulation {
namespace {

struct SimulationColumn {
  std::string name;
  std::string unit;
  std::function<double(const SimulationRow&)> get;
};

std::vector<SimulationColumn> list_simulation_columns(const MachineSimulation& simulation) {
  std::vector<SimulationColumn> columns{{"t", "s", [](const auto& row) { return row.t; }}};
  const auto add_drives = [&](const std::string& name, VectorXd SimulationRow::*values) {
    for (const DriveId k : simulation.drives.ids()) {
      columns.push_back({name + "_" + simulation.drives[k], "",
                         [=](const SimulationRow& row) { return (row.*values)(row_of(k)); }});
    }
  };
  add_drives("position", &SimulationRow::positions);
  add_drives("speed", &SimulationRow::rates);
  add_drives("force", &SimulationRow::forces);
  if (simulation.has_tool) {
    for (int i = 0; i < 3; ++i) {
      columns.push_back({fmt::format("tool_{}", "xyz"[i]), "m",
                         [i](const SimulationRow& row) { return row.tool.origin(i); }});
    }
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < 3; ++i) {
        columns.push_back({fmt::format("tool_axis_{}_{}", "xyz"[k], "xyz"[i]), "1",
                           [i, k](const SimulationRow& row) { return row.tool.axes(i, k); }});
      }
    }
  }
  const auto add = [&](const char* name, const char* unit, double SimulationRow::*value) {
    columns.push_back({name, unit, [value](const SimulationRow& row) { return row.*value; }});
  };
  for (const DriveId k : simulation.is_cable.ids()) {
    if (simulation.is_cable[k] == 0) continue;
    columns.push_back({"tension_" + simulation.drives[k], "N",
                       [k](const auto& row) { return row.transmitted(row_of(k)); }});
  }
  for (std::size_t i = 0; i < simulation.reaction_names.size(); ++i) {
    columns.push_back({"reaction_" + simulation.reaction_names[i], "",
                       [i](const auto& row) { return row.reactions[i]; }});
  }
  for (std::size_t i = 0; i < simulation.result.closing.size(); ++i) {
    columns.push_back({"closing_" + simulation.result.closing[i], "",
                       [i](const auto& row) { return row.closing(static_cast<Eigen::Index>(i)); }});
  }
  add("kinetic_energy", "J", &SimulationRow::kinetic);
  add("potential_energy", "J", &SimulationRow::potential);
  add("work", "J", &SimulationRow::work);
  add("drift", "1", &SimulationRow::drift);
  if (simulation.is_tracked()) {
    add("tracking_error", "m", &SimulationRow::tracking);
    add("orientation_error", "rad", &SimulationRow::turning);
  }
  return columns;
}

void add_tracking(const MachineSimulation& simulation, Json& json) {
  json["tracking_error"] = simulation.tracking_error;
  json["orientation_error"] = simulation.orientation_error;
  json["band"] = simulation.band;
  json["longest_off_path"] = simulation.longest_off_path;
  json["back_on_path"] = nullptr;
  if (simulation.back_on_path) json["back_on_path"] = *simulation.back_on_path;
  if (const auto& feedback = simulation.feedback) {
    json["options"]["feedback"] = {{"bandwidth", feedback->bandwidth},
                                   {"damping", feedback->damping},
                                   {"period", feedback->period},
                                   {"delay", feedback->delay}};
  }
  for (const ParameterError& error : simulation.errors) {
    json["options"]["errors"][error.name] = error.share;
  }
}

Json to_json_start(const ToldStart& start) {
  Json json = Json::object();
  if (!start.path.empty()) json["path"] = start.path;
  for (const auto& [joint, value] : start.held) json["at"][joint] = value;
  for (const auto& [drive, speed] : start.speeds) json["rates"][drive] = speed;
  for (const auto& [drive, force] : start.forces) json["forces"][drive] = force;
  return json;
}

}  // namespace

namespace {

// Where bodies are, for pages: seven digits are all that single precision has.
Json to_json_poses(const std::vector<SimulationRow>& rows) {
  constexpr std::size_t kMost = 500;
  std::vector<const SimulationRow*> told;
  for (const SimulationRow& row : rows) {
    if (!row.bodies.empty()) told.push_back(&row);
  }
  const std::size_t apart = 1 + (told.empty() ? 0 : (told.size() - 1) / kMost);
  Json json{{"t", Json::array()}, {"values", Json::array()}};
  for (std::size_t i = 0; i < told.size(); i += apart) {
    json["t"].push_back(told[i]->t);
    for (const float value : told[i]->bodies) {
      json["values"].push_back(std::strtod(fmt::format("{:.7g}", value).c_str(), nullptr));
    }
  }
  return json;
}

}  // namespace

std::string to_json(const MachineSimulation& simulation, const Origin& origin) {
  const SimulationResult& result = simulation.result;
  const SimulationOptions& options = simulation.options;
  Json json;
  json["schema"] = "globaldyn/simulation/1";
  add_origin(origin, json);
  json["machine"] = {{"name", simulation.machine}, {"drives", simulation.drives}};
  if (!simulation.path.empty()) json[simulation.is_cycle ? "cycle" : "path"] = simulation.path;
  json["options"] = {{"formulation", simulation.formulation},
                     {"integrator", to_string(options.method)},
                     {"tolerance", options.tolerance},
                     {"duration", options.duration}};
  const double projection = options.projection_tolerance;
  json["options"]["projection"] = std::isfinite(projection) ? Json(projection) : Json("off");
  json["options"]["baumgarte"] = {{"alpha", options.stabilisation.alpha},
                                  {"beta", options.stabilisation.beta}};
  if (const auto& springs = options.loop_springs) {
    json["options"]["loop_springs"] = {{"stiffness", springs->stiffness},
                                       {"damping_ratio", springs->damping_ratio}};
  }
  if (simulation.start) json["start"] = to_json_start(*simulation.start);
  json["step_tolerance"] = simulation.step_tolerance;
  json["energy_is_bounded"] = simulation.energy_is_bounded;
  json["drift_is_bounded"] = simulation.drift_is_bounded;
  json["status"] = to_string(result.status);
  if (!result.reason.empty()) json["reason"] = result.reason;
  json["time"] = result.time;
  json["steps"] = result.count.steps;
  json["right_sides"] = result.count.right_sides;
  json["runs"] = simulation.runs;
  json["right_sides_of_all_runs"] = simulation.right_sides;
  json["restarts"] = result.restarts;
  json["stick_slips"] = result.stick_slips;
  json["constraint_drift"] = result.max_drift;
  json["energy_error"] = result.energy_error;
  json["largest_kinetic_energy"] = result.max_kinetic;
  json["tracking_error"] = nullptr;
  json["orientation_error"] = nullptr;
  if (simulation.is_tracked()) add_tracking(simulation, json);
  json["saturated"] = Json::object();
  for (const DriveId k : simulation.saturated_shares.ids()) {
    json["saturated"][simulation.drives[k]] = simulation.saturated_shares[k];
  }
  json["dependent_constraints"] = result.dependent;
  if (!simulation.reaction_names.empty()) json["reaction_names"] = simulation.reaction_names;
  json["poses"] = to_json_poses(simulation.rows);
  return to_file_text(json);
}

std::string to_csv(const MachineSimulation& simulation) {
  const auto columns = list_simulation_columns(simulation);
  std::string csv;
  for (std::size_t i = 0; i < columns.size(); ++i) csv += (i > 0 ? "," : "") + columns[i].name;
  csv += '\n';
  for (const SimulationRow& row : simulation.rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      fmt::format_to(std::back_inserter(csv), "{}{}", i > 0 ? "," : "", columns[i].get(row));
    }
    csv += '\n';
  }
  return csv;
}

void write_hdf5(const MachineSimulation& simulation, const Origin& origin,
                const std::string& file) {
  write_hdf5_file(file, [&](const H5::H5File& out) {
    set_text(out, "schema", "globaldyn/simulation/1");
    set_origin(out, origin);
    set_text(out, "machine", simulation.machine);
    set_text(out, "status", to_string(simulation.result.status));
    for (const SimulationColumn& column : list_simulation_columns(simulation)) {
      std::vector<double> values;
      for (const SimulationRow& row : simulation.rows) values.push_back(column.get(row));
      const H5::DataSet data = add_numbers(out, column.name, {values.size()}, values);
      if (!column.unit.empty()) set_text(data, "unit", column.unit);
    }
  });
}

}  // namespace simulation
}  // namespace globaldyn::inside
