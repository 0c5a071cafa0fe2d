#include "globaldyn/storage/input_hash.h"

#include <string>

namespace globaldyn::inside {
inline namespace storage {
namespace {

std::string to_bytes(std::uint64_t number) {
  std::string bytes;
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(number >> shift & 0xFFu);
  return bytes;
}

}  // namespace

std::uint64_t calc_fnv1a(std::string_view bytes, std::uint64_t hash) {
  constexpr std::uint64_t kPrime = 0x100000001b3u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

std::uint64_t hash_inputs(const std::vector<std::string_view>& texts) {
  std::uint64_t hash = calc_fnv1a("");
  for (const std::string_view text : texts) {
    hash = calc_fnv1a(text, calc_fnv1a(to_bytes(text.size()), hash));
  }
  return hash;
}

}  // namespace storage
}  // namespace globaldyn::inside
