#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/errors.h"

struct sqlite3;
struct sqlite3_stmt;

namespace globaldyn::inside {
inline namespace store {

/// An error from SQLite; what() is one line, "file: why".
class SqliteError : public Error {
 public:
  SqliteError(const std::string& message, int code) : Error(message), code_(code) {}

  /// SQLITE_FULL, SQLITE_BUSY … as in sqlite3.h, without their extensions.
  [[nodiscard]] int code() const { return code_; }

 private:
  int code_;
};

/// A prepared statement, for repeated use. Places are counted from 1, columns from 0, as in SQLite.
/// Everything except the destructor may throw SqliteError.
class SqliteStatement {
 public:
  /// NaN becomes NULL; every other double is kept to the last bit.
  void bind_number(int place, double value);
  void bind_integer(int place, std::int64_t value);
  /// The text must stay valid until run() is done.
  void bind_text(int place, std::string_view text);
  void bind_nothing(int place);

  /// Runs it to its end. What was bound stays bound.
  void run();

  /// Moves to the next row; false after the last one. Rows end with reset().
  [[nodiscard]] bool next();
  void reset();

  /// Values of the current row. NULL reads as NaN, 0 or an empty text; a text is valid until the
  /// next call.
  [[nodiscard]] double number(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::string_view text(int column) const;

 private:
  friend class SqliteDatabase;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  SqliteStatement(sqlite3* database, std::shared_ptr<const std::string> file,
                  const std::string& sql);
  void check(int code) const;

  std::shared_ptr<const std::string> file_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// A database file, open as long as this object exists. One thread at a time; not to be used by a
/// process that was forked while it was open.
class SqliteDatabase {
 public:
  enum class Access {
    create,     ///< the file is created if there is none
    write,      ///< the file exists
    read,       ///< what others commit in the meantime becomes visible
    read_still  ///< nobody may write meanwhile; needs only the file itself
  };

  /// Opens a file; most problems with it show up only at the first statement.
  /// @throws SqliteError
  SqliteDatabase(const std::string& file, Access access);

  [[nodiscard]] SqliteStatement prepare(const std::string& sql) const;

  /// Runs any number of statements; rows are dropped.
  void execute(const std::string& sql) const;

  /// The first column of a statement's first row, 0 if it has none.
  [[nodiscard]] std::int64_t query_integer(const std::string& sql) const;

  [[nodiscard]] bool can_write() const;
  [[nodiscard]] bool in_transaction() const;

  /// How long a statement waits for other processes, in ms.
  void set_busy_timeout(int milliseconds) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  std::shared_ptr<const std::string> file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// A name quoted for SQL, whatever its characters: "name".
[[nodiscard]] std::string quote_sql_name(const std::string& name);

/// Resets a statement when the scope ends, also by an exception.
class SqliteRows {
 public:
  explicit SqliteRows(SqliteStatement& statement) : statement_(statement) {}
  ~SqliteRows() { statement_.reset(); }
  SqliteRows(const SqliteRows&) = delete;
  SqliteRows& operator=(const SqliteRows&) = delete;

  [[nodiscard]] bool next() { return statement_.next(); }

 private:
  SqliteStatement& statement_;
};

}  // namespace store
}  // namespace globaldyn::inside
