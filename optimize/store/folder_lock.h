#pragma once

#include <string>

namespace globaldyn::inside {
inline namespace store {

/// The exclusive right to begin a study in a folder, held as long as this object exists and
/// released by the system when the process ends. What stands beside a store is written before there
/// is one that a WriterLock could be on: of several runs that begin at once, one has the right, and
/// the others are told so. Where a file system does not support such locks (flock), all have it.
class FolderLock {
 public:
  /// `folder` exists. @throws InputError if another process has the right.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace store
}  // namespace globaldyn::inside
