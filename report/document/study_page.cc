#include "report/document/study_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "core/base/errors.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/record/write_plan.h"
#include "optimize/study/asked_paths.h"
#include "optimize/study/write_design.h"
#include "report/charts/front_designs.h"
#include "report/charts/growth_curve.h"
#include "report/charts/study_axis.h"
#include "report/document/machine_section.h"
#include "report/document/path_section.h"
#include "report/document/result_sections.h"

namespace globaldyn::report {
namespace {

constexpr int kPosesOfDesign = 61;  // along each path of a design
constexpr int kInstants = 101;      // of each plan

double value_of(const DesignRecord& record, StudyColumn::Role role, std::size_t place) {
  const std::vector<double>* values = nullptr;
  switch (role) {
    case StudyColumn::Role::variable:
      values = &record.design;
      break;
    case StudyColumn::Role::objective:
      values = &record.objectives;
      break;
    case StudyColumn::Role::constraint:
      values = &record.constraints;
      break;
    case StudyColumn::Role::quantity:
      values = &record.quantities;
      break;
  }
  return place < values->size() ? (*values)[place] : std::numeric_limits<double>::quiet_NaN();
}

Json describe_columns(const StudyTable& table, PageArrays& arrays) {
  Json columns = Json::array();
  std::map<StudyColumn::Role, std::size_t> places;
  for (const StudyColumn& column : table.header.columns) {
    const std::size_t place = places[column.role]++;
    std::vector<double> values;
    for (const DesignRecord& record : table.records) {
      values.push_back(value_of(record, column.role, place));
    }
    columns.push_back({{"name", column.name},
                       {"role", to_string(column.role)},
                       {"unit", column.unit},
                       {"description", column.description},
                       {"choices", column.choices},
                       {"is_maximized", column.is_maximized},
                       {"values", arrays.add(std::span<const double>(values))}});
  }
  return columns;
}

// The measure of the front over the number of designs, for each seed by itself.
Json describe_growth(const StudyTable& table, PageArrays& arrays) {
  Json curves = Json::array();
  if (table.front.empty() || table.header.count(StudyColumn::Role::objective) < 2) return curves;
  const FrontGrowth growth = make_growth(table);
  for (const StudyTable& seed : split_by_seed(table)) {
    std::vector<double> designs, values;
    for (const Vector2d& point : trace_growth(seed, growth).line) {
      designs.push_back(point.x());
      values.push_back(point.y());
    }
    curves.push_back({{"seed", seed.header.seed},
                      {"designs", arrays.add(std::span<const double>(designs))},
                      {"values", arrays.add(std::span<const double>(values))}});
  }
  return curves;
}

Json describe_records(const StudyTable& table, PageArrays& arrays) {
  std::vector<std::uint32_t> ids;
  std::vector<std::uint8_t> states;
  std::vector<double> violations;
  Json reasons = Json::array();
  for (const DesignRecord& record : table.records) {
    ids.push_back(static_cast<std::uint32_t>(record.id));
    states.push_back(static_cast<std::uint8_t>(record.state));
    violations.push_back(record.violation);
    reasons.push_back(record.reason);
  }
  return {{"name", table.header.name},
          {"ids", arrays.add(std::span<const std::uint32_t>(ids))},
          {"states", arrays.add(std::span<const std::uint8_t>(states))},
          {"violations", arrays.add(std::span<const double>(violations))},
          {"reasons", std::move(reasons)},
          {"front", table.front}};
}

Json describe_names(const StudyTable& table) {
  Json names = Json::array();
  for (const NamedDesign& one : name_designs(table)) {
    names.push_back({{"id", one.design->id}, {"why", one.why}});
  }
  return names;
}

// The front thinned out evenly, with all designs that have a name.
std::vector<const DesignRecord*> choose_designs(const StudyTable& table, std::size_t most) {
  std::vector<const DesignRecord*> chosen;
  if (table.front.empty()) return chosen;
  const std::vector<NamedDesign> named = name_designs(table);
  chosen = thin_out(list_front(table), most > named.size() ? most - named.size() : 0);
  if (chosen.size() > most) chosen.clear();
  for (const NamedDesign& one : named) {
    if (std::find(chosen.begin(), chosen.end(), one.design) == chosen.end()) {
      chosen.push_back(one.design);
    }
  }
  return chosen;
}

// Planned as the study plans it. The criteria of paths begin and end at rest.
Json describe_design_plan(const Study& study, const Machine& machine, const Path& path,
                          PageArrays& arrays) {
  PlannedMotionOptions options;
  options.plan.tolerance = study.precision.plan_tolerance;
  options.plan.reserve = study.precision.reserve;
  options.plan.work = study.precision.plan_work;
  options.plan.memory = study.precision.plan_memory;
  options.samples = kInstants;
  return describe_plan(Json::parse(to_json(plan_motion(machine, path, options), Origin{})), arrays);
}

Json describe_design(const Study& study, const DesignRecord& record, const PageOptions& options,
                     PageArrays& arrays) {
  const StudyScenario& scenario = study.scenarios.front();
  const std::string folder = std::filesystem::path(study.machine_file).parent_path().string();
  const Machine machine = parse_machine(make_design_file(study, scenario, record.design, folder),
                                        study.machine_file, folder, {}, scenario.load_case);
  Json json = {
      {"id", record.id}, {"machine", nullptr}, {"paths", Json::array()}, {"plans", Json::array()}};
  for (const Path* path : list_asked_paths(study, machine)) {
    const PathEvaluation seen = look_along(machine, *path, kPosesOfDesign, {}, options.sweep);
    json["paths"].push_back(describe_path(machine, seen, arrays));
    json["plans"].push_back(describe_design_plan(study, machine, *path, arrays));
    if (!json["machine"].is_null()) continue;
    if (const Pose* pose = find_pose(seen)) json["machine"] = describe_machine(machine, *pose);
  }
  return json;
}

// Designs as machines. Those that cannot be built any more are told.
Json describe_designs(const StudyTable& table, const StudyPageOptions& options, PageArrays& arrays,
                      Json& notes) {
  Json designs = Json::array();
  std::map<std::uint64_t, Study> studies;
  const std::vector<const DesignRecord*> chosen = choose_designs(table, options.most_designs);
  if (chosen.size() < table.front.size()) {
    notes.push_back(
        fmt::format("Machines, regions and plans are shown of {} of the {} designs on "
                    "the front.",
                    chosen.size(), table.front.size()));
  }
  arrays.use_single_precision(true);
  for (const DesignRecord* record : chosen) {
    if (options.page.sweep.cancel != nullptr && *options.page.sweep.cancel) throw Interrupted();
    try {
      auto study = studies.find(record->inputs);
      if (study == studies.end()) {
        study = studies.emplace(record->inputs, options.load(*record)).first;
      }
      designs.push_back(describe_design(study->second, *record, options.page, arrays));
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      notes.push_back(
          fmt::format("Design {} is not shown as a machine: {}", record->id, error.what()));
    }
  }
  arrays.use_single_precision(false);
  return designs;
}

// A table with a line of heads.
Json read_table(const std::string& csv) {
  Json rows = Json::array();
  std::size_t begin = 0;
  while (begin < csv.size()) {
    const std::size_t end = std::min(csv.find('\n', begin), csv.size());
    Json cells = Json::array();
    std::size_t at = begin;
    while (at <= end && begin < end) {
      const std::size_t comma = std::min(csv.find(',', at), end);
      cells.push_back(csv.substr(at, comma - at));
      at = comma + 1;
    }
    if (!cells.empty()) rows.push_back(std::move(cells));
    begin = end + 1;
  }
  return rows;
}

}  // namespace

std::string make_study_document(const StudyTable& table, const ShownUnits& units,
                                const StudyPageOptions& options) {
  PageArrays arrays;
  Json header = make_page_header(options.page, table.header.name);
  Json study = describe_records(table, arrays);
  study["columns"] = describe_columns(table, arrays);
  study["named"] = describe_names(table);
  study["growth"] = describe_growth(table, arrays);
  study["sensitivities"] = read_table(options.sensitivities);
  study["designs"] =
      options.load ? describe_designs(table, options, arrays, header["notes"]) : Json::array();
  header["study"] = std::move(study);
  std::set<std::string> names;
  for (const StudyColumn& column : table.header.columns) names.insert(column.unit);
  add_units(units, names, header);
  return arrays.write(header);
}

}  // namespace globaldyn::report
