#include "core/base/fallbacks.h"

#include <atomic>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

std::array<std::atomic<std::uint64_t>, kFallbacks>& counters() {
  static std::array<std::atomic<std::uint64_t>, kFallbacks> all{};
  return all;
}

}  // namespace

const char* to_string(Fallback fallback) {
  switch (fallback) {
    case Fallback::dense_step:
      return "dense_step";
    case Fallback::region_method:
      return "region_method";
    case Fallback::loose_roots:
      return "loose_roots";
    case Fallback::widened_limits:
      return "widened_limits";
    case Fallback::region_plan:
      return "region_plan";
  }
  return "";
}

void count(Fallback fallback) {
  nth(counters(), fallback).fetch_add(1, std::memory_order_relaxed);
}

FallbackCounts list_fallbacks() {
  FallbackCounts counts{};
  for (std::size_t i = 0; i < kFallbacks; ++i) {
    counts[i] = counters()[i].load(std::memory_order_relaxed);
  }
  return counts;
}

}  // namespace core
}  // namespace globaldyn::inside
