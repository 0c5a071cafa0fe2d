#pragma once

#include <functional>

namespace globaldyn::inside {
inline namespace core {

/// What does several pieces of work at once, where a core without threads of its own is handed one.
struct ThreadTeam {
  int threads{1};
  /// Does work(0) … work(count - 1), in any order and on any thread; returns when all is done. Work
  /// must not throw.
  std::function<void(int count, const std::function<void(int)>& work)> run;
};

}  // namespace core
}  // namespace globaldyn::inside
