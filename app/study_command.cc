// `globaldyn study`: inspects studies, also while they run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <regex>

#include "app/colour.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/study_tables.h"
#include "core/base/nth.h"
#include "optimize/pareto/compare_fronts.h"
#include "optimize/pareto/knees.h"
#include "optimize/pareto/ranges.h"
#include "optimize/store/export.h"
#include "report/pictures.h"

namespace globaldyn::inside::app {
namespace {

namespace fs = std::filesystem;
using Role = StudyColumn::Role;

// Why the search ended, as far as the store knows. That inputs are others since is no end.
std::string describe_end(const StudyTable& table) {
  const auto& events = table.events;
  const auto is_change = [](const StudyEvent& event) { return event.kind == "inputs changed"; };
  const auto end = std::find_if_not(events.rbegin(), events.rend(), is_change);
  if (end == events.rend()) return "not ended";
  return end == events.rbegin() ? end->kind : end->kind + ", inputs changed since";
}

void list_studies(const std::vector<std::string>& folders) {
  std::vector<std::vector<std::string>> rows{
      {"folder", "study", "designs", "feasible", "front", "begun", "end"}};
  const auto add = [&](const fs::path& folder) {
    if (!fs::exists(folder / "study.sqlite")) return;
    const StudyTable table = load_table(open_study(folder.string()));
    rows.push_back({folder.string(), table.header.name, fmt::format("{}", table.records.size()),
                    fmt::format("{}", table.count(DesignState::ok)),
                    fmt::format("{}", table.front.size()), table.header.created,
                    describe_end(table)});
  };
  for (const std::string& folder : folders) {
    if (!fs::is_directory(folder)) {
      throw InputError(whole_place(folder), "is no folder", "expected one with studies in it");
    }
    add(folder);
    std::vector<fs::path> below;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.is_directory()) below.push_back(entry.path());
    }
    std::sort(below.begin(), below.end());
    for (const fs::path& one : below) add(one);
  }
  print_table(rows, "llrrrl");
}

std::string describe(const ShownUnits& units, const StudyColumn& column) {
  std::string text = head(units, column);
  if (column.role == Role::objective) text += column.is_maximized ? ", large" : ", small";
  if (!column.choices.empty()) text += fmt::format(", {} choices", column.choices.size());
  return text;
}

void print_columns(const StudyTable& table, const ShownUnits& units, Role role, const char* title) {
  const std::vector<StudyColumn> columns = table.columns(role);
  if (columns.empty()) return;
  std::string text;
  for (const StudyColumn& one : columns) text += (text.empty() ? "" : "; ") + describe(units, one);
  fmt::print("{}: {}\n", title, text);
}

// The reasons why designs are not feasible, without the numbers in them, the most frequent first.
void print_reasons(const StudyTable& table) {
  constexpr std::size_t kMost = 5;
  struct Group {
    std::size_t count{0};
    const DesignRecord* first{nullptr};
  };
  static const std::regex number(R"([-+]?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?)");
  std::map<std::string, Group> groups;
  for (const DesignRecord& record : table.records) {
    if (record.state == DesignState::ok) continue;
    std::string kind = to_string(record.state) + std::string(": ") + record.reason;
    kind = std::regex_replace(kind, number, "");
    Group& group = groups[kind];
    if (group.count++ == 0) group.first = &record;
  }
  std::vector<Group> sorted;
  for (const auto& [kind, group] : groups) sorted.push_back(group);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Group& a, const Group& b) { return a.count > b.count; });
  for (std::size_t i = 0; i < std::min(kMost, sorted.size()); ++i) {
    fmt::print("  {} designs {}, such as {}: {}\n", sorted[i].count,
               to_string(sorted[i].first->state), sorted[i].first->id, sorted[i].first->reason);
  }
}

// "time per leg [s per mm]"
std::string head_price(const ShownUnits& units, const StudyColumn& first,
                       const StudyColumn& second) {
  const auto name = [&](const StudyColumn& one) {
    const std::string unit = units.unit_for(one.unit).name;
    return unit.empty() ? std::string("1") : unit;
  };
  const std::string text = first.name + " per " + second.name;
  const bool is_plain = name(first) == "1" && name(second) == "1";
  return is_plain ? text : text + " [" + name(first) + " per " + name(second) + "]";
}

// Along a front of two objectives: what a step costs, and what one unit of the second costs in the
// first.
void print_steps(const StudyTable& table, const ShownUnits& units,
                 const std::vector<StudyColumn>& objectives) {
  constexpr std::size_t kMost = 12;
  const std::vector<std::uint64_t> ids = choose_from_front(table, kMost);
  const std::vector<TradeOff> steps = list_trade_offs(table.points_of(ids));
  if (steps.empty()) return;
  const StudyColumn &first = objectives[0], &second = objectives[1];
  const ShownUnit loss_unit = units.unit_for(first.unit), gain_unit = units.unit_for(second.unit);
  fmt::print("\n{}\n", in_bold("what it costs to go along the front"));
  std::vector<std::vector<std::string>> rows{
      {"from", "to", head(units, first), head(units, second), head_price(units, first, second)}};
  for (const TradeOff& step : steps) {
    const double loss = first.is_maximized ? -step.loss : step.loss;
    const double gain = second.is_maximized ? step.gain : -step.gain;
    rows.push_back({fmt::format("{}", nth(ids, step.from)), fmt::format("{}", nth(ids, step.to)),
                    fmt::format("{:+.5g}", loss / loss_unit.size),
                    fmt::format("{:+.5g}", gain / gain_unit.size),
                    spell(std::abs(step.price) / loss_unit.size * gain_unit.size)});
  }
  print_table(rows);
}

// What the best design for one objective gives up of the others: 0 %, the best of the front, to
// 100 %, its worst.
void print_pay_offs(const StudyTable& table, const std::vector<StudyColumn>& objectives) {
  const Points front = table.front_points();
  const std::vector<Range> ranges = find_ranges(front);
  fmt::print(
      "\n{}\n",
      in_bold("what the best for one objective gives up of the front's range of the others"));
  std::vector<std::vector<std::string>> rows{{"best", "id"}};
  for (const StudyColumn& one : objectives) rows[0].push_back(one.name);
  for (std::size_t k = 0; k < objectives.size(); ++k) {
    const std::size_t best = find_least(front, k);
    rows.push_back({objectives[k].name, fmt::format("{}", table.front[best])});
    for (std::size_t j = 0; j < objectives.size(); ++j) {
      const double lost = ranges[j].scale(front[best][j]);
      rows.back().push_back(fmt::format("{:.0f} %", 100.0 * lost));
    }
  }
  print_table(rows, "lr");
}

void print_trade_offs(const StudyTable& table, const ShownUnits& units) {
  const std::vector<StudyColumn> objectives = table.columns(Role::objective);
  if (table.front.size() < 2 || objectives.size() < 2) return;
  if (objectives.size() == 2) {
    print_steps(table, units, objectives);
  } else {
    print_pay_offs(table, objectives);
  }
}

void print_knees(const StudyTable& table, const ShownUnits& units) {
  constexpr std::size_t kMost = 3;
  const std::vector<Knee> knees = find_knees(table.front_points());
  if (knees.empty()) return;
  fmt::print("\n{} from here a little more of one costs much of another\n", in_bold("knees:"));
  std::vector<std::uint64_t> ids;
  for (std::size_t i = 0; i < std::min(kMost, knees.size()); ++i) {
    ids.push_back(nth(table.front, knees[i].index));
  }
  print_designs(table, units, ids);
}

void show(const std::string& folder) {
  const StudyTable table = load_table(open_study(folder));
  const StudyHeader& header = table.header;
  const ShownUnits units = find_shown_units(header);
  fmt::print("{} begun {}, {}, seed {}", in_bold(header.name + ":"), header.created, header.program,
             header.seed);
  if (header.seeds > 1) fmt::print(" … {}", header.seed + header.seeds - 1);
  fmt::print("\n");
  print_columns(table, units, Role::variable, "variables");
  print_columns(table, units, Role::objective, "objectives");
  print_columns(table, units, Role::constraint, "constraints");
  print_columns(table, units, Role::quantity, "besides");
  const std::size_t feasible = table.count(DesignState::ok);
  fmt::print("{} designs: {} feasible, {} infeasible, {} failed\n", table.records.size(), feasible,
             table.count(DesignState::infeasible), table.count(DesignState::failed));
  print_reasons(table);
  for (const StudyEvent& event : table.events) {
    fmt::print("at {}: {}{}{}\n", event.evaluation, event.kind, event.text.empty() ? "" : ", ",
               event.text);
  }
  if (table.front.empty()) return;
  constexpr std::size_t kMost = 30;
  const auto shown = choose_from_front(table, kMost);
  fmt::print("\n{} {} designs{}\n", in_bold("front:"), table.front.size(),
             shown.size() < table.front.size() ? fmt::format(", {} of them", shown.size()) : "");
  print_designs(table, units, shown);
  print_knees(table, units);
  print_trade_offs(table, units);
  print_seeds(table, units);
}

void print_best(const std::string& folder) {
  const StudyTable table = load_table(open_study(folder));
  if (table.front.empty()) {
    fmt::print("no feasible design among {}\n", table.records.size());
    return;
  }
  const std::vector<StudyColumn> objectives = table.columns(Role::objective);
  const Points front = table.front_points();
  std::vector<std::uint64_t> ids;
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < objectives.size(); ++k) {
    ids.push_back(table.front[find_least(front, k)]);
    notes.push_back((objectives[k].is_maximized ? "largest " : "least ") + objectives[k].name);
  }
  const std::vector<Knee> knees = find_knees(front);
  if (!knees.empty()) {
    ids.push_back(nth(table.front, knees.front().index));
    notes.emplace_back("knee");
  }
  print_designs(table, find_shown_units(table.header), ids, notes);
}

void refuse_others(const std::vector<StudyTable>& tables, const std::vector<std::string>& folders) {
  const auto names = [](const StudyTable& table) {
    std::vector<std::pair<std::string, bool>> result;
    for (const StudyColumn& one : table.columns(Role::objective)) {
      result.emplace_back(one.name, one.is_maximized);
    }
    return result;
  };
  for (std::size_t i = 1; i < tables.size(); ++i) {
    if (names(tables[i]) != names(tables[0])) {
      throw InputError(whole_place(folders[i]), "its objectives are not those of " + folders[0],
                       "expected studies of the same objectives");
    }
  }
}

void compare(const std::vector<std::string>& folders) {
  std::vector<StudyTable> tables;
  std::vector<Points> fronts;
  for (const std::string& folder : folders) {
    tables.push_back(load_table(open_study(folder)));
    fronts.push_back(tables.back().front_points());
  }
  refuse_others(tables, folders);
  const std::vector<StudyColumn> objectives = tables.front().columns(Role::objective);
  const ShownUnits units = find_shown_units(tables.front().header);
  std::vector<std::vector<std::string>> rows{{"", "designs", "front", "hypervolume"}};
  for (const StudyColumn& one : objectives) {
    rows[0].push_back((one.is_maximized ? "largest " : "least ") + head(units, one));
  }
  for (std::size_t j = 0; j < folders.size(); ++j) {
    rows[0].push_back(fmt::format("of {}", j + 1));
  }
  const std::vector<double> volumes = calc_common_hypervolumes(fronts);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    rows.push_back({fmt::format("{} {}", i + 1, folders[i]),
                    fmt::format("{}", tables[i].records.size()),
                    fmt::format("{}", fronts[i].size()), fmt::format("{:.5g}", volumes[i])});
    for (std::size_t k = 0; k < objectives.size(); ++k) {
      const double best = fronts[i].empty() ? std::nan("") : fronts[i][find_least(fronts[i], k)][k];
      rows.back().push_back(spell(units, objectives[k], objectives[k].is_maximized ? -best : best));
    }
    for (std::size_t j = 0; j < folders.size(); ++j) {
      rows.back().push_back(
          i == j ? "" : fmt::format("{:.0f} %", 100.0 * calc_coverage(fronts[i], fronts[j])));
    }
  }
  print_table(rows, "lr");
  fmt::print(
      "hypervolume: in the box of all fronts, worst value 1.1; of N: the share of front N that the "
      "line's front dominates or equals\n");
}

struct PictureArguments {
  std::string folder;
  std::string out;
};

void draw_pictures(const PictureArguments& arguments) {
  const StudyStore store = open_study(arguments.folder);
  CommonOptions common;
  common.out =
      arguments.out.empty() ? fs::path(store.file()).parent_path().string() : arguments.out;
  make_output_folder(common);
  const StudyTable table = load_table(store);
  if (table.front.empty()) {
    fmt::print("no pictures: no feasible design among {}\n", table.records.size());
    return;
  }
  finish_results(common, "", [&] {
    return report::draw_study(table, find_shown_units(table.header),
                              common.out.empty() ? "." : common.out, catch_interrupt());
  });
}

struct ExportArguments {
  std::string folder;
  std::string format{"csv"};
  std::string out;
};

void write_export(const ExportArguments& arguments) {
  const StudyStore store = open_study(arguments.folder);
  const StudyTable table = load_table(store);
  if (arguments.format == "hdf5") {
    const std::string file = arguments.out.empty()
                                 ? (fs::path(store.file()).parent_path() / "designs.h5").string()
                                 : arguments.out;
    write_hdf5(store, table.front, file);
    fmt::print("results: {}\n", file);
    return;
  }
  const bool is_csv = arguments.format == "csv";
  if (arguments.out.empty()) {
    fmt::print("{}", is_csv ? to_csv(store, table.front) : to_json(store, table.front));
  } else if (is_csv) {
    write_csv(store, table.front, arguments.out);
  } else {
    write_json(store, table.front, arguments.out);
  }
}

}  // namespace

void add_study_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("study", "Look at studies, also while they run");
  command->require_subcommand(1);
  auto folders = std::make_shared<std::vector<std::string>>();
  auto folder = std::make_shared<std::string>();
  auto pictures = std::make_shared<PictureArguments>();
  auto exported = std::make_shared<ExportArguments>();

  CLI::App* list = command->add_subcommand("list", "The studies in a folder");
  list->add_option("DIR", *folders, "Folders with studies in them (default: here)");
  list->callback(
      [folders] { list_studies(folders->empty() ? std::vector<std::string>{"."} : *folders); });

  CLI::App* shown = command->add_subcommand(
      "show", "What a study asks, what came of it: front, knees, trade-offs");
  shown->add_option("STUDY", *folder, "Folder of the study")->required();
  shown->callback([folder] { show(*folder); });

  CLI::App* best =
      command->add_subcommand("best", "The best design for each objective, and the knee");
  best->add_option("STUDY", *folder, "Folder of the study")->required();
  best->callback([folder] { print_best(*folder); });

  CLI::App* compared =
      command->add_subcommand("compare", "Fronts of several studies against each other");
  compared->add_option("STUDY", *folders, "Folders of studies")->required()->expected(2, 100);
  compared->callback([folders] { compare(*folders); });

  CLI::App* drawn = command->add_subcommand(
      "pictures", "Draw the front, its designs and how the hypervolume grew (SVG, PNG)");
  drawn->add_option("STUDY", pictures->folder, "Folder of the study")->required();
  drawn->add_option("--out", pictures->out, "Folder to write to (default: that of the study)")
      ->type_name("DIR");
  drawn->callback([pictures] { draw_pictures(*pictures); });

  CLI::App* exporting = command->add_subcommand("export", "All designs as a table");
  exporting->add_option("STUDY", exported->folder, "Folder of the study")->required();
  exporting->add_option("--format", exported->format, "Of the table")
      ->capture_default_str()
      ->check(CLI::IsMember({"csv", "json", "hdf5"}));
  exporting
      ->add_option("--out", exported->out,
                   "File to write (default: standard output; hdf5: STUDY/designs.h5)")
      ->type_name("FILE");
  exporting->callback([exported] { write_export(*exported); });

  command->footer(R"(Examples:
  globaldyn study list results
  globaldyn study show star_study
  globaldyn study pictures star_study --out report
  globaldyn study export star_study --format csv --out designs.csv
  globaldyn study compare star_study other_study)");
  add_tolerances_command(*command);
}

}  // namespace globaldyn::inside::app
