#include "app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace globaldyn::inside::app {

std::string describe_duration(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

Progress::Progress(std::string what, bool wanted)
    : what_(std::move(what)), on_(wanted && isatty(STDERR_FILENO) == 1) {}

void Progress::show(const SweepProgress& progress) const {
  if (!on_) return;
  const int percent = static_cast<int>(100.0 * progress.share());
  const int filled = percent * 30 / 100;
  fmt::print(stderr, "\r{} [{:#<{}}{: <{}}] {:3d} %", what_, "", filled, "", 30 - filled, percent);
  if (progress.remaining && progress.elapsed > 1.0) {
    fmt::print(stderr, ", {} left\033[K", describe_duration(*progress.remaining));
  }
  std::fflush(stderr);
}

void Progress::clear() const {
  if (on_) fmt::print(stderr, "\r\033[K");
}

}  // namespace globaldyn::inside::app
