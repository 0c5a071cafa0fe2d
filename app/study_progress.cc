#include "app/study_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/progress.h"

namespace globaldyn::inside::app {
namespace {

constexpr int kWidth = 20;  // of the bar

}  // namespace

StudyProgressLine::StudyProgressLine(bool wanted) : on_(wanted && isatty(STDERR_FILENO) == 1) {}

void StudyProgressLine::show(const StudyProgress& progress) const {
  if (!on_) return;
  const double done = static_cast<double>(progress.done);
  const double limit = static_cast<double>(std::max<std::size_t>(1, progress.limit));
  const int filled = std::min(kWidth, static_cast<int>(kWidth * done / limit));
  fmt::print(stderr, "\r[{:#<{}}{: <{}}] {}/{}", "", filled, "", kWidth - filled, progress.done,
             progress.limit);
  if (progress.rate > 0.0) fmt::print(stderr, "  {:.3g}/s", progress.rate);
  if (progress.done > 0) {
    fmt::print(stderr, "  feasible {:.0f} %",
               100.0 * static_cast<double>(progress.feasible) / done);
  }
  fmt::print(stderr, "  front {}", progress.front);
  if (!std::isnan(progress.hypervolume)) {
    fmt::print(stderr, "  hypervolume {:.4g}", progress.hypervolume);
  }
  if (progress.rate > 0.0 && progress.limit > progress.done) {
    fmt::print(stderr, "  {} left", describe_duration((limit - done) / progress.rate));
  }
  fmt::print(stderr, "\033[K");
  std::fflush(stderr);
}

void StudyProgressLine::clear() const {
  if (on_) fmt::print(stderr, "\r\033[K");
}

}  // namespace globaldyn::inside::app
