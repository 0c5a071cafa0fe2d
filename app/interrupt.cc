#include "app/interrupt.h"

#include <csignal>

namespace globaldyn::app {
namespace {

// All that a signal handler may touch.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void take_signal(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>* catch_interrupt() {
  std::signal(SIGINT, take_signal);
  std::signal(SIGTERM, take_signal);
  return &interrupted;
}

}  // namespace globaldyn::app
