#include "optimize/store/writer_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace store {

WriterLock::WriterLock(const std::string& database)
    : descriptor_(open((database + "-wal").c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(descriptor_);
  throw InputError({database}, "another run is storing its designs here",
                   "expected to be the only one; wait for its end or stop it");
}

WriterLock::~WriterLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace store
}  // namespace globaldyn::inside
