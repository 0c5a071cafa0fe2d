#include "core/base/unfinished.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <vector>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Unfinished {
  std::mutex mutex;
  std::vector<std::string> files;
  std::vector<pid_t> processes;
};

// Never destroyed: threads may need it while the program ends.
Unfinished& unfinished() {
  static auto* const all = new Unfinished;
  return *all;
}

template <class Value>
void remove_one(std::vector<Value>& values, const Value& value) {
  const auto at = std::find(values.begin(), values.end(), value);
  if (at != values.end()) values.erase(at);
}

// Waits until the process has ended, but leaves its status to be collected: its id is not reused.
bool wait_for_end(pid_t id) {
  siginfo_t info{};
  int result = 0;
  do {
    result = waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOWAIT);
  } while (result < 0 && errno == EINTR);
  return result == 0;
}

// Waits until the process has ended, for `longest` s at the most. Returns whether it has.
bool has_ended_within(pid_t id, double longest) {
  constexpr double kMost = 1e6;
  const auto milliseconds = static_cast<int>(1e3 * std::min(longest, kMost));
  pollfd look{static_cast<int>(syscall(SYS_pidfd_open, id, 0)), POLLIN, 0};
  if (look.fd < 0) return wait_for_end(id);  // a system that does not have it
  int found = 0;
  do {
    found = poll(&look, 1, milliseconds);
  } while (found < 0 && errno == EINTR);
  close(look.fd);
  return found > 0;
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::string file, Begin begin) : file_(std::move(file)) {
  const std::scoped_lock lock(unfinished().mutex);
  unfinished().files.push_back(file_);
  if (begin == Begin::by_a_process) return;
  constexpr mode_t kAsUsual = 0666;  // less the umask
  constexpr mode_t kForThisUser = 0600;
  const int made =
      begin == Begin::now
          ? open(file_.c_str(), O_CREAT | O_TRUNC | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, kAsUsual)
          : open(file_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kForThisUser);
  if (made >= 0) {
    close(made);
  } else {
    error_ = errno;
  }
}

UnfinishedFile::~UnfinishedFile() {
  const std::scoped_lock lock(unfinished().mutex);
  remove_one(unfinished().files, file_);
}

UnfinishedProcess::UnfinishedProcess(const std::function<pid_t()>& start) {
  const std::scoped_lock lock(unfinished().mutex);
  unfinished().processes.reserve(unfinished().processes.size() + 1);
  id_ = start();
  unfinished().processes.push_back(id_);
}

UnfinishedProcess::~UnfinishedProcess() {
  forget();
}

std::optional<int> UnfinishedProcess::wait(double longest) {
  const bool has_ended = has_ended_within(id_, longest);
  kill(-id_, SIGKILL);  // what is left of its group; its id is not reused before waitpid()
  (void)wait_for_end(id_);
  // Forget the process before its id can be reused.
  const pid_t id = id_;
  forget();
  int status = 0;
  while (waitpid(id, &status, 0) < 0) {
    if (errno != EINTR) {
      throw Error(std::string("a process is lost (") + std::strerror(errno) + ")");
    }
  }
  if (!has_ended) return std::nullopt;
  return status;
}

void UnfinishedProcess::forget() {
  if (id_ == 0) return;
  const std::scoped_lock lock(unfinished().mutex);
  remove_one(unfinished().processes, id_);
  id_ = 0;
}

void end_unfinished() {
  unfinished().mutex.lock();  // never unlocked
  for (const pid_t id : unfinished().processes) kill(-id, SIGKILL);
  // A process may create its file until it has ended.
  for (const pid_t id : unfinished().processes) (void)wait_for_end(id);
  for (const std::string& file : unfinished().files) unlink(file.c_str());
}

}  // namespace core
}  // namespace globaldyn::inside
