#include "app/interrupt.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <deque>
#include <thread>

#include "app/commands.h"
#include "core/base/unfinished.h"

namespace globaldyn::inside::app {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<bool> is_patient{false};
std::atomic<bool> is_told{false};
std::atomic<const char*> last_words{nullptr};

// That of a terminal that is closed, too, unless nohup has made the program outlive it.
sigset_t list_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  return signals;
}

// Whether another signal comes within this time.
bool wait_for_signal(const sigset_t& signals, double seconds) {
  const double whole = static_cast<double>(static_cast<long>(seconds));
  timespec left{};
  left.tv_sec = static_cast<time_t>(whole);
  left.tv_nsec = static_cast<long>((seconds - whole) * 1e9);
  int signal = 0;
  do {
    signal = sigtimedwait(&signals, nullptr, &left);
  } while (signal < 0 && errno == EINTR);
  return signal > 0;
}

// Not through stdio, which another thread may have locked.
void print(const char* text) {
  (void)!write(STDERR_FILENO, text, std::strlen(text));
}

[[noreturn]] void leave() {
  end_unfinished();
  if (const char* line = last_words; line != nullptr && !is_told) print(line);
  tell_interrupted();
  _exit(static_cast<int>(ExitCode::interrupted));
}

[[noreturn]] void watch(const sigset_t& signals) {
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  interrupted = true;
  constexpr double kGrace = 0.1;  // s
  do {
    if (wait_for_signal(signals, kGrace)) break;
  } while (is_patient);
  leave();
}

}  // namespace

void watch_for_interrupts() {
  const sigset_t signals = list_signals();
  // Shells make background processes ignore Ctrl-C.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  // For this thread and all it will start: signals go to the watcher alone.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals] { watch(signals); }).detach();
}

const std::atomic<bool>* catch_interrupt() {
  return &interrupted;
}

void wait_for_own_end() {
  is_patient = true;
}

void tell_interrupted() {
  if (!is_told.exchange(true)) print("\nglobaldyn: interrupted\n");
}

void set_exit_message(const std::string& line) {
  // Never destroyed: the watcher may print a line while the program is ending.
  static auto* const lines = new std::deque<std::string>();
  last_words = line.empty() ? nullptr : lines->emplace_back(line).c_str();
}

}  // namespace globaldyn::inside::app
