#include "core/base/cancel.h"

#include <globaldyn/error.h>

namespace globaldyn::inside {
inline namespace core {
namespace {

thread_local const std::atomic<bool>* innermost = nullptr;

}  // namespace

CancelScope::CancelScope(const std::atomic<bool>* cancel) : before_(innermost) {
  if (cancel != nullptr) innermost = cancel;
}

CancelScope::~CancelScope() {
  innermost = before_;
}

void throw_if_cancelled() {
  if (innermost != nullptr && innermost->load(std::memory_order_relaxed)) throw Interrupted();
}

}  // namespace core
}  // namespace globaldyn::inside
