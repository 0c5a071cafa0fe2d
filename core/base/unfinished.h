#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace globaldyn::inside {
inline namespace core {

/// A file that is written next to the one it will replace, or that nobody needs after the program.
/// While this object lives, end_unfinished() removes the file. May be used from any thread.
class UnfinishedFile {
 public:
  enum class Begin {
    now,            ///< the file is created empty, if possible; the writer must not create it
    for_this_user,  ///< the same, of a file that nobody else may read and that was not there before
    by_a_process,   ///< created by a process that end_unfinished() ends
  };
  explicit UnfinishedFile(std::string file, Begin begin = Begin::now);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  /// errno of its creation; 0 if it was created, or is by a process.
  [[nodiscard]] int error() const { return error_; }

 private:
  std::string file_;
  int error_{0};
};

/// A child process, leader of its own process group. While this object lives, end_unfinished() ends
/// the group.
class UnfinishedProcess {
 public:
  /// `start` creates the process and returns its id. Its exceptions are passed on.
  explicit UnfinishedProcess(const std::function<pid_t()>& start);
  ~UnfinishedProcess();
  UnfinishedProcess(const UnfinishedProcess&) = delete;
  UnfinishedProcess& operator=(const UnfinishedProcess&) = delete;

  /// Waits until it ends, and ends what is left of its group; call only once. Returns its status as
  /// waitpid() does, or none if it had to be ended after `longest` s. @throws Error if it is lost
  [[nodiscard]] std::optional<int> wait(double longest);

 private:
  void forget();

  pid_t id_{0};
};

/// Ends all processes and removes all files that are not finished. No others can begin: any thread
/// that would begin or finish one waits forever. To be called just before the program exits.
void end_unfinished();

}  // namespace core
}  // namespace globaldyn::inside
