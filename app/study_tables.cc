#include "app/study_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "optimize/pareto/ranges.h"
#include "optimize/study/study_inputs.h"

namespace globaldyn::app {

namespace fs = std::filesystem;

StudyStore open_study(const std::string& folder) {
  return StudyStore::open_readonly(folder);
}

Study load_study_of(const StudyStore& store, const DesignRecord& record) {
  const std::optional<StudyInputs> inputs = store.find_inputs(record.inputs);
  if (!inputs) {
    throw InputError(
        {store.file(), 0, 0},
        fmt::format("design {} was evaluated from changed files, which an older program "
                    "did not keep",
                    record.id),
        fmt::format("expected inputs {:016x}", record.inputs));
  }
  return load_study(keep_inputs(*inputs, fs::path(store.file()).parent_path().string()));
}

DesignRecord read_design(const StudyStore& store, std::uint64_t id) {
  std::optional<DesignRecord> record = store.read(id);
  if (!record) {
    throw InputError({store.file(), 0, 0}, fmt::format("there is no evaluation {}", id),
                     fmt::format("expected one of 1 … {}", store.largest_id()));
  }
  return std::move(*record);
}

std::string spell(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.6g}", value);
}

std::string spell(const StudyColumn& column, double value) {
  if (column.choices.empty()) return spell(value);
  const auto choice = static_cast<std::size_t>(value);
  return choice < column.choices.size() ? column.choices[choice] : "-";
}

void print_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) fmt::print("  {:>{}}", row[k], widths[k]);
    fmt::print("\n");
  }
}

void print_designs(const StudyTable& table, const std::vector<std::uint64_t>& ids,
                   const std::vector<std::string>& notes) {
  const std::vector<StudyColumn> objectives = table.columns(StudyColumn::Role::objective);
  const std::vector<StudyColumn> variables = table.columns(StudyColumn::Role::variable);
  std::vector<std::vector<std::string>> rows(1);
  if (!notes.empty()) rows[0].emplace_back("");
  rows[0].emplace_back("id");
  for (const StudyColumn& one : objectives) rows[0].push_back(one.name);
  for (const StudyColumn& one : variables) rows[0].push_back(one.name);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const DesignRecord& record = *table.find(ids[i]);
    std::vector<std::string>& row = rows.emplace_back();
    if (!notes.empty()) row.push_back(notes[i]);
    row.push_back(fmt::format("{}", record.id));
    for (const double value : record.objectives) row.push_back(spell(value));
    for (std::size_t k = 0; k < variables.size(); ++k) {
      row.push_back(spell(variables[k], record.design[k]));
    }
  }
  print_table(rows);
}

namespace {

std::vector<std::string> describe_seed(const StudyTable& table, const FrontGrowth& growth,
                                       const std::string& name) {
  std::vector<std::string> row{name, fmt::format("{}", table.records.size()),
                               fmt::format("{}", table.count(DesignState::ok)),
                               fmt::format("{}", table.front.size()),
                               spell(measure_front(table, growth))};
  const std::vector<StudyColumn> objectives = table.columns(StudyColumn::Role::objective);
  const Points front = table.front_points();
  for (std::size_t k = 0; k < objectives.size(); ++k) {
    const double best = front.empty() ? std::nan("") : front[find_least(front, k)][k];
    row.push_back(spell(objectives[k].is_maximized ? -best : best));
  }
  return row;
}

}  // namespace

void print_seeds(const StudyTable& table) {
  if (table.header.seeds == 1) return;
  const FrontGrowth growth = make_growth(table);
  std::vector<std::vector<std::string>> rows{
      {"seed", "designs", "feasible", "front", "hypervolume"}};
  for (const StudyColumn& one : table.columns(StudyColumn::Role::objective)) {
    rows[0].push_back((one.is_maximized ? "largest " : "least ") + one.name);
  }
  for (const StudyTable& part : split_by_seed(table)) {
    rows.push_back(describe_seed(part, growth, fmt::format("{}", part.header.seed)));
  }
  rows.push_back(describe_seed(table, growth, "all"));
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

}  // namespace globaldyn::app
