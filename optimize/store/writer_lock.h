#pragma once

#include <string>

namespace globaldyn {

/// The right to be the only one who appends to a store, kept as long as this object stands and
/// given back by the system when the process ends, however it ends.
///
/// SQLite locks a database from the beginning of a transaction to its end: two runs that commit in
/// turns would not notice each other. This lock (flock) lies on the database's write-ahead log,
/// which stands as long as anybody has the database open and on which SQLite has no locks of its
/// own: closing a descriptor of the database itself would drop SQLite's. Where a file system does
/// not know such locks, everybody has the right.
class WriterLock {
 public:
  /// `database` is open in WAL mode and has been read from.
  /// @throws InputError if somebody else has the right.
  explicit WriterLock(const std::string& database);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace globaldyn
