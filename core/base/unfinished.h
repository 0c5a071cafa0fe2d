#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace globaldyn {

/// A file that is written beside the one it is to become. While this lives, end_unfinished()
/// removes it. From any thread.
class UnfinishedFile {
 public:
  enum class Begin {
    now,           ///< the file is made, empty, if it can be; whoever writes it must not make it
    by_a_process,  ///< by one that end_unfinished() ends
  };
  explicit UnfinishedFile(std::string file, Begin begin = Begin::now);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  std::string file_;
};

/// A child process, leader of a group of its own. While this lives, end_unfinished() ends the
/// group.
class UnfinishedProcess {
 public:
  /// `start` makes the process and returns its id. Whatever it throws is passed on.
  explicit UnfinishedProcess(const std::function<pid_t()>& start);
  ~UnfinishedProcess();
  UnfinishedProcess(const UnfinishedProcess&) = delete;
  UnfinishedProcess& operator=(const UnfinishedProcess&) = delete;

  /// Waits for its end; once only. Returns its status as waitpid() does. @throws Error if it is
  /// lost
  [[nodiscard]] int wait();

 private:
  void forget();

  pid_t id_{0};
};

/// Ends all processes and removes all files that are not finished, and lets no others begin: all
/// who would begin or finish one wait for ever. For whoever is about to leave the program.
void end_unfinished();

}  // namespace globaldyn
