#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>

namespace globaldyn {

/// How far a computation has come.
struct Progress {
  std::size_t done{0};
  std::size_t total{0};
  double elapsed{0.0};              ///< s
  std::optional<double> remaining;  ///< s, if it goes on as it went
};

/// How a computation is run. None of it changes its result.
struct Work {
  int threads{0};                            ///< 0: one per core
  const std::atomic<bool>* cancel{nullptr};  ///< set to true from outside: Interrupted is thrown
  std::function<void(const Progress&)> progress;  ///< some ten times a second, from any thread but
                                                  ///< one at a time; may be empty
};

}  // namespace globaldyn
