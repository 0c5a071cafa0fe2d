#include "report/document/study_page.h"

#include <limits>
#include <map>

#include "report/charts/front_designs.h"
#include "report/charts/growth_curve.h"
#include "report/document/study_machines.h"

namespace globaldyn::inside::report {
namespace {

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

Json describe_columns(const StudyTable& table, const std::vector<const DesignRecord*>& records,
                      PageArrays& arrays) {
  Json columns = Json::array();
  std::map<StudyColumn::Role, std::size_t> places;
  for (const StudyColumn& column : table.header.columns) {
    const std::size_t place = places[column.role]++;
    std::vector<double> values;
    for (const DesignRecord* record : records) {
      values.push_back(value_of(*record, column.role, place));
    }
    columns.push_back({{"name", column.name},
                       {"role", to_string(column.role)},
                       {"unit", column.unit.key()},
                       {"description", column.description},
                       {"choices", column.choices},
                       {"is_maximized", column.is_maximized},
                       {"values", arrays.add(std::span<const double>(values))}});
  }
  return columns;
}

std::vector<const DesignRecord*> list_records(const StudyTable& table) {
  std::vector<const DesignRecord*> records;
  for (const DesignRecord& one : table.records) records.push_back(&one);
  return records;
}

// The designs of another study's front, without what they are.
Json describe_others(const std::vector<StudyTable>& others, PageArrays& arrays) {
  Json list = Json::array();
  for (const StudyTable& one : others) {
    std::vector<const DesignRecord*> front;
    for (const std::uint64_t id : one.front) front.push_back(one.find(id));
    list.push_back({{"name", one.header.name}, {"columns", describe_columns(one, front, arrays)}});
  }
  return list;
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
  study["columns"] = describe_columns(table, list_records(table), arrays);
  study["others"] = describe_others(options.others, arrays);
  study["named"] = describe_names(table);
  study["growth"] = describe_growth(table, arrays);
  study["sensitivities"] = read_table(options.sensitivities);
  study["designs"] = study["machines"] = Json::array();
  if (options.load) {
    StudyCache studies(options.load);
    study["designs"] = describe_designs(table, options, studies, arrays, header["notes"]);
    study["machines"] = describe_machines(table, options, studies, arrays);
  }
  header["study"] = std::move(study);
  std::set<QuantityUnit> names;
  for (const StudyColumn& column : table.header.columns) names.insert(column.unit);
  for (const StudyTable& other : options.others) {
    for (const StudyColumn& column : other.header.columns) names.insert(column.unit);
  }
  add_units(units, names, header);
  return arrays.write(header);
}

}  // namespace globaldyn::inside::report
