#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace globaldyn {

/// The FNV-1a hash of 64 bits of some bytes (G. Fowler, L. C. Noll, K.-P. Vo; offset basis and
/// prime as in their reference). It tells changed files from unchanged ones and is no protection
/// against anybody who wants two texts to agree. Given the hash of what comes before, it goes on.
[[nodiscard]] std::uint64_t calc_fnv1a(std::string_view bytes,
                                       std::uint64_t hash = 0xcbf29ce484222325u);

/// One hash of several texts in their order. Each counts with its length (8 bytes, lowest first,
/// before it), so that moving characters from one text to the next changes the hash.
[[nodiscard]] std::uint64_t hash_inputs(const std::vector<std::string_view>& texts);

}  // namespace globaldyn
