#pragma once

#include <atomic>

namespace globaldyn::app {

/// From now on Ctrl-C sets the flag returned instead of ending the program at once; pressed again
/// it ends it.
[[nodiscard]] const std::atomic<bool>* catch_interrupt();

}  // namespace globaldyn::app
