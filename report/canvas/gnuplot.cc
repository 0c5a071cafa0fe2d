#include "report/canvas/gnuplot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "core/base/errors.h"
#include "core/base/unfinished.h"

namespace globaldyn::inside::report {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Temporary files instead of pipes: neither side can block the other.
File make_temporary() {
  File file(std::tmpfile(), &std::fclose);
  if (!file) throw Error(fmt::format("no temporary file for gnuplot ({})", std::strerror(errno)));
  return file;
}

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

// In its own process group, so that Ctrl-C on a terminal reaches only this program, which ends it
// or lets it finish; and with all signals unblocked, which this program's threads may block.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
  }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  posix_spawnattr_t* get() { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

pid_t start(const std::string& folder, std::FILE* input, std::FILE* messages) {
  SpawnActions actions;
  posix_spawn_file_actions_adddup2(actions.get(), fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(actions.get(), fileno(messages), STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(actions.get(), folder.c_str());
  std::string program = "gnuplot";
  std::string no_user_settings = "-d";
  char* arguments[] = {program.data(), no_user_settings.data(), nullptr};
  SpawnAttributes attributes;
  pid_t process = 0;
  const int error =
      posix_spawnp(&process, program.c_str(), actions.get(), attributes.get(), arguments, environ);
  if (error != 0) {
    throw Error(
        fmt::format("no pictures: gnuplot cannot be started in '{}' ({}); is it "
                    "installed (Debian: gnuplot-nox)?",
                    folder, std::strerror(error)));
  }
  return process;
}

// A gnuplot that never ends must not hold the program for ever.
double find_longest() {
  constexpr double kUsually = 120.0;
  const char* const given = std::getenv("GLOBALDYN_PICTURE_SECONDS");
  const double seconds = given != nullptr ? std::strtod(given, nullptr) : 0.0;
  return seconds > 0.0 ? seconds : kUsually;
}

// The last non-empty line: gnuplot prints the message after the command and a pointer.
std::string read_last_line(std::FILE* file) {
  std::rewind(file);
  std::string last, line;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    if (line.find_first_not_of(" \t^") != std::string::npos) last = line;
    line.clear();
  }
  if (line.find_first_not_of(" \t^") != std::string::npos) last = line;
  return last.empty() ? "no message" : last.substr(last.find_first_not_of(" \t"));
}

}  // namespace

void run_gnuplot(const std::string& script, const std::string& folder) {
  const File input = make_temporary();
  const File messages = make_temporary();
  const bool written = std::fwrite(script.data(), 1, script.size(), input.get()) == script.size();
  if (!written || std::fflush(input.get()) != 0) {
    throw Error(fmt::format("gnuplot's script cannot be written ({})", std::strerror(errno)));
  }
  std::rewind(input.get());
  UnfinishedProcess process([&] { return start(folder, input.get(), messages.get()); });
  const double longest = find_longest();
  const std::optional<int> status = process.wait(longest);
  if (!status) throw Error(fmt::format("no pictures: gnuplot did not end within {} s", longest));
  if (WIFSIGNALED(*status)) {
    throw Error(fmt::format("gnuplot was ended by signal {}", WTERMSIG(*status)));
  }
  if (WEXITSTATUS(*status) != 0) {
    throw Error("gnuplot failed: " + read_last_line(messages.get()));
  }
}

std::string quote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += '\'';
    const auto code = static_cast<unsigned char>(c);
    quoted += code < 0x20 || code == 0x7f ? ' ' : c;
  }
  return quoted + "'";
}

}  // namespace globaldyn::inside::report
