#include "optimize/store/stored_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "optimize/store/study_schema.h"

namespace globaldyn::inside {
inline namespace store {
namespace {

void write_study(const SqliteDatabase& database, const StudyHeader& header) {
  SqliteStatement study = database.prepare("INSERT INTO study VALUES (?, ?, ?, ?, ?)");
  study.bind_text(1, header.name);
  study.bind_text(2, header.program);
  study.bind_text(3, header.created);
  study.bind_integer(4, std::bit_cast<std::int64_t>(header.seed));
  study.bind_integer(5, std::bit_cast<std::int64_t>(header.inputs));
  study.run();
}

// Only where there are several, as older programs know none.
void write_seeds(const SqliteDatabase& database, const StudyHeader& header) {
  if (header.seeds == 1) return;
  database.execute("CREATE TABLE seeds (count INTEGER)");
  SqliteStatement insert = database.prepare("INSERT INTO seeds VALUES (?)");
  insert.bind_integer(1, static_cast<std::int64_t>(header.seeds));
  insert.run();
}

void write_sources(const SqliteDatabase& database, const StudyHeader& header) {
  SqliteStatement insert = database.prepare("INSERT INTO sources VALUES (?, ?, ?)");
  const auto write = [&](const char* role, const SourceFile& source) {
    insert.bind_text(1, role);
    insert.bind_text(2, source.name);
    insert.bind_text(3, source.text);
    insert.run();
  };
  write("study", header.study_file);
  for (const SourceFile& source : header.machine_files) write("machine", source);
}

void write_choices(const SqliteDatabase& database, const StudyColumn& column,
                   std::int64_t position) {
  SqliteStatement insert = database.prepare("INSERT INTO choices VALUES (?, ?, ?)");
  for (std::size_t i = 0; i < column.choices.size(); ++i) {
    insert.bind_integer(1, position);
    insert.bind_integer(2, static_cast<std::int64_t>(i));
    insert.bind_text(3, column.choices[i]);
    insert.run();
  }
}

void write_columns(const SqliteDatabase& database, const StudyHeader& header,
                   const std::vector<std::string>& sql_names) {
  SqliteStatement insert =
      database.prepare("INSERT INTO columns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < header.columns.size(); ++i) {
    const StudyColumn& column = header.columns[i];
    const auto position = static_cast<std::int64_t>(i);
    insert.bind_integer(1, position);
    insert.bind_text(2, column.name);
    insert.bind_text(3, sql_names[i]);
    insert.bind_text(4, to_string(column.role));
    insert.bind_text(5, column.unit.si);
    insert.bind_text(6, column.description);
    insert.bind_integer(7, column.is_integer ? 1 : 0);
    insert.bind_integer(8, column.is_maximized ? 1 : 0);
    insert.bind_text(9, column.unit.wanted);
    insert.run();
    write_choices(database, column, position);
  }
}

StudyColumn::Role read_role(std::string_view text, const std::string& file) {
  using Role = StudyColumn::Role;
  for (const Role role : {Role::variable, Role::objective, Role::constraint, Role::quantity}) {
    if (text == to_string(role)) return role;
  }
  throw Error(fmt::format("{}: unknown role '{}' of a column", file, text));
}

void read_study(const SqliteDatabase& database, StudyHeader& header) {
  SqliteStatement study =
      database.prepare("SELECT name, program, created, seed, inputs FROM study");
  if (!study.next()) return;
  header.name = study.text(0);
  header.program = study.text(1);
  header.created = study.text(2);
  header.seed = std::bit_cast<std::uint64_t>(study.integer(3));
  header.inputs = std::bit_cast<std::uint64_t>(study.integer(4));
}

void read_seeds(const SqliteDatabase& database, StudyHeader& header) {
  const bool are_several =
      database.query_integer("SELECT count(*) FROM sqlite_schema WHERE name = 'seeds'") > 0;
  if (!are_several) return;
  const std::int64_t count = database.query_integer("SELECT count FROM seeds");
  header.seeds = static_cast<std::size_t>(std::max<std::int64_t>(1, count));
}

void read_sources(const SqliteDatabase& database, StudyHeader& header) {
  SqliteStatement sources =
      database.prepare("SELECT role = 'study', name, text FROM sources ORDER BY rowid");
  while (sources.next()) {
    SourceFile source{std::string(sources.text(1)), std::string(sources.text(2))};
    if (sources.integer(0) != 0) {
      header.study_file = std::move(source);
    } else {
      header.machine_files.push_back(std::move(source));
    }
  }
}

std::vector<std::string> read_choices(SqliteStatement& choices, std::int64_t position) {
  std::vector<std::string> names;
  choices.bind_integer(1, position);
  SqliteRows rows(choices);
  while (rows.next()) names.emplace_back(choices.text(0));
  return names;
}

void read_columns(const SqliteDatabase& database, const std::string& file, StudyHeader& header) {
  SqliteStatement columns = database.prepare(fmt::format(
      "SELECT position, name, role, unit, description, is_integer, is_maximized, {} FROM columns"
      " ORDER BY position",
      has_checksums(database) ? "wanted_unit" : "''"));
  SqliteStatement choices =
      database.prepare("SELECT name FROM choices WHERE position = ? ORDER BY number");
  while (columns.next()) {
    StudyColumn column;
    column.name = columns.text(1);
    column.role = read_role(columns.text(2), file);
    column.unit = {std::string(columns.text(3)), std::string(columns.text(7))};
    column.description = columns.text(4);
    column.is_integer = columns.integer(5) != 0;
    column.is_maximized = columns.integer(6) != 0;
    column.choices = read_choices(choices, columns.integer(0));
    header.columns.push_back(std::move(column));
  }
}

}  // namespace

void write_header(const SqliteDatabase& database, const StudyHeader& header,
                  const std::vector<std::string>& sql_names) {
  write_study(database, header);
  write_seeds(database, header);
  write_sources(database, header);
  write_columns(database, header, sql_names);
}

void write_changed_inputs(const SqliteDatabase& database, const StudyInputs& inputs) {
  database.execute(
      "CREATE TABLE IF NOT EXISTS changed_sources (inputs INTEGER, name TEXT, text TEXT)");
  SqliteStatement insert = database.prepare("INSERT INTO changed_sources VALUES (?, ?, ?)");
  for (const SourceFile& source : inputs.sources) {
    insert.bind_integer(1, std::bit_cast<std::int64_t>(inputs.hash));
    insert.bind_text(2, source.name);
    insert.bind_text(3, source.text);
    insert.run();
  }
}

std::optional<StudyInputs> read_changed_inputs(const SqliteDatabase& database, std::uint64_t hash) {
  const bool is_there =
      database.query_integer("SELECT count(*) FROM sqlite_schema WHERE name = 'changed_sources'") >
      0;
  if (!is_there) return std::nullopt;
  SqliteStatement sources =
      database.prepare("SELECT name, text FROM changed_sources WHERE inputs = ? ORDER BY rowid");
  sources.bind_integer(1, std::bit_cast<std::int64_t>(hash));
  StudyInputs inputs{{}, hash};
  while (sources.next()) {
    inputs.sources.push_back({std::string(sources.text(0)), std::string(sources.text(1))});
  }
  if (inputs.sources.empty()) return std::nullopt;
  return inputs;
}

StudyHeader read_header(const SqliteDatabase& database, const std::string& file) {
  StudyHeader header;
  read_study(database, header);
  read_seeds(database, header);
  read_sources(database, header);
  read_columns(database, file, header);
  return header;
}

}  // namespace store
}  // namespace globaldyn::inside
