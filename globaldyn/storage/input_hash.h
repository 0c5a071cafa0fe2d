#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace globaldyn::inside {
inline namespace storage {

/// The 64-bit FNV-1a hash of some bytes (G. Fowler, L. C. Noll, K.-P. Vo; offset basis and prime as
/// in their reference). It distinguishes changed files from unchanged ones but does not protect
/// against deliberate collisions. Given the hash of what comes before, it continues from there.
[[nodiscard]] std::uint64_t calc_fnv1a(std::string_view bytes,
                                       std::uint64_t hash = 0xcbf29ce484222325u);

/// One hash of several texts in their order. Each is preceded by its length (8 bytes, lowest
/// first), so that moving characters from one text to the next changes the hash.
[[nodiscard]] std::uint64_t hash_inputs(const std::vector<std::string_view>& texts);

}  // namespace storage
}  // namespace globaldyn::inside
