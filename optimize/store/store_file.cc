#include "optimize/store/store_file.h"

#include <sqlite3.h>
#include <filesystem>

#include "core/base/write_file.h"
#include "optimize/store/study_schema.h"

namespace globaldyn::inside {
inline namespace store {
namespace {

using Access = SqliteDatabase::Access;

constexpr int kBusyTimeout = 5000;  // ms, for another process's transaction

bool exists(const std::string& file) {
  std::error_code error;
  return std::filesystem::exists(file, error);
}

// A file that is no database is the user's mistake; it shows up when the file is first read.
void check_study(const SqliteDatabase& database, const std::string& file) {
  try {
    check_schema(database, file);
  } catch (const SqliteError& error) {
    if (error.code() != SQLITE_NOTADB) throw;
    throw InputError({file}, "no SQLite database", "expected what an optimization has stored");
  }
}

SqliteDatabase open_checked(const std::string& file, Access access) {
  SqliteDatabase database(file, access);
  database.set_busy_timeout(kBusyTimeout);
  check_study(database, file);
  return database;
}

// SQLite only says that it cannot open the file.
void check_folder(const std::string& file) {
  const std::string folder = std::filesystem::absolute(file).parent_path().string();
  const std::string why = explain_unwritable(folder);
  if (!why.empty()) throw Error(file + ": cannot be written (" + why + ")");
}

// A file that is not a database is not empty either.
bool has_nothing(const SqliteDatabase& database) {
  try {
    return is_empty(database);
  } catch (const SqliteError& error) {
    if (error.code() != SQLITE_NOTADB) throw;
    return false;
  }
}

// Where another process keeps it locked for longer than kBusyTimeout.
void refuse_busy(const SqliteError& error, const std::string& file) {
  if (error.code() != SQLITE_BUSY) return;
  throw InputError({file}, "another process is using it",
                   "expected to be the only one; wait for its end or stop it");
}

void check_vacant(const SqliteDatabase& database, const std::string& file) {
  if (has_nothing(database)) return;
  throw InputError({file}, "there is a file already",
                   "expected none: go on with that study, choose another folder or remove it");
}

}  // namespace

std::string find_store_file(const std::string& path) {
  std::error_code error;
  const std::filesystem::path given(path);
  if (!std::filesystem::is_directory(given, error)) return path;
  const std::filesystem::path file = given / "study.sqlite";
  if (std::filesystem::is_directory(file, error)) {
    throw InputError({file.string()}, "it is a folder",
                     "expected a file: what an optimization has stored");
  }
  return file.string();
}

std::string find_existing_store(const std::string& path) {
  const std::string file = find_store_file(path);
  if (exists(file)) return file;
  throw InputError({file}, "there is no study", "expected what an optimization has stored");
}

bool is_vacant(const std::string& file) {
  if (!exists(file)) return true;
  try {
    SqliteDatabase database(file, Access::write);
    database.set_busy_timeout(kBusyTimeout);
    return has_nothing(database);
  } catch (const SqliteError&) {
    return false;  // opening it will report why it cannot be opened
  }
}

SqliteDatabase open_to_write(const std::string& file) {
  try {
    SqliteDatabase database = open_checked(file, Access::write);
    if (!database.can_write()) throw Error(file + ": cannot be written (no permission)");
    database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    check_study(database, file);  // reading creates the log, which the writer's lock needs
    return database;
  } catch (const SqliteError& error) {
    refuse_busy(error, file);
    throw;
  }
}

// A closed store needs no other files. One in WAL mode needs -wal and -shm; where these do not
// exist and cannot be created, nobody is writing, and the file contains everything. A run that was
// killed while changing the mode has left a journal, with which a writer undoes the change.
SqliteDatabase open_to_read(const std::string& file) {
  const bool is_changing = exists(file + "-journal");
  try {
    return open_checked(file, Access::read);
  } catch (const SqliteError& error) {
    const bool needs_more = error.code() == SQLITE_CANTOPEN || error.code() == SQLITE_READONLY;
    if (!needs_more || (!is_changing && exists(file + "-wal"))) throw;
  }
  if (!is_changing) return open_checked(file, Access::read_still);
  { (void)open_checked(file, Access::write); }
  return open_checked(file, Access::read);
}

void write_new_store(const std::string& file, const StudyHeader& header) {
  if (!exists(file)) check_folder(file);
  const SqliteDatabase database(file, Access::create);
  if (!database.can_write()) throw Error(file + ": cannot be written (no permission)");
  database.set_busy_timeout(kBusyTimeout);
  try {
    check_vacant(database, file);
    database.execute("BEGIN EXCLUSIVE");
    check_vacant(database, file);
    write_schema(database, header);
    database.execute("COMMIT");
  } catch (const SqliteError& error) {
    refuse_busy(error, file);
    throw;
  }
}

}  // namespace store
}  // namespace globaldyn::inside
