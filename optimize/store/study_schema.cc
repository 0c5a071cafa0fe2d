#include "optimize/store/study_schema.h"

#include <fmt/format.h>

#include <array>
#include <boost/algorithm/string.hpp>
#include <set>

#include "optimize/store/stored_header.h"

namespace globaldyn::inside {
inline namespace store {
namespace {

constexpr std::int64_t kApplication = 0x67645374;  // "gdSt", for all studies of this program
constexpr std::int64_t kSchema = 2;
constexpr std::int64_t kOldest = 1;
constexpr std::int64_t kFirstWithChecksums = 2;

constexpr const char* kTables = R"(
CREATE TABLE study (name TEXT, program TEXT, created TEXT, seed INTEGER, inputs INTEGER);
CREATE TABLE sources (role TEXT, name TEXT, text TEXT);
CREATE TABLE columns (position INTEGER PRIMARY KEY, name TEXT, sql_name TEXT, role TEXT, unit TEXT,
                      description TEXT, is_integer INTEGER, is_maximized INTEGER, wanted_unit TEXT);
CREATE TABLE choices (position INTEGER, number INTEGER, name TEXT);
CREATE TABLE events (kind TEXT, evaluation INTEGER, text TEXT);
)";

// The columns before and after a study's own.
constexpr std::array kFirst{"id", "state", "reason"};
constexpr std::array kLast{"violation", "wall_time", "inputs"};
constexpr const char* kChecksum = "checksum";

std::vector<std::string> make_sql_names(const StudyHeader& header) {
  std::set<std::string> taken(kFirst.begin(), kFirst.end());
  taken.insert(kLast.begin(), kLast.end());
  taken.insert(kChecksum);
  std::vector<std::string> names;
  for (const StudyColumn& column : header.columns) {
    std::string name = column.name;
    for (int number = 2; !taken.insert(boost::to_lower_copy(name)).second; ++number) {
      name = fmt::format("{}#{}", column.name, number);
    }
    names.push_back(name);
  }
  return names;
}

std::string make_table(const std::vector<std::string>& sql_names) {
  std::string sql =
      "CREATE TABLE evaluations (id INTEGER PRIMARY KEY, state TEXT NOT NULL, reason TEXT";
  for (const std::string& name : sql_names) sql += ", " + quote_sql_name(name);
  return sql + ", violation, wall_time, inputs INTEGER NOT NULL, checksum INTEGER NOT NULL)";
}

}  // namespace

void write_schema(const SqliteDatabase& database, const StudyHeader& header) {
  const std::vector<std::string> sql_names = make_sql_names(header);
  database.execute(kTables);
  database.execute(make_table(sql_names));
  write_header(database, header, sql_names);
  database.execute(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication, kSchema));
}

bool is_empty(const SqliteDatabase& database) {
  return database.query_integer("SELECT count(*) FROM sqlite_schema") == 0;
}

void check_schema(const SqliteDatabase& database, const std::string& file) {
  if (database.query_integer("PRAGMA application_id") != kApplication) {
    throw InputError({file}, "no study", "expected what an optimization has stored");
  }
  const std::int64_t schema = database.query_integer("PRAGMA user_version");
  if (schema < kOldest || schema > kSchema) {
    throw InputError(
        {file}, fmt::format("a study of schema {}, of a newer program", schema),
        fmt::format("expected schema {} … {}; use the program that wrote it", kOldest, kSchema));
  }
}

bool has_checksums(const SqliteDatabase& database) {
  return database.query_integer("PRAGMA user_version") >= kFirstWithChecksums;
}

std::vector<std::string> read_sql_names(const SqliteDatabase& database) {
  std::vector<std::string> names(kFirst.begin(), kFirst.end());
  SqliteStatement columns = database.prepare("SELECT sql_name FROM columns ORDER BY position");
  while (columns.next()) names.emplace_back(columns.text(0));
  names.insert(names.end(), kLast.begin(), kLast.end());
  if (has_checksums(database)) names.emplace_back(kChecksum);
  for (std::string& name : names) name = quote_sql_name(name);
  return names;
}

}  // namespace store
}  // namespace globaldyn::inside
