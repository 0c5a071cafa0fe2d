#pragma once

#include <atomic>

namespace globaldyn::inside {
inline namespace core {

/// While it lives, what this thread computes is stopped as soon as `cancel` is true: computations
/// ask throw_if_cancelled() every now and then, whoever started them. Null: nothing changes.
class CancelScope {
 public:
  explicit CancelScope(const std::atomic<bool>* cancel);
  ~CancelScope();
  CancelScope(const CancelScope&) = delete;
  CancelScope& operator=(const CancelScope&) = delete;

 private:
  const std::atomic<bool>* before_;
};

/// @throws Interrupted if the innermost scope of this thread is cancelled
void throw_if_cancelled();

}  // namespace core
}  // namespace globaldyn::inside
