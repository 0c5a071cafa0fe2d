// `globaldyn check`: what the machine is, by the ranks of its Jacobians at an assembled pose.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/colour.h"
#include "app/commands.h"
#include "app/table.h"
#include "core/base/count_of.h"
#include "globaldyn/cycle/cycle_legs.h"
#include "globaldyn/inspection/inspection.h"
#include "report/pictures.h"

namespace globaldyn::inside::app {
namespace {

struct CheckArguments {
  CommonOptions common;
  std::string path;
  int guesses{100};
};

std::string join(const std::vector<std::string>& names) {
  return names.empty() ? "-" : fmt::format("{}", fmt::join(names, ", "));
}

// Rounding errors of radians and metres read better as 0.
double tidy(double value) {
  return std::abs(value) < 1e-14 ? 0.0 : value;
}

std::string tell_coordinates(const ShownUnits& units, const NamedValues& coordinates) {
  std::string text;
  for (const NamedValue& one : coordinates) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : "  ", one.name,
                        tell(units, tidy(one.value), one.unit));
  }
  return text;
}

void print_bodies(const Machine& machine, const Inspection& inspection) {
  std::vector<std::vector<std::string>> rows{{"body", "mass"}};
  for (const BodyReport& body : inspection.bodies) {
    rows.push_back({body.name, tell(machine.units, body.mass, "kg")});
  }
  print_table(rows, "lr");
}

void print_loads(const Machine& machine, const Inspection& inspection) {
  const auto tell_acceleration = [&](double value) { return tell(machine.units, value, "m/s^2"); };
  const Vector3d& g = inspection.gravity;
  fmt::print("total mass: {}", tell(machine.units, inspection.total_mass, "kg"));
  if (inspection.payload_mass > 0.0) {
    fmt::print(", of which payload: {}", tell(machine.units, inspection.payload_mass, "kg"));
  }
  fmt::print("\ngravity: {}\n",
             g.isZero(0.0) ? std::string("none")
                           : fmt::format("[{}, {}, {}]", tell_acceleration(g.x()),
                                         tell_acceleration(g.y()), tell_acceleration(g.z())));
  for (const LoadReport& load : inspection.loads) {
    fmt::print("load on the tool{}: {}\n",
               load.load_case.empty() ? "" : " (" + load.load_case + ")", load.what);
  }
}

void print_joints(const Machine& machine, const Inspection& inspection) {
  fmt::print("joints: {}\n", machine.mechanism.joints.size());
  std::vector<std::vector<std::string>> rows{{"joint", "type", "between", "coordinates"}};
  for (const JointReport& joint : inspection.joints) {
    std::string coordinates = tell_coordinates(machine.units, joint.coordinates);
    if (joint.is_cut) coordinates += coordinates.empty() ? "(closes a loop)" : "  (closes a loop)";
    rows.push_back({joint.name, joint.kind, joint.body_a + " - " + joint.body_b, coordinates});
  }
  if (!inspection.joints.empty()) print_table(rows, "l");
}

void print_couplings(const ShownUnits& units, const Inspection& inspection) {
  if (inspection.couplings.empty()) return;
  fmt::print("couplings: {}\n", inspection.couplings.size());
  for (const CouplingReport& coupling : inspection.couplings) {
    fmt::print("  {:<12} ", coupling.name);
    for (const NamedValue& one : coupling.terms) fmt::print("{:+g} {} ", one.value, one.name);
    fmt::print("= {}\n", tell(units, coupling.value, coupling.unit));
  }
}

// Where the tool is in the pose that was assembled.
void print_tool(const Machine& machine, const Inspection& inspection) {
  const auto& tool = machine.mechanism.tool;
  if (!tool) return;
  const Vector3d at = place(inspection.pose[tool->body], tool->frame).origin;
  const auto tell_length = [&](double value) { return tell(machine.units, tidy(value), "m"); };
  fmt::print("tool{}: x = {}  y = {}  z = {}\n",
             machine.paths.empty() ? "" : ", where the path starts", tell_length(at.x()),
             tell_length(at.y()), tell_length(at.z()));
}

void print_branches(const Machine& machine, const Inspection& inspection) {
  if (machine.paths.empty()) {
    fmt::print("branches are looked for at the start of a path: the file has none\n");
    return;
  }
  fmt::print("branches found by random search (there may be more): {}\n",
             inspection.branches.size());
  for (std::size_t i = 0; i < inspection.branches.size() && i < kMostBranchesShown; ++i) {
    const BranchReport& branch = inspection.branches[i];
    fmt::print("  {:>2}{}  {}", i + 1, branch.failed_conditions.empty() ? " *" : "  ",
               tell_coordinates(machine.units, branch.coordinates));
    if (!branch.beyond_travel.empty()) {
      fmt::print("  {}", in_yellow(fmt::format("(beyond joint travel: {})",
                                               fmt::join(branch.beyond_travel, "; "))));
    }
    fmt::print("\n");
  }
  if (inspection.branches.size() > kMostBranchesShown) {
    fmt::print("  … and {} more\n", inspection.branches.size() - kMostBranchesShown);
  }
  if (inspection.has_conditions) fmt::print("  * as the file's branch conditions ask\n");
}

// Whether each step leads to the next.
void print_cycle(const Machine& machine, const Cycle& cycle) {
  try {
    const std::size_t legs = make_cycle_legs(machine, cycle).size();
    fmt::print("cycle {}: {}, from rest to rest in {}; {}\n", cycle.name,
               count_of(cycle.steps.size(), "step", "steps"), legs,
               cycle.repeats ? "it ends where it began" : "it does not repeat");
  } catch (const CycleLegError& error) {
    fmt::print("cycle {}: {}\n", cycle.name, in_red(error.what()));
  } catch (const InputError& error) {
    fmt::print("cycle {}: {}\n", cycle.name, in_red(error.what()));
  }
}

void print_report(const Machine& machine, const Inspection& inspection) {
  const Mobility& mobility = inspection.mobility;
  fmt::print("{}: {} bodies, {} joints, {} drives\n", in_bold(machine.mechanism.name),
             machine.mechanism.body_count(), machine.mechanism.joints.size(),
             machine.mechanism.drive_count());
  print_bodies(machine, inspection);
  print_loads(machine, inspection);
  print_joints(machine, inspection);
  for (const std::string& remark : inspection.remarks)
    fmt::print("  {}\n", in_yellow("note: " + remark));
  if (!inspection.beyond_travel.empty()) {
    fmt::print("  {}\n",
               in_red(fmt::format("BEYOND JOINT TRAVEL in this pose, where no motion may go: {}",
                                  fmt::join(inspection.beyond_travel, "; "))));
  }
  if (!machine.load_cases.empty()) {
    fmt::print("load cases: {} (of which acts: {})\n", join(machine.load_cases),
               machine.load_case.empty() ? "none" : machine.load_case);
  }
  print_couplings(machine.units, inspection);
  fmt::print("loops: {}\n", inspection.loops.size());
  for (const auto& loop : inspection.loops) fmt::print("  {}\n", join(loop));
  fmt::print("constraint equations: {}, of which independent: {}\n", mobility.constraint_rows,
             mobility.constraint_rank);
  for (const auto& dependency : inspection.dependencies) {
    fmt::print("  {} implied by the others among {}\n", dependency.count, join(dependency.joints));
  }
  fmt::print("degrees of freedom: {}\n", mobility.n_dof);
  fmt::print("idle degrees of freedom: {}\n", mobility.idle);
  for (const auto& bodies : inspection.idle_bodies) fmt::print("  of {}\n", join(bodies));
  fmt::print("drives: {} ({}), pushing {}; actuation redundancy {}\n",
             machine.mechanism.drive_count(), join(inspection.drives),
             count_of(mobility.drive_rank, "degree of freedom", "degrees of freedom"),
             mobility.redundancy);
  if (!inspection.drives_off.empty()) {
    fmt::print("  off: {}\n", join(inspection.drives_off));
  }
  if (!inspection.undriven.empty()) {
    fmt::print("  {}\n", in_yellow("no drive can move: " + join(inspection.undriven)));
  }
  fmt::print("characteristic length for ranks: {}\n",
             tell(machine.units, machine.mechanism.kinematic_length, "m"));
  if (const auto& nearest = inspection.nearest) {
    fmt::print("nearest bodies that no joint joins: {} and {}, {} apart\n", nearest->body_a,
               nearest->body_b, tell(machine.units, nearest->distance, "m"));
  }
  for (const auto& fit : inspection.paths) {
    fmt::print(
        "path {}: {}\n", fit.name,
        fit.check.fits ? "prescribes every degree of freedom once" : in_red(fit.check.wrong));
    if (!fit.open.empty()) fmt::print("  {}\n", fit.open);
    for (const std::string& message : fit.short_tables) fmt::print("  {}\n", in_red(message));
    for (const std::string& note : fit.loads_beyond) {
      fmt::print("  {}\n", in_yellow("note: " + note));
    }
  }
  for (const Cycle& cycle : machine.cycles) print_cycle(machine, cycle);
  print_tool(machine, inspection);
  print_branches(machine, inspection);
}

void run_check(CheckArguments arguments, const CommonOptions& common) {
  arguments.common = common;
  const Machine machine = load_machine_of(arguments.common);
  make_output_folder(arguments.common);
  const Inspection inspection = inspect(machine, arguments.path, arguments.guesses);
  if (arguments.common.json) {
    fmt::print("{}", to_json(inspection, program_name()));
  } else if (!arguments.common.quiet) {
    print_report(machine, inspection);
  }
  if (arguments.common.out.empty()) return;
  finish_results(arguments.common, "",
                 [&] { return report::draw_pose(machine, inspection.pose, arguments.common.out); });
}

}  // namespace

void add_check_command(CLI::App& app) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = app.add_subcommand(
      "check", "What the machine is: loops, degrees of freedom, redundancy, ways to assemble it");
  add_common_options(*command, arguments->common);
  command
      ->add_option("--path", arguments->path,
                   "Assemble at the start of this path (default: the first in the file)")
      ->type_name("NAME");
  command->add_option("--guesses", arguments->guesses, "Random guesses in the search for branches")
      ->capture_default_str()
      ->check(CLI::Range(0, 100000));
  command->footer(
      "With --out DIR: a picture of the first pose, DIR/pose.svg and DIR/pose.png.\n\n"
      "Example:\n  globaldyn check machines/sliding_star/sliding_star.yaml --out star");
  command->callback([arguments] {
    run_load_cases(arguments->common, [&](const auto& common) { run_check(*arguments, common); });
  });
}

}  // namespace globaldyn::inside::app
