#include "app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace globaldyn::app {

Progress::Progress(std::string what, bool wanted)
    : what_(std::move(what)), on_(wanted && isatty(STDERR_FILENO) == 1) {}

void Progress::show(double share) {
  const int percent = static_cast<int>(100.0 * share);
  if (!on_ || percent == percent_) return;
  percent_ = percent;
  const int filled = percent * 30 / 100;
  fmt::print(stderr, "\r{} [{:#<{}}{: <{}}] {:3d} %", what_, "", filled, "", 30 - filled, percent);
  std::fflush(stderr);
}

void Progress::clear() {
  if (on_ && percent_ >= 0) fmt::print(stderr, "\r\033[K");
}

}  // namespace globaldyn::app
