#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace globaldyn::inside {
inline namespace core {

/// What is done where the usual way does not lead to a result. Each is correct by itself, but
/// slower or less sure, and should be rare.
enum class Fallback {
  dense_step,      ///< a pose solved in six coordinates a body, where the loops were not sure
  region_method,   ///< a region by circuits, where the walk along its limits lost its way
  loose_roots,     ///< a planner's speeds matched with more than rounding errors between them
  widened_limits,  ///< drive forces for which limits had to be widened by more than that
  region_plan,     ///< a path planned by the regions of its poses instead of by rows of limits
};

inline constexpr std::size_t kFallbacks = 1 + static_cast<std::size_t>(Fallback::region_plan);

/// How often each was needed, in the order of Fallback.
using FallbackCounts = std::array<std::uint64_t, kFallbacks>;

/// As results name it: dense_step, ...
[[nodiscard]] const char* to_string(Fallback fallback);

/// Counts one; from any thread.
void count(Fallback fallback);

/// What has been counted since the program began.
[[nodiscard]] FallbackCounts list_fallbacks();

}  // namespace core
}  // namespace globaldyn::inside
