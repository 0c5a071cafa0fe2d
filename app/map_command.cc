// `globaldyn map`: criteria over a grid of tool poses.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>

#include "app/colour.h"
#include "app/commands.h"
#include "app/table.h"
#include "core/base/write_file.h"
#include "globaldyn/criteria/registry/registry.h"
#include "globaldyn/maps/column_summary.h"
#include "globaldyn/maps/workspace_map.h"
#include "globaldyn/maps/write_map.h"
#include "report/pictures.h"

namespace globaldyn::inside::app {
namespace {

struct MapArguments {
  CommonOptions common;
  MethodOptions method;
  std::vector<std::string> maps;
  bool no_pictures{false};
  bool list{false};
};

void list_all_criteria() {
  std::vector<std::vector<std::string>> rows{{"criterion", "unit", "better", "of", ""}};
  for (const Criterion& criterion : list_criteria()) {
    rows.push_back({criterion.name, ShownUnits().unit_for(criterion.unit).name,
                    criterion.better == Better::larger ? "larger" : "smaller",
                    criterion.of_pose() != nullptr      ? "pose"
                    : criterion.of_path() != nullptr    ? "path"
                    : criterion.of_machine() != nullptr ? "machine"
                                                        : "pattern",
                    criterion.description});
  }
  print_table(rows, "l");
}

std::string describe_grid(const WorkspaceMap& map, const ShownUnits& units) {
  std::string text;
  for (const MapAxis& axis : map.description.axes) {
    const char* unit = axis.rotational ? "rad" : "m";
    text += fmt::format("{}{} {} … {}", text.empty() ? "" : ", ", axis.name,
                        tell_number(units, axis.from, unit), tell(units, axis.to, unit));
  }
  return text;
}

void print_statuses(const WorkspaceMap& map) {
  for (const SampleStatus status :
       {SampleStatus::ok, SampleStatus::unreachable, SampleStatus::singular,
        SampleStatus::lost_branch, SampleStatus::out_of_travel, SampleStatus::colliding}) {
    const std::size_t count = map.count(status);
    if (count == 0) continue;
    fmt::print("  {:<13} {:5.1f} %\n", to_string(status),
               100.0 * static_cast<double>(count) / static_cast<double>(map.status.size()));
  }
}

std::string count_poses(std::size_t count) {
  return fmt::format("at {} pose{}", count, count == 1 ? "" : "s");
}

// What min, mean and max leave out.
std::string describe_rest(const ColumnSummary& summary, const MapColumnPlan& plan) {
  std::string text;
  if (summary.never > 0) {
    text = count_poses(summary.never) + (plan.pattern ? " no motion at this speed" : " not at all");
  }
  if (summary.unlimited > 0) {
    text += (text.empty() ? "" : ", ") + count_poses(summary.unlimited) + " unlimited";
  }
  return text;
}

void print_columns(const WorkspaceMap& map, const ShownUnits& units) {
  std::vector<std::vector<std::string>> rows{{"where it can be", "unit", "min", "mean", "max", ""}};
  for (const MapColumn& column : map.columns) {
    const std::string& unit = column.plan.criterion->unit;
    const ColumnSummary summary = summarize(map, column);
    rows.push_back({column.plan.name, units.unit_for(unit).name,
                    tell_number(units, summary.min, unit), tell_number(units, summary.mean, unit),
                    tell_number(units, summary.max, unit), describe_rest(summary, column.plan)});
  }
  print_table(rows, "llrrrl");
}

// Those of the file, which come after min, mean and max of every column.
void print_reductions(const WorkspaceMap& map, const ShownUnits& units) {
  const std::size_t defaults = 3 * map.columns.size();
  if (map.reductions.size() == defaults) return;
  std::vector<std::vector<std::string>> rows{{"reduction", "unit", "value", "what"}};
  for (std::size_t i = defaults; i < map.reductions.size(); ++i) {
    const Reduction& one = map.reductions[i];
    rows.push_back({one.name, units.unit_for(one.unit).name,
                    tell_number(units, one.value, one.unit),
                    fmt::format("{} of {}", to_string(one.kind), one.column)});
  }
  print_table(rows, "llrl");
}

void print_map(const WorkspaceMap& map, const ShownUnits& units) {
  fmt::print("{} {} poses ({})\n", in_bold(fmt::format("map {}:", map.description.name)),
             map.status.size(), describe_grid(map, units));
  print_statuses(map);
  if (map.count(SampleStatus::ok) == 0) return;
  print_columns(map, units);
  print_reductions(map, units);
}

void write_results(const Machine& machine, const WorkspaceMap& map, const Origin& made,
                   const MapArguments& arguments, const std::atomic<bool>* cancel) {
  const std::filesystem::path folder = arguments.common.out;
  const Origin origin = keep_origin(made, machine, arguments.common);
  const std::string stem = (folder / ("map_" + map.description.name)).string();
  write_file(stem + ".json", to_json(map, origin));
  write_file(stem + ".csv", to_csv(map));
  write_hdf5(map, origin, stem + ".h5");
  finish_results(arguments.common, fmt::format("results: {0}.h5 {0}.csv {0}.json\n", stem), [&] {
    return arguments.no_pictures ? std::vector<std::string>()
                                 : report::draw_map(map, machine.units, folder.string(), cancel);
  });
}

std::vector<const MapDescription*> select_maps(const Machine& machine,
                                               const std::vector<std::string>& names) {
  std::vector<const MapDescription*> maps;
  for (const std::string& name : names) maps.push_back(&find_map(machine, name));
  if (names.empty()) {
    for (const MapDescription& map : machine.maps) maps.push_back(&map);
  }
  if (maps.empty())
    throw InputError(whole_place(machine.file), "no maps in the file", "expected 'maps'");
  return maps;
}

void run_maps(const MapArguments& arguments) {
  const Machine machine = load_machine_of(arguments.common);
  const std::vector<const MapDescription*> maps = select_maps(machine, arguments.maps);
  if (arguments.common.json && maps.size() != 1) {
    throw InputError(option_place("--json"), fmt::format("{} maps", maps.size()),
                     "expected --map NAME, one document");
  }
  make_output_folder(arguments.common);
  for (const MapDescription* description : maps) {
    Progress progress("mapping " + description->name, !arguments.common.quiet);
    const SweepOptions sweep = make_sweep_options(arguments.common, progress);
    const FallbackCounts before = list_fallbacks();
    const WorkspaceMap map = make_map(machine, *description, {arguments.method.get(), sweep});
    const Origin origin = make_origin(machine, before);
    progress.clear();
    if (arguments.common.json) {
      fmt::print("{}", to_json(map, origin));
    } else if (!arguments.common.quiet) {
      print_map(map, machine.units);
    }
    if (!arguments.common.out.empty()) write_results(machine, map, origin, arguments, sweep.cancel);
  }
}

void run_map(const MapArguments& arguments) {
  if (arguments.list) {
    list_all_criteria();
    return;
  }
  if (arguments.common.machine.empty()) {
    throw InputError(whole_place("map"), "no machine", "expected a machine file");
  }
  run_load_cases(arguments.common, [&](const CommonOptions& common) {
    MapArguments one = arguments;
    one.common = common;
    run_maps(one);
  });
}

}  // namespace

void add_map_command(CLI::App& app) {
  auto arguments = std::make_shared<MapArguments>();
  CLI::App* command = app.add_subcommand(
      "map", "Criteria over the workspace: a grid of tool poses, with heat maps");
  add_common_options(*command, arguments->common);
  command->get_option("MACHINE")->required(false);
  command->add_option("--map", arguments->maps, "Only this map (repeatable; default: all)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_method_options(*command, arguments->method);
  command->add_flag("--no-pictures", arguments->no_pictures, "Write numbers only");
  command->add_flag("--list-criteria", arguments->list,
                    "List all criteria with unit and direction, and do nothing else");
  command->footer(
      R"(With --out DIR: DIR/map_NAME.h5, .csv, .json and a picture per criterion (SVG, PNG).

Examples:
  globaldyn map machines/sliding_star/sliding_star.yaml --map workspace --out star
  globaldyn map MACHINE --map workspace --set "leg=900 mm" --json | jq .reductions
  globaldyn map --list-criteria)");
  command->callback([arguments] { run_map(*arguments); });
}

}  // namespace globaldyn::inside::app
