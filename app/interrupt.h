#pragma once

#include <atomic>

namespace globaldyn::app {

/// From now on Ctrl-C, or SIGTERM, by which clusters announce the end of a job, sets the flag
/// returned instead of ending the program at once; coming again it ends it.
[[nodiscard]] const std::atomic<bool>* catch_interrupt();

}  // namespace globaldyn::app
