#include "optimize/store/sqlite.h"
#include "core/base/constants.h"

#include <sqlite3.h>

#include <filesystem>
#include <system_error>

namespace globaldyn::inside {
inline namespace store {
namespace {

constexpr int kPrimaryCode = 0xFF;  // the rest of a code is its extension

[[noreturn]] void fail(sqlite3* database, const std::string& file, int code) {
  const int primary = code & kPrimaryCode;
  std::string message = file + ": " + sqlite3_errmsg(database);
  const int system = sqlite3_system_errno(database);
  if ((primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN) && system != 0) {
    message += " (" + std::generic_category().message(system) + ")";
  }
  throw SqliteError(message, primary);
}

// "file:/…" as SQLite reads it. The path is absolute: ":memory:", "file:…" and the empty name mean
// something else to SQLite. Characters with a meaning in a URI are escaped.
std::string make_uri(const std::string& file, SqliteDatabase::Access access) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    switch (c) {
      case '%':
        uri += "%25";
        break;
      case '?':
        uri += "%3F";
        break;
      case '#':
        uri += "%23";
        break;
      default:
        uri += c;
    }
  }
  return access == SqliteDatabase::Access::read_still ? uri + "?immutable=1" : uri;
}

int list_flags(SqliteDatabase::Access access) {
  constexpr int kAlways = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  switch (access) {
    case SqliteDatabase::Access::create:
      return kAlways | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    case SqliteDatabase::Access::write:
      return kAlways | SQLITE_OPEN_READWRITE;
    case SqliteDatabase::Access::read:
    case SqliteDatabase::Access::read_still:
      break;
  }
  return kAlways | SQLITE_OPEN_READONLY;
}

}  // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

SqliteStatement::SqliteStatement(sqlite3* database, std::shared_ptr<const std::string> file,
                                 const std::string& sql)
    : file_(std::move(file)) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database, sql.c_str(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  handle_.reset(statement);
  if (code != SQLITE_OK) fail(database, *file_, code);
}

void SqliteStatement::check(int code) const {
  if (code != SQLITE_OK) fail(sqlite3_db_handle(handle_.get()), *file_, code);
}

void SqliteStatement::bind_number(int place, double value) {
  check(sqlite3_bind_double(handle_.get(), place, value));
}

void SqliteStatement::bind_integer(int place, std::int64_t value) {
  check(sqlite3_bind_int64(handle_.get(), place, value));
}

void SqliteStatement::bind_text(int place, std::string_view text) {
  // A null pointer would be NULL.
  check(sqlite3_bind_text64(handle_.get(), place, text.empty() ? "" : text.data(), text.size(),
                            SQLITE_STATIC, SQLITE_UTF8));
}

void SqliteStatement::bind_nothing(int place) {
  check(sqlite3_bind_null(handle_.get(), place));
}

void SqliteStatement::run() {
  while (next()) continue;
  reset();
}

bool SqliteStatement::next() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  // A statement that failed is reset first: until then its transaction cannot end.
  reset();
  fail(sqlite3_db_handle(handle_.get()), *file_, code);
}

// It repeats the last step's code, which was already reported.
void SqliteStatement::reset() {
  sqlite3_reset(handle_.get());
}

double SqliteStatement::number(int column) const {
  if (sqlite3_column_type(handle_.get(), column) == SQLITE_NULL) {
    return kNaN;
  }
  return sqlite3_column_double(handle_.get(), column);
}

std::int64_t SqliteStatement::integer(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}

std::string_view SqliteStatement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

void SqliteDatabase::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

SqliteDatabase::SqliteDatabase(const std::string& file, Access access)
    : file_(std::make_shared<const std::string>(file)) {
  sqlite3* database = nullptr;
  const int code =
      sqlite3_open_v2(make_uri(file, access).c_str(), &database, list_flags(access), nullptr);
  handle_.reset(database);
  if (code != SQLITE_OK) fail(database, file, code);
  // An unknown name in double quotes would otherwise be taken for a string.
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
}

SqliteStatement SqliteDatabase::prepare(const std::string& sql) const {
  return SqliteStatement(handle_.get(), file_, sql);
}

void SqliteDatabase::execute(const std::string& sql) const {
  const int code = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(handle_.get(), *file_, code);
}

std::int64_t SqliteDatabase::query_integer(const std::string& sql) const {
  SqliteStatement statement = prepare(sql);
  return statement.next() ? statement.integer(0) : 0;
}

bool SqliteDatabase::can_write() const {
  return sqlite3_db_readonly(handle_.get(), "main") == 0;
}

bool SqliteDatabase::in_transaction() const {
  return sqlite3_get_autocommit(handle_.get()) == 0;
}

void SqliteDatabase::set_busy_timeout(int milliseconds) const {
  sqlite3_busy_timeout(handle_.get(), milliseconds);
}

std::string quote_sql_name(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace store
}  // namespace globaldyn::inside
