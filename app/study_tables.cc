#include "app/study_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "optimize/pareto/ranges.h"

namespace globaldyn::inside::app {

StudyStore open_study(const std::string& folder) {
  return StudyStore::open_readonly(folder);
}

std::vector<StudyTable> load_tables(const std::vector<std::string>& folders) {
  std::vector<StudyTable> tables;
  for (const std::string& one : folders) tables.push_back(load_table(open_study(one)));
  return tables;
}

std::string head(const ShownUnits& units, const StudyColumn& column) {
  return column.choices.empty() ? units.unit_for(column.unit).head(column.name) : column.name;
}

std::string spell(const ShownUnits& units, const StudyColumn& column, double value) {
  if (column.choices.empty()) return tell_number(units, value, column.unit);
  const auto choice = static_cast<std::size_t>(value);
  return choice < column.choices.size() ? column.choices[choice] : "-";
}

void print_designs(const StudyTable& table, const ShownUnits& units,
                   const std::vector<std::uint64_t>& ids, const std::vector<std::string>& notes) {
  const std::vector<StudyColumn> objectives = table.columns(StudyColumn::Role::objective);
  const std::vector<StudyColumn> variables = table.columns(StudyColumn::Role::variable);
  std::vector<std::vector<std::string>> rows(1);
  if (!notes.empty()) rows[0].emplace_back("");
  rows[0].emplace_back("id");
  for (const StudyColumn& one : objectives) rows[0].push_back(head(units, one));
  for (const StudyColumn& one : variables) rows[0].push_back(head(units, one));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const DesignRecord& record = *table.find(ids[i]);
    std::vector<std::string>& row = rows.emplace_back();
    if (!notes.empty()) row.push_back(notes[i]);
    row.push_back(fmt::format("{}", record.id));
    for (std::size_t k = 0; k < objectives.size(); ++k) {
      row.push_back(spell(units, objectives[k], record.objectives[k]));
    }
    for (std::size_t k = 0; k < variables.size(); ++k) {
      row.push_back(spell(units, variables[k], record.design[k]));
    }
  }
  print_table(rows, notes.empty() ? "r" : "lr");
}

namespace {

std::vector<std::string> describe_seed(const StudyTable& table, const ShownUnits& units,
                                       const FrontGrowth& growth, const std::string& name) {
  std::vector<std::string> row{name, fmt::format("{}", table.records.size()),
                               fmt::format("{}", table.count(DesignState::ok)),
                               fmt::format("{}", table.front.size()),
                               spell(measure_front(table, growth))};
  const std::vector<StudyColumn> objectives = table.columns(StudyColumn::Role::objective);
  const Points front = table.front_points();
  for (std::size_t k = 0; k < objectives.size(); ++k) {
    const double best = front.empty() ? std::nan("") : front[find_least(front, k)][k];
    row.push_back(spell(units, objectives[k], objectives[k].is_maximized ? -best : best));
  }
  return row;
}

}  // namespace

void print_seeds(const StudyTable& table, const ShownUnits& units) {
  if (table.header.seeds == 1) return;
  const FrontGrowth growth = make_growth(table);
  std::vector<std::vector<std::string>> rows{
      {"seed", "designs", "feasible", "front", "hypervolume"}};
  for (const StudyColumn& one : table.columns(StudyColumn::Role::objective)) {
    rows[0].push_back((one.is_maximized ? "largest " : "least ") + head(units, one));
  }
  for (const StudyTable& part : split_by_seed(table)) {
    rows.push_back(describe_seed(part, units, growth, fmt::format("{}", part.header.seed)));
  }
  rows.push_back(describe_seed(table, units, growth, "all"));
  fmt::print("\nwhat each seed found\n");
  print_table(rows);
}

std::vector<std::uint64_t> choose_from_front(const StudyTable& table, std::size_t count) {
  std::vector<std::uint64_t> front = table.front;
  const auto first = [&](std::uint64_t id) { return table.find(id)->objectives.front(); };
  std::stable_sort(front.begin(), front.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return first(a) < first(b); });
  if (front.size() <= count || count < 2) return front;
  std::vector<std::uint64_t> chosen;
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(front[i * (front.size() - 1) / (count - 1)]);
  }
  return chosen;
}

}  // namespace globaldyn::inside::app
