#pragma once

#include <string>

namespace globaldyn::inside {
inline namespace store {

/// The exclusive right to append to a store, held as long as this object exists and released by the
/// system when the process ends, however it ends.
///
/// SQLite locks a database only during a transaction: two runs that commit alternately would not
/// notice each other. This lock (flock) is on the database's write-ahead log, which exists as long
/// as anybody has the database open and on which SQLite has no locks of its own: closing a
/// descriptor of the database itself would drop SQLite's locks. Where a file system does not
/// support such locks, every process has the right.
class WriterLock {
 public:
  /// `database` is open in WAL mode and has been read from.
  /// @throws InputError if another process has the right.
  explicit WriterLock(const std::string& database);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace store
}  // namespace globaldyn::inside
