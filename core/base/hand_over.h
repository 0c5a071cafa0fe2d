#pragma once

#if defined(__SANITIZE_THREAD__)
#define GLOBALDYN_WATCHES_THREADS
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GLOBALDYN_WATCHES_THREADS
#endif
#endif

#ifdef GLOBALDYN_WATCHES_THREADS
#include <sanitizer/tsan_interface.h>
#endif

namespace globaldyn::inside {
inline namespace core {

/// Tells the thread sanitizer where threads hand their work to each other through a library that it
/// does not see into (oneTBB); does nothing otherwise. What a thread did before give() is visible
/// to one that calls take() later, as the library guarantees.
class HandOver {
 public:
#ifdef GLOBALDYN_WATCHES_THREADS
  void give() {
    __tsan_release(this);
  }
  void take() {
    __tsan_acquire(this);
  }
#else
  void give() {}
  void take() {}
#endif
};

}  // namespace core
}  // namespace globaldyn::inside
