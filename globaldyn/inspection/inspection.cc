#include "globaldyn/inspection/inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/nth.h"
#include "core/description/read_joints.h"
#include "core/joints/joint_type.h"
#include "core/kinematics/travel.h"
#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/inspection/doubts.h"
#include "globaldyn/path/load_tables.h"
#include "globaldyn/path/path_jumps.h"

namespace globaldyn::inside {
inline namespace inspection {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> name_bodies(const Mechanism& mechanism,
                                     const std::vector<BodyId>& bodies) {
  std::vector<std::string> names;
  for (const BodyId body : bodies) {
    names.push_back(mechanism.bodies[body].name);
  }
  return names;
}

std::vector<std::string> name_joints(const Mechanism& mechanism,
                                     const std::vector<JointId>& joints) {
  std::vector<std::string> names;
  for (const JointId joint : joints) {
    names.push_back(mechanism.joints[joint].name);
  }
  return names;
}

const char* unit_of(bool rotational) {
  return rotational ? "rad" : "m";
}

NamedValues name_coordinates(const Mechanism& mechanism, const std::vector<double>& values) {
  NamedValues result;
  const std::vector<CoordinateIndex> indices = list_coordinates(mechanism);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Joint& joint = mechanism.joints[indices[i].joint];
    const JointCoordinate& coordinate = nth(type_of(joint).coordinates, indices[i].coordinate);
    result.push_back({name_of(mechanism, indices[i]), values[i], unit_of(coordinate.rotational)});
  }
  return result;
}

void report_parts(const Machine& machine, Inspection& inspection) {
  const Mechanism& mechanism = machine.mechanism;
  for (const BodyId i : moving_bodies(mechanism.bodies)) {
    inspection.bodies.push_back(
        {mechanism.bodies[i].name, mechanism.bodies[i].mass_properties.mass});
  }
  for (const Drive& drive : mechanism.drives) inspection.drives.push_back(drive.name);
  for (const Drive& drive : machine.off) inspection.drives_off.push_back(drive.name);
  const std::vector<double> values = calc_joint_coordinates(mechanism, inspection.pose);
  const auto& cut = machine.topology.cut_joints;
  std::size_t next = 0;
  for (const JointId j : mechanism.joints.ids()) {
    const Joint& joint = mechanism.joints[j];
    JointReport report{joint.name,
                       type_of(joint).key,
                       mechanism.bodies[joint.body_a].name,
                       mechanism.bodies[joint.body_b].name,
                       {},
                       std::find(cut.begin(), cut.end(), j) != cut.end()};
    for (const JointCoordinate& coordinate : type_of(joint).coordinates) {
      report.coordinates.push_back(
          {coordinate.name, values[next++], unit_of(coordinate.rotational)});
    }
    inspection.joints.push_back(std::move(report));
  }
  for (const Coupling& coupling : mechanism.couplings) {
    CouplingReport report{coupling.name, {}, coupling.value, unit_of(coupling.sum.rotational)};
    for (const CoordinateTerm& term : coupling.sum.terms) {
      report.terms.push_back({name_of(mechanism, term.of), term.factor, ""});
    }
    inspection.couplings.push_back(std::move(report));
  }
}

void report_structure(const Machine& machine, Inspection& inspection) {
  const Mechanism& mechanism = machine.mechanism;
  for (const auto& loop : machine.topology.loops) {
    inspection.loops.push_back(name_joints(mechanism, loop));
  }
  for (const auto& bodies : inspection.mobility.idle_bodies) {
    inspection.idle_bodies.push_back(name_bodies(mechanism, bodies));
  }
  for (const ConstraintDependency& dependency : inspection.mobility.dependencies) {
    std::vector<std::string> names = name_joints(mechanism, dependency.joints);
    if (dependency.with_couplings) {
      for (const Coupling& coupling : mechanism.couplings) names.push_back(coupling.name);
    }
    inspection.dependencies.push_back({dependency.count, std::move(names)});
  }
}

std::string describe_components(const char* name, const std::vector<Expression>& components) {
  const auto is_zero = [](const Expression& one) {
    return one.is_constant() && one.evaluate() == 0.0;
  };
  if (std::all_of(components.begin(), components.end(), is_zero)) return "";
  std::vector<std::string> texts;
  for (const Expression& one : components) texts.push_back(one.text());
  return fmt::format("{} [{}], ", name, fmt::join(texts, ", "));
}

void report_loads(const Machine& machine, Inspection& inspection) {
  const Mechanism& mechanism = machine.mechanism;
  inspection.gravity = mechanism.gravity;
  inspection.payload_mass = mechanism.payload_mass;
  for (const Body& body : mechanism.bodies) inspection.total_mass += body.mass_properties.mass;
  for (const ToolWrench& wrench : mechanism.wrenches) {
    std::string what =
        describe_components("force", wrench.force) + describe_components("torque", wrench.torque);
    if (wrench.table) what += "table " + wrench.table->file + ", ";
    what += wrench.in_tool_frame ? "in the tool's axes" : "in global axes";
    inspection.loads.push_back({wrench.load_case, std::move(what)});
  }
}

// Whether the path fits the machine and leaves its idle degrees of freedom idle.
PrescriptionCheck check_path(const Machine& machine, const Path& path,
                             const Inspection& inspection) {
  PrescriptionCheck check = check_path_start(machine, path, inspection.pose);
  if (!check.fits || inspection.mobility.idle == 0) return check;
  try {
    (void)evaluate(machine, {.paths = {path.name}, .at = {0.0}});
  } catch (const InputError& error) {
    check = {false, error.what(), ""};
  }
  return check;
}

Json to_map(const NamedValues& values) {
  Json map = Json::object();
  for (const NamedValue& one : values) map[one.name] = one.value;
  return map;
}

std::vector<std::string> list_beyond_travel(const Machine& machine, const Pose& pose) {
  std::vector<std::string> texts;
  for (const TravelViolation& one : find_travel_violations(machine.mechanism, pose)) {
    texts.push_back(describe(one, machine.units));
  }
  return texts;
}

// Every table of loads, whether it acts or not.
std::vector<InputError> list_short_tables(const Machine& machine, const Path& path) {
  std::vector<InputError> found =
      find_unfit_tables(machine.mechanism.wrenches, path, path.p_max, machine.paths);
  const std::vector<InputError> idle =
      find_unfit_tables(machine.idle_wrenches, path, path.p_max, machine.paths);
  found.insert(found.end(), idle.begin(), idle.end());
  return found;
}

std::vector<std::string> list_all_loads_beyond(const Machine& machine, const Path& path) {
  std::vector<std::string> found = list_loads_beyond(machine.mechanism.wrenches, path);
  const std::vector<std::string> idle = list_loads_beyond(machine.idle_wrenches, path);
  found.insert(found.end(), idle.begin(), idle.end());
  return found;
}

// A path that no machine could follow is a mistake, whatever it is used for.
void refuse_jumping_paths(const Machine& machine, const Path* chosen) {
  for (const Path& path : machine.paths) {
    if (chosen != nullptr && chosen != &path) continue;
    require_continuous(machine.mechanism, path, path.p_max);
  }
}

// A table may be for one of several paths; one that reaches along none of them is a mistake.
void refuse_short_tables(const Machine& machine, const Path* chosen) {
  std::vector<const Path*> paths;
  for (const Path& path : machine.paths) {
    if (chosen == nullptr || chosen == &path) paths.push_back(&path);
  }
  if (paths.empty()) return;
  for (const auto* wrenches : {&machine.mechanism.wrenches, &machine.idle_wrenches}) {
    for (const ToolWrench& wrench : *wrenches) {
      const auto is_short = [&](const Path* path) {
        return !find_unfit_tables({wrench}, *path, path->p_max, machine.paths).empty();
      };
      if (std::all_of(paths.begin(), paths.end(), is_short)) {
        require_loads({wrench}, *paths.front(), paths.front()->p_max, machine.paths);
      }
    }
  }
}

}  // namespace

Inspection inspect(const Machine& machine, const std::string& path, int guesses) {
  const Mechanism& mechanism = machine.mechanism;
  const Path* start = nullptr;
  if (!path.empty()) {
    start = &find_path(machine, path);
  } else if (!machine.paths.empty()) {
    start = &machine.paths.front();
  }
  refuse_short_tables(machine, path.empty() ? nullptr : start);
  refuse_jumping_paths(machine, path.empty() ? nullptr : start);
  const Task task = start != nullptr ? start->task(0.0) : Task{};
  const AssemblyOutcome assembly = assemble(mechanism, machine.topology, task);
  if (assembly.status != AssemblyStatus::ok) {
    if (start != nullptr) refuse_misprescribed(machine, *start);
    const std::string where =
        start != nullptr ? "at the start of path '" + start->name + "' " : std::string();
    throw AssemblyError(machine.file + ": " + where + assembly.reason + " (after " +
                        std::to_string(assembly.guesses) + " guesses)");
  }
  Inspection inspection;
  inspection.machine = mechanism.name;
  inspection.load_cases = machine.load_cases;
  inspection.load_case = machine.load_case;
  inspection.pose = assembly.pose;
  // What the machine is does not depend on where a path begins, but far away ranks are not sure.
  Pose seen = assembly.pose;
  if (is_far_away(mechanism, seen)) {
    AssemblyOutcome near = assemble(mechanism, machine.topology, {});
    if (near.status == AssemblyStatus::ok) seen = std::move(near.pose);
  }
  inspection.mobility = analyze_mobility(mechanism, machine.topology, task.coordinates, seen);
  report_parts(machine, inspection);
  report_structure(machine, inspection);
  report_loads(machine, inspection);
  inspection.undriven = list_undriven(
      mechanism, start != nullptr ? start->coordinates : list_tool_coordinates(mechanism), seen);
  inspection.remarks = mechanism.remarks;
  for (std::string& remark : list_doubts(machine, start, seen)) {
    inspection.remarks.push_back(std::move(remark));
  }
  for (const Path& each : machine.paths) {
    PathFit fit{each.name, check_path(machine, each, inspection), {}, {}};
    fit.open = tell_open(each);
    for (const InputError& error : list_short_tables(machine, each)) {
      fit.short_tables.emplace_back(error.what());
    }
    if (fit.short_tables.empty()) fit.loads_beyond = list_all_loads_beyond(machine, each);
    inspection.paths.push_back(std::move(fit));
  }
  if (machine.clearance) {
    inspection.nearest =
        ClearanceChecker(mechanism, *machine.clearance).find_nearest(assembly.pose);
  }
  inspection.beyond_travel = list_beyond_travel(machine, assembly.pose);
  inspection.has_conditions = !mechanism.branch.empty();
  // Without a task, a machine with degrees of freedom has a continuum of poses, not branches.
  if (task.size() == inspection.mobility.n_dof) {
    for (const Branch& branch : find_branches(mechanism, machine.topology, task, guesses)) {
      inspection.branches.push_back({name_coordinates(mechanism, branch.coordinates),
                                     branch.failed_conditions,
                                     list_beyond_travel(machine, branch.pose)});
    }
  }
  return inspection;
}

std::string to_json(const Inspection& inspection, const std::string& program) {
  Json json;
  json["schema"] = "globaldyn/check/1";
  json["program"] = program;
  json["machine"] = inspection.machine;
  for (const BodyReport& body : inspection.bodies) {
    json["bodies"].push_back({{"name", body.name}, {"mass", body.mass}});
  }
  json["joints"] = Json::array();
  for (const JointReport& joint : inspection.joints) {
    json["joints"].push_back({{"name", joint.name},
                              {"type", joint.kind},
                              {"a", joint.body_a},
                              {"b", joint.body_b},
                              {"coordinates", to_map(joint.coordinates)},
                              {"closes_loop", joint.is_cut}});
  }
  json["couplings"] = Json::array();
  for (const CouplingReport& coupling : inspection.couplings) {
    json["couplings"].push_back(
        {{"name", coupling.name}, {"of", to_map(coupling.terms)}, {"equals", coupling.value}});
  }
  json["loops"] = inspection.loops;
  const Mobility& mobility = inspection.mobility;
  json["constraint_equations"] = mobility.constraint_rows;
  json["constraint_rank"] = mobility.constraint_rank;
  json["dependencies"] = Json::array();
  for (const DependencyReport& dependency : inspection.dependencies) {
    json["dependencies"].push_back({{"count", dependency.count}, {"joints", dependency.joints}});
  }
  json["n_dof"] = mobility.n_dof;
  json["idle"] = inspection.idle_bodies;
  json["gravity"] = {inspection.gravity.x(), inspection.gravity.y(), inspection.gravity.z()};
  json["total_mass"] = inspection.total_mass;
  json["payload_mass"] = inspection.payload_mass;
  json["loads"] = Json::array();
  for (const LoadReport& load : inspection.loads) {
    json["loads"].push_back({{"load_case", load.load_case}, {"what", load.what}});
  }
  json["undriven"] = inspection.undriven;
  json["drives"] = inspection.drives;
  json["drives_off"] = inspection.drives_off;
  if (!inspection.remarks.empty()) json["remarks"] = inspection.remarks;
  if (!inspection.load_cases.empty()) {
    json["load_cases"] = inspection.load_cases;
    json["load_case"] = inspection.load_case;
  }
  json["drive_rank"] = mobility.drive_rank;
  json["redundancy"] = mobility.redundancy;
  if (const auto& nearest = inspection.nearest) {
    json["nearest_bodies"] = {
        {"a", nearest->body_a}, {"b", nearest->body_b}, {"distance", nearest->distance}};
  }
  json["beyond_travel"] = inspection.beyond_travel;
  json["paths"] = Json::array();
  for (const PathFit& fit : inspection.paths) {
    Json entry{{"name", fit.name}, {"fits", fit.check.fits}};
    if (!fit.check.fits) entry["wrong"] = fit.check.wrong;
    if (!fit.open.empty()) entry["open"] = fit.open;
    if (!fit.short_tables.empty()) entry["short_tables"] = fit.short_tables;
    if (!fit.loads_beyond.empty()) entry["loads_beyond"] = fit.loads_beyond;
    json["paths"].push_back(entry);
  }
  json["branch_count"] = inspection.branches.size();
  json["branches"] = Json::array();
  const std::size_t shown = std::min(inspection.branches.size(), kMostBranchesShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const BranchReport& branch = inspection.branches[i];
    json["branches"].push_back({{"as_asked", branch.failed_conditions.empty()},
                                {"coordinates", to_map(branch.coordinates)},
                                {"failed_conditions", branch.failed_conditions},
                                {"beyond_travel", branch.beyond_travel}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace inspection
}  // namespace globaldyn::inside
